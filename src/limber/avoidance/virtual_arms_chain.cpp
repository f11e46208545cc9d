// Lays an arm through a figure, finds the plane it moves in, places end-points and computes their Jacobian.

#include "limber/avoidance/virtual_arms_chain.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "limber/figure/compiled.h"
#include "limber/math/rotation.h"
#include "limber/shapes/solid.h"

namespace limber {

namespace {

constexpr double no_length = 1e-9;  // [m] joints nearer to each other than this are in the same place

double distance_to_line(const Vec3& point, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double t = std::clamp((point - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (point - a - t * along).norm();
}

// An upper bound of the distance of the shape's points from the line a-b. Exact for spheres, capsules and
// convex meshes; other cores count as their bounding boxes.
double farthest_from_line(const Shape& shape, const Vec3& a, const Vec3& b) {
  const Solid solid = placed(shape);
  if (solid.core == Core::half_space) return 0.0;
  double farthest = 0.0;
  if (solid.core == Core::polytope) {
    for (const Vec3& vertex : solid.hull->vertices) {
      const Vec3 point = solid.center + solid.axes * (vertex - solid.hull->center);
      farthest = std::max(farthest, distance_to_line(point, a, b));
    }
  } else {
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0);
      const Vec3 point = solid.center + solid.axes * sign.cwiseProduct(solid.half);
      farthest = std::max(farthest, distance_to_line(point, a, b));
    }
  }
  return farthest + solid.rounding;
}

}  // namespace

int longest_path(const Figure& figure) {
  std::vector<int> depth(static_cast<std::size_t>(figure.segment_count()), 1);
  int longest = 1;
  for (const SegmentId s : figure.segments()) {
    if (s == root_segment) continue;
    at(depth, s) = at(depth, figure.parent(s)) + 1;
    longest = std::max(longest, at(depth, s));
  }
  return longest;
}

ArmChain::ArmChain(const Figure& figure, int most_points_per_link) : figure_(figure) {
  const int longest = longest_path(figure);
  most_points_ = longest * std::max(most_points_per_link, 1) + 1;
  links_.reserve(static_cast<std::size_t>(longest));
  path_.reserve(static_cast<std::size_t>(longest));
  points_.reserve(static_cast<std::size_t>(most_points_));
  columns_.reserve(static_cast<std::size_t>(figure.dof_count()));
}

double ArmChain::length() const noexcept {
  return links_.empty() ? 0.0 : links_.back().before + links_.back().length;
}

void ArmChain::lay(const Kinematics& kinematics, SegmentId segment, const Vec3& tip,
                   ArmSpace space) noexcept {
  lay_links(kinematics, segment, tip, space, [](DofId) { return true; });
}

void ArmChain::lay(const Kinematics& kinematics, SegmentId segment, const Vec3& tip, ArmSpace space,
                   std::span<const ChainColumn> columns) noexcept {
  lay_links(kinematics, segment, tip, space, [&](DofId dof) {
    const auto found = std::lower_bound(columns.begin(), columns.end(), dof,
                                        [](const ChainColumn& one, DofId other) { return one.dof < other; });
    return found != columns.end() && found->dof == dof;
  });
}

template <class MayUse>
void ArmChain::lay_links(const Kinematics& kinematics, SegmentId segment, const Vec3& tip, ArmSpace space,
                         MayUse&& may_use) noexcept {
  const FigureData& data = data_of(figure_);
  links_.clear();
  points_.clear();
  columns_.clear();
  path_.clear();
  widest_ = 0.0;
  has_fixed_length_ = true;
  for (SegmentId s = segment; s.is_valid(); s = at(data.parent, s)) path_.push_back(s);
  std::reverse(path_.begin(), path_.end());
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const auto s = static_cast<std::size_t>(path_[k]);
    for (DofId c{data.first_dof[s]}; c < data.first_dof[s + 1]; ++c) {
      if (may_use(c)) columns_.push_back(c);
    }
    if (columns_.empty()) continue;  // no joint moves it
    const JointType type = data.joints[s].type;
    if (type == JointType::prismatic || type == JointType::free) has_fixed_length_ = false;
    ArmLink link;
    link.segment = path_[k];
    link.start = data.after[s].inverse().translation;
    link.end = k + 1 < path_.size() ? at(data.before, path_[k + 1]).translation : tip;
    link.length = (link.end - link.start).norm();
    if (link.length < no_length) continue;
    link.before = length();
    for (const BodyShape& shape : data.shapes[s]) {
      link.radius = std::max(link.radius, farthest_from_line(shape.shape, link.start, link.end));
    }
    widest_ = std::max(widest_, link.radius);
    links_.push_back(link);
  }
  axes_ = Mat3::Identity();
  space_ = space;
  if (space != ArmSpace::space) find_plane(kinematics);
  dimension_ = space_ == ArmSpace::plane ? 2 : 3;
}

void ArmChain::find_plane(const Kinematics& kinematics) noexcept {
  const RowMatrix& screws = kinematics.screws();
  constexpr double parallel = 1e-9;
  Vec3 normal = Vec3::Zero();
  for (const DofId c : columns_) {
    const Vec3 w = screws.block<3, 1>(0, c);
    if (w.squaredNorm() > 0.0) {
      normal = w.normalized();
      break;
    }
  }
  bool stays_in_plane = normal.squaredNorm() > 0.0;
  for (const DofId c : columns_) {
    const Vec3 w = screws.block<3, 1>(0, c), u = screws.block<3, 1>(3, c);
    if (w.cross(normal).norm() > parallel || std::abs(u.dot(normal)) > parallel * (1.0 + u.norm())) {
      stays_in_plane = false;
    }
  }
  if (space_ == ArmSpace::automatic) space_ = stays_in_plane ? ArmSpace::plane : ArmSpace::space;
  if (!stays_in_plane) return;
  if (std::abs(normal.z()) > 1.0 - parallel) return;  // the x-y plane
  axes_.col(0) = any_perpendicular(normal);
  axes_.col(1) = normal.cross(axes_.col(0));
  axes_.col(2) = normal;
}

void ArmChain::place_evenly(int per_link) noexcept {
  points_.clear();
  for (std::size_t k = 0; k < links_.size(); ++k) {
    for (int j = 1; j <= per_link; ++j) place(static_cast<int>(k), double(j) / per_link);
  }
}

void ArmChain::place(int link, double fraction) noexcept {
  assert(link >= 0 && link < static_cast<int>(links_.size()) && fraction > 0.0 && fraction <= 1.0);
  assert(points_.size() < points_.capacity());
  const ArmLink& on = at(links_, link);
  EndPoint point;
  point.link = link;
  point.fraction = fraction;
  point.segment = on.segment;
  point.local = on.start + fraction * (on.end - on.start);
  point.reach = on.before + fraction * on.length;
  point.radius = on.radius;
  const double from_previous = point.reach - (points_.empty() ? 0.0 : points_.back().reach);
  point.gap = from_previous;
  if (!points_.empty()) points_.back().gap = std::max(points_.back().gap, from_previous);
  points_.push_back(point);
}

Vec3 ArmChain::position(const Kinematics& kinematics, const EndPoint& point) const noexcept {
  return kinematics.segment_pose(point.segment) * point.local;
}

void ArmChain::jacobian(const Kinematics& kinematics, std::span<const Vec3> positions,
                        RowMatrixRef rows) const noexcept {
  const RowMatrix& screws = kinematics.screws();
  const int moves = position_rows();
  rows.setZero();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Eigen::Index first = static_cast<Eigen::Index>(i) * dimension_;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const DofId c = columns_[k];
      // Numbers grow along a path: a joint beyond the point's segment does not move it.
      if (int{at(data_of(figure_).joint_of_dof, c)} > int{points_[i].segment}) break;
      const Vec3 w = screws.block<3, 1>(0, c), u = screws.block<3, 1>(3, c);
      const Vec3 motion = u + w.cross(positions[i]);
      const auto column = static_cast<Eigen::Index>(k);
      for (int r = 0; r < moves; ++r) rows(first + r, column) = axes_.col(r).dot(motion);
      if (space_ == ArmSpace::plane_pose) rows(first + 2, column) = axes_.col(2).dot(w);
    }
  }
}

}  // namespace limber

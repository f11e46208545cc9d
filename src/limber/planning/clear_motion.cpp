// Bounds on how far segments move, and recursive halving of motions.

#include "limber/planning/clear_motion.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "limber/figure/joint_chain.h"
#include "limber/shapes/solid.h"

namespace limber {

namespace {

// [m] The largest distance of the segment's shapes from its origin.
double reach_of_shapes(const Figure& figure, SegmentId segment) {
  double farthest = 0.0;
  for (const BodyShape& shape : figure.shapes(segment)) {
    const Solid solid = placed(shape.shape);
    if (solid.core == Core::half_space) continue;
    farthest = std::max(farthest, solid.center.norm() + reach(solid) + solid.rounding);
  }
  return farthest;
}

// [m] The largest travel of a prismatic or free joint: from its range, or `usual` without one.
double slide_of(const Joint& joint, double usual) {
  if (joint.type == JointType::free) return usual;
  if (joint.type != JointType::prismatic) return 0.0;
  const Range& range = joint.ranges[0];
  return range.min > -unlimited && range.max < unlimited ? std::max(std::abs(range.min), std::abs(range.max))
                                                         : usual;
}

// r_cs of the header: the length along the figure from the joint to the segment, and the segment's own
// shapes.
//
// A rotation vector of length a moves no point by more than a times its distance, and a swing coordinate
// moves the limb by at most as much, so |d_c| may be summed over coordinates.
Eigen::MatrixXd radii(const Figure& figure) {
  const double usual = 2.0 * longest_reach(figure);
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(figure.dof_count(), figure.segment_count());
  for (const SegmentId s : figure.segments()) {
    const double own = reach_of_shapes(figure, s);
    double along = own;
    for (SegmentId carrier = s; carrier.is_valid(); carrier = figure.parent(carrier)) {
      const JointId j = figure.joint_of(carrier);
      const Joint& joint = figure.joint(j);
      along += figure.after(j).translation.norm();  // now from the joint's moving frame
      const double turning = along + (joint.inverted ? slide_of(joint, usual) : 0.0);
      const int count = dof_count(joint.type);
      for (int k = 0; k < count; ++k) {
        const bool slides = joint.type == JointType::prismatic || (joint.type == JointType::free && k < 3);
        result(figure.first_dof(j) + k, int{s}) = slides ? 1.0 : turning;
      }
      along += slide_of(joint, usual) + figure.before(j).translation.norm();
    }
  }
  return result;
}

}  // namespace

ClearMotion::ClearMotion(const Figure& figure, const World& world, const ClearMotionOptions& options)
    : figure_(figure),
      options_(options),
      kinematics_(figure),
      proximity_(figure, {.self = options.self}),
      radius_(radii(figure)),
      largest_radius_(VecX::Zero(figure.dof_count())),
      motion_(static_cast<std::size_t>(figure.segment_count()), 0.0),
      whole_(VecX::Zero(figure.dof_count())),
      part_(whole_),
      posture_(figure.rest_posture()) {
  proximity_.prepare(world);
  proximity_.let_touch(options_.may_touch);
  for (const DofId c : figure.dofs()) largest_radius_[c] = std::max(radius_.row(c).maxCoeff(), 1e-6);
}

bool ClearMotion::is_inside_limits(const Posture& posture) const {
  return largest_limit_excess(figure_, posture).amount <= options_.limit_excess;
}

bool ClearMotion::matters(const Contact& contact) const {
  for (Eigen::Index c = 0; c < radius_.rows(); ++c) {
    const bool moves = radius_(c, int{contact.segment}) > 0.0;
    const bool moves_other = contact.other_segment.is_valid() && radius_(c, int{contact.other_segment}) > 0.0;
    if (moves != moves_other) return true;
  }
  return false;
}

std::optional<Contact> ClearMotion::nearest(const Posture& posture, double far) {
  kinematics_.update(posture);
  ++checked_;
  std::optional<Contact> best = proximity_.nearest(kinematics_, far);
  if (!best || matters(*best)) return best;
  best.reset();  // the nearest does not matter: search all that are near
  for (const Contact& contact : proximity_.find(kinematics_, far)) {
    if (matters(contact) && (!best || contact.clearance < best->clearance)) best = contact;
  }
  return best;
}

double ClearMotion::clearance(const Posture& posture, double far) {
  const std::optional<Contact> contact = nearest(posture, far);
  return contact ? contact->clearance : far;
}

bool ClearMotion::is_clear(const Posture& posture) {
  return is_inside_limits(posture) && !nearest(posture, options_.margin);
}

bool ClearMotion::is_clear(const Posture& from, const Posture& to) {
  if (!is_clear(to)) return false;
  difference(figure_, from, to, whole_);
  const VecX lengths = whole_.cwiseAbs();
  largest_motion_ = 0.0;
  for (std::size_t s = 0; s < motion_.size(); ++s) {
    motion_[s] = lengths.dot(radius_.col(static_cast<Eigen::Index>(s)));
    largest_motion_ = std::max(largest_motion_, motion_[s]);
  }
  return is_piece_clear(from, 0.0, 1.0);
}

bool ClearMotion::is_piece_clear(const Posture& from, double first, double last) {
  const double middle = 0.5 * (first + last), half = 0.5 * (last - first);
  part_ = middle * whole_;
  posture_.values = from.values;
  integrate(figure_, part_, posture_);
  if (!is_inside_limits(posture_)) return false;
  kinematics_.update(posture_);
  ++checked_;
  // Twice, because two parts of the figure may move towards each other.
  const double farthest = options_.margin + 2.0 * half * largest_motion_;
  bool shown = true;
  for (const Contact& contact : proximity_.find(kinematics_, farthest)) {
    const double room = contact.clearance - options_.margin;
    if (!matters(contact)) continue;
    if (room < 0.0) return false;
    double motion = motion_of(contact.segment);
    if (contact.other_segment.is_valid()) motion += motion_of(contact.other_segment);
    shown = shown && half * motion <= room;
  }
  if (shown && proximity_.left_out() == 0) return true;
  if (half * largest_motion_ < options_.finest) return false;
  return is_piece_clear(from, first, middle) && is_piece_clear(from, middle, last);
}

bool ClearMotion::step_back(Posture& posture, double clearance, std::vector<Posture>& path) {
  constexpr int most_steps = 100;
  constexpr double longest = 0.01;  // [m] per contact and step
  const double damping = 1e-3 * longest_reach(figure_);
  for (int step = 0; step < most_steps; ++step) {
    kinematics_.update(posture);
    std::vector<Contact> near;
    for (const Contact& contact : proximity_.find(kinematics_, clearance)) {
      if (matters(contact)) near.push_back(contact);
    }
    if (near.empty()) return true;
    double before = clearance;
    const auto count = static_cast<Eigen::Index>(near.size());
    RowMatrix rows(count, figure_.dof_count());
    VecX wanted(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Contact& contact = at(near, k);
      clearance_row(kinematics_, contact, rows.row(k));
      wanted[k] = std::min(clearance - contact.clearance, longest);
      before = std::min(before, contact.clearance);
    }
    Eigen::MatrixXd gram = rows * rows.transpose();
    gram.diagonal().array() += damping * damping;
    const VecX whole = rows.transpose() * gram.ldlt().solve(wanted);
    bool better = false;
    for (double share = 1.0; share > 0.05 && !better; share *= 0.5) {
      Posture moved = posture;
      integrate(figure_, share * whole, moved);
      moved = inside_limits(figure_, moved);
      if (this->clearance(moved, clearance) <= before) continue;
      better = true;
      posture = moved;
      path.push_back(moved);
    }
    if (!better) return false;
  }
  return false;
}

double ClearMotion::length(const Posture& from, const Posture& to) const {
  VecX step(figure_.dof_count());
  difference(figure_, from, to, step);
  return step.cwiseProduct(largest_radius_).norm();
}

void ClearMotion::between(const Posture& from, const Posture& to, double share, Posture& result) const {
  VecX step(figure_.dof_count());
  difference(figure_, from, to, step);
  step *= share;
  result.values = from.values;
  integrate(figure_, step, result);
}

}  // namespace limber

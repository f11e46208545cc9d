// The parts of a figure, their neighbourhood and the sweep over their boxes.

#include "limber/world/body.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "limber/world/bounds_tree.h"

namespace limber {

namespace {

constexpr int most_in_bundle = 8;  // more share one search, but in a larger box

// 0 and -0 are not the same: what is placed depends on this pose alone, not on those before it.
bool are_same_bits(const Transform& a, const Transform& b) noexcept {
  return std::memcmp(a.translation.data(), b.translation.data(), sizeof(Vec3)) == 0 &&
         std::memcmp(a.rotation.data(), b.rotation.data(), sizeof(Mat3)) == 0;
}

}  // namespace

Body::Body(const Figure& figure) : figure_(figure) {
  const auto count = static_cast<std::size_t>(figure.segment_count());
  part_above_.resize(count);
  joint_group_.resize(count);
  // Joints that move, up to the nearest part, and up to the topmost segment without parts.
  std::vector<int> below_part(count), below_group(count);
  for (const SegmentId s : figure.segments()) {
    int shape = 0;
    first_part_.push_back(static_cast<int>(parts_.size()));
    for (const BodyShape& body : figure.shapes(s)) {
      parts_.push_back({s, shape++});
      local_.push_back(placed(body.shape));
      is_stand_in_.push_back(std::holds_alternative<MeshReference>(body.shape));
    }
    const SegmentId parent = figure.parent(s);
    if (!parent.is_valid()) continue;
    const int moves = dof_count(figure.joint(figure.joint_of(s)).type) > 0;
    if (!figure.shapes(parent).empty()) {
      at(part_above_, s) = parent;
      at(below_part, s) = moves;
      continue;
    }
    at(below_part, s) = at(below_part, parent) + moves;
    at(below_group, s) = at(below_group, parent) + moves;
    // Of true shapes only those that one joint joins are neighbours: a torso and an upper arm with two hinges
    // and no part between them can well collide.
    if (!figure.keeps_gaps() || at(below_part, s) <= 1) at(part_above_, s) = at(part_above_, parent);
    if (figure.keeps_gaps() && at(below_group, s) > 0) continue;
    const SegmentId group = at(joint_group_, parent);
    at(joint_group_, s) = group.is_valid() ? group : parent;
  }
  solids_ = local_;
  boxes_.resize(parts_.size());
  has_moved_.resize(parts_.size());
  constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
  placed_at_.assign(count, Transform::at(Vec3::Constant(nowhere)));
  for (std::size_t i = 0; i < parts_.size(); ++i) boxes_[i] = bounds(solids_[i]);
  for (int i = 0; i < this->count(); ++i) {
    const bool goes_on =
        !bundles_.empty() && i - bundles_.back().first < most_in_bundle && are_neighbours(i - 1, i);
    if (!goes_on) {
      order_.push_back(static_cast<int>(bundles_.size()));
      bundles_.push_back({i, i, box(i)});
    }
    bundles_.back().end = i + 1;
  }
}

void Body::place(const Kinematics& kinematics) noexcept {
  for (int i = 0; i < count();) {
    const SegmentId segment = part(i).segment;
    const Transform pose = kinematics.segment_pose(segment);
    Transform& known = at(placed_at_, segment);
    const bool moves = !are_same_bits(pose, known);
    if (moves) known = pose;
    for (; i < count() && part(i).segment == segment; ++i) {
      at(has_moved_, i) = moves;
      if (!moves) continue;
      at(solids_, i) = placed(pose, local(i));
      at(boxes_, i) = bounds(solid(i));
    }
  }
  for (Bundle& bundle : bundles_) {
    const auto* moved = has_moved_.data();
    if (std::none_of(moved + bundle.first, moved + bundle.end, [](std::uint8_t each) { return each != 0; }))
      continue;
    bundle.box = box(bundle.first);
    for (int i = bundle.first + 1; i < bundle.end; ++i) bundle.box = joined(bundle.box, box(i));
  }
}

bool Body::are_joined(SegmentId a, SegmentId b) const noexcept {
  if (a == b || at(part_above_, a) == b || at(part_above_, b) == a) return true;
  return at(joint_group_, a).is_valid() && at(joint_group_, a) == at(joint_group_, b);
}

bool Body::are_neighbours(int i, int j) const noexcept {
  return are_joined(part(i).segment, part(j).segment);
}

bool Body::are_next_but_one(int i, int j) const noexcept {
  const SegmentId a = part(i).segment, b = part(j).segment;
  const auto through = [&](SegmentId between, SegmentId other) {
    return between.is_valid() && are_joined(between, other);
  };
  return through(at(part_above_, a), b) || through(at(part_above_, b), a);
}

bool Body::is_shorter_between(int i, int j, const Kinematics& kinematics, double length) const noexcept {
  SegmentId a = part(i).segment, b = part(j).segment;
  Vec3 last_a = Vec3::Zero(), last_b = last_a;  // the joints passed last, from either end
  bool climbed_a = false, climbed_b = false;
  double way = 0.0;
  const auto climb = [&](SegmentId& segment, Vec3& last, bool& climbed) {
    const Vec3 joint = kinematics.segment_pose(segment).translation;
    if (climbed) way += (joint - last).norm();
    last = joint;
    climbed = true;
    segment = figure_.parent(segment);
  };
  while (a != b && way < length) a > b ? climb(a, last_a, climbed_a) : climb(b, last_b, climbed_b);
  if (climbed_a && climbed_b) way += (last_a - last_b).norm();
  return way < length;
}

int Body::sort_for_sweep() noexcept {
  Bounds all{Vec3::Constant(std::numeric_limits<double>::infinity()),
             Vec3::Constant(-std::numeric_limits<double>::infinity())};
  for (const Bundle& bundle : bundles_) all = joined(all, bundle.box);
  int axis = 0;
  (all.max - all.min).maxCoeff(&axis);
  const auto from = [&](std::size_t k) { return at(bundles_, order_[k]).box.min[axis]; };
  for (std::size_t k = 1; k < order_.size(); ++k) {  // insertion: nearly sorted as a rule
    for (std::size_t l = k; l > 0 && from(l) < from(l - 1); --l) std::swap(order_[l], order_[l - 1]);
  }
  return axis;
}

}  // namespace limber

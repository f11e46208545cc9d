#include "limber/world/body.h"

#include <limits>

#include "limber/world/bounds_tree.h"

namespace limber {

namespace {
constexpr int most_in_bundle = 8;
}

Body::Body(const Figure& figure) : figure_(figure) {
  const auto count = static_cast<std::size_t>(figure.segment_count());
  part_above_.assign(count, -1);
  joint_group_.assign(count, -1);
  for (int s = 0; s < figure.segment_count(); ++s) {
    const auto segment = static_cast<std::size_t>(s);
    int shape = 0;
    for (const BodyShape& body : figure.shapes(s)) {
      parts_.push_back({s, shape++});
      local_.push_back(placed(body.shape));
    }
    const int parent = figure.parent(s);
    if (parent < 0) continue;
    const auto above = static_cast<std::size_t>(parent);
    const bool parent_has_parts = !figure.shapes(parent).empty();
    part_above_[segment] = parent_has_parts ? parent : part_above_[above];
    if (!parent_has_parts) joint_group_[segment] = joint_group_[above] >= 0 ? joint_group_[above] : parent;
  }
  solids_ = local_;
  boxes_.resize(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    boxes_[i] = bounds(solids_[i]);
    order_.push_back(static_cast<int>(i));
  }
  for (int i = 0; i < this->count(); ++i) {
    const bool goes_on =
        !bundles_.empty() && i - bundles_.back().first < most_in_bundle && are_neighbours(i - 1, i);
    if (!goes_on) bundles_.push_back({i, i, box(i)});
    bundles_.back().end = i + 1;
  }
}

void Body::place(const Kinematics& kinematics) noexcept {
  for (std::size_t i = 0; i < parts_.size();) {
    const int segment = parts_[i].segment;
    const Transform pose = kinematics.segment_pose(segment);
    for (; i < parts_.size() && parts_[i].segment == segment; ++i) {
      solids_[i] = placed(pose, local_[i]);
      boxes_[i] = bounds(solids_[i]);
    }
  }
  for (Bundle& bundle : bundles_) {
    bundle.box = box(bundle.first);
    for (int i = bundle.first + 1; i < bundle.end; ++i) bundle.box = joined(bundle.box, box(i));
  }
}

bool Body::are_joined(int a, int b) const noexcept {
  const auto sa = static_cast<std::size_t>(a), sb = static_cast<std::size_t>(b);
  if (a == b || part_above_[sa] == b || part_above_[sb] == a) return true;
  return joint_group_[sa] >= 0 && joint_group_[sa] == joint_group_[sb];
}

bool Body::are_neighbours(int i, int j) const noexcept {
  return are_joined(part(i).segment, part(j).segment);
}

bool Body::are_next_but_one(int i, int j) const noexcept {
  const int a = part(i).segment, b = part(j).segment;
  const auto through = [&](int between, int other) { return between >= 0 && are_joined(between, other); };
  return through(part_above_[static_cast<std::size_t>(a)], b) ||
         through(part_above_[static_cast<std::size_t>(b)], a);
}

int Body::sort_for_sweep() noexcept {
  Bounds all{Vec3::Constant(std::numeric_limits<double>::infinity()),
             Vec3::Constant(-std::numeric_limits<double>::infinity())};
  for (const Bounds& box : boxes_) all = joined(all, box);
  int axis = 0;
  (all.max - all.min).maxCoeff(&axis);
  const auto from = [&](std::size_t k) { return boxes_[static_cast<std::size_t>(order_[k])].min[axis]; };
  for (std::size_t k = 1; k < order_.size(); ++k) {  // insertion: nearly sorted as a rule
    for (std::size_t l = k; l > 0 && from(l) < from(l - 1); --l) std::swap(order_[l], order_[l - 1]);
  }
  return axis;
}

bool Body::is_within(const Bounds& a, const Bounds& b, double margin) noexcept {
  return squared_gap(a, b) <= margin * margin;
}

}  // namespace limber

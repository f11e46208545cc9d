// Building and refitting the tree.

#include "limber/world/bounds_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "limber/base/ids.h"

namespace limber {

namespace {

Bounds nothing() {
  const Vec3 far = Vec3::Constant(std::numeric_limits<double>::infinity());
  return {far, -far};
}

}  // namespace

void BoundsTree::build(std::span<const Bounds> boxes) {
  std::int32_t leaves = 1;
  while (static_cast<std::size_t>(leaves) * most_per_leaf < boxes.size()) leaves *= 2;
  first_leaf_ = leaves - 1;
  nodes_.resize(static_cast<std::size_t>(2 * leaves - 1));
  boxes_.resize(boxes.size());
  items_.resize(boxes.size());
  position_.resize(boxes.size());
  if (boxes.empty()) return;
  std::iota(items_.begin(), items_.end(), 0);
  split(boxes, 0, 0, leaves);
  for (std::size_t k = 0; k < items_.size(); ++k) {
    const auto item = static_cast<std::size_t>(items_[k]);
    boxes_[k] = boxes[item];
    position_[item] = static_cast<std::int32_t>(k);
  }
  for (std::int32_t leaf = 0; leaf < leaves; ++leaf) {
    at(nodes_, first_leaf_ + leaf) = bounds_of_leaf(leaf);
  }
  for (std::int32_t node = first_leaf_ - 1; node >= 0; --node) join_children(node);
}

void BoundsTree::join_children(std::int32_t node) noexcept {
  const auto left = static_cast<std::size_t>(2 * node + 1);
  at(nodes_, node) = Node::join(nodes_[left], nodes_[left + 1]);
}

BoundsTree::Node BoundsTree::rounded_outwards(const Bounds& box) noexcept {
  constexpr float most = std::numeric_limits<float>::infinity();
  Node node{Eigen::Array4f::Zero(), Eigen::Array4f::Zero()};
  for (int axis = 0; axis < 3; ++axis) {
    node.min[axis] = std::nextafter(static_cast<float>(box.min[axis]), -most);
    node.max[axis] = std::nextafter(static_cast<float>(box.max[axis]), most);
  }
  return node;
}

// Orders the items of the leaves [leaf, leaf_end) so that each half of the leaves gets one side of the
// median.
void BoundsTree::split(std::span<const Bounds> boxes, std::int32_t node, std::int32_t leaf,
                       std::int32_t leaf_end) {
  if (leaf_end - leaf < 2) return;
  const auto begin = items_.begin() + static_cast<std::ptrdiff_t>(begin_of(leaf));
  const auto end = items_.begin() + static_cast<std::ptrdiff_t>(begin_of(leaf_end));
  const std::int32_t middle_leaf = (leaf + leaf_end) / 2;
  const auto middle = items_.begin() + static_cast<std::ptrdiff_t>(begin_of(middle_leaf));
  const auto center2 = [&](std::int32_t item) -> Vec3 {
    const Bounds& box = at(boxes, item);
    return box.min + box.max;
  };
  Bounds spread = nothing();
  for (auto item = begin; item != end; ++item) spread = joined(spread, {center2(*item), center2(*item)});
  int axis = 0;
  (spread.max - spread.min).maxCoeff(&axis);
  std::nth_element(begin, middle, end, [&](std::int32_t one, std::int32_t other) {
    const double a = center2(one)[axis], b = center2(other)[axis];
    return a < b || (a == b && one < other);
  });
  split(boxes, 2 * node + 1, leaf, middle_leaf);
  split(boxes, 2 * node + 2, middle_leaf, leaf_end);
}

BoundsTree::Node BoundsTree::bounds_of_leaf(std::int32_t leaf) const noexcept {
  Bounds box = nothing();
  for (std::size_t k = begin_of(leaf); k < begin_of(leaf + 1); ++k) box = joined(box, boxes_[k]);
  return rounded_outwards(box);
}

void BoundsTree::refit(int item, const Bounds& box) noexcept {
  const auto k = static_cast<std::size_t>(at(position_, item));
  boxes_[k] = box;
  const auto leaves = static_cast<std::size_t>(first_leaf_) + 1;
  auto leaf = static_cast<std::int32_t>(k * leaves / boxes_.size());
  while (begin_of(leaf + 1) <= k) ++leaf;
  std::int32_t node = first_leaf_ + leaf;
  at(nodes_, node) = bounds_of_leaf(leaf);
  while (node > 0) {
    node = (node - 1) / 2;
    join_children(node);
  }
}

}  // namespace limber

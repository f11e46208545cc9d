#include "limber/picture/drawing/bvh.h"

#include <numeric>

namespace limber::picture {

namespace {
constexpr std::int32_t leaf_size = 2;
}

BoxTree::BoxTree(std::span<const Bounds> boxes) : order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.reserve(boxes.size() * 2);
  if (!boxes.empty()) build(boxes, 0, static_cast<std::int32_t>(boxes.size()));
}

void BoxTree::build(std::span<const Bounds> boxes, std::int32_t first, std::int32_t count) {
  const auto begin = order_.begin() + first;
  const auto box_of = [&](std::int32_t index) -> const Bounds& { return at(boxes, index); };
  Bounds all = box_of(*begin);
  for (std::int32_t k = 1; k < count; ++k) {
    all.min = all.min.cwiseMin(box_of(begin[k]).min);
    all.max = all.max.cwiseMax(box_of(begin[k]).max);
  }
  Eigen::Index axis = 0;
  (all.max - all.min).maxCoeff(&axis);
  const std::size_t me = nodes_.size();
  nodes_.push_back({all, first, count, static_cast<int>(axis)});
  if (count <= leaf_size) return;

  const std::int32_t half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](std::int32_t i, std::int32_t j) {
    const double ci = box_of(i).min[axis] + box_of(i).max[axis];
    const double cj = box_of(j).min[axis] + box_of(j).max[axis];
    return ci != cj ? ci < cj : i < j;
  });
  nodes_[me].count = 0;
  build(boxes, first, half);
  nodes_[me].first = static_cast<std::int32_t>(nodes_.size());
  build(boxes, first + half, count - half);
}

}  // namespace limber::picture

#pragma once
// A tree of boxes: finds which of many boxes are within a distance of a given one.
//
//   gap(A, B)^2 = sum over the axes of max(0, A.min - B.max, B.min - A.max)^2
//
// is at most the squared distance of what the boxes contain.
//
// Built by halving at the median along the longest side (ties by number: same input, same tree). All leaves
// are on one level, so node i has children 2i+1 and 2i+2, and a box that moved is refitted by walking up from
// its leaf. The tree stays correct however far its boxes move, but gets slower; build() again restores its
// speed, and allocates nothing if the count is the same.
//
// Nodes are boxes of floats, rounded outwards, with four numbers to a corner: two nodes fill a cache line,
// and one vector instruction compares all axes. What passes is compared again in double precision.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "limber/base/ids.h"
#include "limber/shapes/shape.h"

namespace limber {

inline double squared_gap(const Bounds& a, const Bounds& b) {
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double below = a.min[axis] - b.max[axis], above = b.min[axis] - a.max[axis];
    const double gap = below > above ? below : above;
    if (gap > 0.0) sum += gap * gap;
  }
  return sum;
}

inline Bounds joined(const Bounds& a, const Bounds& b) {
  return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)};
}

class BoundsTree {
 public:
  void build(std::span<const Bounds> boxes);

  int count() const { return static_cast<int>(boxes_.size()); }

  // Replaces the box of an item.
  void refit(int item, const Bounds& box) noexcept;

  // Calls visit(item) for every item whose box is within `margin` (>= 0) of the given one. visit returns the
  // margin to continue with: a smaller one, to look for the nearest. Near branches come first.
  template <class Visit>
  void within(const Bounds& box, double margin, Visit&& visit) const {
    if (boxes_.empty()) return;
    struct Entry {
      std::int32_t node;
      float gap2;
    };
    std::array<Entry, 2 * most_levels> stack;  // one sibling waits per level
    std::size_t depth = 0;
    const Node query = rounded_outwards(box);
    stack[depth++] = {0, nodes_[0].squared_gap(query)};
    while (depth > 0) {
      const Entry entry = stack[--depth];
      // The factor keeps rounding from rejecting a near branch.
      if (!(static_cast<double>(entry.gap2) <= 1.00001 * margin * margin)) continue;
      if (entry.node >= first_leaf_) {
        const std::int32_t leaf = entry.node - first_leaf_;
        for (std::size_t k = begin_of(leaf); k < begin_of(leaf + 1); ++k) {
          if (squared_gap(boxes_[k], box) <= margin * margin) margin = visit(items_[k]);
        }
        continue;
      }
      const std::int32_t left = 2 * entry.node + 1;
      const Node* children = &at(nodes_, left);
      const Entry one{left, children[0].squared_gap(query)}, other{left + 1, children[1].squared_gap(query)};
      const bool is_right_nearer = other.gap2 < one.gap2;
      stack[depth++] = is_right_nearer ? one : other;
      stack[depth++] = is_right_nearer ? other : one;
    }
  }

 private:
  static constexpr int most_levels = 31, most_per_leaf = 4;

  struct Node {
    Eigen::Array4f min, max;  // the fourth is zero

    float squared_gap(const Node& other) const {
      return (min - other.max).max(other.min - max).max(0.0f).square().sum();
    }
    static Node join(const Node& a, const Node& b) { return {a.min.min(b.min), a.max.max(b.max)}; }
  };
  static Node rounded_outwards(const Bounds& box) noexcept;

  // All leaves hold the same number of items, give or take one.
  std::size_t begin_of(std::int32_t leaf) const {
    return boxes_.size() * static_cast<std::size_t>(leaf) / static_cast<std::size_t>(first_leaf_ + 1);
  }
  void split(std::span<const Bounds> boxes, std::int32_t node, std::int32_t leaf, std::int32_t leaf_end);
  Node bounds_of_leaf(std::int32_t leaf) const noexcept;
  void join_children(std::int32_t node) noexcept;

  std::int32_t first_leaf_ = 0;         // number of branches; there is one leaf more
  std::vector<Node> nodes_;             // branches level by level, then leaves
  std::vector<Bounds> boxes_;           // of the items, leaf by leaf
  std::vector<std::int32_t> items_;     // which item has boxes_[k]
  std::vector<std::int32_t> position_;  // the inverse: where an item is in boxes_
};

}  // namespace limber

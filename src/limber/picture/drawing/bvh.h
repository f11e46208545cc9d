#pragma once
// A bounding volume hierarchy: which of many solids a ray may hit. Split at the median along the longest
// side; ties are broken by index, so the same input gives the same tree.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "limber/base/ids.h"
#include "limber/shapes/shape.h"

namespace limber::picture {

constexpr double nowhere = std::numeric_limits<double>::infinity();

struct Ray {
  Vec3 origin;
  Vec3 direction;  // unit
  Vec3 inverse;    // 1/direction, componentwise

  Ray(const Vec3& from, const Vec3& towards)
      : origin(from), direction(towards), inverse(towards.cwiseInverse()) {}
  Vec3 at(double t) const { return origin + t * direction; }
};

struct Interval {
  double from, to;
  bool is_empty() const { return !(from <= to); }
};

// The part of [0, farthest] in which the ray is inside the box.
inline Interval inside_box(const Bounds& box, const Ray& ray, double farthest) {
  double from = 0.0, to = farthest;
  for (int i = 0; i < 3; ++i) {
    const double t1 = (box.min[i] - ray.origin[i]) * ray.inverse[i];
    const double t2 = (box.max[i] - ray.origin[i]) * ray.inverse[i];
    // 0 * infinity is NaN when the ray runs within a face; std::min/max keep their first argument then.
    from = std::max(from, std::min(t1, t2));
    to = std::min(to, std::max(t1, t2));
  }
  return {from, to};
}

class BoxTree {
 public:
  explicit BoxTree(std::span<const Bounds> boxes);

  // Calls visit(index, farthest) for every box the ray meets nearer than `farthest`, near branches first.
  // `visit` returns the new farthest distance; a negative one ends the search.
  template <class Visit>
  void meet(const Ray& ray, double farthest, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::int32_t stack[64];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const Node& node = at(nodes_, stack[--depth]);
      if (inside_box(node.box, ray, farthest).is_empty()) continue;
      if (node.count > 0) {
        for (std::int32_t k = 0; k < node.count; ++k) {
          farthest = visit(at(order_, node.first + k), farthest);
          if (farthest < 0.0) return;
        }
      } else {
        const bool from_below = ray.direction[node.axis] >= 0.0;
        const std::int32_t left = static_cast<std::int32_t>(&node - nodes_.data()) + 1;
        stack[depth++] = from_below ? node.first : left;
        stack[depth++] = from_below ? left : node.first;
      }
    }
  }

 private:
  struct Node {
    Bounds box;
    std::int32_t first;  // of a leaf: into order_; of a branch: the right child (the left one comes next)
    std::int32_t count;  // 0: a branch
    int axis;
  };
  void build(std::span<const Bounds> boxes, std::int32_t first, std::int32_t count);

  std::vector<Node> nodes_;
  std::vector<std::int32_t> order_;
};

}  // namespace limber::picture

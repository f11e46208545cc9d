#pragma once
// The solids of a figure ("parts") in a posture, and which pairs of them can collide.
//
// Two parts are neighbours when they are on the same segment, or on segments with no other part between them
// (segments without shapes do not count; if the figure keeps its gaps, only one joint may move between them).
// Neighbours touch at their joint by design. So do, usually, parts that overlap at rest (a shoulder and a
// chest); Proximity may ignore those as well.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "limber/kinematics/kinematics.h"
#include "limber/shapes/solid.h"
#include "limber/world/bounds_tree.h"

namespace limber {

// Of a pair of a part and an obstacle or another part (-1 where it is an obstacle): names in ascending order
// are parts in order, for each obstacles before its own parts. Never 0.
inline std::uint64_t pair_name(int part, ObstacleId obstacle, int other) noexcept {
  constexpr std::uint64_t own = std::uint64_t{1} << 31;
  const std::uint64_t second = obstacle.is_valid() ? static_cast<std::uint64_t>(int{obstacle})
                                                   : own | static_cast<std::uint64_t>(other);
  return (static_cast<std::uint64_t>(part) + 1) << 32 | second;
}

class Body {
 public:
  explicit Body(const Figure& figure);

  struct Part {
    SegmentId segment;
    int shape;  // which of the segment's
  };
  int count() const { return static_cast<int>(parts_.size()); }
  int number(SegmentId segment, int shape) const { return at(first_part_, segment) + shape; }
  // A box in place of a mesh that could not be read: nobody knows what it hits of its own figure.
  bool is_stand_in(int i) const noexcept { return at(is_stand_in_, i) != 0; }
  const Part& part(int i) const { return at(parts_, i); }
  const Solid& local(int i) const { return at(local_, i); }  // in its segment's frame

  // Moves the solids to the current posture; those whose segments are where they were stay. Allocates
  // nothing.
  void place(const Kinematics& kinematics) noexcept;
  const Solid& solid(int i) const { return at(solids_, i); }
  const Bounds& box(int i) const { return at(boxes_, i); }

  bool are_neighbours(int i, int j) const noexcept;
  // One part is between them: two links of a chain with a third in the middle, or two limbs of one trunk.
  bool are_next_but_one(int i, int j) const noexcept;

  // Is the way between them along the figure, from joint to joint, shorter than this [m]?
  bool is_shorter_between(int i, int j, const Kinematics& kinematics, double length) const noexcept;

  // Up to eight consecutive neighbours (links of a trunk, upper and lower arm): near each other, so that one
  // search with the box around them serves all.
  struct Bundle {
    int first, end;  // parts
    Bounds box;
  };
  const std::vector<Bundle>& bundles() const { return bundles_; }

  // Calls visit(i, j), i < j, for all pairs whose boxes are within `margin` (>= 0). Sweeps over the bundles
  // along the longest axis of the figure; keeps the order of the last sweep, since little changes between
  // steps.
  template <class Visit>
  void for_near_pairs(double margin, Visit&& visit) {
    const auto are_near = [square = margin * margin](const Bounds& one, const Bounds& other) {
      return squared_gap(one, other) <= square;
    };
    const auto visit_between = [&](const Bundle& low, const Bundle& high) {
      for (int i = low.first; i < low.end; ++i) {
        if (!are_near(box(i), high.box)) continue;
        for (int j = std::max(high.first, i + 1); j < high.end; ++j) {
          if (are_near(box(i), box(j))) visit(i, j);
        }
      }
    };
    const int axis = sort_for_sweep();
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const Bundle& one = at(bundles_, order_[k]);
      visit_between(one, one);
      for (std::size_t l = k + 1; l < order_.size(); ++l) {
        const Bundle& other = at(bundles_, order_[l]);
        if (other.box.min[axis] - one.box.max[axis] > margin) break;
        if (!are_near(one.box, other.box)) continue;
        one.first < other.first ? visit_between(one, other) : visit_between(other, one);
      }
    }
  }

 private:
  bool are_joined(SegmentId segment, SegmentId other) const noexcept;  // no part is between them
  int sort_for_sweep() noexcept;

  Figure figure_;  // keeps the shapes alive that solids point to
  std::vector<Part> parts_;
  std::vector<std::uint8_t> is_stand_in_;
  std::vector<int> first_part_;          // of a segment
  std::vector<Solid> local_;             // in their segments' frames
  std::vector<Solid> solids_;            // in the world
  std::vector<Transform> placed_at_;     // per segment: where it was when its solids were placed
  std::vector<std::uint8_t> has_moved_;  // per part: by the last place()
  std::vector<Bounds> boxes_;
  std::vector<Bundle> bundles_;
  std::vector<int> order_;  // of the bundles along the axis of the last sweep
  // Of a segment: the nearest segment towards the root that has parts, and the topmost of the segments
  // without parts it hangs from; none where there is no such segment.
  std::vector<SegmentId> part_above_, joint_group_;
};

}  // namespace limber

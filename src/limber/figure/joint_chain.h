#pragma once
// The chain of joints between two segments, through their common ancestor.

#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct JointChain {
  struct Step {
    JointId joint;
    bool towards_root;  // traversed from the segment to its parent
  };
  SegmentId common_ancestor = root_segment;
  std::vector<Step> steps;  // from the first segment up to the common ancestor, then down to the last segment
};

SegmentId common_ancestor(const Figure& figure, SegmentId a, SegmentId b);
JointChain chain_between(const Figure& figure, SegmentId from, SegmentId to);
bool is_ancestor_or_same(const Figure& figure, SegmentId ancestor, SegmentId segment);

// [m] The longest distance from the root along the segments, to a segment or a frame; 1 when nothing has a
// length.
double longest_reach(const Figure& figure);

}  // namespace limber

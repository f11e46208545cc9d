#pragma once
// The chain of joints between two segments, through their common ancestor.

#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct Path {
  struct Step {
    int joint;
    bool towards_root;  // passed from the segment to its parent
  };
  int common_ancestor = 0;
  std::vector<Step> steps;  // from the first segment to the last: up to the common ancestor, then down
};

int common_ancestor(const Figure& figure, int segment_a, int segment_b);
Path path_between(const Figure& figure, int from_segment, int to_segment);
bool is_ancestor_or_same(const Figure& figure, int ancestor, int segment);

// [m] The longest way from the root along the segments, to a segment or a frame; 1 when nothing has a length.
double longest_reach(const Figure& figure);

}  // namespace limber

#pragma once
// The end of a robot that a pose is asked for.

#include <vector>

#include "limber/figure/figure.h"

namespace limber {

// The segment with most degrees of freedom between it and the root; the first of several.
struct End {
  SegmentId segment;
  int dofs = 0;
};
inline End farthest_end(const Figure& figure) {
  End end;
  std::vector<int> dofs(static_cast<std::size_t>(figure.segment_count()), 0);
  for (const SegmentId s : figure.segments()) {
    const SegmentId parent = figure.parent(s);
    if (parent.is_valid()) at(dofs, s) = at(dofs, parent) + dof_count(figure.joint(figure.joint_of(s)).type);
    if (at(dofs, s) > end.dofs) end = {s, at(dofs, s)};
  }
  return end;
}

}  // namespace limber

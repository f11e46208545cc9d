#include "limber/figure/joint_chain.h"

#include <algorithm>

namespace limber {

bool is_ancestor_or_same(const Figure& figure, SegmentId ancestor, SegmentId segment) {
  return ancestor <= segment && segment < figure.branch_end(ancestor);
}

SegmentId common_ancestor(const Figure& figure, SegmentId a, SegmentId b) {
  while (!is_ancestor_or_same(figure, a, b)) a = figure.parent(a);
  return a;
}

JointChain chain_between(const Figure& figure, SegmentId from, SegmentId to) {
  JointChain chain;
  chain.common_ancestor = common_ancestor(figure, from, to);
  const auto climb = [&](SegmentId start, bool towards_root) {
    for (SegmentId s = start; s != chain.common_ancestor; s = figure.parent(s)) {
      chain.steps.push_back({figure.joint_of(s), towards_root});
    }
  };
  climb(from, true);
  const auto turn = static_cast<std::ptrdiff_t>(chain.steps.size());
  climb(to, false);
  std::reverse(chain.steps.begin() + turn, chain.steps.end());
  return chain;
}

double longest_reach(const Figure& figure) {
  std::vector<double> length(static_cast<std::size_t>(figure.segment_count()), 0.0);  // from the root
  double longest = 0.0;
  for (const SegmentId s : figure.segments()) {
    if (s == root_segment) continue;
    const JointId joint = figure.joint_of(s);
    at(length, s) = at(length, figure.parent(s)) + figure.before(joint).translation.norm() +
                    figure.after(joint).translation.norm();
    longest = std::max(longest, at(length, s));
  }
  for (const Frame& frame : figure.frames()) {
    longest = std::max(longest, at(length, frame.segment) + frame.pose.translation.norm());
  }
  return longest > 0.0 ? longest : 1.0;
}

}  // namespace limber

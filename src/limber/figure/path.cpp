#include "limber/figure/path.h"

#include <algorithm>

namespace limber {

bool is_ancestor_or_same(const Figure& figure, int ancestor, int segment) {
  return ancestor <= segment && segment < figure.branch_end(ancestor);
}

int common_ancestor(const Figure& figure, int segment_a, int segment_b) {
  int a = segment_a;
  while (!is_ancestor_or_same(figure, a, segment_b)) a = figure.parent(a);
  return a;
}

Path path_between(const Figure& figure, int from_segment, int to_segment) {
  Path path;
  path.common_ancestor = common_ancestor(figure, from_segment, to_segment);
  for (int s = from_segment; s != path.common_ancestor; s = figure.parent(s)) path.steps.push_back({s, true});
  const auto turn = static_cast<std::ptrdiff_t>(path.steps.size());
  for (int s = to_segment; s != path.common_ancestor; s = figure.parent(s)) path.steps.push_back({s, false});
  std::reverse(path.steps.begin() + turn, path.steps.end());
  return path;
}

double longest_reach(const Figure& figure) {
  std::vector<double> way(static_cast<std::size_t>(figure.segment_count()), 0.0);
  double longest = 0.0;
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int s = 1; s < figure.segment_count(); ++s) {
    way[at(s)] =
        way[at(figure.parent(s))] + figure.before(s).translation.norm() + figure.after(s).translation.norm();
    longest = std::max(longest, way[at(s)]);
  }
  for (const Frame& frame : figure.frames()) {
    longest = std::max(longest, way[at(frame.segment)] + frame.pose.translation.norm());
  }
  return longest > 0.0 ? longest : 1.0;
}

}  // namespace limber

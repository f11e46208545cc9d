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

}  // namespace limber

#include "limber/session/edits/held_root.h"

#include <algorithm>

#include "limber/figure/joint_chain.h"

namespace limber {

bool is_in_another_limb(const Figure& figure, const std::string& root, const std::string& segment) {
  const auto from = figure.find_segment(root), to = figure.find_segment(segment);
  return from && to && !is_ancestor_or_same(figure, *from, *to);
}

Expected<Edited> held_at_home(const Figure& figure, const Posture& posture, const std::string& home,
                              const Figure& before) {
  Expected<Edited> back = re_root(figure, posture, home);
  if (!back || back->figure.description().chains.size() == before.description().chains.size()) return back;
  const auto root_of = [](auto& description) {
    return std::find_if(description.segments.begin(), description.segments.end(),
                        [](const SegmentDescription& segment) { return segment.parent.empty(); });
  };
  FigureDescription description = before.description();
  const FigureDescription& moved = back->figure.description();
  const auto to = root_of(description);
  const auto from = root_of(moved);
  if (to == description.segments.end() || from == moved.segments.end()) return back;
  to->before = from->before;
  return rebuilt(back->figure, back->posture, std::move(description));
}

}  // namespace limber

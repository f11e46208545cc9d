// Holding a figure at another segment.
//
//   X_child = X_parent * before * J(q) * after      read from the other end is
//   X_parent = X_child * after^-1 * J(q)^-1 * before^-1
//
// so a reversed joint swaps its two placements (inverted) and flips Joint::inverted: the same form again, and
// turning it round twice gives back what was there.

#include <algorithm>

#include "limber/figure/edit.h"
#include "limber/figure/edit_internal.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

SegmentDescription& segment_named(FigureDescription& description, const std::string& name) {
  return *std::find_if(description.segments.begin(), description.segments.end(),
                       [&](const SegmentDescription& s) { return s.name == name; });
}

// What hangs a segment from its parent, apart from the segment itself.
struct Link {
  Transform before;
  Joint joint;
  Transform after;
};

Link link_of(const SegmentDescription& segment) {
  Link link{segment.before, segment.joint, segment.after};
  if (link.joint.name.empty()) link.joint.name = segment.name;
  return link;
}

void attach(SegmentDescription& segment, const std::string& parent, Link link) {
  segment.parent = parent;
  segment.before = link.before;
  segment.joint = std::move(link.joint);
  segment.after = link.after;
  if (segment.joint.name == segment.name) segment.joint.name.clear();
}

Link reversed(const Link& link) {
  Link result{link.after.inverse(), link.joint, link.before.inverse()};
  result.joint.inverted = !result.joint.inverted;
  return result;
}

}  // namespace

Expected<Edited> re_root(const Figure& figure, const Posture& posture, const std::string& segment) {
  const std::optional<SegmentId> found = figure.find_segment(segment);
  if (!found) return unknown_segment(figure, segment);
  if (posture.values.size() != figure.value_count()) return wrong_posture(figure);
  if (*found == root_segment) return Edited{figure, posture};

  std::vector<std::string> way;  // from the new root to the old one
  for (SegmentId s = *found; s.is_valid(); s = figure.parent(s)) way.push_back(figure.segment_name(s));
  FigureDescription description = figure.description();
  const bool passes_a_chain = std::any_of(way.begin(), way.end(), [&](const std::string& name) {
    return std::none_of(description.segments.begin(), description.segments.end(),
                        [&](const SegmentDescription& s) { return s.name == name; });
  });
  if (passes_a_chain) description = expanded(description);

  std::vector<Link> links;
  for (const std::string& name : way) links.push_back(link_of(segment_named(description, name)));
  const Link& old_root = links.back();
  const Transform world = pose_by_products(figure, posture, *found);
  Link root = old_root;
  if (old_root.joint.type == JointType::fixed) root.before = world * root.after.inverse();
  attach(segment_named(description, way[0]), "", root);
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    attach(segment_named(description, way[i + 1]), way[i], reversed(links[i]));
  }

  Expected<Edited> edited = rebuilt(figure, posture, std::move(description));
  if (!edited) return edited;
  if (old_root.joint.type == JointType::free) {
    const Transform motion = root.before.inverse() * world * root.after.inverse();
    const std::vector<double> values = nearest_values(root.joint, motion);
    std::copy(values.begin(), values.end(), edited->posture.values.data());
  }
  return edited;
}

}  // namespace limber

// Edits by name: branches, joints, parents; and the posture that goes with them.

#include "limber/figure/edit.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"
#include "limber/figure/edit_internal.h"
#include "limber/figure/joint_chain.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

void put(std::span<const double> values, const Figure& figure, JointId joint, Posture& posture) {
  std::copy(values.begin(), values.end(), posture.values.data() + figure.first_value(joint));
}

SegmentDescription* find_segment(FigureDescription& description, const std::string& name) {
  for (SegmentDescription& segment : description.segments) {
    if (segment.name == name) return &segment;
  }
  return nullptr;
}

// A copy of the description that lists `segment` explicitly: a link of a chain can only be changed after the
// chain has been expanded.
Expected<FigureDescription> with_own_segment(const Figure& figure, const std::string& segment) {
  if (!figure.find_segment(segment)) return unknown_segment(figure, segment);
  FigureDescription description = figure.description();
  if (!find_segment(description, segment)) description = expanded(description);
  return description;
}

// Edits that change one segment and nothing else.
template <class Change>
Expected<Edited> with_changed_segment(const Figure& figure, const Posture& posture,
                                      const std::string& segment, Change&& change) {
  Expected<FigureDescription> description = with_own_segment(figure, segment);
  if (!description) return description.error();
  change(*find_segment(*description, segment));
  return rebuilt(figure, posture, std::move(*description));
}

}  // namespace

Error unknown_segment(const Figure& figure, const std::string& name) {
  return Error{"figure " + quoted(figure.name()) + " has no segment " + quoted(name) +
               did_you_mean(name, data_of(figure).segment_names)};
}

Error wrong_posture(const Figure& figure) {
  return Error{"the posture does not belong to figure " + quoted(figure.name())};
}

Posture mapped_posture(const Figure& from, const Posture& posture, const Figure& to) {
  Posture result = to.rest_posture();
  for (const JointId j : to.joints()) {
    const std::optional<JointId> old = from.find_joint(to.joint_name(j));
    if (!old) continue;
    const Joint &before = from.joint(*old), &after = to.joint(j);
    const std::span<const double> values = values_of(from, posture, *old);
    if (before == after || before.type == JointType::fixed) {
      if (before.type == after.type)
        put(values, to, j, result);  // unchanged, even if it was outside its limits
      continue;
    }
    const bool same_type = before.type == after.type;
    const std::vector<double> kept = same_type ? std::vector<double>(values.begin(), values.end())
                                               : nearest_values(after, joint_motion(before, values));
    // A joint that was only inverted has the same limits, so values outside them are kept too.
    Joint turned_round = before;
    turned_round.inverted = after.inverted;
    turned_round.name = after.name;
    put(turned_round == after ? kept : inside_limits(after, kept), to, j, result);
  }
  return result;
}

Expected<Edited> rebuilt(const Figure& figure, const Posture& posture, FigureDescription changed) {
  if (posture.values.size() != figure.value_count()) return wrong_posture(figure);
  Expected<Figure> result = Figure::build(std::move(changed));
  if (!result) return result.error();
  Posture mapped = mapped_posture(figure, posture, *result);
  return Edited{std::move(*result), std::move(mapped)};
}

Expected<Edited> add_branch(const Figure& figure, const Posture& posture, const std::string& parent,
                            std::vector<SegmentDescription> branch) {
  if (!figure.find_segment(parent)) return unknown_segment(figure, parent);
  FigureDescription description = figure.description();
  for (SegmentDescription& segment : branch) {
    if (segment.parent.empty()) segment.parent = parent;
    description.segments.push_back(std::move(segment));
  }
  return rebuilt(figure, posture, std::move(description));
}

Expected<Edited> delete_branch(const Figure& figure, const Posture& posture, const std::string& segment) {
  const std::optional<SegmentId> start = figure.find_segment(segment);
  if (!start) return unknown_segment(figure, segment);
  if (*start == root_segment) return Error{quoted(segment) + " is the root; deleting it would leave nothing"};
  FigureDescription description = *with_own_segment(figure, segment);
  std::unordered_set<std::string> gone, gone_joints, gone_frames;
  for (const SegmentId s : figure.branch(*start)) {
    gone.insert(figure.segment_name(s));
    gone_joints.insert(figure.joint_name(figure.joint_of(s)));
  }
  // "<chain>.end" is already resolved in the compiled figure; a chain is deleted with its first link.
  std::erase_if(description.chains, [&](const ChainDescription& chain) {
    const bool is_gone = gone.contains(chain.name + ".1");
    if (is_gone) gone.insert(chain.name + ".end");
    return is_gone;
  });
  std::erase_if(description.segments, [&](const SegmentDescription& s) { return gone.contains(s.name); });
  std::erase_if(description.frames, [&](const FrameDescription& f) { return gone.contains(f.segment); });
  std::erase_if(description.couplings, [&](const CouplingDescription& coupling) {
    return std::any_of(
        coupling.terms.begin(), coupling.terms.end(),
        [&](const CouplingDescription::Term& term) { return gone_joints.contains(term.joint); });
  });
  for (const Frame& frame : figure.frames()) {
    if (frame.segment >= *start && frame.segment < figure.branch_end(*start)) gone_frames.insert(frame.name);
  }
  std::erase_if(description.ties, [&](const TieDescription& tie) {
    return gone_frames.contains(tie.frame) || gone_frames.contains(tie.to);
  });
  std::erase_if(description.unchecked_pairs, [&](const UncheckedPair& pair) {
    return gone.contains(pair.one) || gone.contains(pair.other);
  });
  return rebuilt(figure, posture, std::move(description));
}

Expected<Edited> reparent(const Figure& figure, const Posture& posture, const std::string& segment,
                          const std::string& new_parent) {
  const std::optional<SegmentId> s = figure.find_segment(segment), p = figure.find_segment(new_parent);
  if (!s) return unknown_segment(figure, segment);
  if (!p) return unknown_segment(figure, new_parent);
  if (posture.values.size() != figure.value_count()) return wrong_posture(figure);
  if (*s == root_segment)
    return Error{quoted(segment) + " is the root and has no parent; choose another root first"};
  if (is_ancestor_or_same(figure, *s, *p)) {
    return Error{quoted(segment) + " cannot hang from " + quoted(new_parent) + ", which hangs from it"};
  }
  const Transform old_base =
      pose_by_products(figure, posture, figure.parent(*s)) * figure.before(figure.joint_of(*s));
  const Transform before = pose_by_products(figure, posture, *p).inverse() * old_base;
  return with_changed_segment(figure, posture, segment, [&](SegmentDescription& description) {
    description.parent = new_parent;
    description.before = before;
  });
}

Expected<Edited> set_joint(const Figure& figure, const Posture& posture, const std::string& segment,
                           Joint joint) {
  return with_changed_segment(figure, posture, segment,
                              [&](SegmentDescription& s) { s.joint = std::move(joint); });
}

}  // namespace limber

// Finds the joints and segments of the tasks' chains (task_chain.h).

#include "limber/avoidance/task_chain.h"

#include <algorithm>

#include "limber/base/overloaded.h"
#include "limber/figure/compiled.h"
#include "limber/figure/joint_chain.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

TaskChain::TaskChain(const Figure& figure) : figure_(figure), whole_reach_(longest_reach(figure)) {
  const auto count = static_cast<std::size_t>(figure.segment_count());
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  for (const SegmentId s : figure.segments()) {
    const SegmentId parent = figure.parent(s);
    const Vec3 from = parent.is_valid() ? kinematics.segment_pose(parent).translation
                                        : kinematics.segment_pose(s).translation;
    link_.push_back((kinematics.segment_pose(s).translation - from).norm());
  }
  marks_.assign(count, 0);
  known_.assign(count, 0);
  joints_.assign(count, 0);
  on_chain_.assign(count, 0);
  moved_.assign(count, 0);
  columns_.reserve(static_cast<std::size_t>(figure.dof_count()));
}

namespace {

// No segment: fixed in the world.
SegmentId segment_of(const Place& place, const Figure& figure) {
  return place.frame.is_valid() ? figure.frame(place.frame).segment : place.segment;
}

}  // namespace

void TaskChain::mark_segment(SegmentId segment, const TaskSettings& settings) noexcept {
  std::uint8_t& mark = at(marks_, segment);
  mark |= on_way;
  const JointId joint = figure_.joint_of(segment);
  const bool may_use = settings.joints.empty() || std::find(settings.joints.begin(), settings.joints.end(),
                                                            joint) != settings.joints.end();
  if (may_use && dof_count(figure_.joint(joint).type) > 0) mark |= is_joint;
}

// The joints between two segments; no reference: the world.
void TaskChain::mark_way(SegmentId segment, SegmentId reference, const TaskSettings& settings) noexcept {
  if (!segment.is_valid()) std::swap(segment, reference);
  if (!segment.is_valid()) return;
  const SegmentId top = reference.is_valid() ? common_ancestor(figure_, segment, reference) : no_segment;
  for (SegmentId s = segment; s != top; s = figure_.parent(s)) mark_segment(s, settings);
  if (!reference.is_valid()) return;
  for (SegmentId s = reference; s != top; s = figure_.parent(s)) mark_segment(s, settings);
}

void TaskChain::mark(const TaskList::Entry& entry) noexcept {
  const TaskSettings& settings = entry.settings;
  const auto between = [&](const Place& moved, const Place& in) {
    mark_way(segment_of(moved, figure_), segment_of(in, figure_), settings);
  };
  const auto everything = [&] {
    for (const SegmentId s : figure_.segments()) mark_segment(s, settings);
  };
  std::visit(overloaded{
                 [&](const Reach& task) { between(task.frame, task.in); },
                 [&](const Orient& task) { between(task.frame, task.in); },
                 [&](const LookAt& task) { between(task.frame, task.in); },
                 [&](const RelativePosition& task) { between(task.first, task.second); },
                 [&](const RelativeOrientation& task) { between(task.first, task.second); },
                 [&](const OnEllipsoid& task) { between(task.frame, task.center); },
                 [&](const Region& task) { between(task.frame, task.in); },
                 [&](const Drag& task) { mark_way(task.segment, no_segment, settings); },
                 [&](const JointValue& task) { mark_segment(SegmentId{int{task.joint}}, settings); },
                 [&](const auto&) { everything(); },  // about the whole figure, or nobody knows
             },
             entry.task);
}

bool TaskChain::follow(const TaskList& tasks) noexcept {
  std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
  for (const TaskList::Entry& entry : tasks) {
    if (entry.settings.enabled) mark(entry);
  }
  if (marks_ == known_) return false;
  known_ = marks_;
  const FigureData& data = data_of(figure_);
  columns_.clear();
  for (const SegmentId s : figure_.segments()) {
    const SegmentId parent = figure_.parent(s);
    const bool is_own = (at(marks_, s) & is_joint) != 0;
    const bool is_rigid = dof_count(figure_.joint(figure_.joint_of(s)).type) == 0;
    at(joints_, s) = is_own ? 1 : 0;
    at(moved_, s) = is_own || (parent.is_valid() && at(moved_, parent) != 0) ? 1 : 0;
    const bool is_on_way = (at(marks_, s) & on_way) != 0;
    const bool is_attached = is_rigid && parent.is_valid() && at(on_chain_, parent) != 0;
    at(on_chain_, s) = at(moved_, s) != 0 && (is_on_way || is_attached) ? 1 : 0;
    if (!is_own) continue;
    for (DofId c{at(data.first_dof, s)}; c < at(data.first_dof, s + 1); ++c) {
      columns_.push_back({c, s, figure_.branch_end(s)});
    }
  }
  return true;
}

double TaskChain::mean_link() const noexcept {
  double sum = 0.0;
  int count = 0;
  for (const SegmentId s : figure_.segments()) {
    const bool is_on_way = (at(known_, s) & on_way) != 0 && at(moved_, s) != 0;
    if (!is_on_way || at(link_, s) <= 0.0) continue;
    sum += at(link_, s);
    ++count;
  }
  return count > 0 ? sum / count : reach();
}

double TaskChain::reach() const noexcept {
  const auto up_to = [&](SegmentId segment) {
    double length = 0.0;
    for (SegmentId s = segment; s != root_segment && at(moved_, s) != 0; s = figure_.parent(s)) {
      const JointId joint = figure_.joint_of(s);
      length += figure_.before(joint).translation.norm() + figure_.after(joint).translation.norm();
    }
    return length;
  };
  double longest = 0.0;
  for (const SegmentId s : figure_.segments()) {
    if (has(s)) longest = std::max(longest, up_to(s));
  }
  for (const Frame& frame : figure_.frames()) {
    if (has(frame.segment)) longest = std::max(longest, up_to(frame.segment) + frame.pose.translation.norm());
  }
  return longest > 0.0 ? longest : whole_reach_;
}

void keep_outside(const TaskChain& chain, const Figure& figure, const Posture& from, Posture& to) noexcept {
  const FigureData& data = data_of(figure);
  for (const SegmentId s : figure.segments()) {
    if (chain.has_joint(s)) continue;
    const int first = at(data.first_value, s), count = at(data.first_value, s + 1) - first;
    to.values.segment(first, count) = from.values.segment(first, count);
  }
}

}  // namespace limber

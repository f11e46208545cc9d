#include "limber/session/state/drag.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/figure/joint_chain.h"

namespace limber {

std::string drag_words(const HeldPoint& held) {
  return "drag " + limber::quoted(held.segment);
}

std::vector<JointId> drag_joints(const Figure& figure, const std::string& root, SegmentId segment) {
  std::vector<JointId> joints;
  for (const JointChain::Step& step : chain_between(figure, figure.segment(root), segment).steps) {
    if (dof_count(figure.joint(step.joint).type) > 0) joints.push_back(step.joint);
  }
  std::sort(joints.begin(), joints.end());
  return joints;
}

bool can_drag(const State& state, const std::string& segment) {
  const Figure& figure = state.scene.figure;
  const auto found = figure.find_segment(segment);
  return found && (state.chain.root.empty() || !drag_joints(figure, state.chain.root, *found).empty());
}

TaskList tasks_with_drag(const State& state, const HeldPoint& held) {
  const Figure& figure = state.scene.figure;
  const SegmentId segment = figure.segment(held.segment);
  TaskList tasks = state.scene.tasks;
  TaskSettings settings;
  for (const TaskList::Entry& entry : tasks) {
    if (entry.settings.enabled) settings.priority = std::max(settings.priority, entry.settings.priority + 1);
  }
  if (figure.find_segment(state.chain.root)) settings.joints = drag_joints(figure, state.chain.root, segment);
  tasks.add("", Drag{.segment = segment, .point = held.point, .target = held.target}, std::move(settings));
  return tasks;
}

TaskList::Entry& drag_task(TaskList& tasks) {
  return *(tasks.end() - 1);
}
const TaskList::Entry& drag_task(const TaskList& tasks) {
  return *(tasks.end() - 1);
}

}  // namespace limber

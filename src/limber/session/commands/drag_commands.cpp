// Dragging any point of the body (Ge 2000, A.5.2).

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/place_json.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/held_root.h"
#include "limber/session/edits/task_names.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

void begin_drag(Workspace& workspace, const json::Value& command, Answer&) {
  const Figure& figure = workspace.now().scene.figure;
  const SegmentId segment = json::read_segment_name(command.at("segment"), figure);
  HeldPoint point{.segment = figure.segment_name(segment),
                  .point = command.at("point").vec3(),
                  .target = command.at("target").vec3(),
                  .window = workspace.window,
                  .before = workspace.draft()};
  if (!workspace.motion().solver().is_running())
    throw Refusal("the solver is paused: set it running to drag the figure");
  if (!can_drag(workspace.now(), point.segment)) {
    throw Refusal("nothing between " + limber::quoted(workspace.now().chain.root) +
                  ", where the chain is held, and " + limber::quoted(point.segment) + " can move");
  }
  if (is_in_another_limb(figure, workspace.now().chain.root, point.segment)) {
    point.held_at = workspace.now().chain.root;
    point.home = figure.segment_name(root_segment);
  }
  workspace.hold(std::move(point));
}

// A move that arrives after the drag was ended, by undo or because the segment is gone, is ignored.
void move_drag(Workspace& workspace, const json::Value& command, Answer&) {
  const Vec3 target = command.at("target").vec3();
  if (workspace.held()) workspace.move_held(target);
}

void end_drag(Workspace& workspace, const json::Value& command, Answer& answer) {
  bool keep = false;
  if (const auto value = command.find("keep")) keep = value->truth();
  if (!workspace.held()) throw Refusal("nothing is being dragged");
  const TaskList::Entry held = drag_task(workspace.motion().solver().tasks());
  const std::string words = drag_words(*workspace.held()), segment = workspace.held()->segment;
  TaskSettings settings;
  for (const JointId joint : held.settings.joints)
    settings.joint_patterns.push_back(workspace.now().scene.figure.joint_name(joint));
  if (keep) workspace.record_drag();
  workspace.let_go();
  if (!keep) return;

  State next = workspace.draft();
  const Figure& figure = next.scene.figure;
  const Drag& drag = std::get<Drag>(held.task);
  settings.priority = last_priority(next.scene.tasks);
  for (const std::string& joint : settings.joint_patterns) settings.joints.push_back(figure.joint(joint));
  std::sort(settings.joints.begin(), settings.joints.end());
  // The figure is held at its own root again: its segments may have other numbers than during the drag.
  const Reach reach{.frame = Place::on_segment(figure.segment(segment), drag.point), .target = drag.target};
  const std::string name = free_name(next.scene.tasks, made_up_name(reach, figure));
  const TaskId<> number = next.scene.tasks.insert(name, reach, std::move(settings));
  workspace.verb = drag_verb;  // the same step of undo as the drag
  workspace.commit(std::move(next), {.words = words, .gesture = drag_gesture});
  answer.result = "{\"number\": " + std::to_string(int{number}) + "}";
}

}  // namespace

std::span<const Verb> drag_verbs() {
  static const std::vector<Verb> verbs = {
      {"drag-begin", {"segment", "point", "target"}, begin_drag, {.is_drag = true}},
      {"drag-move", {"target"}, move_drag, {.is_silent = true, .is_drag = true}},
      {"drag-end", {"keep"}, end_drag, {.is_drag = true}},
  };
  return verbs;
}

}  // namespace limber

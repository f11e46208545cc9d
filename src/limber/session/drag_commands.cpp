// Taking hold of the body anywhere and pulling (Ge 2000, A.5.2).

#include "limber/base/names.h"
#include "limber/files/format/place_json.h"
#include "limber/session/parts.h"
#include "limber/session/task_names.h"

namespace limber {

namespace {

void begin(SessionParts& parts, const json::Value& command, Answer&) {
  const Figure& figure = parts.now.scene.figure;
  const int segment = json::read_segment_name(command.at("segment"), figure);
  DragInHand drag{.segment = figure.segment_name(segment),
                  .point = command.at("point").vec3(),
                  .target = command.at("target").vec3(),
                  .before = parts.draft()};
  if (!parts.running) throw Refusal("the solver is paused: set it running to drag the figure");
  if (!can_drag(parts.now, drag.segment)) {
    throw Refusal("nothing between " + limber::quoted(parts.now.chain.root) +
                  ", where the chain is held, and " + limber::quoted(drag.segment) + " can move");
  }
  if (!parts.time->is_live()) parts.activate(parts.draft());
  parts.set_drag(std::nullopt);
  parts.history.end_gesture();
  parts.set_drag(std::move(drag));
}

// One that comes when nothing is held any more (undo, or the segment is gone) comes too late, and that is
// all.
void move(SessionParts& parts, const json::Value& command, Answer&) {
  const Vec3 target = command.at("target").vec3();
  if (!parts.drag) return;
  parts.record_drag();
  parts.drag->target = target;
  std::get<Drag>((parts.tasks.end() - 1)->task).target = target;
  parts.wake();
}

void end(SessionParts& parts, const json::Value& command, Answer& answer) {
  bool keep = false;
  if (const auto value = command.find("keep")) keep = value->truth();
  if (!parts.drag) throw Refusal("nothing is being dragged");
  const TaskList::Entry held = *(parts.tasks.end() - 1);
  if (keep) parts.record_drag();
  parts.set_drag(std::nullopt);
  if (!keep) return;

  State next = parts.draft();
  const Figure& figure = next.scene.figure;
  const Drag& drag = std::get<Drag>(held.task);
  TaskSettings settings{.priority = last_priority(next.scene.tasks), .joints = held.settings.joints};
  for (const int joint : settings.joints) settings.joint_patterns.push_back(figure.joint_name(joint));
  const Reach reach{.frame = Place::on_segment(drag.segment, drag.point), .target = drag.target};
  const std::string name = free_name(next.scene.tasks, made_up_name(reach, figure));
  const int number = next.scene.tasks.insert(name, reach, std::move(settings));
  parts.verb = drag_verb;  // the same step of undo as the drag
  parts.commit(std::move(next), {.words = "drag " + limber::quoted(figure.segment_name(drag.segment)),
                                 .gesture = drag_gesture});
  answer.result = "{\"number\": " + std::to_string(number) + "}";
}

}  // namespace

std::span<const Verb> drag_verbs() {
  static const std::vector<Verb> verbs = {
      {"drag-begin", {"segment", "point", "target"}, begin},
      {"drag-move", {"target"}, move, {.is_silent = true}},
      {"drag-end", {"keep"}, end},
  };
  return verbs;
}

}  // namespace limber

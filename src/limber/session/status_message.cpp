#include <algorithm>
#include <span>

#include "limber/files/json/writer.h"
#include "limber/session/messages.h"
#include "limber/session/parts.h"
#include "limber/session/words.h"

namespace limber {

namespace {

using json::Output;

// "shoulder.r swing x" -> "swing x"
std::string coordinate_of(const Figure& figure, int dof) {
  const std::string& joint = figure.joint_name(figure.joint_of_dof(dof));
  const std::string name = figure.dof_name(dof);
  return name.size() > joint.size() ? name.substr(joint.size() + 1) : std::string();
}

Output write_reason(const Reason& reason, const SessionParts& parts) {
  const Figure& figure = parts.now.scene.figure;
  Output object = Output::object();
  object.set("blocker", Output::text(blocker_name(reason.blocker)))
      .set("share", Output::number(reason.share));
  object.set("words", Output::text(reason_in_words(reason, figure, parts.tasks, parts.now.scene.world)));
  switch (reason.blocker) {
    case Blocker::joint_limit:
    case Blocker::joint_subset: {
      object.set("segment", Output::text(figure.segment_name(figure.segment_of(figure.joint_of_dof(DofId{reason.index})))));
      const std::string coordinate = coordinate_of(figure, reason.index);
      if (!coordinate.empty()) object.set("coordinate", Output::text(coordinate));
      break;
    }
    case Blocker::coupling:
      object.set("coupling", Output::text(figure.couplings()[static_cast<std::size_t>(reason.index)].name));
      break;
    case Blocker::higher_task:
    case Blocker::equal_task:
      object.set("task", Output::number(reason.index));
      break;
    case Blocker::obstacle:
      object.set("obstacle",
                 Output::text(parts.now.scene.world.obstacles[static_cast<std::size_t>(reason.index)].name));
      break;
    case Blocker::own_body:
      object.set("segment", Output::text(figure.segment_name(reason.index)));
      break;
    case Blocker::none:
    case Blocker::out_of_reach:
      break;
  }
  return object;
}

// What holds a task back, as the last step found; none while the posture shown is not the solver's.
std::vector<Reason> reasons_of(int number, const SessionParts& parts) {
  std::vector<Reason> reasons;
  if (!parts.time->is_live()) return reasons;
  for (const TaskReport& report : parts.reports) {
    if (report.number != number) continue;
    for (const Reason& reason : report.reasons) {
      if (reason.blocker == Blocker::none) break;
      reasons.push_back(reason);
    }
  }
  return reasons;
}

Output write_task_status(const TaskNow& now, const SessionParts& parts, bool moving) {
  const TaskList::Entry& entry = parts.now.scene.tasks.entry(now.number);
  const std::vector<Reason> reasons =
      now.enabled && !now.satisfied ? reasons_of(now.number, parts) : std::vector<Reason>{};
  std::string words = now.satisfied ? "reached" : shortfall_in_words(entry.task, now);
  if (!now.enabled) {
    words = "switched off";
  } else if (!reasons.empty()) {
    words +=
        ": " + reason_in_words(reasons.front(), parts.now.scene.figure, parts.tasks, parts.now.scene.world);
  } else if (!now.satisfied && moving) {
    words += ", on its way";
  }
  Output list = Output::list();
  for (const Reason& reason : reasons) list.add(write_reason(reason, parts));
  Output object = Output::object();
  object.set("number", Output::number(now.number)).set("satisfied", Output::truth(now.satisfied));
  object.set("error", Output::number(now.error));
  object.set("unit", Output::text(now.unit == TaskUnit::radian ? "rad" : "m"));
  return object.set("words", Output::text(words)).set("reasons", std::move(list));
}

// Why what is held does not follow the hand; null where it does, or nothing is held.
Output write_drag_status(SessionParts& parts) {
  if (!parts.drag || parts.tasks.size() == 0) return Output::null();
  const TaskList::Entry& held = *(parts.tasks.end() - 1);
  const std::vector<Reason> reasons = reasons_of(held.number, parts);
  for (const TaskReport& report : parts.reports) {
    if (report.number != held.number || report.satisfied || reasons.empty()) continue;
    const TaskNow now{.number = report.number, .error = report.error, .unit = report.unit};
    Output list = Output::list();
    for (const Reason& reason : reasons) list.add(write_reason(reason, parts));
    Output object = Output::object();
    object.set("words", Output::text(shortfall_in_words(held.task, now) + ": " +
                                     reason_in_words(reasons.front(), parts.now.scene.figure, parts.tasks,
                                                     parts.now.scene.world)));
    return object.set("reasons", std::move(list));
  }
  return Output::null();
}

// What comes nearest, the nearest first: an obstacle rather than the figure itself, whose neighbours are
// always near each other, unless that overlaps.
const Contact& worth_telling(std::span<const Contact> contacts) {
  const auto obstacle = std::find_if(contacts.begin(), contacts.end(),
                                     [](const Contact& contact) { return contact.obstacle >= 0; });
  return contacts.front().clearance < 0.0 || obstacle == contacts.end() ? contacts.front() : *obstacle;
}

Output write_clearance(const SessionParts& parts) {
  if (parts.contacts.empty()) return Output::null();
  const Contact& nearest = worth_telling(parts.contacts);
  const Figure& figure = parts.now.scene.figure;
  const std::string& segment = figure.segment_name(nearest.segment);
  const bool is_own = nearest.obstacle < 0;
  const World& world = parts.now.scene.world;
  const std::string other = is_own ? figure.segment_name(nearest.other_segment)
                                   : world.obstacles[static_cast<std::size_t>(nearest.obstacle)].name;
  const std::string spoken = is_own ? other : std::string(spoken_name(world, nearest.obstacle));
  Output object = Output::object();
  object.set("clearance", Output::number(nearest.clearance)).set("segment", Output::text(segment));
  object.set(is_own ? "other_segment" : "obstacle", Output::text(other));
  return object.set("words", Output::text(clearance_in_words(nearest.clearance, segment, spoken)));
}

}  // namespace

std::string status_message(SessionParts& parts) {
  const TasksNow now = tasks_now(parts);
  const bool moving = parts.time->is_live() ? parts.running && !parts.resting : parts.time->is_playing();
  Output tasks = Output::list();
  for (const TaskNow& task : now.tasks) tasks.add(write_task_status(task, parts, moving));
  Output message = Output::object();
  message.set("type", Output::text("status")).set("light", Output::text(light_name(now.light)));
  message.set("words", Output::text(parts.way ? "The figure follows the way that was found."
                                              : standing_in_words(parts.now.scene.tasks, now)));
  message.set("moving", Output::truth(moving));
  message.set("tasks", std::move(tasks)).set("drag", write_drag_status(parts));
  message.set("clearance", write_clearance(parts));
  return message.set("way", parts.way ? Output::number(parts.way->share()) : Output::null()).to_string();
}

}  // namespace limber

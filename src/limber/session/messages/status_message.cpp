// The status message: how every task stands and why, what is near, how far a path is done.

#include <algorithm>
#include <span>

#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"
#include "limber/session/messages/messages.h"
#include "limber/session/messages/words.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;

// "shoulder.r swing x" -> "swing x"
std::string coordinate_of(const Figure& figure, DofId dof) {
  const std::string& joint = figure.joint_name(figure.joint_of_dof(dof));
  const std::string name = figure.dof_name(dof);
  return name.size() > joint.size() ? name.substr(joint.size() + 1) : std::string();
}

Output write_reason(const Reason& reason, const Workspace& workspace) {
  const Figure& figure = workspace.now().scene.figure;
  Output object = Output::object();
  object.set("blocker", Output::text(blocker_name(reason.blocker)))
      .set("share", Output::number(reason.share));
  object.set("words", Output::text(reason_in_words(reason, figure, workspace.motion().solver().tasks(),
                                                   workspace.now().scene.world)));
  switch (reason.blocker) {
    case Blocker::joint_limit:
    case Blocker::joint_subset: {
      object.set(
          "segment",
          Output::text(figure.segment_name(figure.segment_of(figure.joint_of_dof(DofId{reason.index})))));
      const std::string coordinate = coordinate_of(figure, DofId{reason.index});
      if (!coordinate.empty()) object.set("coordinate", Output::text(coordinate));
      break;
    }
    case Blocker::coupling:
      object.set("coupling", Output::text(at(figure.couplings(), reason.index).name));
      break;
    case Blocker::tie:
      object.set("tie", Output::text(at(figure.ties(), reason.index).name));
      break;
    case Blocker::higher_task:
    case Blocker::equal_task:
      object.set("task", Output::number(reason.index));
      break;
    case Blocker::obstacle:
      object.set("obstacle", Output::text(at(workspace.now().scene.world.obstacles, reason.index).name));
      break;
    case Blocker::own_body:
    case Blocker::fixed_root:
      object.set("segment", Output::text(figure.segment_name(SegmentId{reason.index})));
      break;
    case Blocker::none:
    case Blocker::out_of_reach:
    case Blocker::support:
    case Blocker::not_followed:
    case Blocker::technique:
      break;
  }
  return object;
}

const char* unit_text(TaskUnit unit) {
  return unit == TaskUnit::radian ? "rad" : unit == TaskUnit::metre ? "m" : "";
}

// What holds a task back, as the last step found; none during playback.
std::vector<Reason> reasons_of(TaskId<> number, const Workspace& workspace) {
  std::vector<Reason> reasons;
  if (!workspace.timeline.is_live()) return reasons;
  for (const TaskReport& report : workspace.motion().solver().reports()) {
    if (report.number != number) continue;
    for (const Reason& reason : report.reasons) {
      if (reason.blocker == Blocker::none) break;
      reasons.push_back(reason);
    }
  }
  return reasons;
}

// Why a goal that runs is not followed closely.
std::string lag_of(TaskId<> number, const Workspace& workspace) {
  const Tracker::Cause cause = workspace.motion().tracker()->cause(number);
  const std::string words =
      lag_in_words({.task = number, .reason = cause.reason, .index = cause.index},
                   workspace.now().scene.figure, workspace.now().scene.tasks, workspace.now().scene.world);
  return words.empty() ? "" : " behind: " + words;
}

Output write_task_status(const TaskValue& now, const Workspace& workspace, bool moving) {
  const TaskList::Entry& entry = workspace.now().scene.tasks.entry(now.number);
  const std::vector<Reason> reasons =
      now.enabled && !now.satisfied ? reasons_of(now.number, workspace) : std::vector<Reason>{};
  std::string words = now.satisfied ? "reached" : shortfall_in_words(entry.task, now);
  if (!now.enabled) {
    words = "switched off";
  } else if (!reasons.empty()) {
    words += ": " + reason_in_words(reasons.front(), workspace.now().scene.figure,
                                    workspace.motion().solver().tasks(), workspace.now().scene.world);
  } else if (!now.satisfied && workspace.motion().tracker()) {
    words += lag_of(now.number, workspace);
  } else if (!now.satisfied && moving) {
    words += ", still moving";
  }
  Output list = Output::list();
  for (const Reason& reason : reasons) list.add(write_reason(reason, workspace));
  Output object = Output::object();
  object.set("number", Output::number(int{now.number})).set("satisfied", Output::truth(now.satisfied));
  object.set("error", Output::number(now.error));
  object.set("unit", Output::text(unit_text(now.unit)));
  return object.set("words", Output::text(words)).set("reasons", std::move(list));
}

// Why the dragged point does not follow the hand; null if it does, or nothing is dragged.
Output write_drag_status(const Workspace& workspace) {
  if (!workspace.held()) return Output::null();
  const TaskList::Entry& held = drag_task(workspace.motion().solver().tasks());
  const std::vector<Reason> reasons = reasons_of(held.number, workspace);
  for (const TaskReport& report : workspace.motion().solver().reports()) {
    if (report.number != held.number || report.satisfied || reasons.empty()) continue;
    const TaskValue now{.number = report.number, .error = report.error, .unit = report.unit};
    Output list = Output::list();
    for (const Reason& reason : reasons) list.add(write_reason(reason, workspace));
    Output object = Output::object();
    object.set("words", Output::text(shortfall_in_words(held.task, now) + ": " +
                                     reason_in_words(reasons.front(), workspace.now().scene.figure,
                                                     workspace.motion().solver().tasks(),
                                                     workspace.now().scene.world)));
    return object.set("reasons", std::move(list));
  }
  return Output::null();
}

// The contact worth mentioning, of contacts sorted by clearance: the nearest obstacle rather than the figure
// itself, whose neighbouring segments are always near each other, unless they overlap.
const Contact& worth_telling(std::span<const Contact> contacts) {
  const auto obstacle = std::find_if(contacts.begin(), contacts.end(),
                                     [](const Contact& contact) { return contact.obstacle >= 0; });
  return contacts.front().clearance < 0.0 || obstacle == contacts.end() ? contacts.front() : *obstacle;
}

Output write_clearance(const Workspace& workspace, std::span<const Contact> contacts) {
  if (contacts.empty()) return Output::null();
  const Contact& nearest = worth_telling(contacts);
  const Figure& figure = workspace.now().scene.figure;
  const std::string& segment = figure.segment_name(nearest.segment);
  const bool is_own = nearest.obstacle < 0;
  const World& world = workspace.now().scene.world;
  const std::string other =
      is_own ? figure.segment_name(nearest.other_segment) : at(world.obstacles, nearest.obstacle).name;
  const std::string spoken = is_own ? other : std::string(spoken_name(world, nearest.obstacle));
  Output object = Output::object();
  object.set("clearance", Output::number(nearest.clearance)).set("segment", Output::text(segment));
  object.set(is_own ? "other_segment" : "obstacle", Output::text(other));
  return object.set("words", Output::text(clearance_in_words(nearest.clearance, segment, spoken)));
}

// Why the figure does not stand, and which joints are at their strength.
Output write_statics_reasons(const StaticsReport& report, const Figure& figure) {
  using Support = StaticsReport::Support;
  constexpr double at_strength = 0.999;  // of it: where an inequality of the solver holds a joint
  Output list = Output::list();
  const auto add = [&](const char* kind, const std::string& words, const char* key, const std::string& name) {
    Output reason = Output::object();
    reason.set("kind", Output::text(kind)).set("words", Output::text(words));
    list.add(reason.set(key, Output::text(name)));
  };
  for (const StaticsReport::SupportLoad& support : report.supports) {
    if (support.state == Support::slips) add("slips", "slips: " + support.name, "support", support.name);
    if (support.state == Support::off) add("off", support.name + " touches nothing", "support", support.name);
    if (support.state == Support::lifts) add("lifts", "lifts: " + support.name, "support", support.name);
    if (support.state != Support::tips) continue;
    const std::string edge = support.side.empty() ? "" : "the " + support.side + " edge of ";
    add("tips", "tips over " + edge + support.name, "support", support.name);
  }
  for (const StaticsReport::JointLoad& joint : report.joints) {
    if (!(joint.strength > 0.0) || joint.load_ratio < at_strength) continue;
    const std::string name = figure.joint_name(joint.joint);
    const std::string percent = fixed_text(100.0 * joint.load_ratio, 0) + " % of its strength";
    add("strength", name + (joint.is_too_weak() ? " needs " + percent : " at its strength"), "segment",
        figure.segment_name(figure.segment_of(joint.joint)));
  }
  return list;
}

Output write_statics(const std::optional<Snapshot::Statics>& statics, const Workspace& workspace) {
  if (!statics) return Output::null();
  const StaticsReport& report = statics->report;
  Output object = Output::object();
  object.set("balanced", Output::truth(report.is_balanced));
  object.set("words", Output::text(report.verdict()));
  return object.set("reasons", write_statics_reasons(report, workspace.now().scene.figure));
}

// Of the cycle of the goals that ended last; null: none has yet.
Output write_closure(const GoalClock& goals) {
  if (!goals.closure()) return Output::null();
  Output object = Output::object();
  return object.set("offset", Output::number(*goals.closure())).set("cycles", Output::number(goals.cycles()));
}

// What the criteria could still gain: of each degree of freedom, and as one number; null: nothing is tracked.
Output write_optimality(const Tracker* tracker) {
  if (!tracker || tracker->optimality().size() == 0) return Output::null();
  const VecX& left = tracker->optimality();
  Output object = Output::object();
  object.set("length", Output::number(left.norm()));
  return object.set("joints", Output::row(std::vector<double>(left.begin(), left.end())));
}

}  // namespace

std::string status_message(const Workspace& workspace, const Snapshot& snapshot) {
  const PathFollower& follower = workspace.motion().follower();
  Output tasks = Output::list();
  for (const TaskValue& task : snapshot.tasks) {
    tasks.add(write_task_status(task, workspace, snapshot.moving));
  }
  Output message = Output::object();
  message.set("type", Output::text("status")).set("light", Output::text(light_name(snapshot.light)));
  std::string words = follower.is_following()
                          ? "The figure is following the path that was found."
                          : standing_in_words(workspace.now().scene.tasks, snapshot.tasks);
  if (!snapshot.broken.empty()) words += " " + snapshot.broken;
  message.set("words", Output::text(words));
  message.set("moving", Output::truth(snapshot.moving));
  message.set("tasks", std::move(tasks)).set("drag", write_drag_status(workspace));
  message.set("dragged_by", workspace.held() ? Output::number(workspace.held()->window) : Output::null());
  message.set("clearance", write_clearance(workspace, snapshot.contacts));
  message.set("statics", write_statics(snapshot.statics, workspace));
  const Energy* energy = workspace.motion().energy();
  Output joules = Output::object();
  if (energy != nullptr) {
    joules.set("kinetic", Output::number(energy->kinetic))
        .set("potential", Output::number(energy->potential));
  }
  message.set("energy", energy != nullptr ? std::move(joules) : Output::null());
  message.set("optimality", write_optimality(workspace.motion().tracker()));
  const GoalClock& goals = workspace.motion().goals();
  message.set("goal_time", goals.runs() ? Output::number(goals.time()) : Output::null());
  message.set("closure", write_closure(goals));
  return message.set("path", follower.is_following() ? Output::number(follower.share()) : Output::null())
      .to_string();
}

}  // namespace limber

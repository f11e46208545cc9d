// Questions. Those that take long are answered on another thread, from copies, so the solver does not wait.

#include <algorithm>

#include "limber/base/names.h"
#include "limber/figure/joint_chain.h"
#include "limber/files/format/place_json.h"
#include "limber/files/json/writer.h"
#include "limber/session/commands/reach_cloud.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/obstacle_groups.h"
#include "limber/session/messages/words.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;

constexpr int largest_cloud = 20000;
constexpr double longest_what_if = 5.0;  // [s] a person waits for the answer

// The number of a coupling or a tie.
template <class Id, class Relation>
Id read_relation_name(const Value& value, std::span<const Relation> relations, const char* what) {
  const std::string name = value.name();
  std::vector<std::string> known;
  for (const Relation& relation : relations) known.push_back(relation.name);
  const auto found = std::find(known.begin(), known.end(), name);
  if (found == known.end())
    value.fail("there is no " + std::string(what) + " " + limber::quoted(name) + did_you_mean(name, known));
  return Id{found - known.begin()};
}

WhatIf read_change(const Value& command, TaskList& tasks, TaskId<> asked, const Figure& figure) {
  WhatIf change;
  command.for_each("without_tasks", [&](const Value& item) {
    const TaskId<> number = read_task_number(item, tasks).number;
    if (number == asked) item.fail("a question about a task cannot leave that task out");
    change.without_tasks.push_back(number);
  });
  command.for_each("without_segments", [&](const Value& item) {
    const JointId joint = figure.joint_of(json::read_segment_name(item, figure));
    for (int i = 0; i < dof_count(figure.joint(joint).type); ++i) {
      change.without_limits.push_back(DofId{figure.first_dof(joint) + i});
    }
  });
  command.for_each("without_couplings", [&](const Value& item) {
    change.without_couplings.push_back(
        read_relation_name<CouplingId, Coupling>(item, figure.couplings(), "coupling"));
  });
  command.for_each("without_ties", [&](const Value& item) {
    change.without_ties.push_back(read_relation_name<TieId, Tie>(item, figure.ties(), "tie"));
  });
  return change;
}

std::string answer_in_words(const Scene& scene, const TaskReport& report, bool at_rest) {
  if (report.satisfied) return "It would be reached.";
  const TaskValue now{.number = report.number, .error = report.error, .unit = report.unit};
  std::string words = at_rest ? "It would still be " : "As far as was tried, it would still be ";
  words += shortfall_in_words(scene.tasks.entry(report.number).task, now);
  if (report.blocked_by != Blocker::none) {
    words += ": " + reason_in_words(report.reasons[0], scene.figure, scene.tasks, scene.world);
  }
  return words + ".";
}

void what_would_be(Workspace& workspace, const Value& command, Answer& answer) {
  Scene scene = workspace.draft().scene;
  const Value number = command.at("task");
  TaskList::Entry& entry = read_task_number(number, scene.tasks);
  entry.settings.enabled = true;
  const TaskId<> asked = entry.number;
  WhatIf change = read_change(command, scene.tasks, asked, scene.figure);
  command.for_each("without_obstacles", [&](const Value& item) {
    const std::vector<ObstacleId> numbers = read_obstacle_name(item, scene.world).numbers;
    std::vector<Obstacle>& obstacles = scene.world.obstacles;
    for (auto at = numbers.rbegin(); at != numbers.rend(); ++at) obstacles.erase(obstacles.begin() + *at);
  });
  change.most_seconds = longest_what_if;
  answer.later = [scene = std::move(scene), change = std::move(change), asked] {
    const SolveReport report = what_if(scene.figure, scene.solver, scene.tasks, scene.criteria, scene.posture,
                                       change, scene.kept_clear_of());
    const TaskReport& task = report.of(asked);
    json::Output result = json::Output::object();
    result.set("satisfied", json::Output::truth(task.satisfied))
        .set("error", json::Output::number(task.error));
    result.set("unit", json::Output::text(task.unit == TaskUnit::radian  ? "rad"
                                          : task.unit == TaskUnit::metre ? "m"
                                                                         : ""));
    return result
        .set("words", json::Output::text(answer_in_words(scene, task, report.status == StepStatus::at_rest)))
        .to_string();
  };
}

// The joints between a segment and the chain's root, or the figure's root, whose own joint does not move.
std::vector<JointId> joints_to(const State& state, SegmentId segment) {
  const Figure& figure = state.scene.figure;
  std::vector<JointId> joints = drag_joints(
      figure, state.chain.root.empty() ? figure.segment_name(root_segment) : state.chain.root, segment);
  std::erase(joints, JointId{0});
  return joints;
}

void cloud(Workspace& workspace, const Value& command, Answer& answer) {
  const State state = workspace.draft();
  const Value where = command.at("place");
  const Place place = json::read_place(where, state.scene.figure);
  if (!place.moves()) where.fail("this place does not move with the figure");
  const int count = command.at("count").integer(1, largest_cloud);
  const SegmentId segment =
      place.frame >= 0 ? at(state.scene.figure.frames(), place.frame).segment : place.segment;
  answer.later = [figure = state.scene.figure, posture = state.scene.posture,
                  joints = joints_to(state, segment), place, count] {
    json::Output result = json::Output::object();
    return result.set("points", json::Output::row(reach_cloud(figure, posture, joints, place, count)))
        .to_string();
  };
}

void watch(Workspace& workspace, const Value& command, Answer&) {
  const Value place = command.at("place");
  if (place.is(json::Kind::null)) {
    workspace.watched.reset();
  } else {
    workspace.watched = json::read_place(place, workspace.now().scene.figure);
  }
}

}  // namespace

std::span<const Verb> question_verbs() {
  static const std::vector<Verb> verbs = {
      {"what-if",
       {"task", "without_tasks", "without_segments", "without_couplings", "without_ties",
        "without_obstacles"},
       what_would_be,
       not_recorded},
      {"reach-cloud", {"place", "count"}, cloud, not_recorded},
      {"watch", {"place"}, watch, not_recorded},
  };
  return verbs;
}

}  // namespace limber

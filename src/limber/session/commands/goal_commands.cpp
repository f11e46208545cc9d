// Goals and obstacles that follow paths in time: their paths, their clock, and how the figure follows them.

#include <algorithm>
#include <cmath>

#include "limber/base/names.h"
#include "limber/files/format/path_json.h"
#include "limber/files/format/posture_json.h"
#include "limber/files/format/solver_json.h"
#include "limber/files/format/task_json.h"
#include "limber/files/json/writer.h"
#include "limber/scene/track_problem.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/obstacle_groups.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;

const json::ObjectKeys motion_keys{"motion", {"redundancy", "speeds", "accelerations"}};
constexpr double latest_time = 1e6;       // [s] goals may be sought to
constexpr double smooth_interval = 0.02;  // [s] between its frames
constexpr double most_per_key = 25.0;     // frames

// Without a path the goal stays where it is now.
void set_path(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const Value number = command.at("number"), path = command.at("path");
  TaskList::Entry& entry = read_task_number(number, next.scene.tasks);
  if (!may_follow_path(entry.task)) number.fail("the target of this task cannot follow a path");
  const bool had_one = next.scene.paths.of(entry.number) != nullptr;
  if (path.is(json::Kind::null)) {
    if (had_one) entry.task = workspace.motion().solver().tasks().entry(entry.number).task;
    next.scene.paths.set(entry.number, std::nullopt);
  } else {
    const TargetPath read = json::read_path(path, json::path_kind(entry.task), {});
    set_target(entry.task, read, 0.0);
    next.scene.paths.set(entry.number, read);
  }
  const char* verb = path.is(json::Kind::null) ? "stop " : had_one ? "change the path of " : "let move ";
  workspace.commit(std::move(next),
                   {.words = verb + limber::quoted(entry.name), .gesture = gesture_of(command)});
}

// Without a path it is where the world has it.
void set_obstacle_path(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const ObstacleChoice choice = read_obstacle_name(command.at("obstacle"), next.scene.world);
  const Value path = command.at("path");
  const bool stops = path.is(json::Kind::null);
  std::optional<TargetPath> read;
  if (!stops) read = json::read_path(path, json::PathOf::points, {});
  for (const ObstacleId number : choice.numbers)
    next.scene.paths.set(at(next.scene.world.obstacles, number).name, read);
  workspace.commit(std::move(next), {.words = (stops ? "stop " : "let move ") + limber::quoted(choice.name),
                                     .gesture = gesture_of(command)});
}

void set_motion(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const Value motion = command.at("motion");
  motion.require_object(motion_keys);
  json::read_motion(motion, next.scene);
  workspace.commit(std::move(next),
                   {.words = "change how goals are followed", .gesture = gesture_of(command)});
}

void require_goals(const Workspace& workspace) {
  if (workspace.now().scene.paths.empty())
    throw Refusal("no goal of this scene moves: give one a path first");
}

void run_goals(Workspace& workspace, const Value& command, Answer&) {
  require_goals(workspace);
  workspace.set_goals_run(command.at("run").truth());
}

void seek_goals(Workspace& workspace, const Value& command, Answer&) {
  require_goals(workspace);
  const Value time = command.at("time");
  const double to = time.not_negative();
  if (to > latest_time) time.fail("expected at most 1000000 seconds");
  workspace.seek_goals(to);
}

void require_keys(const GoalClock& goals) {
  if (goals.keys() > GoalClock::most_keys)
    throw Refusal("a round of these goals would take " + std::to_string(goals.keys()) + " keys; at most " +
                  std::to_string(GoalClock::most_keys) + " are made");
}

// The last round as keyframes, in place of those there were.
void keep_round(Workspace& workspace, const Value&, Answer& answer) {
  require_goals(workspace);
  require_keys(workspace.motion().goals());
  const std::optional<GoalClock::Round>& round = workspace.motion().goals().last_round();
  if (!round) throw Refusal("let the goals run one whole round first");
  std::vector<Keyframe> keys;
  for (std::size_t i = 0; i < round->postures.size(); ++i)
    limber::add_key(keys, static_cast<double>(i) * round->interval, round->postures[i]);
  answer.result = "{\"keys\": " + std::to_string(keys.size()) + "}";
  workspace.timeline.commit_keys(workspace, std::move(keys), {.words = "make keys of a round"});
}

// One round of the goals, or their whole way if they do not repeat, made smooth over all its frames. The
// answer is keys; key-set-all makes them the scene's.
void smooth_round(Workspace& workspace, const Value& command, Answer& answer) {
  require_goals(workspace);
  const GoalClock& goals = workspace.motion().goals();
  const double length = goals.period() > 0.0 ? goals.period() : goals.end();
  if (!(length > 0.0)) throw Refusal("these goals neither repeat together nor come to an end");
  require_keys(goals);
  const int count = goals.keys();
  const double per_key = std::clamp(std::ceil(length / (count * smooth_interval)), 1.0, most_per_key);
  const TrackOptions options{
      .seconds = length, .dt = length / (count * per_key), .smooth = command.at("time").positive()};
  answer.later = [problem = track_problem(workspace.now().scene), options, count, per_key] {
    const TrackReport report = track(problem, options);
    json::Output result = json::Output::object();
    result.set("found", json::Output::truth(report.smoothing->found));
    result.set("cyclic", json::Output::truth(report.smoothing->cyclic));
    result.set("cost_before", json::Output::number(report.smoothing->cost_before));
    result.set("cost_after", json::Output::number(report.smoothing->cost_after));
    json::Output keys = json::Output::list();
    for (int i = 0; i <= count; ++i) {
      const auto frame = static_cast<std::size_t>(i * per_key);
      json::Output key = json::Output::object();
      key.set("time", json::Output::number(report.motion.times[frame]));
      keys.add(key.set("posture", json::write_posture(problem.figure, report.motion.postures[frame], true)));
    }
    return result.set("keys", std::move(keys)).to_string();
  };
}

}  // namespace

std::span<const Verb> goal_verbs() {
  static const std::vector<Verb> verbs = {
      {"goal-path-set", {"number", "path"}, set_path},
      {"obstacle-path-set", {"obstacle", "path"}, set_obstacle_path},
      {"goals-run", {"run"}, run_goals},
      {"goals-seek", {"time"}, seek_goals},
      {"goals-keep", {}, keep_round},
      {"goals-smooth", {"time"}, smooth_round, not_recorded},
      {"motion-set", {"motion"}, set_motion},
  };
  return verbs;
}

}  // namespace limber

// A path past what stops the technique: searched for on another thread, then followed by the session.

#include <cmath>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/figure/joint_chain.h"
#include "limber/files/json/writer.h"
#include "limber/planning/find_path.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/messages/words.h"
#include "limber/session/workspace.h"
#include "limber/tasks/points.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

constexpr double longest_search = 60.0;  // [s]
constexpr int line_points = 96;

// --- searching

// The task the path is for: the first that is not satisfied, else the first.
TaskId<> task_in_question(const Snapshot& snapshot) {
  TaskId<> first;
  for (const TaskValue& task : snapshot.tasks) {
    if (!task.enabled) continue;
    if (!task.satisfied) return task.number;
    if (!first.is_valid()) first = task.number;
  }
  return first;
}

// The effector's path: x y z, x y z, ...; empty where the task has no such point.
std::vector<double> line_of(const Scene& scene, TaskId<> task, const PathWalk& walk) {
  std::vector<double> line;
  if (!task.is_valid()) return line;
  Kinematics kinematics(scene.figure);
  MassDistribution masses(scene.figure);
  for (int i = 0; i <= line_points; ++i) {
    kinematics.update(walk.at(static_cast<double>(i) / line_points));
    masses.update(kinematics);
    const TaskPoints points = points_of(scene.tasks.entry(task).task, kinematics, masses);
    if (!points.from) return {};
    line.insert(line.end(), points.from->begin(), points.from->end());
  }
  return line;
}

std::string in_words(const PosturePath& path, const PathWalk& walk) {
  const std::string seconds = path.seconds < 0.05 ? "less than 0.1" : fixed_text(path.seconds, 1);
  return "A path was found in " + seconds + " s: the fastest point moves " +
         amount_in_words(walk.length(), TaskUnit::metre) + ", " +
         (path.clearance < 5e-5
              ? "touching something but never inside it."
              : "at least " + amount_in_words(path.clearance, TaskUnit::metre) + " clear of everything.");
}

std::string found_result(int number, const PosturePath& path, const PathWalk& walk,
                         const std::vector<double>& line) {
  Output result = Output::object();
  result.set("path", Output::number(number)).set("line", Output::row(line));
  result.set("length", Output::number(walk.length())).set("clearance", Output::number(path.clearance));
  result.set("seconds", Output::number(path.seconds)).set("duration", Output::number(walk.seconds()));
  return result.set("words", Output::text(in_words(path, walk))).to_string();
}

// JSON has no negative zero: a recording must start from the same bits as this session.
std::vector<Posture> without_negative_zeros(std::vector<Posture> postures) {
  for (Posture& posture : postures) posture.values.array() += 0.0;
  return postures;
}

void search_path(Workspace& workspace, const Value& command, Answer& answer) {
  const Value time = command.at("seconds");
  const double seconds = time.positive();
  if (seconds > longest_search) {
    time.fail("a search takes at most " + exact_text(longest_search) + " s");
  }
  const TaskId<> task = task_in_question(workspace.snapshot());
  answer.later = [scene = workspace.draft().scene, seconds, task, search = workspace.questions.new_search()] {
    const PathSearchOptions options{.most_seconds = seconds, .self = keeps_clear_of_itself(scene)};
    const Expected<PosturePath> path =
        find_path(scene, options, [&](const PathSearchProgress&) { return search->is_wanted(); });
    if (!search->is_wanted()) throw Refusal(search->ending_in_words());
    if (!path) throw Refusal(path.error().message);
    if (path->postures.size() > PathWalk::most_postures) {
      throw Refusal("the path found has too many postures: " + std::to_string(path->postures.size()));
    }
    const PathWalk walk(scene.figure, path->postures);
    std::string result = found_result(search->number(), *path, walk, line_of(scene, task, walk));
    search->set_found({scene.figure, without_negative_zeros(path->postures)});
    return result;
  };
}

void stop_search(Workspace& workspace, const Value&, Answer&) {
  workspace.questions.search->end(PathSearch::Ending::stopped);
}

// --- following

void require_unit_quaternion(const Value& place, const Figure& figure, JointId joint,
                             const Posture& posture) {
  const JointType type = figure.joint(joint).type;
  if (type != JointType::ball && type != JointType::free) return;
  const int last = figure.first_value(joint) + value_count(type);
  const double length = posture.values.segment(last - 4, 4).norm();
  if (std::abs(length - 1.0) <= 1e-6) return;
  place.fail("the quaternion of joint " + limber::quoted(figure.joint_name(joint)) + " has length " +
             exact_text(length) + ", not 1");
}

Posture read_posture(const Value& item, const Figure& figure) {
  constexpr double allowed = 1e-6;  // [rad], [m] as the search keeps limits
  const std::vector<double> numbers = item.numbers(static_cast<std::size_t>(figure.value_count()));
  Posture posture{Eigen::Map<const VecX>(numbers.data(), static_cast<Eigen::Index>(numbers.size()))};
  for (const JointId joint : figure.joints()) require_unit_quaternion(item, figure, joint, posture);
  if (const LimitExcess excess = largest_limit_excess(figure, posture); excess.amount > allowed) {
    item.fail("joint " + limber::quoted(figure.joint_name(excess.joint)) + " is " +
              exact_text(excess.amount) + " beyond its limits");
  }
  return posture;
}

std::vector<Posture> read_postures(const Value& list, const Figure& figure) {
  list.require_list();
  if (list.size() < 2) list.fail("a path has at least two postures");
  if (list.size() > PathWalk::most_postures) {
    list.fail("a path has at most " + std::to_string(PathWalk::most_postures) + " postures, not " +
              std::to_string(list.size()));
  }
  std::vector<Posture> postures;
  for (std::size_t i = 0; i < list.size(); ++i) postures.push_back(read_posture(list[i], figure));
  return postures;
}

std::vector<Posture> found_postures(const Value& number, const PathSearch& search, const Figure& figure) {
  const std::optional<PathSearch::Found> found = search.found();
  if (number.number() != search.number() || !found) {
    number.fail("there is no path " + exact_text(number.number()) + "; find one first");
  }
  if (!found->figure.shares_data_with(figure)) {
    throw Refusal("the figure has changed since the path was found; find a new path from here");
  }
  return found->postures;
}

// Searches are not recorded, so a recording keeps the postures of a path that is followed by its number.
std::string with_postures(double id, const std::vector<Posture>& postures) {
  Output list = Output::list();
  for (const Posture& posture : postures) {
    list.add(Output::row({posture.values.begin(), posture.values.end()}));
  }
  Output command = Output::object();
  command.set("id", Output::number(id)).set("do", Output::text("path-follow"));
  return command.set("postures", std::move(list)).to_string();
}

void follow_path(Workspace& workspace, const Value& command, Answer& answer) {
  constexpr double near = 0.01;  // of the reach: the figure may have moved a little during the search
  State next = workspace.draft();
  const Figure& figure = next.scene.figure;
  const auto number = command.find("path");
  const std::vector<Posture> given = number ? found_postures(*number, *workspace.questions.search, figure)
                                            : read_postures(command.at("postures"), figure);
  if (workspace.held()) throw Refusal("let go of the figure first: it cannot follow a path during a drag");
  if (!workspace.motion().solver().is_running()) {
    throw Refusal("the solver is paused: set it running to follow a path");
  }
  std::vector<Posture> postures = {next.scene.posture};
  for (const Posture& posture : given) postures.push_back(inside_limits(figure, posture));
  PathWalk walk(figure, std::move(postures));
  if (walk.length_to(1) > near * longest_reach(figure)) {
    throw Refusal("the figure is not where this path begins; find a new path from here");
  }
  workspace.commit(std::move(next), {.words = "follow a path"});
  workspace.follow(std::move(walk));
  workspace.timeline.command_applied(workspace, with_postures(answer.id.value_or(0.0), given));
}

}  // namespace

std::span<const Verb> path_verbs() {
  static const std::vector<Verb> verbs = {
      {"path-find", {"seconds"}, search_path, not_recorded},
      {"path-stop", {}, stop_search, not_recorded},
      {"path-follow", {"path", "postures"}, follow_path, not_recorded},  // records itself
  };
  return verbs;
}

}  // namespace limber

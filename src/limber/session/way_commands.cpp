// A way round where the technique stops short: looked for on another thread, followed by the session.

#include <cmath>
#include <cstdio>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/figure/joint_chain.h"
#include "limber/files/json/writer.h"
#include "limber/planning/find_path.h"
#include "limber/session/parts.h"
#include "limber/session/tasks_now.h"
#include "limber/session/words.h"
#include "limber/tasks/points.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

constexpr double longest_search = 60.0;  // [s]
constexpr int line_points = 96;

// --- looking for one

// The task the way is for: the first that falls short, else the first.
int task_in_question(SessionParts& parts) {
  int first = -1;
  for (const TaskNow& task : tasks_now(parts).tasks) {
    if (!task.enabled) continue;
    if (!task.satisfied) return task.number;
    if (first < 0) first = task.number;
  }
  return first;
}

// Where what shall reach a goal goes on the way: x y z, x y z, ...; empty where the task has no such point.
std::vector<double> line_of(const Scene& scene, int task, const Way& way) {
  std::vector<double> line;
  if (task < 0) return line;
  Kinematics kinematics(scene.figure);
  MassDistribution masses(scene.figure);
  for (int i = 0; i <= line_points; ++i) {
    kinematics.update(way.at(static_cast<double>(i) / line_points));
    masses.update(kinematics);
    const TaskPoints points = points_of(scene.tasks.entry(task).task, kinematics, masses);
    if (!points.from) return {};
    line.insert(line.end(), points.from->begin(), points.from->end());
  }
  return line;
}

std::string in_words(const PosturePath& path, const Way& way) {
  const std::string clear = amount_in_words(path.clearance, TaskUnit::metre);
  char seconds[32] = "less than 0.1 s";
  if (path.seconds >= 0.05) std::snprintf(seconds, sizeof seconds, "%.1f s", path.seconds);
  return std::string("A way was found in ") + seconds + ": what moves farthest goes " +
         amount_in_words(way.length(), TaskUnit::metre) + ", " +
         (path.clearance < 5e-5 ? "and something is touched, nothing overlapped."
                                : "never nearer to anything than " + clear + ".");
}

std::string written(const PosturePath& path, const Way& way, const std::vector<double>& line) {
  Output postures = Output::list();
  for (const Posture& posture : path.postures) {
    postures.add(Output::row({posture.values.begin(), posture.values.end()}));
  }
  Output result = Output::object();
  result.set("postures", std::move(postures)).set("line", Output::row(line));
  result.set("length", Output::number(way.length())).set("clearance", Output::number(path.clearance));
  result.set("seconds", Output::number(path.seconds)).set("duration", Output::number(way.seconds()));
  return result.set("words", Output::text(in_words(path, way))).to_string();
}

void find_way(SessionParts& parts, const Value& command, Answer& answer) {
  const Value time = command.at("seconds");
  const double seconds = time.positive();
  if (seconds > longest_search) {
    time.fail("a search takes at most " + exact_text(longest_search) + " s");
  }
  const int task = task_in_question(parts);
  parts.search->end(WaySearch::Ending::replaced);
  parts.search = std::make_shared<WaySearch>();
  answer.later = [scene = parts.draft().scene, seconds, task, search = parts.search] {
    const PathSearchOptions options{.most_seconds = seconds, .self = keeps_clear_of_itself(scene)};
    const Expected<PosturePath> path =
        find_path(scene, options, [&](const PathSearchProgress&) { return search->is_wanted(); });
    if (!search->is_wanted()) throw Refusal(search->ending_in_words());
    if (!path) throw Refusal(path.error().message);
    if (path->postures.size() > Way::most_postures) {
      throw Refusal("a way was found that is too winding to be walked: " +
                    std::to_string(path->postures.size()) + " postures");
    }
    const Way way(scene.figure, path->postures);
    return written(*path, way, line_of(scene, task, way));
  };
}

void stop_search(SessionParts& parts, const Value&, Answer&) {
  parts.search->end(WaySearch::Ending::stopped);
}

// --- following it

void require_turn(const Value& place, const Figure& figure, int joint, const Posture& posture) {
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
  for (int j = 0; j < figure.segment_count(); ++j) require_turn(item, figure, j, posture);
  if (const LimitExcess excess = largest_limit_excess(figure, posture); excess.amount > allowed) {
    item.fail("joint " + limber::quoted(figure.joint_name(excess.joint)) + " is " +
              exact_text(excess.amount) + " beyond its limits");
  }
  return inside_limits(figure, std::move(posture));
}

void follow_way(SessionParts& parts, const Value& command, Answer&) {
  constexpr double near = 0.01;  // of the reach: the figure may have crept on while the way was looked for
  State next = parts.draft();
  const Figure& figure = next.scene.figure;
  const Value list = command.at("postures");
  list.require_list();
  if (list.size() < 2) list.fail("a way has at least two postures");
  if (list.size() > Way::most_postures) {
    list.fail("a way has at most " + std::to_string(Way::most_postures) + " postures, and here are " +
              std::to_string(list.size()));
  }
  std::vector<Posture> postures = {next.scene.posture};
  for (std::size_t i = 0; i < list.size(); ++i) postures.push_back(read_posture(list[i], figure));
  if (parts.drag) throw Refusal("let go of the figure first: it cannot follow a way while it is held");
  if (!parts.running) throw Refusal("the solver is paused: set it running to follow a way");
  Way way(figure, std::move(postures));
  if (way.length_to(1) > near * longest_reach(figure)) {
    throw Refusal("the figure is not where this way begins: find one from here");
  }
  parts.commit(std::move(next), {.words = "follow a way"});
  parts.follow(std::move(way));
}

}  // namespace

std::span<const Verb> way_verbs() {
  constexpr Verb::Traits not_recorded{.is_recorded = false};
  static const std::vector<Verb> verbs = {
      {"way-find", {"seconds"}, find_way, not_recorded},
      {"way-stop", {}, stop_search, not_recorded},
      {"way-follow", {"postures"}, follow_way},
  };
  return verbs;
}

}  // namespace limber

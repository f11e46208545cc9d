// Chooses the goal that moves, and its positions in every frame.

#include "analysis/scene_course.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "limber/base/names.h"
#include "report/quantities.h"
#include "terminal/exit_code.h"
#include "terminal/text.h"

namespace limber::cli {

namespace {

constexpr double moving_share = 0.8;     // of the frames; the goal rests in the others
constexpr double frame_time = 1.0 / 60;  // [s] for obstacles that move

// A goal that can move: where its point is now and its target, [m] world.
struct Goal {
  TaskId<> number;
  std::string name;
  Transform in;  // what the task's target is measured in
  Vec3 start, end;
};

std::optional<Goal> goal_of(const TaskList::Entry& entry, const Kinematics& kinematics) {
  if (!entry.settings.enabled) return std::nullopt;
  if (const auto* reach = std::get_if<Reach>(&entry.task);
      reach && reach->frame.moves() && !reach->in.moves()) {
    // Coordinates that do not count keep their values.
    const Vec3 start = reach->in.pose.inverse() * now(reach->frame, kinematics).pose.translation;
    Vec3 end = start;
    for (int axis = 0; axis < 3; ++axis) {
      if (reach->axes[axis]) end[axis] = reach->target[axis];
    }
    return Goal{entry.number, entry.name, reach->in.pose, reach->in.pose * start, reach->in.pose * end};
  }
  if (const auto* drag = std::get_if<Drag>(&entry.task)) {
    return Goal{
        entry.number, entry.name, {}, kinematics.segment_pose(drag->segment) * drag->point, drag->target};
  }
  return std::nullopt;
}

std::vector<Goal> goals_of(const Scene& scene) {
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  std::vector<Goal> goals;
  for (const TaskList::Entry& entry : scene.tasks) {
    if (std::optional<Goal> goal = goal_of(entry, kinematics)) goals.push_back(std::move(*goal));
  }
  return goals;
}

std::optional<Goal> leading_goal(const Input& input, const std::string& name, const std::string& command) {
  const std::vector<Goal> goals = goals_of(input.scene);
  if (name.empty()) {
    const auto farthest = std::max_element(goals.begin(), goals.end(), [](const Goal& a, const Goal& b) {
      return (a.end - a.start).norm() < (b.end - b.start).norm();
    });
    return farthest == goals.end() ? std::nullopt : std::optional(*farthest);
  }
  std::vector<std::string> names;
  for (const Goal& goal : goals) {
    if (goal.name == name) return goal;
    names.push_back(goal.name);
  }
  throw Failure(ExitCode::usage, command + ": --task: " + input.name + " has no task " +
                                     limber::quoted(name) + " whose goal can move" +
                                     did_you_mean(name, names) +
                                     "; expected an enabled reach or drag task with its target in the world");
}

std::optional<Goal> dragged_goal(const Course& course) {
  Kinematics kinematics(course.figure);
  kinematics.update(course.start);
  return goal_of(course.tasks.entry(course.leading_task), kinematics);
}

// Where the goal is in each frame, [m] world.
std::vector<Vec3> goal_path(const std::vector<Vec3>& corners, int frames) {
  std::vector<double> passed = {0.0};  // [m] up to each corner
  for (std::size_t i = 1; i < corners.size(); ++i)
    passed.push_back(passed.back() + (corners[i] - corners[i - 1]).norm());
  const int moving = std::max(1, static_cast<int>(moving_share * frames));
  std::vector<Vec3> points;
  for (int frame = 1; frame <= frames; ++frame) {
    const double t = std::min(1.0, static_cast<double>(frame) / moving);
    const double wanted = (3.0 - 2.0 * t) * t * t * passed.back();
    std::size_t i = 1;
    while (i + 1 < corners.size() && passed[i] < wanted) ++i;
    const double length = passed[i] - passed[i - 1];
    const double share = length > 0.0 ? (wanted - passed[i - 1]) / length : 1.0;
    points.push_back(corners[i - 1] + std::min(share, 1.0) * (corners[i] - corners[i - 1]));
  }
  return points;
}

}  // namespace

double SceneCourse::error(const StepReport& report) const {
  double worst = 0.0;
  for (const TaskReport& task : report.tasks) {
    if (task.number == course.leading_task) return task.error;
    worst = std::max(worst, task.error);
  }
  return worst;
}

namespace {

void require_obstacle_and_task(const Input& input) {
  const Scene& scene = input.scene;
  const bool any = std::any_of(scene.world.obstacles.begin(), scene.world.obstacles.end(),
                               [](const Obstacle& obstacle) { return obstacle.is_solid; });
  if (!any)
    throw Failure(ExitCode::file,
                  input.name + ": there is no solid obstacle to avoid; expected one in \"world\"");
  const bool asks = std::any_of(scene.tasks.begin(), scene.tasks.end(),
                                [](const TaskList::Entry& entry) { return entry.settings.enabled; });
  if (!asks) {
    throw Failure(ExitCode::file, input.name + ": no task is enabled; expected an enabled task in \"tasks\"");
  }
}

// A drag of a frame to the last corner, with no other task and no criteria.
void add_drag(const Input& input, const CourseOptions& options, const std::string& command, Course& course) {
  const Figure& figure = input.scene.figure;
  const std::optional<FrameId> frame = figure.find_frame(options.drag);
  if (!frame) {
    std::vector<std::string> names;
    for (const Frame& each : figure.frames()) names.push_back(each.name);
    throw Failure(ExitCode::usage, command + ": --drag: " + input.name + " has no frame " +
                                       limber::quoted(options.drag) + did_you_mean(options.drag, names));
  }
  if (options.corners.empty())
    throw Failure(ExitCode::usage, command + ": --drag needs a place to go to: at least one --via X,Y,Z");
  TaskSettings settings;
  try {
    settings.joints = joints_matching(figure, options.joints);
  } catch (const std::invalid_argument& problem) {
    throw Failure(ExitCode::usage, command + ": --joints: " + problem.what());
  }
  const Frame& end = figure.frame(*frame);
  course.tasks = {};
  course.criteria = {};
  course.leading_task = course.tasks.add(
      options.drag,
      Drag{.segment = end.segment, .point = end.pose.translation, .target = options.corners.back()},
      settings);
}

}  // namespace

SceneCourse course_of(const Input& input, const CourseOptions& options, const std::string& command) {
  const Scene& scene = input.scene;
  if (options.drag.empty()) require_obstacle_and_task(input);
  SceneCourse result{.course = {.figure = scene.figure,
                                .start = scene.posture,
                                .world = scene.world,
                                .tasks = scene.tasks,
                                .criteria = scene.criteria,
                                .solver = scene.solver}};
  Course& course = result.course;
  const bool moves = std::any_of(scene.world.obstacles.begin(), scene.world.obstacles.end(),
                                 [](const Obstacle& o) { return !o.velocity.isZero(0.0); });
  if (moves) course.frame_time = frame_time;
  if (!options.drag.empty()) add_drag(input, options, command, course);
  const std::optional<Goal> goal =
      options.drag.empty() ? leading_goal(input, options.task, command) : dragged_goal(course);
  if (!goal) {
    if (!options.corners.empty()) {
      throw Failure(ExitCode::usage, command + ": --via: " + input.name +
                                         " has no goal that can move; expected an enabled reach or drag task "
                                         "with its target in the world");
    }
    course.targets.assign(static_cast<std::size_t>(options.frames), Vec3::Zero());
    result.words = "all tasks, for " + std::to_string(options.frames) + " frames";
    return result;
  }
  std::vector<Vec3> corners = options.corners;
  corners.insert(corners.begin(), goal->start);
  if (options.drag.empty()) corners.push_back(goal->end);  // a drag ends at the last corner
  double length = 0.0;
  for (std::size_t i = 1; i < corners.size(); ++i) length += (corners[i] - corners[i - 1]).norm();
  const Transform into = goal->in.inverse();
  for (const Vec3& point : goal_path(corners, options.frames)) course.targets.push_back(into * point);
  course.leading_task = goal->number;
  result.leading_name = goal->name;
  const int moving = std::max(1, static_cast<int>(moving_share * options.frames));
  result.words = (goal->name.empty() ? "the goal" : "the goal of " + limber::quoted(printable(goal->name))) +
                 " moves " + length_text(length) + " in " +
                 count_text(static_cast<std::size_t>(moving), "frame") + ", then rests for " +
                 std::to_string(options.frames - moving);
  return result;
}

}  // namespace limber::cli

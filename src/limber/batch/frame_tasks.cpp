// Checks of a task, its miss by Kinematics, and the tasks that the Solver gets.

#include "limber/batch/frame_tasks.h"

#include <cmath>
#include <stdexcept>

#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber::batch {

void check_task(const Figure& figure, const FrameTask& task) {
  const auto require_frame = [&](FrameId frame) {
    if (frame >= 0 && frame < static_cast<int>(figure.frames().size())) return;
    throw std::invalid_argument("solve_many: the figure has no frame number " + std::to_string(frame));
  };
  require_frame(task.frame);
  if (task.in.is_valid()) require_frame(task.in);
  if (!(task.weight > 0.0)) throw std::invalid_argument("solve_many: a task's weight must be above 0");
  if (!asks_place(task) && !task.orientation) {
    throw std::invalid_argument("solve_many: a task asks for neither position nor orientation");
  }
  constexpr double unit_slack = 1e-6;
  if (task.gaze && !(std::abs(task.gaze->norm() - 1.0) <= unit_slack)) {
    throw std::invalid_argument("solve_many: a gaze must be a unit vector");
  }
}

TaskMiss miss_of(const FrameTask& task, const PoseGoal& goal, const Kinematics& kinematics) {
  const Transform pose = kinematics.frame_pose(task.frame);
  const Transform in = task.in.is_valid() ? kinematics.frame_pose(task.in) : Transform{};
  const Vec3 place = in.rotation * goal.position + in.translation;
  TaskMiss miss;
  if (task.gaze) {
    const Vec3 way = place - pose.translation;
    const double length = way.norm();
    if (length > 0.0) miss.orientation = angle_between(pose.rotation * task.gaze->normalized(), way / length);
    return miss;
  }
  if (task.position) miss.position = (pose.translation - place).norm();
  if (asks_orientation(task, goal)) {
    const Quat wanted = Quat(in.rotation) * goal.orientation->normalized();
    miss.orientation = log_rotation(Quat(pose.rotation).conjugate() * wanted).norm();
  }
  return miss;
}

void add_tasks(const FrameTask& task, const PoseGoal& goal, const SolveManyOptions& options,
               const std::string& suffix, TaskList& tasks) {
  TaskSettings settings{.priority = task.priority, .weight = task.weight};
  const Place in = task.in.is_valid() ? Place(task.in) : Place();
  settings.tolerance = options.position_tolerance;
  if (task.position && !task.gaze) {
    tasks.add("position" + suffix, Reach{.frame = task.frame, .target = goal.position, .in = in}, settings);
  }
  settings.tolerance = options.orientation_tolerance;
  if (task.gaze) {
    const LookAt look{
        .frame = task.frame, .target = goal.position, .in = in, .gaze = task.gaze->normalized()};
    tasks.add("gaze" + suffix, look, settings);
  }
  if (asks_orientation(task, goal)) {
    const Orient orient{.frame = task.frame, .target = goal.orientation->normalized(), .in = in};
    tasks.add("orientation" + suffix, orient, settings);
  }
}

}  // namespace limber::batch

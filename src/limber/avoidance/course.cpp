// Runs a course: leads the goal, moves the obstacles, steps and measures, frame by frame.

#include "limber/avoidance/course.h"

#include <cmath>
#include <stdexcept>

#include "limber/base/thread_time.h"
#include "limber/figure/joint_chain.h"

namespace limber {

namespace {

void lead_to(TaskList& tasks, TaskId<> number, const Vec3& target) {
  Task& task = tasks.entry(number).task;
  if (auto* reach = std::get_if<Reach>(&task)) {
    reach->target = target;
  } else if (auto* drag = std::get_if<Drag>(&task)) {
    drag->target = target;
  } else {
    throw std::invalid_argument("the leading task of a course must be a reach or a drag");
  }
}

}  // namespace

std::vector<Vec3> along(const std::vector<Vec3>& corners, double step) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i == 0) {
      points.push_back(corners[0]);
      continue;
    }
    const Vec3 edge = corners[i] - corners[i - 1];
    constexpr double rounding = 1e-9;  // a whole number of steps stays that number
    const int count = std::max(1, static_cast<int>(std::ceil(edge.norm() / step - rounding)));
    for (int k = 1; k <= count; ++k)
      points.push_back(corners[i - 1] + (static_cast<double>(k) / count) * edge);
  }
  return points;
}

Measures run(const Course& course, const AvoidanceOptions& avoidance, const CourseObserver& observe,
             Posture* end) {
  World world = course.world;
  TaskList tasks = course.tasks;
  Posture posture = course.start;
  Mover mover(course.figure, course.solver, avoidance);
  mover.prepare(tasks, course.criteria, world);
  const auto take_steps = [&] {
    StepReport report;
    for (int step = 0; step < course.steps_per_frame; ++step)
      report = mover.step(tasks, course.criteria, posture);
    return report;
  };
  if (course.leading_task.is_valid() && !course.targets.empty())
    lead_to(tasks, course.leading_task, course.targets.front());
  for (int frame = 0; frame < course.settling_frames; ++frame) take_steps();
  MotionMeter meter(course.figure, world, posture, longest_reach(course.figure), tasks);
  for (std::size_t frame = 0; frame < course.targets.size(); ++frame) {
    if (course.leading_task.is_valid()) lead_to(tasks, course.leading_task, course.targets[frame]);
    if (course.frame_time > 0.0) {
      world.advance(course.frame_time);
      for (std::size_t i = 0; i < world.obstacles.size(); ++i) {
        const Obstacle& obstacle = world.obstacles[i];
        if (obstacle.velocity.isZero(0.0)) continue;
        mover.move_obstacle(ObstacleId{i}, obstacle.shape, obstacle.velocity);
        meter.move_obstacle(ObstacleId{i}, obstacle.shape);
      }
    }
    const double start = thread_seconds();
    const StepReport report = take_steps();
    const double seconds = thread_seconds() - start;
    meter.add(posture, report, seconds, course.steps_per_frame);
    if (observe && !observe(static_cast<int>(frame), posture, report, meter)) break;
  }
  if (end) *end = posture;
  return meter.measures();
}

}  // namespace limber

// A probe stops as soon as it knows: it is there, or nothing comes of further steps.

#include "limber/reach/frame_probe.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int most_steps = 40;
// An attempt ends after so many steps in a row that did not bring it below `paying` of the least so far.
constexpr int patience = 2;
constexpr double paying = 0.9;
constexpr double hardly_moved = 0.02;  // of the way
constexpr int steps_to_leave = 12;     // a singular posture: then it has moved, or does not
constexpr int settling_steps = 6;      // for the criteria, once there
constexpr double settled = 1e-3;       // [rad] a step shorter than this
constexpr double allowed_more = 1e-3;  // [its unit] of a task that is not satisfied at the start

// The goal of the probe stands in for what the scene asks of the frame's own position.
bool is_about_position(const Task& task, FrameId frame, const Figure& figure) {
  if (const Reach* reach = std::get_if<Reach>(&task)) return reach->frame.frame == frame;
  if (const Drag* drag = std::get_if<Drag>(&task)) {
    const Frame& place = figure.frame(frame);
    return drag->segment == place.segment && drag->point.isApprox(place.pose.translation, 1e-9);
  }
  return false;
}

}  // namespace

FrameProbe::FrameProbe(const Scene& scene, FrameId frame, int keep_priority, double tolerance, Posture& start)
    : solver_(scene.figure, scene.solver),
      kinematics_(scene.figure),
      tasks_(scene.tasks),
      criteria_(scene.criteria),
      frame_(frame),
      tolerance_(tolerance) {
  int lowest = 0;
  for (TaskList::Entry& entry : tasks_) {
    if (!entry.settings.enabled) continue;
    if ((keep_priority > 0 && entry.settings.priority > keep_priority) ||
        is_about_position(entry.task, frame, scene.figure)) {
      entry.settings.enabled = false;
      left_out_.push_back(title(tasks_, entry));
      continue;
    }
    lowest = std::max(lowest, entry.settings.priority);
  }
  has_criteria_ = std::any_of(criteria_.begin(), criteria_.end(),
                              [](const WeightedCriterion& c) { return c.enabled && c.gain > 0.0; });
  if (const World* world = scene.kept_clear_of())
    solver_.surround(*world);
  else
    solver_.stand_on(scene.world);

  const SolveReport report = solver_.solve(tasks_, criteria_, start);
  for (const TaskReport& task : report.tasks) {
    const TaskList::Entry& entry = tasks_.entry(task.number);
    const double tolerance_of_task = entry.settings.tolerance;
    kept_.push_back({task.number, task.satisfied ? tolerance_of_task : task.error + allowed_more});
    if (!task.satisfied) unmet_.push_back(title(tasks_, entry));
  }
  goal_ = tasks_.add("", Reach{.frame = frame}, {.priority = lowest + 1, .tolerance = 0.5 * tolerance});
  solver_.prepare(tasks_, criteria_);
}

Vec3 FrameProbe::place(const Posture& posture) {
  kinematics_.update(posture);
  return now(Place(frame_), kinematics_).pose.translation;
}

double FrameProbe::shortfall(const StepReport& report) const {
  double sum = std::max(0.0, report[goal_].error - tolerance_);
  for (const Kept& kept : kept_) sum += std::max(0.0, report.of(kept.number).error - kept.most_error);
  return sum;
}

bool FrameProbe::approach(Posture& posture) {
  double best = 0.0;
  int idle = 0;
  for (int step = 0; step < most_steps; ++step) {
    const StepReport report = solver_.step(tasks_, posture);  // criteria have their turn once it is there
    ++steps_;
    const double left = shortfall(report);
    if (left == 0.0) return true;
    if (report.status != StepStatus::moving) return false;
    if (step == 0 || left < paying * best) {
      best = left;
      idle = 0;
    } else if (++idle > patience) {
      return false;
    }
  }
  return false;
}

// Criteria may still move what the goal leaves free; what was reached stays reached, or the posture stays.
void FrameProbe::settle(Posture& posture) {
  Posture next = posture;
  for (int step = 0; step < settling_steps; ++step) {
    const StepReport report = solver_.step(tasks_, criteria_, next);
    ++steps_;
    if (shortfall(report) == 0.0) posture = next;
    if (report.status != StepStatus::moving || report.step_length < settled) return;
  }
}

void FrameProbe::aim(const Vec3& goal) {
  ++tries_;
  tasks_[goal_].target = goal;
  solver_.forget();
}

bool FrameProbe::reach(const Vec3& goal, Posture& posture) {
  aim(goal);
  const double before = (goal - place(posture)).norm();
  const bool is_there = approach(posture);
  is_stuck_ = !is_there && (goal - place(posture)).norm() > (1.0 - hardly_moved) * before;
  if (is_there && has_criteria_) settle(posture);
  return is_there;
}

bool FrameProbe::reach_from_singular(const Vec3& goal, Posture& posture) {
  aim(goal);
  const double before = (goal - place(posture)).norm();
  const SolveReport report =
      solver_.solve(tasks_, criteria_, posture, {.most_steps = steps_to_leave, .restarts = 0});
  steps_ += report.steps;
  bool is_there = shortfall(report) == 0.0;
  if (!is_there && (goal - place(posture)).norm() < (1.0 - hardly_moved) * before)
    is_there = approach(posture);
  if (is_there && has_criteria_) settle(posture);
  return is_there;
}

}  // namespace limber

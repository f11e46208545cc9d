#include "checks.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "limber/figure/joint_chain.h"
#include "limber/figure/posture.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"

namespace limber::soak {
namespace {

constexpr double largest_excess = 1e-9;  // [rad] or [m] rounding
// Where a level stops may differ by the tolerance of rest, and a little more where contacts bend its way; and by
// what rest leaves to gain (docs/guide.md): tasks that no posture does best, as looking at something while held
// upright, get better without end while a figure that is not fixed drifts away.
constexpr double same_error = 0.02;
constexpr double left_to_gain = 1e-4;  // of the figure's reach, and of how far the figure goes for it
constexpr int most_steps = 50;

TaskList down_to(const TaskList& tasks, int priority) {
  TaskList kept = tasks;
  for (const TaskList::Entry& entry : tasks) {
    if (entry.settings.priority > priority) kept.remove(entry.number);
  }
  return kept;
}

const LevelReport* first_unsatisfied(const StepReport& report) {
  for (const LevelReport& level : report.levels) {
    if (level.error > level.tolerance) return &level;
  }
  return nullptr;
}

// How far the root of the figure goes: 0 where it is fixed [m].
double distance_between(const Figure& figure, const Posture& one, const Posture& other) {
  Kinematics kinematics(figure);
  const auto root = [&](const Posture& posture) {
    kinematics.update(posture);
    return Vec3(kinematics.segment_pose(root_segment).translation);
  };
  return (root(one) - root(other)).norm();
}

}  // namespace

std::string posture_problem(const Figure& figure, const Posture& posture) {
  if (!is_finite(posture)) return "a number of the posture is not finite";
  const Posture inside = inside_limits(figure, posture);
  const double excess = (inside.values - posture.values).lpNorm<Eigen::Infinity>();
  return excess <= largest_excess ? "" : "a limit is broken by " + std::to_string(excess);
}

std::string priority_problem(const Scene& scene) {
  Solver solver(scene.figure, scene.solver);
  solver.surround(scene.world);
  Posture posture = scene.posture;
  const SolveReport all =
      solver.solve(scene.tasks, scene.criteria, posture, {.most_steps = most_steps, .restarts = 0});
  const LevelReport* const open = all.status == StepStatus::at_rest ? first_unsatisfied(all) : nullptr;
  if (!open) return "";
  const LevelReport held = *open;  // the next step writes new ones
  // By steps alone: that a search elsewhere finds something better is no matter of priorities.
  const TaskList above = down_to(scene.tasks, held.priority);
  Posture alone = posture;
  solver.prepare(above);
  for (int i = 0; i < most_steps && solver.step(above, alone).status == StepStatus::moving; ++i) {
  }
  for (const Solver::LevelView& level : solver.levels()) {
    if (level.priority != held.priority) continue;
    const double way = longest_reach(scene.figure) + distance_between(scene.figure, posture, alone);
    if (level.error >= held.error * (1.0 - same_error) - held.tolerance - left_to_gain * way) return "";
    return "priority " + std::to_string(held.priority) + " rests at " + std::to_string(held.error) +
           " m and gets to " + std::to_string(level.error) + " m without the tasks below it";
  }
  return "";
}

std::string without_posture(const std::string& scene) {
  nlohmann::json kept = nlohmann::json::parse(scene);
  kept.erase("posture");
  kept.erase("camera");
  return kept.dump();
}

}  // namespace limber::soak

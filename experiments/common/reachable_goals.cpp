// Makes random scenes with reachable goals, and runs every technique on them.

#include "experiments/common/reachable_goals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "limber/avoidance/parameters.h"
#include "limber/math/random.h"
#include "limber/models/bare_chain.h"
#include "limber/planning/clear_motion.h"

namespace limber::experiments {

namespace {

constexpr double chain_length = 1.0;                // [m] of the chain
const double tolerance = TaskSettings{}.tolerance;  // [m]
constexpr double room_at_ends = 0.002;   // [m] clearance of the start posture and of the one at the goal
constexpr double least_travel = 0.05;    // [m] from the tip to its goal at the start
constexpr double never_deeper = -1e-6;   // [m] touching is not overlapping
constexpr double grazing = -0.001;       // [m] between two steps
constexpr double noticeable = 1e-6;      // [m] less does not count as coming nearer
constexpr double check_spacing = 0.002;  // [m] between postures that are checked within a step
constexpr int tries = 200;               // to find a clear posture, before making another world
constexpr int most_steps = 1000;
constexpr int patience = 200;  // steps without coming nearer

int whole(Random& random, int least, int most) {
  return std::min(most, static_cast<int>(std::floor(random.between(least, most + 1.0))));
}

Vec3 direction(Random& random, bool planar) {
  const double angle = random.between(0.0, 2.0 * std::numbers::pi);
  const double z = planar ? 0.0 : random.between(-1.0, 1.0), across = std::sqrt(1.0 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

Figure random_chain(Random& random, bool planar) {
  const int links = planar ? whole(random, 3, 12) : whole(random, 2, 8);
  const double limit = random.between(0.0, 1.0) < 0.5 ? unlimited : random.between(0.7, 2.0);
  return models::bare_chain({.name = "chain",
                             .links = links,
                             .length = chain_length,
                             .radius = random.between(0.05, 0.25) * chain_length / links,
                             .shape = ChainDescription::LinkShape::capsule,
                             .planar = planar,
                             .limit = limit});
}

Shape random_obstacle(Random& random, bool planar) {
  const Vec3 center = random.between(0.2, 1.1) * direction(random, planar);
  const auto size = [&] { return random.between(0.03, 0.2); };
  const Vec3 axis = planar ? Vec3(Vec3::UnitZ()) : direction(random, false);
  const Mat3 turn = Eigen::AngleAxisd(random.between(0.0, 2.0 * std::numbers::pi), axis).toRotationMatrix();
  switch (whole(random, 0, 2)) {
    case 0:
      return Sphere{center, size()};
    case 1: {
      const double x = size(), y = size(), z = size();
      return Box{center, 2.0 * Vec3(x, y, z), turn};
    }
    default: {
      const Vec3 half = random.between(0.1, 0.4) * direction(random, planar);
      return Capsule{center - half, center + half, 0.5 * size()};
    }
  }
}

Posture random_posture(Random& random, const Figure& figure, const Posture& around, double turn) {
  Posture posture = around;
  for (int i = 0; i < figure.dof_count(); ++i) posture.values[i] += random.between(-turn, turn);
  for (const JointId joint : figure.joints()) {
    if (dof_count(figure.joint(joint).type) != 1) continue;
    double& value = posture.values[figure.first_dof(joint)];
    value = figure.joint(joint).ranges[0].clamp(value);
  }
  return posture;
}

// A clear posture around another, if one is found.
std::optional<Posture> clear_posture(Random& random, ClearMotion& motion, const Posture& around,
                                     double turn) {
  for (int i = 0; i < tries; ++i) {
    Posture posture = random_posture(random, motion.figure(), around, turn);
    if (motion.clearance(posture, 1.0) > room_at_ends) return posture;
  }
  return std::nullopt;
}

double distance(Kinematics& kinematics, const Posture& posture, const Vec3& goal) {
  kinematics.update(posture);
  return (kinematics.frame_position(kinematics.figure().frame("chain.tip")) - goal).norm();
}

// Checks a step, including its end but not its start.
bool is_step_clear(ClearMotion& motion, const Posture& from, const Posture& to, Posture& scratch) {
  const int looks = static_cast<int>(motion.length(from, to) / check_spacing);
  for (int k = 1; k < looks; ++k) {
    motion.between(from, to, static_cast<double>(k) / looks, scratch);
    if (motion.clearance(scratch, 0.0) < grazing) return false;
  }
  return motion.clearance(to, 0.0) >= never_deeper;
}

}  // namespace

TaskList ReachableGoal::tasks() const {
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("chain.tip"), .target = goal});
  return tasks;
}

ReachableGoal reachable_goal(std::uint64_t number) {
  Random random(7919 * number + 1);
  const bool planar = random.between(0.0, 1.0) < 0.5, near = random.between(0.0, 1.0) < 0.5,
             in_the_way = random.between(0.0, 1.0) < 0.5;
  while (true) {
    const Figure figure = random_chain(random, planar);
    World world;
    for (int i = whole(random, 2, 16); i > 0; --i)
      world.add("obstacle " + std::to_string(i), random_obstacle(random, planar));
    ClearMotion motion(figure, world);
    const Posture rest = figure.rest_posture();
    const auto there = clear_posture(random, motion, rest, 1.2);
    if (!there) continue;
    const auto start = clear_posture(random, motion, near ? *there : rest, near ? 0.4 : 1.2);
    if (!start) continue;
    Kinematics kinematics(figure);
    kinematics.update(*there);
    const Vec3 goal = kinematics.frame_position(figure.frame("chain.tip"));
    if (distance(kinematics, *start, goal) < least_travel) continue;
    const bool is_straight_path_clear = motion.is_clear(*start, *there);
    if (is_straight_path_clear == in_the_way) continue;
    return {figure, world, *start, *there, goal, planar, near, is_straight_path_clear};
  }
}

Ending run_to_rest(const ReachableGoal& scene, const AvoidanceOptions& avoidance) {
  Mover mover(scene.figure, {}, avoidance);
  const TaskList tasks = scene.tasks();
  const CriterionList none;
  mover.prepare(tasks, none, scene.world);
  ClearMotion motion(scene.figure, scene.world, {.self = sees_the_figure(avoidance)});
  Kinematics kinematics(scene.figure);
  Posture before = scene.start, between = scene.start;
  Ending ending{.posture = scene.start};
  ending.error = ending.nearest = distance(kinematics, scene.start, scene.goal);
  int last_nearer = 0;
  while (ending.steps < most_steps && ending.steps - last_nearer < patience && !ending.is_at_rest &&
         ending.is_clear) {
    before = ending.posture;
    const StepReport report = mover.step(tasks, none, ending.posture);
    ++ending.steps;
    ending.is_at_rest = report.status == StepStatus::at_rest;
    ending.is_clear = is_step_clear(motion, before, ending.posture, between);
    ending.error = distance(kinematics, ending.posture, scene.goal);
    if (ending.error < ending.nearest - noticeable) last_nearer = ending.steps;
    ending.nearest = std::min(ending.nearest, ending.error);
  }
  return ending;
}

bool sees_the_figure(const AvoidanceOptions& avoidance) {
  for (const char* key : {"self", "avoid_itself"}) {
    const AvoidanceParameter* parameter = describe(avoidance.technique).find(key);
    if (parameter && value(*parameter, avoidance, ClearanceOptions{}) != 0.0) return true;
  }
  return avoidance.technique == Technique::off;  // nothing is avoided: judged by everything
}

double counted_error(const Ending& ending, Technique technique) {
  if (!ending.is_clear) return std::numeric_limits<double>::infinity();
  return technique == Technique::clearance ? ending.error : ending.nearest;
}

int ServedGoals::clear() const {
  return static_cast<int>(
      std::count_if(errors.begin(), errors.end(), [](double e) { return std::isfinite(e); }));
}

int ServedGoals::reached() const {
  return static_cast<int>(
      std::count_if(errors.begin(), errors.end(), [](double e) { return e <= tolerance; }));
}

double ServedGoals::quantile(double share) const {
  std::vector<double> sorted = errors;
  std::sort(sorted.begin(), sorted.end());
  const auto count = static_cast<double>(sorted.size());
  return sorted[static_cast<std::size_t>(std::clamp(std::ceil(share * count) - 1.0, 0.0, count - 1.0))];
}

std::vector<ServedGoals> serve_goals(int scenes, Technique first,
                                     const std::function<void(double)>& progress) {
  std::vector<ServedGoals> served;
  for (const TechniqueDescription& description : techniques()) {
    if (origin(description.technique) != TechniqueOrigin::classics)  // the classics avoid nothing
      served.push_back({.technique = description.technique});
  }
  for (int i = 0; i < scenes; ++i) {
    const ReachableGoal scene = reachable_goal(static_cast<std::uint64_t>(i));
    for (ServedGoals& by : served) {
      AvoidanceOptions options;
      options.technique = by.technique == Technique::clearance ? first : by.technique;
      by.errors.push_back(counted_error(run_to_rest(scene, options), by.technique));
    }
    if (progress) progress((i + 1.0) / scenes);
  }
  return served;
}

std::vector<int> scenes_served_better(const std::vector<ServedGoals>& served) {
  std::vector<int> scenes;
  for (std::size_t i = 0; i < served.front().errors.size(); ++i) {
    const double ours = served.front().errors[i];
    const bool better = std::any_of(served.begin() + 1, served.end(), [&](const ServedGoals& by) {
      return ours > tolerance && by.errors[i] < ours - tolerance;
    });
    if (better) scenes.push_back(static_cast<int>(i));
  }
  return scenes;
}

}  // namespace limber::experiments

// Measures what Ge's tables say of the techniques in a word (technique_columns.h).

#include "experiments/common/technique_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "experiments/common/avoidance_runs.h"
#include "limber/avoidance/parameters.h"
#include "limber/math/random.h"
#include "limber/models/bare_chain.h"
#include "limber/planning/clear_motion.h"

namespace limber::experiments {

namespace {

constexpr std::array ge_techniques = {Technique::task_priority,
                                      Technique::two_worst,
                                      Technique::task_augmented,
                                      Technique::cost,
                                      Technique::cost_augmented,
                                      Technique::cost_blended,
                                      Technique::cost_blended_augmented,
                                      Technique::cost_adaptive,
                                      Technique::objective,
                                      Technique::priority_reversing};

// A chain of links one length long in the middle of a random posture.
struct Standing {
  Figure figure;
  Posture posture;
  TaskList tasks = {};
};

Standing random_standing(int links, Random& random) {
  Standing standing{models::bare_chain({.links = links, .length = double(links), .radius = 0.2}), {}};
  standing.posture = standing.figure.rest_posture();
  for (double& value : standing.posture.values) value = random.between(-0.5, 0.5);
  Kinematics kinematics(standing.figure);
  kinematics.update(standing.posture);
  const FrameId tip = standing.figure.frame("trunk.tip");
  standing.tasks.add("tip", Reach{.frame = tip, .target = kinematics.frame_position(tip)});
  return standing;
}

Vec3 random_direction(Random& random) {
  const double z = random.between(-1.0, 1.0), turn = random.between(0.0, 2.0 * std::numbers::pi);
  const double across = std::sqrt(1.0 - z * z);
  return {across * std::cos(turn), across * std::sin(turn), z};
}

// A ball so far from the middle of a link that some part of the chain is `clearance` away from it, if that
// link is the nearest.
Sphere ball_near(const Standing& standing, int link, double clearance, Random& random) {
  Kinematics kinematics(standing.figure);
  kinematics.update(standing.posture);
  constexpr double radius = 0.5, thickness = 0.2;
  const Vec3 middle =
      kinematics.segment_pose(standing.figure.segment("trunk." + std::to_string(link))).translation;
  return {middle + (radius + thickness + clearance) * random_direction(random), radius};
}

AvoidanceOptions plain(Technique technique) {
  AvoidanceOptions options;
  options.technique = technique;
  options.cancel = false;
  return options;
}

VecX step_of(const Standing& standing, const World& world, Technique technique) {
  SolverOptions solver;
  solver.limits = LimitMethod::off;
  Mover mover(standing.figure, solver, plain(technique));
  mover.prepare(standing.tasks, {}, world);
  Posture posture = standing.posture;
  mover.step(standing.tasks, {}, posture);
  return difference(standing.figure, standing.posture, posture);
}

// Keys that all of Ge's techniques have.
bool is_shared(std::string_view key) {
  return std::all_of(ge_techniques.begin(), ge_techniques.end(),
                     [&](Technique technique) { return describe(technique).find(key) != nullptr; });
}

}  // namespace

double share_of_pushes_away(Technique technique, int situations) {
  Random random(11);
  int away = 0, counted = 0;
  while (counted < situations) {
    const Standing standing = random_standing(10, random);
    World world;
    const int link = 4 + std::min(6, static_cast<int>(random.between(0.0, 7.0)));
    world.add("ball", ball_near(standing, link, 0.4, random));
    ClearMotion motion(standing.figure, world, {.self = false});
    const double before = motion.clearance(standing.posture, 1e3);
    if (before < 0.1) continue;  // another link is nearer, or in the ball
    ++counted;
    VecX push = step_of(standing, world, technique);
    const double largest = push.cwiseAbs().maxCoeff();
    if (largest < 1e-12) continue;  // does nothing
    push *= 1e-5 / largest;
    Posture moved = standing.posture;
    integrate(standing.figure, push, moved);
    away += motion.clearance(moved, 1e3) > before;
  }
  return 100.0 * away / situations;
}

int numbers_with_effect(Technique technique) {
  Course course = past_balls(4, Sweep::far, 10);
  course.settling_frames = 0;
  const AvoidanceOptions usual = resolved(trunk_options(technique), course.figure);
  Posture end;
  limber::run(course, usual, {}, &end);
  int count = 0;
  for (const AvoidanceParameter& parameter : describe(technique).parameters) {
    if (parameter.kind() == AvoidanceParameter::Kind::truth || is_shared(parameter.key)) continue;
    AvoidanceOptions changed = usual;
    ClearanceOptions clearance;
    const double now = value(parameter, usual, clearance);
    const bool whole = parameter.kind() == AvoidanceParameter::Kind::integer;
    set_value(parameter, whole ? now + 1.0 : 0.7 * now, changed, clearance);
    Posture other;
    limber::run(course, changed, {}, &other);
    count += !(other == end);
  }
  return count;
}

int obstacles_with_effect(Technique technique) {
  Random random(5);
  const Standing standing = random_standing(joints_among_balls / 3, random);
  std::vector<std::pair<double, Sphere>> balls;
  while (balls.size() < balls_around) {
    const int link = 2 + static_cast<int>(balls.size() % 3);
    const Sphere ball = ball_near(standing, link, random.between(0.3, 0.6), random);
    World alone;
    alone.add("ball", ball);
    const double clearance =
        ClearMotion(standing.figure, alone, {.self = false}).clearance(standing.posture, 1e3);
    if (clearance > 0.15) balls.emplace_back(clearance, ball);
  }
  std::sort(balls.begin(), balls.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  World world;
  VecX before = step_of(standing, world, technique);
  int last = 0;
  for (int k = 1; k <= balls_around; ++k) {
    world.add("ball " + std::to_string(k), at(balls, k - 1).second);
    const VecX now = step_of(standing, world, technique);
    if ((now - before).norm() > 1e-12) last = k;
    before = now;
  }
  return last;
}

}  // namespace limber::experiments

// Accelerations and limits together: curved limits of ball joints, couplings, on random figures and the
// human.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "limber/figure/joint_motion.h"
#include "limber/figure/limit_rows.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/motion/track.h"
#include "limber/scene/track_problem.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

// From the postures alone: [rad/s^2] over the limit, [rad] or [m] outside the joint limits and the couplings.
struct Broken {
  double acceleration = 0.0, limits = 0.0, largest_acceleration = 0.0;
};
Broken broken(const TrackProblem& problem, const TrackReport& report, double dt, bool from_rest = true) {
  Broken worst;
  VecX before = VecX::Zero(problem.figure.dof_count());
  const auto& postures = report.motion.postures;
  for (std::size_t k = 1; k < postures.size(); ++k) {
    const VecX moved = difference(problem.figure, postures[k - 1], postures[k]);
    for (int i = 0; i < moved.size() && (k > 1 || from_rest); ++i) {
      const double acceleration = std::abs(moved[i] - before[i]) / (dt * dt);
      worst.largest_acceleration = std::max(worst.largest_acceleration, acceleration);
      worst.acceleration = std::max(worst.acceleration, acceleration - at(problem.motion.accelerations, i));
    }
    before = moved;
    worst.limits = std::max(worst.limits, largest_limit_excess(problem.figure, postures[k]).amount);
  }
  return worst;
}

// A frame is led to and fro, far beyond what the figure reaches.
TrackProblem shaken(Random& random, const Figure& figure, double acceleration) {
  TrackProblem problem{.figure = figure, .start = inside_limits(figure, figure.rest_posture())};
  Kinematics kinematics(figure);
  kinematics.update(problem.start);
  for (int k = 0; k < 2; ++k) {
    const FrameId frame{uniform_int(random, 0, static_cast<int>(figure.frames().size()) - 1)};
    const auto task =
        problem.tasks.add(k == 0 ? "first" : "second", Reach{.frame = frame}, {.priority = k + 1});
    problem.paths.set(task, TargetPath(SineCurve{.center = kinematics.frame_position(frame),
                                                 .terms = {{random_vector(random, 1.5), 0.7, 0.0},
                                                           {random_vector(random, 0.7), 0.3, 0.4}}}));
  }
  problem.solver.clearance.self = false;
  problem.motion.accelerations.assign(static_cast<std::size_t>(figure.dof_count()), acceleration);
  return problem;
}

TEST(Stopping, RandomFiguresKeepLimitsAndAccelerations) {
  const double dt = 0.005;
  Broken worst;
  int met = 0;
  for (int k = 0; k < scaled(200); ++k) {
    Random random(static_cast<std::uint64_t>(4000 + k));
    const RandomFigureOptions options{.segments = 8, .limits = true};
    const Figure figure =
        k % 2 == 0 ? random_figure(random, options) : random_coupled_figure(random, options);
    const TrackProblem problem = shaken(random, figure, uniform(random, 10.0, 80.0));
    const TrackReport report = track(problem, {.seconds = 0.8, .dt = dt, .settle = false});
    const Broken now = broken(problem, report, dt);
    EXPECT_LE(now.acceleration, 1e-9) << "figure " << k;
    EXPECT_LE(now.limits, 1e-9) << "figure " << k;
    worst.acceleration = std::max(worst.acceleration, now.acceleration);
    worst.limits = std::max(worst.limits, now.limits);
    for (const Posture& posture : report.motion.postures) {
      for (const JointId j : figure.joints()) {
        if (figure.joint(j).type != JointType::ball) continue;
        met += orientation_limit_rows(figure.joint(j), values_of(figure, posture, j), 1e-3).count;
      }
    }
  }
  std::printf("random figures: %.2g rad/s^2 over the limit, %.2g outside; balls near a limit %d times\n",
              worst.acceleration, worst.limits, met);
  EXPECT_GT(met, 100);
}

// The hand is driven beyond its reach and back: shoulder, hips and the spine's balls slide along their
// limits.
TEST(Stopping, HumanKeepsLimitsAndAccelerations) {
  for (const double acceleration : {20.0, 60.0}) {
    TrackProblem problem = track_problem(
        load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes" / "human-reach.json").value());
    problem.paths.set(
        problem.tasks.find("right hand")->number,
        TargetPath(SineCurve{.center = {0.75, -0.35, 1.2}, .terms = {{{0.35, 0, 0}, 2.0, 0.0}}}));
    problem.motion.accelerations.assign(static_cast<std::size_t>(problem.figure.dof_count()), acceleration);
    const double dt = 0.005;
    const TrackReport report = track(problem, {.seconds = 3.0, .dt = dt, .lead_in = 1});
    const Broken now = broken(problem, report, dt, false);  // it begins in its cycle
    std::printf("human, %g rad/s^2: largest %.4g, over by %.2g; errors", acceleration,
                now.largest_acceleration, now.acceleration);
    for (const TaskTrack& task : report.tasks) std::printf(" %.2g", task.largest_error);
    std::printf("; speed %.3g rad/s\n", report.largest_speed);
    EXPECT_LE(now.acceleration, 1e-9);
    EXPECT_LE(now.limits, 1e-9);
    EXPECT_LE(report.acceleration_excess, 1e-9);
    // The first priority: feet that the hand pulls at.
    EXPECT_LT(report.tasks[0].largest_error, acceleration < 60.0 ? 0.02 : 0.008);
  }
}

}  // namespace
}  // namespace limber

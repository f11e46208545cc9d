// What simulated motions conserve, and how stable the integrators are.

#include "limber/dynamics/simulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limber/models/models.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

Figure massive_figure(Random& random, int segments, bool free_root) {
  RandomFigureOptions options;
  options.segments = segments;
  options.free_root = free_root;
  options.massless = 0.0;
  return random_figure(random, options);
}

// [J] how much energy a free motion gains or loses, and what it had to begin with to compare with.
struct Drift {
  double lost, kinetic;
};
Drift drift(const Figure& figure, MotionState state, double seconds, double dt) {
  Simulation simulation(figure);
  const double before = simulation.energy(state);
  simulation.dynamics().update(state.posture, state.velocity);
  const double kinetic = simulation.dynamics().kinetic_energy();
  const int steps = static_cast<int>(std::lround(seconds / dt));
  for (int k = 0; k < steps; ++k) {
    if (!simulation.runge_kutta(state, dt, Simulation::no_torque)) return {unlimited, kinetic};
  }
  return {std::abs(simulation.energy(state) - before), kinetic};
}

TEST(Simulation, FreeMotionOfAnyFigureKeepsItsEnergy) {
  Random random(1);
  for (int n = 0; n < scaled(20); ++n) {
    const Figure figure = massive_figure(random, 2 + n % 5, n % 2 == 0);
    MotionState state{random_posture(random, figure), random_step(random, figure, 1.0)};
    // Swings past |s| = pi have no coordinates: start near the middle.
    for (const JointId j : figure.joints()) {
      if (figure.joint(j).type == JointType::swing)
        state.posture.values.segment<2>(figure.first_value(j)) *= 0.2;
    }
    const Drift found = drift(figure, state, 0.5, 0.0005);
    EXPECT_LE(found.lost, 1e-7 * (1.0 + found.kinetic)) << n;
  }
}

TEST(Simulation, AHangingChainOfBallsKeepsItsEnergyForTwoSeconds) {
  FigureDescription description;
  description.name = "chain of balls";
  description.segments.push_back({.name = "link 0"});
  for (int k = 1; k <= 4; ++k) {
    SegmentDescription link{.name = "link " + std::to_string(k), .parent = "link " + std::to_string(k - 1)};
    link.before = Transform::at({0, 0, k == 1 ? 0.0 : -0.4});
    link.joint.type = JointType::ball;
    link.mass = MassProperties{0.5, Vec3(0, 0, -0.2), Vec3(0.0067, 0.0067, 0.003).asDiagonal()};
    description.segments.push_back(link);
  }
  const Figure figure = Figure::build(description).value();
  Simulation simulation(figure);
  MotionState state{figure.rest_posture(), VecX(figure.dof_count())};
  for (int c = 0; c < figure.dof_count(); ++c) state.velocity[c] = std::sin(1.0 + 2.3 * c);
  const double before = simulation.energy(state);
  double most_kinetic = 0.0, lost = 0.0;
  for (int k = 0; k < 8000; ++k) {
    ASSERT_TRUE(simulation.runge_kutta(state, 0.00025, Simulation::no_torque));
    if (k % 100 != 99) continue;
    lost = std::max(lost, std::abs(simulation.energy(state) - before));
    most_kinetic = std::max(most_kinetic, simulation.dynamics().kinetic_energy());
  }
  EXPECT_LE(lost, 1e-9 * most_kinetic);
}

TEST(Simulation, EnergyDriftFallsWithTheFourthPowerOfTheStep) {
  Random random(3);
  const Figure figure = massive_figure(random, 4, true);
  const MotionState state{random_posture(random, figure), random_step(random, figure, 1.0)};
  const double coarse = drift(figure, state, 0.5, 0.01).lost, fine = drift(figure, state, 0.5, 0.005).lost;
  EXPECT_GT(coarse / fine, 10.0);
}

TEST(Simulation, ABallKeepsItsAngularMomentum) {
  // One body on a ball joint at its centre: Euler's top, torque-free.
  FigureDescription description;
  description.name = "top";
  description.segments.push_back({.name = "base"});
  SegmentDescription body{.name = "body", .parent = "base"};
  body.joint.type = JointType::ball;
  body.mass = MassProperties{2.0, Vec3::Zero(), Vec3(0.3, 0.5, 0.7).asDiagonal()};
  description.segments.push_back(body);
  const Figure figure = Figure::build(description).value();
  Simulation simulation(figure);
  MotionState state{figure.rest_posture(), Vec3(0.01, 4.0, 0.02)};  // about the middle axis: it tumbles
  const auto momentum = [&] {
    simulation.dynamics().update(state.posture, state.velocity);
    const Mat3 turn = simulation.dynamics().kinematics().segment_pose(SegmentId{1}).rotation;
    return Vec3(turn * Vec3(0.3, 0.5, 0.7).asDiagonal() * turn.transpose() * state.velocity);
  };
  const Vec3 before = momentum();
  double lowest = 1.0;
  for (int k = 0; k < 20000; ++k) {
    ASSERT_TRUE(simulation.runge_kutta(state, 0.0005, Simulation::no_torque));
    lowest = std::min(lowest, simulation.dynamics().kinematics().segment_pose(SegmentId{1}).rotation(1, 1));
  }
  EXPECT_LE((momentum() - before).norm(), 1e-9 * before.norm());
  EXPECT_LT(lowest, -0.9) << "it should have turned over";
}

TEST(Simulation, StiffDampingStaysStableWhereRungeKuttaDoesNot) {
  const Figure figure = Figure::build(models::find("tsuji-arm")->make({})).value();
  Simulation simulation(figure);
  MotionState state{figure.rest_posture(), VecX::Constant(5, 3.0)}, explicit_state = state;
  const VecX damping = VecX::Constant(5, 500.0);
  for (int k = 0; k < 200; ++k) {
    ASSERT_TRUE(simulation.semi_implicit(state, 0.01, Simulation::no_torque, damping));
    simulation.runge_kutta(explicit_state, 0.01, [&](const MotionState& at, VecX& torque) {
      torque = -damping.cwiseProduct(at.velocity);
    });
  }
  EXPECT_LE(state.velocity.norm(), 1e-6);
  EXPECT_TRUE(explicit_state.velocity.allFinite()) << "a state that is not finite is never taken";
  EXPECT_GT(explicit_state.velocity.norm(), 1.0);
}

TEST(Simulation, AllocatesNothingAfterConstruction) {
  Random random(4);
  const Figure figure = massive_figure(random, 8, true);
  Simulation simulation(figure);
  MotionState state{random_posture(random, figure), random_step(random, figure, 0.5)};
  const VecX damping = VecX::Constant(figure.dof_count(), 0.1);
  const Simulation::Torque torque = Simulation::no_torque;
  AllocationCounter counter;
  simulation.runge_kutta(state, 0.001, torque);
  simulation.semi_implicit(state, 0.001, torque, damping);
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace limber

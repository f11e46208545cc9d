// A figure moved by torques: forces of the scene act on it, at as many points as it has.

#include <gtest/gtest.h>

#include <filesystem>

#include "limber/dynamics/dynamics.h"
#include "limber/files/files.h"
#include "limber/session/solving/dynamics_motion.h"

namespace limber {
namespace {

// Tsuji's arm, with no control, no friction and no weight: only forces move it.
Scene free_arm(std::vector<ForceDescription> forces) {
  Scene scene = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/tsuji-torques.json").value();
  scene.tasks = {};
  scene.tasks.loads.forces = std::move(forces);
  scene.dynamics.friction = 0.0;
  scene.dynamics.virtual_arms = DynamicsOptions::VirtualArms::off;
  return scene;
}

// The joint torques that explain the speed after one step from standing still.
VecX torque_seen(const Scene& scene) {
  DynamicsMotion motion(scene);
  Posture posture = scene.posture;
  EXPECT_TRUE(motion.step(scene.tasks, posture));
  const int n = scene.figure.dof_count();
  Dynamics dynamics(scene.figure, Vec3::Zero());
  dynamics.update(scene.posture, VecX::Zero(n));
  Eigen::MatrixXd masses = Eigen::MatrixXd::Zero(n, n);
  dynamics.mass_matrix(masses);
  masses.diagonal().array() += 1e-4 * scene.figure.total_mass();  // of the motors
  return masses * motion.velocity() / 1e-3;
}

// The work of the forces for a small turn of each joint, by finite differences: tau = J^T F.
VecX torque_by_work(const Scene& scene) {
  const auto work = [&](const Posture& posture) {
    Kinematics kinematics(scene.figure);
    kinematics.update(posture);
    double sum = 0.0;
    for (const ForceDescription& each : scene.tasks.loads.forces)
      sum += (each.force + each.mass * scene.dynamics.gravity)
                 .dot(kinematics.frame_position(scene.figure.frame(each.frame)));
    return sum;
  };
  VecX torque = VecX::Zero(scene.figure.dof_count());
  constexpr double turn = 1e-5;
  for (int k = 0; k < torque.size(); ++k) {
    Posture more = scene.posture, less = scene.posture;
    integrate(scene.figure, VecX::Unit(torque.size(), k) * turn, more);
    integrate(scene.figure, VecX::Unit(torque.size(), k) * -turn, less);
    torque[k] = (work(more) - work(less)) / (2.0 * turn);
  }
  return torque;
}

TEST(DynamicsMotion, ForcesAtManyPointsBecomeJointTorques) {
  const Scene scene = free_arm({{.frame = "tip", .force = {3, -2, 0}},
                                {.frame = "middle.2", .force = {-1, 4, 0}},
                                {.frame = "joint.4", .force = {0, 5, 0}}});
  const VecX expected = torque_by_work(scene);
  EXPECT_GT(expected.norm(), 1.0);
  EXPECT_LT((torque_seen(scene) - expected).norm(), 1e-6 * expected.norm());
}

TEST(DynamicsMotion, AForceOfTheBodyTurnsWithItAndATorqueTurnsAllJointsBefore) {
  Scene scene = free_arm({{.frame = "tip", .force = {0, 2, 0}, .torque = {0, 0, 7}, .in = ForceAxes::body}});
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  const VecX seen = torque_seen(scene);
  const Mat3 turn = kinematics.frame_pose(scene.figure.frame("tip")).rotation;
  scene.tasks.loads.forces = {{.frame = "tip", .force = turn * Vec3(0, 2, 0)}};
  const VecX expected = torque_by_work(scene) + VecX::Constant(5, 7.0);
  EXPECT_LT((seen - expected).norm(), 1e-6 * expected.norm());
}

TEST(DynamicsMotion, WhatPushesAgainstAnotherPartTurnsOnlyTheJointsBetweenThem) {
  const VecX seen = torque_seen(
      free_arm({{.frame = "tip", .force = {3, -2, 0}, .torque = {0, 0, 1}, .against = "middle.3"}}));
  EXPECT_LT(seen.head(3).norm(), 1e-9);
  EXPECT_GT(seen.tail(2).cwiseAbs().minCoeff(), 0.1);
}

TEST(DynamicsMotion, ACarriedMassHasWeight) {
  Scene scene = free_arm({{.frame = "tip", .mass = 2.0}});
  scene.dynamics.gravity = {0, -9.81, 0};
  const VecX expected = torque_by_work(scene), loaded = torque_seen(scene);
  scene.tasks.loads.forces.clear();
  EXPECT_LT((loaded - torque_seen(scene) - expected).norm(), 1e-6 * expected.norm());
}

}  // namespace
}  // namespace limber

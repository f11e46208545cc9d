// Forward dynamics, inverse dynamics and the mass matrix against each other and against Jacobians.

#include "limber/dynamics/dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "limber/kinematics/mass_distribution.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

// Any tree, every joint type, both ways round; a mass on every segment, so that M can be inverted.
Figure figure_with_mass(Random& random, int n) {
  RandomFigureOptions options;
  options.segments = 1 + n % 12;
  options.free_root = n % 3 == 0;
  options.massless = 0.0;
  return random_figure(random, options);
}

// M = sum over segments of m J^T J + Jw^T T Jw: by Jacobians, which the algorithms know nothing of.
Eigen::MatrixXd mass_matrix_by_jacobians(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const int n = figure.dof_count();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  RowMatrix moves(3, n), turns(3, n);
  for (const SegmentId s : figure.segments()) {
    const MassProperties& body = figure.mass(s);
    const Transform pose = kinematics.segment_pose(s);
    kinematics.translation_jacobian(s, pose * body.center, moves);
    kinematics.rotation_jacobian(s, turns);
    const Mat3 inertia = pose.rotation * body.inertia * pose.rotation.transpose();
    matrix += body.mass * moves.transpose() * moves + turns.transpose() * inertia * turns;
  }
  return matrix;
}

TEST(Dynamics, MassMatrixMatchesTheJacobians) {
  Random random(1);
  for (int n = 0; n < scaled(2000); ++n) {
    const Figure figure = figure_with_mass(random, n);
    if (figure.dof_count() == 0) continue;
    const Posture posture = random_posture(random, figure);
    Dynamics dynamics(figure);
    dynamics.update(posture, VecX::Zero(figure.dof_count()));
    Eigen::MatrixXd matrix(figure.dof_count(), figure.dof_count());
    dynamics.mass_matrix(matrix);
    const Eigen::MatrixXd expected = mass_matrix_by_jacobians(figure, posture);
    ASSERT_LE((matrix - expected).cwiseAbs().maxCoeff(), 1e-11 * (1.0 + expected.cwiseAbs().maxCoeff())) << n;
  }
}

TEST(Dynamics, InverseIsMassTimesAccelerationPlusVelocityTerms) {
  Random random(2);
  for (int n = 0; n < scaled(2000); ++n) {
    const Figure figure = figure_with_mass(random, n);
    if (figure.dof_count() == 0) continue;
    const int dofs = figure.dof_count();
    Dynamics dynamics(figure);
    dynamics.update(random_posture(random, figure), random_step(random, figure, 2.0));
    const VecX acceleration = random_step(random, figure, 3.0);
    VecX torque(dofs), at_rest(dofs);
    dynamics.inverse(acceleration, torque);
    dynamics.inverse(VecX::Zero(dofs), at_rest);
    Eigen::MatrixXd matrix(dofs, dofs);
    dynamics.mass_matrix(matrix);
    const VecX expected = matrix * acceleration + at_rest;
    ASSERT_LE((torque - expected).norm(), 1e-10 * (1.0 + expected.norm())) << n;
  }
}

TEST(Dynamics, ForwardSolvesTheEquationOfMotion) {
  Random random(3);
  for (int n = 0; n < scaled(4000); ++n) {
    const Figure figure = figure_with_mass(random, n);
    if (figure.dof_count() == 0) continue;
    const int dofs = figure.dof_count();
    Dynamics dynamics(figure, random_vector(random, 10.0));
    if (n % 4 == 1) dynamics.extra_inertia = random_step(random, figure, 1.0).cwiseAbs();
    dynamics.update(random_posture(random, figure), random_step(random, figure, 2.0));
    const VecX torque = random_step(random, figure, 5.0);
    VecX acceleration(dofs), taken(dofs);
    EXPECT_EQ(dynamics.forward(torque, acceleration), 0) << n;
    dynamics.inverse(VecX::Zero(dofs), taken);
    Eigen::MatrixXd matrix(dofs, dofs);
    dynamics.mass_matrix(matrix);
    const VecX expected = matrix.ldlt().solve(torque - taken);
    ASSERT_LE((acceleration - expected).norm(), 1e-10 * (1.0 + expected.norm())) << n;
    // And round: the torque that the accelerations need is the torque that made them.
    VecX back(dofs);
    dynamics.inverse(acceleration, back);
    ASSERT_LE((back - torque).norm(), 1e-9 * (1.0 + torque.norm() + taken.norm())) << n;
  }
}

// The one thing the three algorithms share, from outside: how a segment accelerates when joints move
// steadily.
TEST(Dynamics, BiasIsTheAccelerationAtConstantJointVelocity) {
  Random random(4);
  for (int n = 0; n < scaled(1500); ++n) {
    const Figure figure = figure_with_mass(random, n);
    if (figure.dof_count() == 0) continue;
    const Posture posture = random_posture(random, figure);
    const VecX velocity = random_step(random, figure, 1.5);
    Kinematics kinematics(figure);
    BodyMotion motion(figure);
    const auto velocities_at = [&](double time) {
      Posture moved = posture;
      integrate(figure, time * velocity, moved);
      kinematics.update(moved);
      motion.update(kinematics, moved, velocity);
      Eigen::MatrixXd all(6, figure.segment_count());
      for (const SegmentId s : figure.segments()) all.col(s) = motion.velocity(s);
      return all;
    };
    const auto central = [&](double h) -> Eigen::MatrixXd {
      return (velocities_at(h) - velocities_at(-h)) / (2 * h);
    };
    const Eigen::MatrixXd expected = (4.0 * central(5e-4) - central(1e-3)) / 3.0;
    velocities_at(0.0);
    std::vector<Vec6> accelerations;
    for (const SegmentId s : figure.segments()) {
      const Joint& joint = figure.joint(figure.joint_of(s));
      Vec6 a = motion.bias(s);
      if (s != root_segment) a += at(accelerations, figure.parent(s));
      accelerations.push_back(a);
      ASSERT_LE((a - expected.col(s)).norm(), 1e-7 * (1.0 + a.norm()))
          << n << " segment " << s << " " << joint_type_name(joint.type)
          << (joint.inverted ? " inverted" : "");
    }
  }
}

TEST(Dynamics, KineticEnergyIsHalfTheMassMatrixOfTheVelocity) {
  Random random(5);
  for (int n = 0; n < scaled(500); ++n) {
    const Figure figure = figure_with_mass(random, n);
    if (figure.dof_count() == 0) continue;
    const VecX velocity = random_step(random, figure, 2.0);
    Dynamics dynamics(figure);
    const Posture posture = random_posture(random, figure);
    dynamics.update(posture, velocity);
    const double expected = 0.5 * velocity.dot(mass_matrix_by_jacobians(figure, posture) * velocity);
    ASSERT_NEAR(dynamics.kinetic_energy(), expected, 1e-11 * (1.0 + expected));
    MassDistribution masses(figure);
    masses.update(dynamics.kinematics());
    ASSERT_NEAR(dynamics.potential_energy(), 9.81 * masses.total_mass() * masses.center().z(),
                1e-10 * (1.0 + masses.total_mass()));
  }
}

TEST(Dynamics, CentreOfMassOfAFreeFigureFallsWithGravity) {
  Random random(6);
  for (int n = 0; n < scaled(300); ++n) {
    RandomFigureOptions options;
    options.segments = 1 + n % 8;
    options.free_root = true;
    options.massless = 0.0;
    const Figure figure = random_figure(random, options);
    const Vec3 gravity = random_vector(random, 10.0);
    Dynamics dynamics(figure, gravity);
    const Posture posture = random_posture(random, figure);
    const VecX velocity = random_step(random, figure, 1.0);
    dynamics.update(posture, velocity);
    VecX acceleration(figure.dof_count());
    VecX torque = random_step(random, figure, 2.0);
    torque.head(6).setZero();  // nothing holds the root
    dynamics.forward(torque, acceleration);
    // The centre of mass: d/dt (J q') by central differences along the motion, q' changing by q''.
    const auto center_velocity = [&](double time) -> Vec3 {
      Posture moved = posture;
      integrate(figure, time * velocity, moved);
      Kinematics kinematics(figure);
      kinematics.update(moved);
      MassDistribution masses(figure);
      masses.update(kinematics);
      RowMatrix rows(3, figure.dof_count());
      masses.center_jacobian(kinematics, rows);
      return rows * (velocity + time * acceleration);
    };
    constexpr double h = 1e-4;
    const Vec3 found = (center_velocity(h) - center_velocity(-h)) / (2 * h);
    ASSERT_LE((found - gravity).norm(), 1e-5 * (1.0 + acceleration.norm())) << n;
  }
}

TEST(Dynamics, AJointWithoutMassStaysAndIsCounted) {
  Random random(7);
  FigureDescription description;
  description.name = "arm";
  const auto add = [&](const std::string& name, const std::string& parent,
                       std::optional<MassProperties> mass) {
    SegmentDescription segment;
    segment.name = name;
    segment.parent = parent;
    segment.joint.type = parent.empty() ? JointType::fixed : JointType::revolute;
    segment.before = Transform::at({0, 0, 0.3});
    segment.joint.axis = Vec3::UnitX();
    segment.mass = mass;
    description.segments.push_back(segment);
  };
  add("base", "", std::nullopt);
  add("upper", "base", MassProperties{1.0, Vec3(0, 0.1, 0.1), 0.01 * Mat3::Identity()});
  add("empty", "upper", std::nullopt);
  const Figure figure = Figure::build(description).value();
  Dynamics dynamics(figure);
  VecX acceleration(2);
  EXPECT_EQ(dynamics.forward(VecX::Constant(2, 1.0), acceleration), 1);
  EXPECT_NE(acceleration[0], 0.0);
  EXPECT_EQ(acceleration[1], 0.0);
  dynamics.extra_inertia[1] = 0.5;
  EXPECT_EQ(dynamics.forward(VecX::Constant(2, 1.0), acceleration), 0);
  EXPECT_DOUBLE_EQ(acceleration[1], 2.0);
}

TEST(Dynamics, AllocatesNothingAfterConstruction) {
  Random random(8);
  const Figure figure = figure_with_mass(random, 11);
  Dynamics dynamics(figure);
  const Posture posture = random_posture(random, figure);
  const VecX velocity = random_step(random, figure, 1.0);
  VecX answer(figure.dof_count());
  Eigen::MatrixXd matrix(figure.dof_count(), figure.dof_count());
  AllocationCounter counter;
  dynamics.update(posture, velocity);
  dynamics.forward(velocity, answer);
  dynamics.inverse(velocity, answer);
  dynamics.mass_matrix(matrix);
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace limber

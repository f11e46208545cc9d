// Tsuji's five-link arm, whose equations of motion can be written down: the algorithms against the closed
// form, and the paper's control.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "limber/avoidance/virtual_arms_posture.h"
#include "limber/dynamics/simulation.h"
#include "limber/models/models.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

Figure tsuji_arm() {
  return Figure::build(models::find("tsuji-arm")->make({})).value();
}

// In absolute angles phi = T theta:  Ma = A o cos(phi_j - phi_k) + Ic 1,  ha_j = sum_k A_jk sin(phi_j -
// phi_k) phi'_k^2,  A = sum_i m c_i c_i^T,  M = T^T Ma T,  h = T^T ha.
struct ClosedForm {
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(5, 5);
  VecX taken = VecX::Zero(5);

  ClosedForm(const VecX& theta, const VecX& rate) {
    constexpr double l = 0.4, m = 0.5, center = 0.2, moment = 0.0067;
    Eigen::MatrixXd t = Eigen::MatrixXd::Zero(5, 5), a = t;
    for (int i = 0; i < 5; ++i) {
      t.row(i).head(i + 1).setOnes();
      VecX c = VecX::Zero(5);
      c.head(i).setConstant(l);
      c[i] = center;
      a += m * c * c.transpose();
    }
    const VecX phi = t * theta, turning = t * rate;
    Eigen::MatrixXd absolute(5, 5);
    VecX absolute_taken = VecX::Zero(5);
    for (int j = 0; j < 5; ++j) {
      for (int k = 0; k < 5; ++k) {
        absolute(j, k) = a(j, k) * std::cos(phi[j] - phi[k]) + (j == k ? moment : 0.0);
        absolute_taken[j] += a(j, k) * std::sin(phi[j] - phi[k]) * turning[k] * turning[k];
      }
    }
    mass = t.transpose() * absolute * t;
    taken = t.transpose() * absolute_taken;
  }
};

TEST(PlanarArm, MovesAsItsClosedFormSays) {
  const Figure figure = tsuji_arm();
  Random random(1);
  Dynamics dynamics(figure);  // gravity is along its axes and does no work
  for (int n = 0; n < scaled(2000); ++n) {
    const Posture posture = random_posture(random, figure);
    const VecX rate = random_step(random, figure, 4.0), torque = random_step(random, figure, 3.0);
    const ClosedForm closed(posture.values, rate);
    dynamics.update(posture, rate);
    VecX acceleration(5), taken(5);
    Eigen::MatrixXd mass(5, 5);
    dynamics.mass_matrix(mass);
    dynamics.inverse(VecX::Zero(5), taken);
    dynamics.forward(torque, acceleration);
    ASSERT_LE((mass - closed.mass).cwiseAbs().maxCoeff(), 1e-13);
    ASSERT_LE((taken - closed.taken).cwiseAbs().maxCoeff(), 1e-12 * (1 + closed.taken.norm()));
    const VecX expected = closed.mass.ldlt().solve(torque - closed.taken);
    ASSERT_LE((acceleration - expected).norm(), 1e-10 * expected.norm());
  }
}

TEST(PlanarArm, KeepsItsEnergyOverTwoSecondsOfFreeMotion) {
  const Figure figure = tsuji_arm();
  Simulation simulation(figure);
  MotionState state{figure.rest_posture(), VecX::Zero(5)};
  state.velocity << 1.0, -2.0, 1.5, 0.5, -1.0;
  const double before = simulation.energy(state);
  for (int k = 0; k < 4000; ++k) ASSERT_TRUE(simulation.runge_kutta(state, 0.0005, Simulation::no_torque));
  EXPECT_LE(std::abs(simulation.energy(state) - before), 1e-9 * before);
  EXPECT_GT((state.posture.values - figure.rest_posture().values).norm(), 1.0);
}

// The paper's control: nine virtual arms stay, the tip goes to the goal with weight 100.
struct Control {
  Figure figure = tsuji_arm();
  Kinematics kinematics{figure};
  ArmPosture arm = [this] {
    ArmChain chain(figure, 2);
    const Frame& tip = figure.frame(figure.frame("tip"));
    chain.lay(kinematics, tip.segment, tip.pose.translation, ArmSpace::plane);
    chain.place_evenly(2);
    return ArmPosture(figure, chain);
  }();
  VecX wanted = VecX::Zero(5);

  void operator()(const MotionState& state, VecX& torque) {
    kinematics.update(state.posture);
    arm.update(kinematics);
    arm.ask(9, Vec3(0.5, 0.6, 0) - arm.position(9), 100.0);
    arm.displace(wanted);
    torque = 20.0 * wanted;
  }
  Vec3 tip(const MotionState& state) {
    kinematics.update(state.posture);
    return kinematics.frame_position(figure.frame("tip"));
  }
};

TEST(PlanarArm, ImplicitDampingAtAMillisecondFollowsTheExactMotion) {
  Control control;
  Simulation simulation(control.figure);
  const VecX damping = VecX::Constant(5, 15.0);
  const auto torque = [&](const MotionState& state, VecX& tau) { control(state, tau); };
  const auto damped = [&](const MotionState& state, VecX& tau) {
    control(state, tau);
    tau -= damping.cwiseProduct(state.velocity);
  };
  MotionState coarse{control.figure.rest_posture(), VecX::Zero(5)}, exact = coarse;
  double farthest = 0.0;
  for (int k = 0; k < 1000; ++k) {
    ASSERT_TRUE(simulation.semi_implicit(coarse, 0.001, torque, damping));
    for (int j = 0; j < 4; ++j) ASSERT_TRUE(simulation.runge_kutta(exact, 0.00025, damped));
    farthest = std::max(farthest, (control.tip(coarse) - control.tip(exact)).norm());
  }
  EXPECT_LE(farthest, 4e-4);
}

TEST(PlanarArm, ReachesTheGoalInThreeSecondsUnderTheControlOfThePaper) {
  Control control;
  Simulation simulation(control.figure);
  const auto torque = [&](const MotionState& state, VecX& tau) { control(state, tau); };
  MotionState state{control.figure.rest_posture(), VecX::Zero(5)};
  const VecX damping = VecX::Constant(5, 15.0);
  for (int k = 0; k < 3500; ++k) simulation.semi_implicit(state, 0.001, torque, damping);
  EXPECT_LE((control.tip(state) - Vec3(0.5, 0.6, 0)).norm(), 0.01);
}

}  // namespace
}  // namespace limber

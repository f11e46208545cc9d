// What joints bear: against recursive Newton-Euler, seen from any root, and its derivatives.

#include "limber/statics/joint_loads.h"

#include <cmath>
#include <numbers>

#include "limber/dynamics/dynamics.h"
#include "limber/figure/edit.h"
#include "limber/statics/report.h"
#include "statics/wide_rows.h"
#include "support/allocations.h"

namespace limber {
namespace {

using test::Random;
using test::StandingFigure;
using test::StaticsBench;

// Torques that hold the figure, by inverse dynamics at rest and the Jacobians of all places where forces act.
VecX torques_by_newton_euler(const StandingFigure& standing, StaticsBench& bench) {
  const Figure& figure = standing.figure;
  const int n = figure.dof_count();
  Dynamics dynamics(figure, standing.loads.gravity);
  dynamics.update(standing.posture, VecX::Zero(n));
  VecX torque(n);
  dynamics.inverse(VecX::Zero(n), torque);
  const Kinematics& kinematics = bench.kinematics();
  RowMatrix moves(3, n), turns(3, n);
  const auto take = [&](SegmentId segment, const Vec3& place, const Vec3& force, const Vec3& moment) {
    kinematics.translation_jacobian(segment, place, moves);
    kinematics.rotation_jacobian(segment, turns);
    torque -= moves.transpose() * force + turns.transpose() * moment;
  };
  for (const ForceDescription& force : standing.loads.forces) {
    const FrameId frame = figure.frame(force.frame);
    const Transform pose = kinematics.frame_pose(frame);
    const Mat3 axes = force.in == ForceAxes::body ? pose.rotation : Mat3(Mat3::Identity());
    const Vec3 f = axes * force.force + force.mass * standing.loads.gravity, t = axes * force.torque;
    take(figure.frame(frame).segment, pose.translation, f, t);
    if (force.against.empty()) continue;
    take(figure.frame(figure.frame(force.against)).segment, pose.translation, -f, -t);
  }
  const Statics& statics = bench.statics();
  for (int i = 0; i < statics.contact_count(); ++i)
    take(statics.segment_of(i), statics.place(i), statics.force(i), Vec3::Zero());
  return torque;
}

TEST(JointLoads, AgreeWithRecursiveNewtonEuler) {
  Random random(311);
  for (int trial = 0; trial < test::scaled(2000); ++trial) {
    const StandingFigure standing = test::random_standing_figure(random, trial);
    StaticsBench bench(standing);
    JointLoads loads(standing.figure, standing.loads);
    loads.update(bench.statics(), bench.kinematics(), standing.posture);
    const VecX expected = torques_by_newton_euler(standing, bench);
    if (expected.size() == 0) continue;
    ASSERT_LT((loads.torques() - expected).cwiseAbs().maxCoeff(), 1e-9 * bench.statics().load_size())
        << trial;
  }
}

TEST(JointLoads, DoNotDependOnTheRootInEquilibrium) {
  Random random(312);
  int tried = 0;
  for (int trial = 0; trial < test::scaled(6000); ++trial) {
    const StandingFigure standing = test::random_standing_figure(random, 2 * trial + 1);  // a fixed root
    StaticsBench bench(standing);
    if (!bench.statics().is_balanced() || !test::is_far_from_the_edge(bench.statics().corners())) continue;
    JointLoads loads(standing.figure, standing.loads);
    loads.update(bench.statics(), bench.kinematics(), standing.posture);
    const std::string root = standing.figure.segment_name(test::random_segment(random, standing.figure));
    const Edited edited = re_root(standing.figure, standing.posture, root).value();
    const StandingFigure turned{edited.figure, edited.posture, standing.loads};
    StaticsBench other(turned);
    ASSERT_TRUE(other.statics().is_balanced()) << trial;
    JointLoads seen(turned.figure, turned.loads);
    seen.update(other.statics(), other.kinematics(), turned.posture);
    for (const JointId joint : standing.figure.joints()) {
      const JointType type = standing.figure.joint(joint).type;
      if (type == JointType::fixed || type == JointType::free) continue;
      const auto there = turned.figure.find_joint(standing.figure.joint_name(joint));
      ASSERT_TRUE(there);
      const double size = 1e-9 * bench.statics().load_size();
      for (int k = 0; k < dof_count(type); ++k) {
        ASSERT_NEAR(loads.torques()[standing.figure.first_dof(joint) + k],
                    seen.torques()[turned.figure.first_dof(*there) + k], size)
            << "trial " << trial << " joint " << standing.figure.joint_name(joint);
      }
      if (type == JointType::prismatic) continue;  // its centre is not a point of both parts
      ASSERT_NEAR(loads.carried(joint).moment.norm(), seen.carried(*there).moment.norm(), size) << trial;
      ASSERT_NEAR(loads.carried(joint).force.norm(), seen.carried(*there).force.norm(), size) << trial;
    }
    ++tried;
  }
  EXPECT_GT(tried, test::scaled(100));
}

// A joint's own strength holds until the scene gives another.
TEST(JointLoads, TakeTheStrengthOfTheFigureUnlessTheSceneGivesAnother) {
  FigureDescription description{.name = "arm"};
  description.segments.push_back({.name = "base"});
  SegmentDescription link{.name = "link", .parent = "base"};
  link.joint = {.type = JointType::revolute, .axis = -Vec3::UnitY()};
  link.joint.strength = {.table = {{0.0, 10, 40}, {1.0, 30, 20}}};
  link.mass = MassProperties{.mass = 2.0, .center = Vec3(0.5, 0, 0)};
  description.segments.push_back(link);
  const Figure figure = Figure::build(description).value();
  Posture posture = figure.rest_posture();
  posture.values[0] = 0.5;
  // It acts upwards, towards larger angles, halfway between 10 and 30 N m.
  const double torque = 2.0 * 9.81 * 0.5 * std::cos(0.5);
  const StaticsReport own = report_on_loads(figure, posture, {});
  ASSERT_EQ(own.joints.size(), 1u);
  EXPECT_NEAR(own.joints[0].torques[0], torque, 1e-12);
  EXPECT_NEAR(own.joints[0].strength, 20.0, 1e-12);
  EXPECT_NEAR(own.effort, torque * torque / 400.0, 1e-12);
  const StaticsReport given = report_on_loads(figure, posture, {.strengths = {{"link", {.torque = 50}}}});
  EXPECT_NEAR(given.joints[0].strength, 50.0, 1e-12);
}

// A mass on one leaning leg, above the foot: of its weight W the hip passes W cos(lean) on along the thigh and
// W sin(lean) across it, whether the figure is held at the foot, at the mass, or nowhere.
TEST(JointLoads, CompressionIsAlongTheThighFromWhereverTheFigureIsHeld) {
  constexpr double lean = 0.4, weight = 10.0 * 9.81;
  FigureDescription description{.name = "leg"};
  SegmentDescription pelvis{.name = "pelvis"};
  pelvis.joint = {.type = JointType::free};
  pelvis.mass = MassProperties{.mass = 10.0, .center = Vec3(0.8 * std::sin(lean), 0.1, 0.3)};
  SegmentDescription thigh{.name = "thigh", .parent = "pelvis"};
  thigh.before = {Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitX()).toRotationMatrix(), Vec3(0, 0.1, 0)};
  thigh.joint = {.name = "hip", .type = JointType::ball};
  SegmentDescription foot{.name = "foot", .parent = "thigh", .before = Transform::at(Vec3(0, 0, 0.8))};
  foot.joint = {.name = "ankle", .type = JointType::ball};
  description.segments = {pelvis, thigh, foot};
  description.frames = {
      {"sole",
       "foot",
       {Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitX()).toRotationMatrix(), Vec3::Zero()}}};
  const Figure figure = Figure::build(description).value();
  Posture posture = figure.rest_posture();
  // The thigh points down and forwards, so that the foot is below the mass.
  const Quat turn(Eigen::AngleAxisd(lean, Vec3::UnitY()));
  posture.values.segment<4>(figure.first_value(figure.joint_of(SegmentId{1}))) = turn.coeffs();
  const Loads loads{.supports = {{.name = "foot", .frame = "sole", .normal = Vec3::UnitZ()}}};
  const auto hip_load = [&](const Figure& held, const Posture& now) {
    const StaticsReport report = report_on_loads(held, now, loads);
    EXPECT_TRUE(report.is_balanced);
    for (const StaticsReport::JointLoad& joint : report.joints) {
      if (held.joint_name(joint.joint) == "hip") return joint;
    }
    return StaticsReport::JointLoad{};
  };
  const StaticsReport::JointLoad free = hip_load(figure, posture);
  EXPECT_NEAR(free.compression, weight * std::cos(lean), 1e-6);
  EXPECT_NEAR(free.shear, weight * std::sin(lean), 1e-6);
  const Edited edited = re_root(figure, posture, "foot").value();
  const StaticsReport::JointLoad held = hip_load(edited.figure, edited.posture);
  EXPECT_NEAR(held.compression, free.compression, 1e-6);
  EXPECT_NEAR(held.shear, free.shear, 1e-6);
}

void add_random_strengths(Random& random, StandingFigure& standing) {
  for (const JointId joint : standing.figure.joints()) {
    const Strength strength = test::random_strength(random, standing.figure.joint(joint).type, 5.0, 50.0);
    if (test::uniform_int(random, 0, 3) != 0)
      standing.loads.strengths.push_back({standing.figure.joint_name(joint), strength});
  }
}

// Most random shares cannot be kept.
void make_shares_rare(Random& random, StandingFigure& standing) {
  for (SupportDescription& support : standing.loads.supports) {
    if (test::uniform_int(random, 0, 2) != 0) support.share.reset();
  }
  test::make_shares_possible(standing.loads);
}

constexpr double derivative_tolerance = 1e-6;

TEST(JointLoads, EffortGradientMatchesFiniteDifferencesWithForcesDistributedAnew) {
  Random random(313);
  test::Compared compared;
  test::EveryPosture every_posture;
  for (int trial = 0; trial < test::scaled(8000); ++trial) {
    StandingFigure standing = test::random_standing_figure(random, trial);
    add_random_strengths(random, standing);
    make_shares_rare(random, standing);
    StaticsBench bench(standing), moved(standing);
    if (!bench.statics().is_balanced() || standing.figure.dof_count() == 0) continue;
    JointLoads loads(standing.figure, standing.loads), there(standing.figure, standing.loads);
    loads.update(bench.statics(), bench.kinematics(), standing.posture);
    Eigen::RowVectorXd gradient = Eigen::RowVectorXd::Zero(standing.figure.dof_count());
    loads.add_effort_gradient(bench.statics(), bench.kinematics(), 1.0, gradient);
    StaticsBench along(test::with_handles(standing));
    const auto effort_of = [&](StaticsBench& there_bench) {
      return [&](const Posture& posture) -> VecX {
        there.update(there_bench.statics(), there_bench.kinematics(), posture);
        return VecX::Constant(1, there.effort());
      };
    };
    every_posture.compare(gradient, 1.0 + loads.effort(), standing, bench.statics(), along,
                          test::Reads::corners, effort_of(along));
    const test::Derivative derivative =
        test::differentiate(standing, moved, test::Reads::corners, effort_of(moved));
    compared.count(derivative.outcome);
    if (derivative.outcome != test::Derivative::smooth) continue;
    const double size = 1.0 + loads.effort() + derivative.by_differences.lpNorm<Eigen::Infinity>();
    ASSERT_LT((gradient - derivative.by_differences).lpNorm<Eigen::Infinity>(), derivative_tolerance * size)
        << "trial " << trial << "\n"
        << gradient << "\n"
        << derivative.by_differences;
  }
  compared.expect(2000, 0.02, 0.35);
  every_posture.expect(2000);
}

TEST(JointLoads, LoadRatioGradientMatchesFiniteDifferences) {
  Random random(314);
  test::Compared compared;
  test::EveryPosture every_posture;
  for (int trial = 0; trial < test::scaled(13000); ++trial) {
    StandingFigure standing = test::random_standing_figure(random, trial);
    add_random_strengths(random, standing);
    make_shares_rare(random, standing);
    StaticsBench bench(standing), moved(standing);
    if (!bench.statics().is_balanced() || standing.figure.dof_count() == 0) continue;
    JointLoads loads(standing.figure, standing.loads), there(standing.figure, standing.loads);
    loads.update(bench.statics(), bench.kinematics(), standing.posture);
    const DofId dof{test::uniform_int(random, 0, standing.figure.dof_count() - 1)};
    const JointId joint = standing.figure.joint_of_dof(dof);
    const JointType type = standing.figure.joint(joint).type;
    if (type == JointType::free) continue;
    const bool whole = JointLoads::counts_whole_moment(type);
    const auto ratio = [&](const JointLoads& l) {
      return whole ? l.load_ratio(joint) : l.torque(dof) / l.strength(dof);
    };
    if (std::abs(ratio(loads)) < 1e-3) continue;  // the other direction's strength is next door
    Eigen::RowVectorXd gradient = Eigen::RowVectorXd::Zero(standing.figure.dof_count());
    loads.add_ratio_gradient(bench.statics(), bench.kinematics(), dof, 1.0, gradient);
    StaticsBench along(test::with_handles(standing));
    const auto ratio_of = [&](StaticsBench& there_bench) {
      return [&](const Posture& posture) -> VecX {
        there.update(there_bench.statics(), there_bench.kinematics(), posture);
        return VecX::Constant(1, ratio(there));
      };
    };
    every_posture.compare(gradient, 1.0 + loads.effort(), standing, bench.statics(), along,
                          test::Reads::corners, ratio_of(along));
    const test::Derivative derivative =
        test::differentiate(standing, moved, test::Reads::corners, ratio_of(moved));
    compared.count(derivative.outcome);
    if (derivative.outcome != test::Derivative::smooth) continue;
    const double size = 1.0 + loads.effort() + derivative.by_differences.lpNorm<Eigen::Infinity>();
    ASSERT_LT((gradient - derivative.by_differences).lpNorm<Eigen::Infinity>(), derivative_tolerance * size)
        << "trial " << trial << " type " << static_cast<int>(type) << "\n"
        << gradient << "\n"
        << derivative.by_differences;
  }
  compared.expect(2000, 0.02, 0.35);
  every_posture.expect(2000);
}

TEST(Statics, WhatIsLeftToThePostureChangesAsItsDerivativeSays) {
  Random random(315);
  test::Compared compared;
  test::EveryPosture every_posture;
  for (int trial = 0; trial < test::scaled(5000); ++trial) {
    const StandingFigure standing = test::random_standing_figure(random, trial);
    StaticsBench bench(standing), moved(standing);
    const int n = standing.figure.dof_count();
    if (!bench.statics().middles().is_balanced || n == 0) continue;
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(2, n);
    statics::BranchRates rates(standing.figure.segment_count());
    for (int k = 0; k < 2; ++k) {
      rates.clear();
      bench.statics().add_left_to_posture_rates(Vec3::Unit(k), rates);
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n);
      rates.sweep(bench.kinematics(), 1.0, row);
      rows.row(k) = row;
    }
    StaticsBench along(test::with_handles(standing));
    every_posture.compare(
        rows, bench.statics().load_size(), standing, bench.statics(), along, test::Reads::middles,
        [&](const Posture&) -> VecX { return along.statics().left_to_posture().head<2>(); });
    const test::Derivative derivative = test::differentiate(
        standing, moved, test::Reads::middles,
        [&](const Posture&) -> VecX { return moved.statics().left_to_posture().head<2>(); });
    compared.count(derivative.outcome);
    if (derivative.outcome != test::Derivative::smooth) continue;
    const double size = bench.statics().load_size() + derivative.by_differences.lpNorm<Eigen::Infinity>();
    ASSERT_LT((rows - derivative.by_differences).lpNorm<Eigen::Infinity>(), derivative_tolerance * size)
        << "trial " << trial << "\n"
        << rows << "\n"
        << derivative.by_differences;
  }
  compared.expect(2000, 0.02, 0.35);
  every_posture.expect(2000);
}

}  // namespace
}  // namespace limber

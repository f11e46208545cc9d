// The classics: they converge where they can, keep limits, and say plainly where they cannot.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "avoidance/document_techniques.h"
#include "limber/avoidance/classics/turn_joint.h"
#include "limber/avoidance/classics/two_bones.h"
#include "limber/avoidance/mover.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/files.h"
#include "limber/models/models.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::place_of;
using test::Random;
using test::uniform;

Figure model(const char* name, int links = 0) {
  return Figure::build(models::find(name)->make({.links = links})).value();
}

struct Aim {
  Figure figure;
  std::string frame;
  std::vector<JointId> joints;  // of the task; empty: all
  Posture start;
};

bool is_own(const Aim& given, JointId joint) {
  return given.joints.empty() ||
         std::find(given.joints.begin(), given.joints.end(), joint) != given.joints.end();
}

// How far from goals that its own joints can reach, after so many steps; limits and other joints looked at.
double error_after(const Aim& given, Technique technique, const Posture& solution, int steps) {
  TaskList tasks;
  TaskSettings settings;
  settings.joints = given.joints;
  const auto task = tasks.add("goal",
                              Reach{.frame = given.figure.frame(given.frame),
                                    .target = place_of(given.figure, solution, given.frame)},
                              settings);
  Mover mover(given.figure, {}, test::with(technique));
  mover.prepare(tasks, {}, {});
  Posture posture = given.start;
  double error = 0.0;
  for (int i = 0; i < steps; ++i) {
    const test::AllocationCounter allocations;
    error = mover.step(tasks, {}, posture)[task].error;
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_TRUE(is_finite(posture));
  }
  EXPECT_LE(largest_limit_excess(given.figure, posture).amount, 1e-12);
  for (const JointId joint : given.figure.joints()) {
    if (is_own(given, joint)) continue;
    for (int k = 0; k < value_count(given.figure.joint(joint).type); ++k) {
      const int at = given.figure.first_value(joint) + k;
      EXPECT_EQ(posture.values[at], given.start.values[at]) << given.figure.joint_name(joint);
    }
  }
  return error;
}

double error_at_start(const Aim& given, const Posture& solution) {
  return (place_of(given.figure, solution, given.frame) - place_of(given.figure, given.start, given.frame))
      .norm();
}

// The start with the case's joints somewhere else inside their limits.
Posture moved(const Aim& given, Random& random, double most) {
  VecX step = VecX::Zero(given.figure.dof_count());
  for (const DofId dof : given.figure.dofs()) {
    if (is_own(given, given.figure.joint_of_dof(dof))) step[dof] = uniform(random, -most, most);
  }
  Posture posture = given.start;
  integrate(given.figure, step, posture);
  return inside_limits(given.figure, posture);
}

double worst_error(const Aim& given, Technique technique, double most, int steps, int goals) {
  Random random(5);
  double worst = 0.0;
  for (int i = 0; i < goals; ++i)
    worst = std::max(worst, error_after(given, technique, moved(given, random, most), steps));
  return worst;
}

Aim bare_chain() {
  const Figure figure = model("planar-chain", 10);
  Posture start = figure.rest_posture();
  for (int i = 0; i < 10; ++i) start.values[i] = i % 2 == 0 ? 0.3 : -0.2;
  return {figure, "link.tip", {}, start};
}

Aim trunk() {
  const Figure figure = model("elephant");
  return {figure, "trunk.tip", joints_matching(figure, {"trunk.*"}), figure.rest_posture()};
}

Aim arm() {
  const Figure figure = model("human");
  Aim result{figure, "wrist.r", joints_matching(figure, {"shoulder.r", "elbow.r"}), figure.rest_posture()};
  set_joint_parameters(figure, result.start, figure.joint("elbow.r"), std::vector<double>{1.0, 0.0});
  return result;
}

Aim robot() {
  const Figure figure = load_figure(std::string(LIMBER_SOURCE_DIR) + "/examples/crane.urdf").value();
  return {figure, figure.frames().back().name, {}, figure.rest_posture()};
}

TEST(Classics, TheJacobianTransposeConvergesSlowlyEverywhere) {
  EXPECT_LT(worst_error(bare_chain(), Technique::jacobian_transpose, 0.4, 600, 5), 1e-3);
  EXPECT_LT(worst_error(trunk(), Technique::jacobian_transpose, 0.1, 600, 3), 1e-2);
  EXPECT_LT(worst_error(arm(), Technique::jacobian_transpose, 0.3, 600, 5), 1e-2);
}

TEST(Classics, CoordinateDescentConvergesOnChainTrunkArmAndRobot) {
  EXPECT_LT(worst_error(bare_chain(), Technique::coordinate_descent, 0.4, 300, 5), 2e-3);
  EXPECT_LT(worst_error(trunk(), Technique::coordinate_descent, 0.1, 300, 3), 1e-2);
  EXPECT_LT(worst_error(arm(), Technique::coordinate_descent, 0.3, 300, 5), 1e-3);
  EXPECT_LT(worst_error(robot(), Technique::coordinate_descent, 0.2, 600, 5), 1e-2);
}

TEST(Classics, FabrikConvergesOnChainAndArmAndGetsNoFartherOnATrunkOfStiffLinks) {
  EXPECT_LT(worst_error(bare_chain(), Technique::fabrik, 0.4, 300, 5), 1e-4);
  const Aim elephant = trunk();
  Random random(5);
  const Posture goal = moved(elephant, random, 0.1);
  EXPECT_LT(error_after(elephant, Technique::fabrik, goal, 100), error_at_start(elephant, goal) + 1e-12);
  EXPECT_LT(worst_error(arm(), Technique::fabrik, 0.3, 300, 5), 1e-2);
}

TEST(Classics, OptimisationConvergesOnChainTrunkArmAndRobot) {
  EXPECT_LT(worst_error(bare_chain(), Technique::optimisation, 0.4, 200, 5), 1e-6);
  EXPECT_LT(worst_error(trunk(), Technique::optimisation, 0.1, 200, 3), 1e-4);
  EXPECT_LT(worst_error(arm(), Technique::optimisation, 0.3, 200, 5), 1e-3);
  EXPECT_LT(worst_error(robot(), Technique::optimisation, 0.2, 300, 5), 1e-3);
}

// Steps were taken without limits and then cut to them, wherever that led.
TEST(Classics, OptimisationNeverEndsAStepFartherFromAFreeGoal) {
  Random random(8);
  const auto follow = [](const Figure& figure, const Posture& start, FrameId frame, const Vec3& target) {
    TaskList tasks;
    tasks.add("goal", Reach{.frame = frame, .target = target});
    Mover mover(figure, {}, test::with(Technique::optimisation));
    mover.prepare(tasks, {}, {});
    Posture posture = start;
    double last = 1e9;
    for (int k = 0; k < 200; ++k) {
      const double error = mover.step(tasks, {}, posture).tasks[0].error;
      EXPECT_LE(error, last + 1e-9) << "step " << k;
      last = error;
    }
    EXPECT_LE(largest_limit_excess(figure, posture).amount, 1e-12);
    return last;
  };
  const Figure arms = load_figure(LIMBER_SOURCE_DIR "/examples/two-arms.urdf").value();
  EXPECT_LT(follow(arms, arms.rest_posture(), arms.frame("left_tool"), {0.45, -0.1, 1.0}), 1e-3);
  for (int i = 0; i < test::scaled(100); ++i) {
    const Figure figure = test::random_figure(random, {.segments = 8, .limits = true});
    const Posture start = inside_limits(figure, test::random_posture(random, figure));
    const FrameId frame{static_cast<int>(figure.frames().size()) - 1};
    follow(figure, start, frame, test::random_vector(random, 1.5));
  }
}

TEST(Classics, TwoBonesReachExactlyAndStandStillWithoutALimb) {
  EXPECT_LT(worst_error(arm(), Technique::two_bones, 0.2, 30, 10), 1e-9);
  const Aim elephant = trunk();
  Random random(3);
  const Posture goal = moved(elephant, random, 0.1);
  // No ball joint: at most the last two hinges move.
  EXPECT_NEAR(error_after(elephant, Technique::two_bones, goal, 5), error_at_start(elephant, goal), 0.1);
}

TEST(Classics, TheHingeOfTwoBonesIsTheLawOfCosines) {
  Random random(8);
  for (int i = 0; i < test::scaled(1000); ++i) {
    const double upper = uniform(random, 0.1, 1.0), lower = uniform(random, 0.1, 1.0);
    const double distance = uniform(random, std::abs(upper - lower), upper + lower);
    const double bent = uniform(random, -3.0, 3.0);
    const Vec3 elbow(upper, 0, 0), hand = elbow + lower * Vec3(std::cos(bent), std::sin(bent), 0);
    const classics::HingeTurns found =
        classics::hinge_turns(Vec3::UnitZ(), elbow, Vec3::Zero(), hand, distance);
    const double cosine = (distance * distance - upper * upper - lower * lower) / (2 * upper * lower);
    for (const double turn : found.turns) EXPECT_NEAR(std::cos(bent + turn), cosine, 1e-9);
    EXPECT_LE(std::abs(found.turns[0]), std::abs(found.turns[1]));
  }
  // Too far: stretched. Too near: folded.
  const Vec3 elbow(1, 0, 0), hand(1, 0.5, 0);
  EXPECT_NEAR(classics::hinge_turns(Vec3::UnitZ(), elbow, Vec3::Zero(), hand, 9.0).turns[0],
              -std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(std::abs(classics::hinge_turns(Vec3::UnitZ(), elbow, Vec3::Zero(), hand, 0.0).turns[0]),
              std::numbers::pi / 2, 1e-9);
}

// Any joint of any random figure, both ways round: no step along its degrees of freedom brings the point
// nearer than the turn did (hinges, sliding and ball joints without limits), and D is what kinematics say.
TEST(Classics, AJointIsTurnedToTheBestValue) {
  Random random(21);
  int looked_at = 0;
  for (int i = 0; i < test::scaled(300); ++i) {
    const Figure figure = test::random_figure(random, {.segments = 4, .limits = false});
    const Posture start = test::random_posture(random, figure);
    const SegmentId tip{figure.segment_count() - 1};
    Kinematics kinematics(figure);
    kinematics.update(start);
    const Vec3 local = test::random_vector(random, 0.5), point = kinematics.segment_pose(tip) * local;
    const Vec3 target = point + test::random_vector(random, 0.5);
    for (SegmentId s = tip; s.is_valid(); s = figure.parent(s)) {
      const JointId joint = figure.joint_of(s);
      const Joint& kind = figure.joint(joint);
      if (dof_count(kind.type) == 0) continue;
      const SegmentId parent = figure.parent(s);
      const Transform base =
          parent.is_valid() ? kinematics.segment_pose(parent) * figure.before(joint) : figure.before(joint);
      Posture turned = start;
      const Transform moved = classics::turn_joint(kind, base, point, target,
                                                   {turned.values.data() + figure.first_value(joint),
                                                    static_cast<std::size_t>(value_count(kind.type))});
      Kinematics after(figure);
      after.update(turned);
      const Vec3 there = after.segment_pose(tip) * local;
      EXPECT_LE((there - moved * point).norm(), 1e-9) << joint_type_name(kind.type);
      if (kind.type == JointType::swing || kind.type == JointType::elbow) continue;  // to first order
      EXPECT_LE((there - target).norm(), (point - target).norm() + 1e-12);
      if (kind.type == JointType::free) {
        EXPECT_LE((there - target).norm(), 1e-9);
        continue;
      }
      RowMatrix rows(3, figure.dof_count());
      rows.setZero();
      after.translation_jacobian(tip, there, rows);
      for (const DofId dof : figure.dofs(joint))
        EXPECT_NEAR(rows.col(dof).dot(target - there), 0.0, 1e-9) << joint_type_name(kind.type);
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, test::scaled(100));
}

}  // namespace
}  // namespace limber

// Inputs where formulas divide by nothing: every task stays finite and says something sensible.

#include <cmath>
#include <numbers>

#include "tasks/task_support.h"

namespace limber {
namespace {

using test::Random;
using test::TaskBench;

constexpr double pi = std::numbers::pi;

// A ball joint at the origin with an eye 0.1 m along z, so that results can be worked out on paper.
Figure eye_on_a_ball() {
  FigureDescription d;
  d.name = "eye";
  d.segments = {{.name = "base"}, {.name = "head", .parent = "base", .joint = {.type = JointType::ball}}};
  d.frames = {{"eye", "head", Transform::at({0, 0, 0.1})}};
  return Figure::build(d).value();
}

TEST(LookAt, MatchesTheResultOnPaper) {
  TaskBench bench(eye_on_a_ball());
  // Looking along z from (0, 0, 0.1); the target half a right angle to the side.
  const auto answer = bench.evaluate(LookAt{.frame = FrameId{0}, .target = {1, 0, 1.1}});
  EXPECT_NEAR(answer.error[0], -pi / 4, 1e-15);
  EXPECT_NEAR(answer.error[1], 0.0, 1e-15);
  const auto straight = bench.evaluate(LookAt{.frame = FrameId{0}, .target = {0, 0, 1.1}});
  EXPECT_EQ(straight.error.norm(), 0.0);
  // A turn w about y moves the gaze to +x: the target moves to -x in the eye, and the eye moves 0.1 w to +x.
  EXPECT_NEAR(straight.jacobian(0, 1), -1.1, 1e-15);
  EXPECT_NEAR(straight.jacobian(1, 0), 1.1, 1e-15);
  const auto sideways =
      bench.evaluate(LookAt{.frame = FrameId{0}, .target = {2, 0, 0.1}, .gaze = Vec3::UnitX()});
  EXPECT_LT(sideways.error.norm(), 1e-15);
}

TEST(LookAt, StraightBehindTurnsInTheDirectionTheJointsAllow) {
  // A neck that turns about one axis only: straight behind, it must turn about that axis.
  for (const Vec3& axis : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY())}) {
    FigureDescription d;
    d.segments = {{.name = "base"},
                  {.name = "head", .parent = "base", .joint = {.type = JointType::revolute, .axis = axis}}};
    d.frames = {{"eye", "head", {}}};
    TaskBench bench(Figure::build(d).value());
    const LookAt task{.frame = FrameId{0}, .target = {0, 0, -3}};
    const auto answer = bench.evaluate(task);
    EXPECT_NEAR(answer.error.norm(), pi, 1e-15);
    const double step = answer.jacobian.col(0).dot(answer.error) / answer.jacobian.squaredNorm();
    EXPECT_NEAR(std::abs(step), pi, 1e-9);
    bench.move_to({VecX::Constant(1, step)});
    EXPECT_LT(bench.evaluate(task).error.norm(), 1e-9);
  }
}

TEST(LookAt, StaysFiniteNearBackwardsAndForwards) {
  Random random(401);
  for (int trial = 0; trial < test::scaled(5000); ++trial) {
    TaskBench bench(eye_on_a_ball());
    const double size = std::pow(10.0, test::uniform(random, -18, -1));
    const Vec3 off = size * test::random_direction(random);
    const LookAt task{.frame = FrameId{0}, .target = Vec3(0, 0, trial % 2 ? 2.0 : -2.0) + off};
    const auto answer = bench.evaluate(task);
    EXPECT_TRUE(answer.jacobian.allFinite() && answer.error.allFinite());
    EXPECT_LT(answer.jacobian.norm(), 500.0);
    // The error's gradient points downhill whatever the side: a step along J^T e turns towards the target.
    const VecX downhill = answer.jacobian.transpose() * answer.error;
    Posture posture = bench.posture();
    integrate(bench.figure(), 1e-3 * downhill, posture);
    bench.move_to(posture);
    EXPECT_LE(bench.evaluate(task).error.norm(), answer.error.norm() + 1e-12);
  }
}

// An eye on its target looks nowhere. It could otherwise be put there to be rid of the task.
TEST(LookAt, ATargetAtTheEyeIsNotSeenAndTheEyeLeaves) {
  FigureDescription d;
  d.name = "flying eye";
  d.segments = {{.name = "eye", .joint = {.type = JointType::free}}};
  d.frames = {{"eye", "eye", {}}};
  Random random(405);
  for (int trial = 0; trial < test::scaled(200); ++trial) {
    TaskBench bench(Figure::build(d).value());
    const double off = trial == 0 ? 0.0 : std::pow(10.0, test::uniform(random, -18, -6.01));
    const LookAt task{.frame = FrameId{0}, .target = off * test::random_direction(random)};
    const auto answer = bench.evaluate(task);
    EXPECT_NEAR(answer.error.norm(), pi, 1e-15);
    Posture posture = bench.posture();
    integrate(bench.figure(), answer.jacobian.transpose() * answer.error / answer.jacobian.squaredNorm(),
              posture);
    bench.move_to(posture);
    EXPECT_LT(bench.evaluate(task).error.norm(), pi - 0.1) << "the step of a Newton method leads out";
  }
}

TEST(LookAt, ItsJacobianIsExactUpToTheEye) {
  Random random(406);
  for (int trial = 0; trial < test::scaled(500); ++trial) {
    TaskBench bench(eye_on_a_ball());
    const double rho = std::pow(10.0, test::uniform(random, -5.9, 0.0));
    const LookAt task{.frame = FrameId{0}, .target = Vec3(0, 0, 0.1) + rho * test::random_direction(random)};
    const auto answer = bench.evaluate(task);
    if (answer.error.norm() > 3.0) continue;  // near backwards the row across is bounded
    const double h = 1e-4 * rho;
    for (int i = 0; i < 3; ++i) {
      const auto error_at = [&](double step) {
        Posture posture = bench.figure().rest_posture();
        integrate(bench.figure(), step * VecX::Unit(3, i), posture);
        TaskBench moved(bench.figure());
        moved.move_to(posture);
        return moved.evaluate(task).error;
      };
      const VecX slope = (error_at(h) - error_at(-h)) / (2.0 * h);
      EXPECT_LT((answer.jacobian.col(i) + slope).norm(), 1e-4 * (1.0 + 0.1 / rho)) << "rho " << rho;
    }
  }
}

TEST(Orient, TurnsStraightToTheTargetInOneStep) {
  Random random(402);
  for (int trial = 0; trial < test::scaled(2000); ++trial) {
    TaskBench bench(eye_on_a_ball());
    bench.move_to(test::random_posture(random, bench.figure()));
    const Orient task{.frame = FrameId{0}, .target = Quat(test::random_rotation(random))};
    const auto answer = bench.evaluate(task);
    const VecX step = answer.jacobian.partialPivLu().solve(answer.error);
    EXPECT_NEAR(step.norm(), answer.error.norm(), 1e-9);
    Posture posture = bench.posture();
    integrate(bench.figure(), step, posture);
    bench.move_to(posture);
    EXPECT_LT(bench.evaluate(task).error.norm(), 1e-9);
  }
}

TEST(Orient, AHalfTurnIsFiniteAndAlwaysInTheSameDirection) {
  Random random(403);
  for (int trial = 0; trial < test::scaled(2000); ++trial) {
    TaskBench bench(eye_on_a_ball());
    const Vec3 axis = test::random_direction(random);
    const double off = trial % 2 ? 0.0 : std::pow(10.0, test::uniform(random, -17, -6));
    const Orient task{.frame = FrameId{0}, .target = exp_quaternion((pi - off) * axis)};
    const auto answer = bench.evaluate(task);
    EXPECT_TRUE(answer.jacobian.allFinite());
    EXPECT_NEAR(answer.error.norm(), pi - off, 1e-9);
    EXPECT_EQ(bench.evaluate(task).error, answer.error);
    const VecX step = answer.jacobian.partialPivLu().solve(answer.error);
    Posture posture = bench.posture();
    integrate(bench.figure(), step, posture);
    bench.move_to(posture);
    EXPECT_LT(bench.evaluate(task).error.norm(), 1e-9);
  }
}

TEST(OnEllipsoid, MeasuresTheDistanceToASphere) {
  TaskBench bench(eye_on_a_ball());
  const auto answer = [&](double x, OnEllipsoid::Side side) {
    return bench
        .evaluate(OnEllipsoid{.frame = FrameId{0},
                              .center = Place::in_world(Transform::at({x, 0, 0.1})),
                              .radii = Vec3::Constant(0.5),
                              .side = side})
        .error[0];
  };
  EXPECT_NEAR(answer(2.0, OnEllipsoid::Side::on), -1.5, 1e-15);
  EXPECT_NEAR(answer(0.2, OnEllipsoid::Side::on), 0.3, 1e-15);
  EXPECT_NEAR(answer(2.0, OnEllipsoid::Side::inside), -1.5, 1e-15);  // passed by 1.5
  EXPECT_NEAR(answer(2.0, OnEllipsoid::Side::outside), 1.5, 1e-15);  // room of 1.5
}

TEST(OnEllipsoid, AtItsCentrePushesAlongTheShortestAxis) {
  TaskBench bench(eye_on_a_ball());
  OnEllipsoid task{
      .frame = FrameId{0}, .center = Place::in_world(Transform::at({0, 0, 0.1})), .radii = {0.3, 0.2, 0.5}};
  auto answer = bench.evaluate(task);
  EXPECT_NEAR(answer.error[0], 0.2, 1e-15);
  EXPECT_GT(answer.jacobian.norm(), 0.05);  // the eye moves along y when the ball turns about x
  task.side = OnEllipsoid::Side::outside;
  answer = bench.evaluate(task);
  EXPECT_NEAR(answer.error[0], -0.2, 1e-15);
  EXPECT_GT(answer.jacobian.norm(), 0.05);
  task.side = OnEllipsoid::Side::inside;
  answer = bench.evaluate(task);
  EXPECT_NEAR(answer.error[0], 0.2, 1e-15);
  EXPECT_TRUE(answer.jacobian.isZero(0.0));
}

TEST(Region, ErrorIsPositiveInsideAndNegativeOutside) {
  TaskBench bench(eye_on_a_ball());  // the eye is at (0, 0, 0.1)
  const auto box =
      bench.evaluate(Region{.frame = FrameId{0}, .inside = Region::InsideBox{Vec3(0.2, 0.2, 0.05)}});
  EXPECT_NEAR(box.error[4], -0.05, 1e-15);
  EXPECT_GT(box.error.head(4).minCoeff(), 0.0);
  EXPECT_NEAR(box.error[5], 0.15, 1e-15);
  const auto sphere = bench.evaluate(Region{.frame = FrameId{0}, .inside = Region::InsideSphere{0.3}});
  EXPECT_NEAR(sphere.error[0], 0.2, 1e-15);
  const auto center = bench.evaluate(Region{.frame = FrameId{0},
                                            .inside = Region::InsideSphere{0.3},
                                            .in = Place::in_world(Transform::at({0, 0, 0.1}))});
  EXPECT_NEAR(center.error[0], 0.3, 1e-15);
  EXPECT_TRUE(center.jacobian.isZero(0.0));
  const auto half =
      bench.evaluate(Region{.frame = FrameId{0}, .inside = Region::InsideHalfSpace{Vec3::UnitZ(), 0.04}});
  EXPECT_NEAR(half.error[0], -0.06, 1e-15);
}

TEST(JointValue, TurnsATwistInTheShorterDirection) {
  TaskBench bench(eye_on_a_ball());
  bench.move_to({exp_quaternion({0, 0, 3.0}).coeffs()});
  EXPECT_NEAR(bench.evaluate(JointValue{.joint = JointId{1}, .coordinate = 2, .target = -3.0}).error[0],
              2 * pi - 6.0, 1e-12);
}

TEST(RelativePosition, BetweenAPlaceAndItselfHasZeroRows) {
  TaskBench bench(eye_on_a_ball());
  const auto answer = bench.evaluate(RelativePosition{.first = FrameId{0}, .second = FrameId{0}});
  EXPECT_TRUE(answer.error.isZero(1e-15));
  EXPECT_TRUE(answer.jacobian.isZero(0.0));
}

}  // namespace
}  // namespace limber

// Paths: values against paper, velocities and accelerations against differences, refusals in one sentence.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "limber/math/rotation.h"
#include "limber/motion/common_period.h"
#include "limber/motion/path.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<TargetPath> one_of_each() {
  const std::vector<double> times = {0.0, 0.4, 0.7, 1.5};
  const std::vector<Vec3> points = {{0.1, 0, 0.5}, {0.3, 0.2, 0.1}, {-0.2, 0.4, 0.3}, {0.5, -0.7, 0.2}};
  return {TargetPath(CircleCurve{.center = {0.4, 0.1, 0.7},
                                 .radius = 0.3,
                                 .period = 1.3,
                                 .normal = Vec3(1, 2, 2) / 3.0,
                                 .phase = 0.7}),
          TargetPath(SineCurve{.center = {0.1, 0.2, 0.3},
                               .terms = {{{0.3, 0, 0.1}, 1.1, 0.3}, {{0, 0.5, 0.2}, 0.6, 1.2}}}),
          TargetPath(KeyCurve{times, points}),
          TargetPath(KeyCurve{times, points, 2.0}),
          TargetPath(SampledCurve{times, points}),
          TargetPath(SampledCurve{times, points, 2.0})};
}

// Times that are no keys, in the first period and in later ones.
const std::vector<double> times_to_try = {0.05, 0.33, 0.55, 0.93, 1.3, 1.77, 2.21, 3.6, 7.35};
constexpr double time_step = 1e-4;

TEST(TargetPath, VelocityAndAccelerationOfPointsMatchDifferences) {
  for (const TargetPath& path : one_of_each()) {
    for (const double t : times_to_try) {
      const PathPoint before = path.point(t - time_step), now = path.point(t),
                      after = path.point(t + time_step);
      EXPECT_LE(((after.value - before.value) / (2 * time_step) - now.velocity).norm(), 2e-6)
          << path.curve().index();
      EXPECT_LE(((after.velocity - before.velocity) / (2 * time_step) - now.acceleration).norm(), 2e-5)
          << path.curve().index();
    }
  }
}

TEST(TargetPath, VelocityAndAccelerationOfTurnsMatchDifferences) {
  for (const TargetPath& path : one_of_each()) {
    if (std::holds_alternative<SampledCurve>(path.curve())) continue;  // steady turns: no acceleration
    for (const double t : times_to_try) {
      const PathTurn before = path.turn(t - time_step), now = path.turn(t), after = path.turn(t + time_step);
      const Vec3 turned = log_rotation(before.orientation.conjugate() * after.orientation);
      EXPECT_LE((turned / (2 * time_step) - now.velocity).norm(), 1e-5) << path.curve().index();
      EXPECT_LE(((after.velocity - before.velocity) / (2 * time_step) - now.acceleration).norm(), 1e-4)
          << path.curve().index();
    }
  }
}

TEST(TargetPath, CircleIsWhereItIsOnPaper) {
  const TargetPath path(CircleCurve{.center = {1, 2, 3}, .radius = 0.5, .period = 4});
  EXPECT_LE((path.point(0).value - Vec3(1.5, 2, 3)).norm(), 1e-15);
  EXPECT_LE((path.point(1).value - Vec3(1, 2.5, 3)).norm(), 1e-15);
  EXPECT_LE((path.point(0).velocity - Vec3(0, pi / 4, 0)).norm(), 1e-15);
  EXPECT_EQ(path.period(), 4);
}

TEST(TargetPath, PassesThroughItsKeys) {
  for (const TargetPath& path : one_of_each()) {
    const auto* keys = std::get_if<KeyCurve>(&path.curve());
    if (!keys) continue;
    for (std::size_t i = 0; i < keys->times.size(); ++i) {
      EXPECT_LE((path.point(keys->times[i]).value - keys->points[i]).norm(), 1e-14);
      EXPECT_LE((log_rotation(path.turn(keys->times[i]).orientation) - keys->points[i]).norm(), 1e-13);
    }
  }
}

TEST(TargetPath, LoopsAreTheSameOnePeriodLaterAndSmoothWhereTheyClose) {
  for (const TargetPath& path : one_of_each()) {
    if (path.period() == 0.0) continue;
    const double period = path.period();
    for (const double t : times_to_try)
      EXPECT_LE((path.point(t).value - path.point(t + 3 * period).value).norm(), 1e-13);
    const PathPoint end = path.point(period - 1e-9), start = path.point(period + 1e-9);
    EXPECT_LE((end.value - start.value).norm(), 1e-7);
    EXPECT_LE((end.velocity - start.velocity).norm(), 1e-6);
    if (!std::holds_alternative<SampledCurve>(path.curve())) {
      EXPECT_LE((end.acceleration - start.acceleration).norm(), 1e-5);
    }
    EXPECT_LE(path.turn(period - 1e-9).orientation.angularDistance(path.turn(period + 1e-9).orientation),
              1e-7);
  }
}

TargetPath waves(const std::vector<double>& periods) {
  SineCurve curve;
  for (const double period : periods) curve.terms.push_back({{0.1, 0, 0}, period, 0.0});
  return TargetPath(curve);
}

TEST(TargetPath, SinesRepeatWhenAllTheirTermsDo) {
  EXPECT_NEAR(waves({2.0, 1.3}).period(), 26.0, 1e-12);
  EXPECT_NEAR(waves({1.3, 2.0}).period(), 26.0, 1e-12);
  EXPECT_NEAR(waves({4.0, 2.0}).period(), 4.0, 1e-15);
  EXPECT_NEAR(waves({0.1, 0.2, 0.3}).period(), 0.6, 1e-12);
  EXPECT_NEAR(waves({1.0 / 3.0, 0.5}).period(), 1.0, 1e-12);
  EXPECT_NEAR(waves({2.0, 1.37}).period(), 274.0, 1e-9);
  EXPECT_EQ(waves({1.0, std::sqrt(2.0)}).period(), 0.0);
  EXPECT_EQ(waves({2.1, 1.3, 1.7, 1.1, 2.5, 1.5}).period(), 0.0);  // 35 hours
  EXPECT_EQ(waves({1.0, 1.0 + 1e-6}).period(), 0.0);
  SineCurve still_beside{.terms = {{{0.1, 0, 0}, 2.0, 0.0}, {{0, 0, 0}, 1.3, 0.0}}};
  EXPECT_EQ(TargetPath(still_beside).period(), 2.0);
}

// Against all whole numbers of thousandths of a second.
TEST(CommonPeriod, IsTheLeastCommonMultiple) {
  test::Random random(11);
  int none = 0;
  for (int trial = 0; trial < test::scaled(2000); ++trial) {
    const int count = test::uniform_int(random, 1, 4);
    std::vector<double> periods;
    long long multiple = 1;
    for (int i = 0; i < count; ++i) {
      const int digits = test::uniform_int(random, 0, 1) == 0 ? 100 : 1;
      const int thousandths = digits * test::uniform_int(random, 1, 4000 / digits);
      periods.push_back(thousandths / 1000.0);
      multiple = std::lcm(multiple, static_cast<long long>(thousandths));
    }
    const double expected = multiple <= 3'600'000 ? static_cast<double>(multiple) / 1000.0 : 0.0;
    ASSERT_NEAR(common_period(periods), expected, 1e-9 * expected) << "trial " << trial;
    none += expected == 0.0 ? 1 : 0;
  }
  EXPECT_GT(none, 0);
}

TEST(TargetPath, StandsStillBeforeAndAfterItsKeys) {
  const TargetPath path(KeyCurve{{1, 2}, {{0, 0, 0}, {1, 0, 0}}});
  EXPECT_EQ(path.point(0).value, Vec3(0, 0, 0));
  EXPECT_EQ(path.point(5).value, Vec3(1, 0, 0));
  EXPECT_EQ(path.point(5).velocity, Vec3(0, 0, 0));
  EXPECT_EQ(path.end(), 2);
  EXPECT_LE((path.point(1.5).value - Vec3(0.5, 0, 0)).norm(), 1e-15);
}

std::string complaint(const Curve& curve) {
  try {
    const TargetPath path(curve);
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
  return "";
}

TEST(TargetPath, RefusesInOneSentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(complaint(KeyCurve{{0, 0.5, 0.5}, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}}),
            "two keys of a path are both at 0.5 s: each must be later than the one before");
  EXPECT_EQ(complaint(KeyCurve{{0, nan}, {Vec3::Zero(), Vec3::Zero()}}),
            "a path has a number that is not finite");
  EXPECT_EQ(complaint(KeyCurve{}), "a path needs at least one key");
  EXPECT_EQ(complaint(CircleCurve{.period = 0}), "the period of a path must be above 0 s");
  EXPECT_EQ(complaint(KeyCurve{{0, 2}, {Vec3::Zero(), Vec3::Zero()}, 2}),
            "a path that loops must have a period longer than the 2 s from its first key to its last");
  EXPECT_EQ(complaint(SampledCurve{{0, 1}, {Vec3::Zero()}}), "a path has 2 times for 1 points");
}

TEST(Paths, MoveTheTargetsOfTheirTasks) {
  TaskList tasks;
  const auto hand = tasks.add("hand", Reach{});
  const auto knee = tasks.add("knee", JointValue{.joint = JointId{0}});
  const auto still = tasks.add("still", Reach{.target = {1, 1, 1}});
  Paths paths;
  paths.set(hand, TargetPath(CircleCurve{.radius = 1, .period = 4}));
  paths.set(knee, TargetPath(SineCurve{.terms = {{{0.5, 0, 0}, 4, 0}}}));
  set_targets(tasks, paths, 1.0);
  EXPECT_LE((tasks[hand].target - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_NEAR(tasks[knee].target, 0.5, 1e-15);
  EXPECT_EQ(tasks[still].target, Vec3(1, 1, 1));
  paths.set(hand, std::nullopt);
  EXPECT_EQ(paths.of(hand), nullptr);
}

}  // namespace
}  // namespace limber

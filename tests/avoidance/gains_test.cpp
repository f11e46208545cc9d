// The gains: their ends, their slopes, their sums.

#include "limber/avoidance/gains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

constexpr GainDistances distances{.abort = 0.1, .full = 1.0, .influence = 2.0};
constexpr double fastest = 0.2;

double slope(const std::function<double(double)>& f, double x, double side) {
  const double h = 1e-7 * side;
  return (f(x + h) - f(x)) / h;
}

double counting(double d) {
  return counting_gain(d, distances);
}
double pushing(double d) {
  return pushing_gain(d, distances, fastest);
}

TEST(CountingGain, IsOneUpToTheFullDistanceAndZeroFromTheInfluenceOn) {
  for (const double d : {-5.0, 0.0, 0.1, 0.99, 1.0}) EXPECT_EQ(counting(d), 1.0) << d;
  for (const double d : {2.0, 2.01, 100.0}) EXPECT_EQ(counting(d), 0.0) << d;
  EXPECT_DOUBLE_EQ(counting(1.5), 0.5);
}

TEST(CountingGain, HasNoKinkAtEitherEnd) {
  for (const double d : {1.0, 2.0}) {
    EXPECT_NEAR(slope(counting, d, -1), 0.0, 1e-6) << d;
    EXPECT_NEAR(slope(counting, d, +1), 0.0, 1e-6) << d;
  }
}

TEST(PushingGain, IsFastestUpToTheAbortDistanceAndZeroFromTheFullDistanceOn) {
  for (const double d : {-5.0, 0.0, 0.1}) EXPECT_EQ(pushing(d), fastest) << d;
  for (const double d : {1.0, 1.5, 100.0}) EXPECT_EQ(pushing(d), 0.0) << d;
  EXPECT_DOUBLE_EQ(pushing(0.55), fastest / 4);
}

TEST(PushingGain, HasNoKinkWhereItBegins) {
  EXPECT_NEAR(slope(pushing, 1.0, -1), 0.0, 1e-6);
  EXPECT_NEAR(slope(pushing, 1.0, +1), 0.0, 1e-6);
}

TEST(Gains, NeverRiseWithDistance) {
  Random random(1);
  for (int i = 0; i < scaled(10000); ++i) {
    const double near = uniform(random, -1.0, 3.0), far = near + uniform(random, 0.0, 1.0);
    EXPECT_GE(counting(near), counting(far));
    EXPECT_GE(pushing(near), pushing(far));
  }
}

TEST(ApproachGain, IsZeroWhenNothingComesNearerAndFastestWhenBrakingComesTooLate) {
  const Braking braking{.deceleration = 2.0, .time_constant = 1.0};
  EXPECT_EQ(approach_gain(0.5, 0.0, braking, fastest), 0.0);
  EXPECT_EQ(approach_gain(0.5, -1.0, braking, fastest), 0.0);
  EXPECT_EQ(approach_gain(-0.1, -1.0, braking, fastest), 0.0);
  EXPECT_EQ(approach_gain(0.5, 1.5, braking, fastest), fastest);  // 2 d a = 2 < v^2 = 2.25
  EXPECT_EQ(approach_gain(0.0, 0.1, braking, fastest), fastest);
  EXPECT_EQ(approach_gain(-0.1, 0.1, braking, fastest), fastest);
}

// P is 1/(T - tau), T = 2 d/v the time to a stop at the obstacle, tau = v/a the time braking takes.
TEST(ApproachGain, IsThatOfTheTimeLeftBeforeBraking) {
  Random random(2);
  int compared = 0;
  for (int i = 0; i < scaled(10000); ++i) {
    const double d = uniform(random, 0.01, 2.0), v = uniform(random, 0.01, 2.0),
                 a = uniform(random, 0.1, 5.0), t0 = uniform(random, 0.1, 2.0);
    const double left = 2.0 * d / v - v / a;
    if (left <= 1e-6) continue;
    ++compared;
    const double expected = (1.0 - std::exp(-t0 / left)) * fastest;
    EXPECT_NEAR(approach_gain(d, v, {a, t0}, fastest), expected, 1e-12);
  }
  EXPECT_GT(compared, scaled(10000) / 4);
}

TEST(ShareOfWorst, IsHalfForTwoAsNearAndAllForOneAlone) {
  EXPECT_DOUBLE_EQ(share_of_worst(0.3, 0.3), 0.5);
  EXPECT_NEAR(share_of_worst(0.3, 1e9), 1.0, 1e-15);
  Random random(3);
  for (int i = 0; i < scaled(1000); ++i) {
    const double first = uniform(random, 0.01, 1.0), second = first + uniform(random, 0.0, 3.0);
    const double share = share_of_worst(first, second);
    EXPECT_NEAR(share, second * second / (first * first + second * second), 1e-14);
    EXPECT_GE(share, 0.5);
  }
}

TEST(BlendingWeight, SumsToOneAndFavoursTheNearest) {
  Random random(4);
  for (int i = 0; i < scaled(1000); ++i) {
    const int count = test::uniform_int(random, 1, 9);
    std::vector<double> distance(static_cast<std::size_t>(count));
    double sum = 0.0, weights = 0.0;
    for (double& d : distance) sum += d = uniform(random, 0.05, 5.0);
    for (const double d : distance) weights += blending_weight(d, sum, count);
    EXPECT_NEAR(weights, 1.0, 1e-12);
    const auto [near, far] = std::minmax_element(distance.begin(), distance.end());
    EXPECT_GE(blending_weight(*near, sum, count), blending_weight(*far, sum, count));
    // What keeps blending from working with one gain: a single near obstacle cannot have more than this.
    if (count > 1) {
      EXPECT_LE(blending_weight(*near, sum, count), 1.0 / (count - 1));
    }
  }
  EXPECT_EQ(blending_weight(0.7, 0.7, 1), 1.0);
}

Contact contact_with(int obstacle, double clearance) {
  Contact contact;
  contact.obstacle = obstacle;
  contact.segment = SegmentId{1};
  contact.clearance = clearance;
  contact.normal = Vec3::UnitX();
  contact.velocity = Vec3::Zero();
  return contact;
}

TEST(Urgency, TakesTheSpeedOfApproachFromTheLastStep) {
  AvoidanceOptions options;
  options.abort_distance = 0.1, options.full_distance = 1.0, options.influence = 2.0, options.push = fastest;
  options.approach_push = true;
  options.deceleration = 2.0;
  options.step_time = 0.5;
  Urgency urgency(options);
  const Contact before[] = {contact_with(3, 0.8), contact_with(1, 0.9)};
  urgency.begin(before);
  EXPECT_EQ(urgency.pushing(before[0]), 0.0);  // nothing is known yet, and the obstacle does not move
  const Contact after[] = {contact_with(1, 0.6), contact_with(3, 0.8)};
  urgency.begin(after);
  EXPECT_DOUBLE_EQ(urgency.pushing(after[0]), approach_gain(0.6, 0.3 / 0.5, {2.0, 1.0}, fastest));
  EXPECT_GT(urgency.pushing(after[0]), 0.0);
  EXPECT_EQ(urgency.pushing(after[1]), 0.0);
  urgency.forget();
  Contact coming = contact_with(1, 0.6);
  coming.velocity = Vec3(0.7, 0, 0);  // along the normal: towards the figure
  urgency.begin({&coming, 1});
  EXPECT_DOUBLE_EQ(urgency.pushing(coming), approach_gain(0.6, 0.7, {2.0, 1.0}, fastest));
}

}  // namespace
}  // namespace limber

#include "limber/math/spline.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "limber/math/rotation.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_direction;
using test::random_rotation;
using test::scaled;
using test::uniform;
using test::uniform_int;

using std::numbers::pi;

// Keys at uneven times: some steps are a thousand times longer than others.
std::vector<double> random_times(Random& random, int count) {
  std::vector<double> times = {uniform(random, -5, 5)};
  while (static_cast<int>(times.size()) < count)
    times.push_back(times.back() + std::pow(10.0, uniform(random, -1.5, 1.5)));
  return times;
}

std::vector<double> random_values(Random& random, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(uniform(random, -3, 3));
  return values;
}

double shortest_step(const SplineTimes& times) {
  double shortest = 1e300;
  for (std::size_t k = 1; k < times.times().size(); ++k)
    shortest = std::min(shortest, times.times()[k] - times.times()[k - 1]);
  return shortest;
}

// Any orientations, written by either of the two quaternions.
std::vector<Quat> random_keys(Random& random, int count) {
  std::vector<Quat> keys;
  for (int i = 0; i < count; ++i) {
    Quat q = Quat(random_rotation(random)).normalized();
    if (uniform(random, 0, 1) < 0.5) q.coeffs() = -q.coeffs();
    keys.push_back(q);
  }
  return keys;
}

struct Curve {  // through orientations
  SplineTimes times;
  std::vector<Quat> keys;
  std::vector<Vec3> turns = turns_between(keys);
  Quat at(double t) const { return spline_orientation(times.weights(t), keys.front(), turns); }
  Turning turning(double t) const { return spline_turning(times.weights(t), keys.front(), turns); }
};

double angle(const Quat& a, const Quat& b) {
  return log_rotation(Quat(a.conjugate() * b)).norm();
}

double rate(const SplineWeights& w, const std::vector<double>& y) {
  return spline_value({.value = w.rate, .rate = {}, .curvature = {}}, y);
}
double curvature(const SplineWeights& w, const std::vector<double>& y) {
  return spline_value({.value = w.curvature, .rate = {}, .curvature = {}}, y);
}

TEST(Spline, PassesThroughItsKeys) {
  Random random(1);
  for (int i = 0; i < scaled(3000); ++i) {
    const int count = uniform_int(random, 1, 12);
    const SplineTimes times(random_times(random, count));
    const std::vector<double> values = random_values(random, count);
    const Curve curve{times, random_keys(random, count)};
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double t = times.times()[k];
      EXPECT_NEAR(spline_value(times.weights(t), values), values[k], 1e-12);
      EXPECT_LT(angle(curve.at(t), curve.keys[k]), 1e-12);
      EXPECT_NEAR(curve.at(t).norm(), 1.0, 1e-15);
    }
  }
}

TEST(Spline, PassesThroughAThousandKeys) {
  Random random(2);
  const Curve curve{SplineTimes(random_times(random, 1000)), random_keys(random, 1000)};
  for (std::size_t k = 0; k < curve.keys.size(); ++k)
    EXPECT_LT(angle(curve.at(curve.times.times()[k]), curve.keys[k]), 1e-12);
}

// The rates against differences of values, everywhere: with them continuous (below), the curve is C2.
TEST(Spline, RatesMatchFiniteDifferences) {
  Random random(3);
  for (int i = 0; i < scaled(2000); ++i) {
    const int count = uniform_int(random, 2, 8);
    const SplineTimes times(random_times(random, count));
    const std::vector<double> values = random_values(random, count);
    const Curve curve{times, random_keys(random, count)};
    const std::size_t k = static_cast<std::size_t>(uniform_int(random, 0, count - 2));
    const double step = times.times()[k + 1] - times.times()[k],
                 t = times.times()[k] + uniform(random, 0.2, 0.8) * step;
    const double d = 1e-5 * step;
    const SplineWeights before = times.weights(t - d), here = times.weights(t), after = times.weights(t + d);
    const double size = 1.0 + std::abs(rate(here, values)) + std::abs(curvature(here, values)) * step;
    EXPECT_NEAR((spline_value(after, values) - spline_value(before, values)) / (2 * d), rate(here, values),
                1e-6 * size / step);
    EXPECT_NEAR((rate(after, values) - rate(before, values)) / (2 * d), curvature(here, values),
                1e-6 * size / step / step);

    const Turning was = curve.turning(t - d), is = curve.turning(t), will_be = curve.turning(t + d);
    const double fast = 10.0 + is.velocity.norm() * step + is.acceleration.norm() * step * step;
    const Vec3 turned = log_rotation(Quat(was.orientation.conjugate() * will_be.orientation)) / (2 * d);
    EXPECT_LT((turned - is.velocity).norm(), 1e-6 * fast * fast * fast / step);
    EXPECT_LT(((will_be.velocity - was.velocity) / (2 * d) - is.acceleration).norm(),
              1e-6 * fast * fast * fast / step / step);
    EXPECT_LT(angle(is.orientation, curve.at(t)), 1e-14);
  }
}

TEST(Spline, ValueRateAndCurvatureAreContinuousAtKeys) {
  Random random(4);
  for (int i = 0; i < scaled(3000); ++i) {
    const int count = uniform_int(random, 3, 10);
    const SplineTimes times(random_times(random, count));
    const std::vector<double> values = random_values(random, count);
    const Curve curve{times, random_keys(random, count)};
    const double shortest = shortest_step(times), d = 1e-9 * shortest;
    for (std::size_t k = 1; k + 1 < values.size(); ++k) {
      const double t = times.times()[k];
      const SplineWeights before = times.weights(t - d), after = times.weights(t + d);
      EXPECT_NEAR(spline_value(before, values), spline_value(after, values), 1e-6);
      EXPECT_NEAR(rate(before, values), rate(after, values), 1e-6 / shortest);
      EXPECT_NEAR(curvature(before, values), curvature(after, values), 1e-6 / shortest / shortest);
      const Turning was = curve.turning(t - d), will_be = curve.turning(t + d);
      EXPECT_LT(angle(was.orientation, will_be.orientation), 1e-6);
      EXPECT_LT((was.velocity - will_be.velocity).norm(), 1e-5 / shortest);
      EXPECT_LT((was.acceleration - will_be.acceleration).norm(), 1e-5 / shortest / shortest);
    }
  }
}

TEST(Spline, EndsWithoutCurvatureAndIsConstantBeyond) {
  Random random(5);
  for (int i = 0; i < scaled(500); ++i) {
    const int count = uniform_int(random, 3, 10);
    const SplineTimes times(random_times(random, count));
    const std::vector<double> values = random_values(random, count);
    const double first = times.times().front(), last = times.times().back();
    const double shortest = shortest_step(times), d = 1e-9 * shortest, small = 1e-6 / shortest / shortest;
    EXPECT_NEAR(curvature(times.weights(first + d), values), 0.0, small);
    EXPECT_NEAR(curvature(times.weights(last - d), values), 0.0, small);
    EXPECT_EQ(spline_value(times.weights(first - 1.0), values), values.front());
    EXPECT_EQ(spline_value(times.weights(last + 1.0), values), values.back());
    EXPECT_EQ(rate(times.weights(last + 1.0), values), 0.0);
  }
}

TEST(Spline, TurnsAboutOneAxisAreTheSplineOfTheAngle) {
  Random random(6);
  for (int i = 0; i < scaled(1000); ++i) {
    const int count = uniform_int(random, 1, 10);
    const SplineTimes times(random_times(random, count));
    std::vector<double> angles = {uniform(random, -3, 3)};
    while (static_cast<int>(angles.size()) < count)
      angles.push_back(angles.back() + uniform(random, -3.1, 3.1));
    const Vec3 axis = random_direction(random);
    std::vector<Quat> keys;
    for (const double a : angles) keys.push_back(exp_quaternion(a * axis));
    const Curve curve{times, keys};
    for (int j = 0; j < 10; ++j) {
      const double t = uniform(random, times.times().front() - 1, times.times().back() + 1);
      const SplineWeights w = times.weights(t);
      EXPECT_LT(angle(curve.at(t), exp_quaternion(spline_value(w, angles) * axis)), 1e-12);
      EXPECT_LT((curve.turning(t).velocity - rate(w, angles) * axis).norm(), 1e-9);
    }
  }
}

TEST(Spline, TurningTheKeysTurnsTheCurve) {
  Random random(7);
  for (int i = 0; i < scaled(1000); ++i) {
    const int count = uniform_int(random, 2, 8);
    const Curve curve{SplineTimes(random_times(random, count)), random_keys(random, count)};
    const Quat world(random_rotation(random)), body(random_rotation(random));
    std::vector<Quat> turned_keys;
    for (const Quat& q : curve.keys) turned_keys.push_back((world * q * body).normalized());
    const Curve turned{curve.times, turned_keys};
    for (int j = 0; j < 5; ++j) {
      const double t = uniform(random, curve.times.times().front(), curve.times.times().back());
      EXPECT_LT(angle(turned.at(t), world * curve.at(t) * body), 1e-11);
    }
  }
}

TEST(Spline, TwoKeysAreJoinedByTheShortestSteadyTurn) {
  const Curve curve{SplineTimes({1.0, 3.0}),
                    {exp_quaternion(Vec3(0, 0, 3.0)), exp_quaternion(Vec3(0, 0, -3.0))}};
  EXPECT_LT(angle(curve.at(2.0), exp_quaternion(Vec3(0, 0, pi))),
            1e-12);  // past the half turn, not through zero
  EXPECT_NEAR(curve.turning(1.5).velocity.z(), (2 * pi - 6.0) / 2.0, 1e-12);
}

TEST(Spline, EvenlyTurningKeysTurnEvenly) {  // what a straight line is for values
  const Vec3 turn(0.3, -0.2, 0.5);
  std::vector<Quat> keys;
  for (int k = 0; k < 6; ++k) keys.push_back(exp_quaternion(k * turn));
  const Curve curve{SplineTimes({0, 1, 2, 3, 4, 5}), keys};
  for (double t = 0.0; t <= 5.0; t += 0.1) EXPECT_LT(angle(curve.at(t), exp_quaternion(t * turn)), 1e-13);
}

TEST(Spline, ReproducesACubicThatIsNaturalAtItsEnds) {
  // s'' = 6 t (1 - t) vanishes at 0 and 1; its spline converges to it with the fourth power of the step.
  const auto s = [](double t) { return t * t * t - 0.5 * t * t * t * t; };
  double last = 1.0;
  for (const int count : {5, 9, 17, 33}) {
    std::vector<double> t, y;
    for (int i = 0; i < count; ++i) t.push_back(i / (count - 1.0)), y.push_back(s(t.back()));
    const SplineTimes times(t);
    double worst = 0.0;
    for (double x = 0.0; x <= 1.0; x += 0.01)
      worst = std::max(worst, std::abs(spline_value(times.weights(x), y) - s(x)));
    EXPECT_LT(worst, last / 12.0);
    last = worst;
  }
}

TEST(Spline, RejectsTimesThatDoNotIncrease) {
  EXPECT_THROW(SplineTimes({}), std::invalid_argument);
  EXPECT_THROW(SplineTimes({1.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(SplineTimes({1.0, 0.5}), std::invalid_argument);
  EXPECT_THROW(SplineTimes({0.0, std::numeric_limits<double>::quiet_NaN()}), std::invalid_argument);
  EXPECT_THROW(SplineTimes({0.0, std::numeric_limits<double>::infinity()}), std::invalid_argument);
}

}  // namespace
}  // namespace limber

#include "limber/math/sincos.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Answer {
  std::vector<double> sines, cosines;
};

Answer sincos_of(const std::vector<double>& angles) {
  Answer answer{std::vector<double>(angles.size()), std::vector<double>(angles.size())};
  sincos(angles.data(), static_cast<int>(angles.size()), answer.sines.data(), answer.cosines.data());
  return answer;
}

// Angles of every size up to 1e5; every other one close to a multiple of pi/2, where digits cancel.
std::vector<double> random_angles(Random& random, int count) {
  std::vector<double> angles;
  for (int i = 0; i < count; ++i) {
    double angle = std::pow(10.0, uniform(random, -8, 5)) * (i % 4 < 2 ? 1 : -1);
    if (i % 2) angle = std::round(angle) * std::numbers::pi / 2 + std::pow(10.0, uniform(random, -17, 0));
    angles.push_back(std::abs(angle) <= 1e5 ? angle : 1e5);
  }
  return angles;
}

double last_place(double value) {
  return std::nextafter(std::abs(value), infinity) - std::abs(value);
}

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

TEST(Sincos, IsWithinOneUnitInTheLastPlace) {
  static_assert(std::numeric_limits<long double>::digits >= 64,
                "the reference needs more digits than double");
  Random random(1);
  const std::vector<double> angles = random_angles(random, scaled(300000));
  const Answer answer = sincos_of(angles);
  double worst = 0.0, worst_units = 0.0;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const long double x = angles[i];
    const double sine_error = static_cast<double>(std::abs(answer.sines[i] - std::sin(x)));
    const double cosine_error = static_cast<double>(std::abs(answer.cosines[i] - std::cos(x)));
    worst = std::max({worst, sine_error, cosine_error});
    worst_units = std::max({worst_units, sine_error / last_place(answer.sines[i]),
                            cosine_error / last_place(answer.cosines[i])});
  }
  EXPECT_LT(worst, 1.5e-16);
  EXPECT_LT(worst_units, 1.0);
}

TEST(Sincos, GivesTheSameBitsAtEveryPlaceOfAnArray) {
  Random random(2);
  for (int count = 1; count <= 40; ++count) {
    const std::vector<double> angles = random_angles(random, count);
    const Answer together = sincos_of(angles);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const Answer alone = sincos_of({angles[i]});
      EXPECT_EQ(bits(together.sines[i]), bits(alone.sines[0])) << angles[i];
      EXPECT_EQ(bits(together.cosines[i]), bits(alone.cosines[0])) << angles[i];
    }
  }
}

TEST(Sincos, IsOddAndEvenToTheBit) {
  Random random(3);
  std::vector<double> angles = random_angles(random, scaled(10000)), negated = angles;
  for (double& angle : negated) angle = -angle;
  const Answer one = sincos_of(angles), other = sincos_of(negated);
  for (std::size_t i = 0; i < angles.size(); ++i) {
    EXPECT_EQ(one.sines[i], -other.sines[i]);
    EXPECT_EQ(one.cosines[i], other.cosines[i]);
  }
}

TEST(Sincos, OfZeroIsExact) {
  const Answer answer = sincos_of({0.0, -0.0, 5e-324, 1e-200});
  EXPECT_EQ(bits(answer.sines[0]), bits(0.0));
  EXPECT_EQ(bits(answer.sines[1]), bits(-0.0));
  EXPECT_EQ(answer.sines[2], 5e-324);
  EXPECT_EQ(answer.sines[3], 1e-200);
  for (const double cosine : answer.cosines) EXPECT_EQ(cosine, 1.0);
}

TEST(Sincos, HugeAnglesKeepEveryDigit) {
  const std::vector<double> angles = {1.0, 1e5, std::nextafter(1e5, infinity), -3e7, 1e22, -1e300, 2.0};
  const Answer answer = sincos_of(angles);
  for (std::size_t i = 0; i < angles.size(); ++i) {
    EXPECT_NEAR(answer.sines[i], std::sin(angles[i]), 1.2e-16);
    EXPECT_NEAR(answer.cosines[i], std::cos(angles[i]), 1.2e-16);
  }
}

TEST(Sincos, NonFiniteInputGivesNaNOnlyThere) {
  const std::vector<double> angles = {0.5, infinity, 0.5, -infinity, 0.5, std::nan(""), 0.5};
  const Answer answer = sincos_of(angles), alone = sincos_of({0.5});
  for (std::size_t i = 0; i < angles.size(); ++i) {
    if (angles[i] == 0.5) {
      EXPECT_EQ(answer.sines[i], alone.sines[0]);
      EXPECT_EQ(answer.cosines[i], alone.cosines[0]);
    } else {
      EXPECT_TRUE(std::isnan(answer.sines[i]));
      EXPECT_TRUE(std::isnan(answer.cosines[i]));
    }
  }
}

TEST(Sincos, WritesNothingForZeroAngles) {
  double sine = 7.0, cosine = 8.0;
  sincos(nullptr, 0, &sine, &cosine);
  EXPECT_EQ(sine, 7.0);
  EXPECT_EQ(cosine, 8.0);
}

}  // namespace
}  // namespace limber

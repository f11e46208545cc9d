// Against the C library's long double functions. (That they give the same bits everywhere: tests/bits.)

#include "limber/math/portable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "limber/math/sincos.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

constexpr double endless = std::numeric_limits<double>::infinity();

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference needs more digits than double");

// How many units in the last place `value` is off.
double units_off(double value, long double truth) {
  const double size = std::abs(static_cast<double>(truth));
  const double unit = std::nextafter(size, endless) - size;
  return static_cast<double>(std::abs(static_cast<long double>(value) - truth) / unit);
}

double of_any_size(Random& random, double least_decade, double most_decade) {
  const double size = std::pow(10.0, uniform(random, least_decade, most_decade));
  return uniform(random, -1, 1) < 0 ? -size : size;
}

TEST(Portable, SineCosineTangentOfAnglesUpToTheLargest) {
  Random random(1);
  double sine = 0, cosine = 0, tangent = 0;
  for (int i = 0; i < scaled(200000); ++i) {
    const double x = of_any_size(random, -10, i % 3 == 0 ? 300 : 5);
    const long double exact = x;
    sine = std::max(sine, units_off(portable::sin(x), std::sin(exact)));
    cosine = std::max(cosine, units_off(portable::cos(x), std::cos(exact)));
    tangent = std::max(tangent, units_off(portable::tan(x), std::tan(exact)));
  }
  EXPECT_LT(sine, 1.0);
  EXPECT_LT(cosine, 1.0);
  EXPECT_LT(tangent, 2.5);
}

// The double that comes closest to a multiple of pi/2, found by continued fractions: 62 digits cancel.
TEST(Portable, TheHardestAngleOfAll) {
  const double x = 6381956970095103.0 * 0x1p+797;
  EXPECT_LT(units_off(portable::cos(x), std::cos(static_cast<long double>(x))), 1.0);
  EXPECT_NEAR(portable::cos(x), -4.6871659242546277e-19, 1e-34);
  EXPECT_EQ(portable::sin(x), 1.0);
}

TEST(Portable, OneAngleGivesTheBitsOfAnArray) {
  Random random(2);
  for (int i = 0; i < scaled(20000); ++i) {
    const double x = of_any_size(random, -10, 20);
    double sine = 0, cosine = 0;
    sincos(&x, 1, &sine, &cosine);
    EXPECT_EQ(portable::sin(x), sine);
    EXPECT_EQ(portable::cos(x), cosine);
  }
}

TEST(Portable, ArcTangentAndArcCosine) {
  Random random(3);
  double tangent = 0, cosine = 0;
  for (int i = 0; i < scaled(300000); ++i) {
    const double range = i % 2 ? 2 : 150;
    const double x = of_any_size(random, -range, range), y = of_any_size(random, -range, range);
    tangent = std::max(tangent, units_off(portable::atan2(y, x), std::atan2(static_cast<long double>(y),
                                                                            static_cast<long double>(x))));
    const double c = i % 3 ? uniform(random, -1, 1) : 1.0 - std::pow(10.0, uniform(random, -16, 0));
    cosine = std::max(cosine, units_off(portable::acos(c), std::acos(static_cast<long double>(c))));
  }
  EXPECT_LT(tangent, 1.5);
  EXPECT_LT(cosine, 3.0);
}

TEST(Portable, ArcTangentTreatsSignsAndInfinitiesAsTheStandardDoes) {
  const std::vector<double> odd = {0.0, -0.0, 1.0, -1.0, endless, -endless, 5e-324, -5e-324, 1.7e308, 1e-308};
  for (const double y : odd) {
    for (const double x : odd) {
      const double ours = portable::atan2(y, x), standard = std::atan2(y, x);
      EXPECT_NEAR(ours, standard, 2e-16 * std::abs(standard) + 1e-323) << y << ' ' << x;
      EXPECT_EQ(std::signbit(ours), std::signbit(standard)) << y << ' ' << x;
    }
  }
  EXPECT_TRUE(std::isnan(portable::atan2(std::nan(""), 1.0)));
  EXPECT_TRUE(std::isnan(portable::atan2(1.0, std::nan(""))));
  EXPECT_TRUE(std::isnan(portable::acos(1.1)));
  EXPECT_EQ(portable::acos(1.0), 0.0);
  EXPECT_EQ(portable::acos(-1.0), std::acos(-1.0));
}

TEST(Portable, HypotenuseOfAnySize) {
  Random random(4);
  double worst = 0;
  for (int i = 0; i < scaled(200000); ++i) {
    const double range = i % 2 ? 3 : 300;
    const double x = of_any_size(random, -range, range), y = of_any_size(random, -range, range);
    worst = std::max(worst, units_off(portable::hypot(x, y),
                                      std::hypot(static_cast<long double>(x), static_cast<long double>(y))));
  }
  EXPECT_LT(worst, 1.5);
  EXPECT_EQ(portable::hypot(3.0, -4.0), 5.0);
  EXPECT_EQ(portable::hypot(0.0, -0.0), 0.0);
  EXPECT_EQ(portable::hypot(std::nan(""), endless), endless);
  EXPECT_TRUE(std::isnan(portable::hypot(std::nan(""), 1.0)));
}

TEST(Portable, ExponentialAndItsDifferenceFromOne) {
  Random random(5);
  double exponential = 0, difference = 0;
  for (int i = 0; i < scaled(200000); ++i) {
    const double x = i % 2 ? uniform(random, -700, 700) : of_any_size(random, -12, 0.5);
    exponential = std::max(exponential, units_off(portable::exp(x), std::exp(static_cast<long double>(x))));
    difference = std::max(difference, units_off(portable::expm1(x), std::expm1(static_cast<long double>(x))));
  }
  EXPECT_LT(exponential, 1.5);
  EXPECT_LT(difference, 4.0);
  EXPECT_EQ(portable::exp(0.0), 1.0);
  EXPECT_EQ(portable::exp(710.0), endless);
  EXPECT_EQ(portable::exp(-746.0), 0.0);
  EXPECT_NEAR(portable::exp(-744.0), std::exp(-744.0), 5e-324);
}

TEST(Portable, WholePowers) {
  EXPECT_EQ(portable::pow(2.0, 10), 1024.0);
  EXPECT_EQ(portable::pow(2.0, -3), 0.125);
  EXPECT_EQ(portable::pow(0.0, 0), 1.0);
  EXPECT_EQ(portable::pow(-3.0, 3), -27.0);
  EXPECT_EQ(portable::pow(2.0, std::numeric_limits<int>::min()), 0.0);
  EXPECT_NEAR(portable::pow(1.1, 20), std::pow(1.1, 20), 1e-14);
}

}  // namespace
}  // namespace limber

#include "limber/base/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "limber/math/random.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

TEST(NumberText, ExactTextReadsBackToTheSameBits) {
  Random random(7);
  for (int i = 0; i < test::scaled(2000); ++i) {
    const double value = random.between(-1.0, 1.0) * std::pow(10.0, random.between(-300.0, 300.0));
    EXPECT_EQ(std::strtod(exact_text(value).c_str(), nullptr), value) << exact_text(value);
  }
  EXPECT_EQ(exact_text(0.1), "0.1");
  EXPECT_EQ(exact_text(-0.0), "0");
  EXPECT_EQ(exact_text(123456789.0), "123456789");
  EXPECT_EQ(exact_text(1e-7), "1e-07");
  EXPECT_EQ(exact_text(1e20), "1e+20");
}

TEST(NumberText, FixedTextRoundsAsPrintfDoes) {
  Random random(8);
  for (int i = 0; i < test::scaled(2000); ++i) {
    const double value = random.between(-1e4, 1e4);
    char text[64];
    std::snprintf(text, sizeof text, "%.3f", value);
    EXPECT_EQ(fixed_text(value, 3), text);
  }
  EXPECT_EQ(fixed_text(1.5, 2), "1.50");
  EXPECT_EQ(fixed_text(2.0, 0), "2");
}

TEST(NumberText, ZeroHasNoSign) {
  EXPECT_EQ(fixed_text(-0.001, 2), "0.00");
  EXPECT_EQ(fixed_text(-0.0, 0), "0");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(scientific_text(-0.0, 1), "0.0e+00");
}

TEST(NumberText, NumberTextKeepsSignificantDigitsAndDropsTrailingZeros) {
  EXPECT_EQ(number_text(1234.56, 3), "1235");
  EXPECT_EQ(number_text(0.012345, 3), "0.0123");
  EXPECT_EQ(number_text(-2.50, 3), "-2.5");
  EXPECT_EQ(number_text(9.9999, 3), "10");
  EXPECT_EQ(number_text(1e-6, 3), "1e-06");
  EXPECT_EQ(number_text(2.5e9, 3), "2.5e+09");
}

TEST(NumberText, NonFiniteValuesHaveNames) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {nan, -nan}) {
    EXPECT_EQ(exact_text(value), "nan");
    EXPECT_EQ(fixed_text(value, 2), "nan");
    EXPECT_EQ(number_text(value), "nan");
  }
  EXPECT_EQ(exact_text(infinite), "inf");
  EXPECT_EQ(fixed_text(-infinite, 1), "-inf");
  EXPECT_EQ(number_text(infinite), "inf");
}

TEST(NumberText, LargestNumberFits) {
  EXPECT_EQ(fixed_text(std::numeric_limits<double>::max(), 2).size(), 312u);
}

TEST(NumberText, HexTextIsFilledUpWithZeros) {
  EXPECT_EQ(hex_text(255, 4), "00ff");
  EXPECT_EQ(hex_text(0x1234, 2), "1234");
  EXPECT_EQ(hex_text(std::numeric_limits<std::uint64_t>::max(), 16), "ffffffffffffffff");
  EXPECT_EQ(hex_color({0, 128, 255}), "#0080ff");
}

}  // namespace
}  // namespace limber

// Ticks, labels and scales of an axis.

#include "experiments/report/axis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::experiments {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> result;
  for (const Tick& tick : ticks) result.push_back(tick.label);
  return result;
}
using Labels = std::vector<std::string>;

TEST(Ticks, AreTheNumbersAPersonWouldChoose) {
  EXPECT_EQ(labels(linear_ticks({0, 1}, 5)), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(linear_ticks({-1.2, 1.3}, 5)), (Labels{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(labels(linear_ticks({0, 2000}, 4)), (Labels{"0", "500", "1000", "1500", "2000"}));
  EXPECT_EQ(labels(linear_ticks({0, 0.0042}, 4)), (Labels{"0.000", "0.001", "0.002", "0.003", "0.004"}));
  EXPECT_EQ(labels(logarithmic_ticks({1e-9, 1e3}, 4)), (Labels{"10⁻⁹", "10⁻⁶", "0.001", "1", "1000"}));
  EXPECT_EQ(labels(logarithmic_ticks({18, 220}, 6)), (Labels{"20", "50", "100", "200"}));
}

TEST(Ticks, LieInTheRangeEquallySpacedAndReadBackAsTheirValue) {
  Random random(1);
  for (int n = 0; n < scaled(3000); ++n) {
    const double size = std::pow(10.0, uniform(random, -6, 6)), low = uniform(random, -size, size);
    const Range range{low, low + size * uniform(random, 0.01, 2)};
    const int count = 2 + n % 9;
    const std::vector<Tick> ticks = linear_ticks(range, count);
    ASSERT_GE(ticks.size(), 1u) << range.min << " " << range.max;
    ASSERT_LE(ticks.size(), 2u * static_cast<unsigned>(count) + 1u);
    const double width = range.max - range.min;
    for (std::size_t k = 0; k < ticks.size(); ++k) {
      ASSERT_GE(ticks[k].value, range.min - 1e-6 * width);
      ASSERT_LE(ticks[k].value, range.max + 1e-6 * width);
      std::string text = ticks[k].label;
      if (text.starts_with("−")) text.replace(0, std::string("−").size(), "-");
      ASSERT_NEAR(std::stod(text), ticks[k].value, 1e-9 * std::max(size, std::abs(low)));
      if (k >= 2) {
        const double step = ticks[k].value - ticks[k - 1].value;
        ASSERT_NEAR(step, ticks[k - 1].value - ticks[k - 2].value, 1e-6 * step);
      }
    }
  }
}

TEST(Ticks, AreEmptyForRangesWithoutWidth) {
  const double nan = std::nan("");
  for (const Range& range : {Range{1, 1}, Range{2, 1}, Range{nan, 1}, Range{0, unlimited}, Range{}}) {
    EXPECT_TRUE(linear_ticks(range, 5).empty());
    EXPECT_TRUE(logarithmic_ticks(range, 5).empty());
  }
  EXPECT_TRUE(logarithmic_ticks({-1, 10}, 5).empty());
}

TEST(Scale, PutsTheEndsOfTheRangeAtTheEndsOfTheAxis) {
  for (const Spacing spacing : {Spacing::linear, Spacing::logarithmic}) {
    const Scale scale(spacing, {0.5, 200}, 300, 20);
    EXPECT_DOUBLE_EQ(scale.pixel(0.5), 300);
    EXPECT_DOUBLE_EQ(scale.pixel(200), 20);
  }
  const Scale decades(Spacing::logarithmic, {1, 1000}, 0, 300);
  EXPECT_NEAR(decades.pixel(10), 100, 1e-9);
  EXPECT_FALSE(decades.can_show(0));
  EXPECT_FALSE(decades.can_show(-3));
  EXPECT_FALSE(Scale(Spacing::linear, {0, 1}, 0, 1).can_show(std::nan("")));
}

TEST(Scale, WidensARangeWithoutWidth) {
  for (const double value : {0.0, 3.0, -1e9, 1e-12}) {
    const Scale scale(Spacing::linear, {value, value}, 0, 100);
    EXPECT_NEAR(scale.pixel(value), 50, 1e-9);
  }
  EXPECT_TRUE(std::isfinite(Scale(Spacing::logarithmic, {0, 0}, 0, 100).pixel(5)));
}

TEST(RangeOf, HoldsEveryValueThatCanBeShown) {
  const double nan = std::nan("");
  const Range linear = range_of({nan, 3, -2, unlimited}, Spacing::linear);
  EXPECT_LT(linear.min, -2);
  EXPECT_GT(linear.max, 3);
  EXPECT_EQ(range_of({0.5, 9}, Spacing::linear).min, 0.0);  // all positive, from near zero: from zero
  const Range logarithmic = range_of({0, -1, 1e-6, 2}, Spacing::logarithmic);
  EXPECT_GT(logarithmic.min, 1e-7);
  EXPECT_GT(logarithmic.max, 2);
  EXPECT_EQ(range_of({nan}, Spacing::linear), (Range{0, 1}));
  EXPECT_EQ(range_of({}, Spacing::logarithmic), (Range{1, 10}));
}

}  // namespace
}  // namespace limber::experiments

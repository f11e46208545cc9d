#include <gtest/gtest.h>

#include <numbers>

#include "figure/swing_support.h"
#include "limber/figure/joint.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

using std::numbers::pi;
using test::polar;

TwistTable random_table(Random& random) {
  TwistTable table;
  table.azimuths = test::uniform_int(random, 3, 9);
  table.deviations = test::uniform_int(random, 2, 6);
  table.largest_deviation = uniform(random, 0.5, 3.0);
  for (int r = 0; r < table.deviations; ++r) {
    for (int k = 0; k < table.azimuths; ++k) {
      const Range range{uniform(random, -2, 0), uniform(random, 0, 2)};
      table.ranges.push_back(r == 0 && k > 0 ? table.ranges[0] : range);
    }
  }
  return table;
}

TEST(TwistTable, GivesItsEntriesAtTheGridPoints) {
  Random random(1);
  for (int i = 0; i < scaled(200); ++i) {
    const TwistTable table = random_table(random);
    for (int r = 0; r < table.deviations; ++r) {
      for (int k = 0; k < table.azimuths; ++k) {
        const Range range = table.at(
            polar(table.largest_deviation * r / (table.deviations - 1), 2 * pi * k / table.azimuths));
        const Range& entry = table.ranges[r * table.azimuths + k];
        EXPECT_NEAR(range.min, entry.min, 1e-13);
        EXPECT_NEAR(range.max, entry.max, 1e-13);
      }
    }
  }
}

TEST(TwistTable, InterpolatesLinearlyBetweenItsEntries) {
  TwistTable table{4, 2, 1.0, std::vector<Range>(8, Range{-1, 1})};
  table.ranges[4 + 3] = {-2, 3};  // at |s| = 1, alpha = 270 degrees
  // Half of it between two azimuths (also across the seam), a quarter of it at half the deviation.
  for (const double azimuth : {1.25 * pi, 1.75 * pi, -0.25 * pi}) {
    EXPECT_NEAR(table.at(polar(1.0, azimuth)).min, -1.5, 1e-14);
    EXPECT_NEAR(table.at(polar(1.0, azimuth)).max, 2.0, 1e-14);
    EXPECT_NEAR(table.at(polar(0.5, azimuth)).max, 1.5, 1e-14);
  }
}

TEST(TwistTable, IsContinuousEverywhere) {
  Random random(2);
  for (int i = 0; i < scaled(5000); ++i) {
    const TwistTable table = random_table(random);
    const int column = test::uniform_int(random, 0, table.azimuths),
              row = test::uniform_int(random, 1, table.deviations - 1);
    const double on_column = 2 * pi * column / table.azimuths,
                 step = table.largest_deviation / (table.deviations - 1);
    const double deviation = uniform(random, 0.1, 1.2) * table.largest_deviation,
                 azimuth = uniform(random, -pi, pi);
    EXPECT_NEAR(table.at(polar(deviation, on_column - 1e-9)).min,
                table.at(polar(deviation, on_column + 1e-9)).min, 1e-7);
    EXPECT_NEAR(table.at(polar(row * step - 1e-9, azimuth)).max,
                table.at(polar(row * step + 1e-9, azimuth)).max, 1e-7);
    EXPECT_NEAR(table.at(polar(1e-12, azimuth)).max, table.at(Vec2::Zero()).max, 1e-9);
  }
}

TEST(TwistTable, GradientMatchesFiniteDifferencesInsideTheCells) {
  Random random(3);
  int checked = 0;
  for (int i = 0; i < scaled(5000); ++i) {
    const TwistTable table = random_table(random);
    const double step = table.largest_deviation / (table.deviations - 1), h = 1e-5;
    const double row = uniform(random, 0, table.deviations), column = uniform(random, 0, table.azimuths);
    const double margin = 0.02;  // a difference must not reach over a grid line
    const auto near_line = [&](double x) { return x - std::floor(x) < margin || std::ceil(x) - x < margin; };
    if (row < 0.1 || near_line(row) || near_line(column)) continue;
    const Vec2 s = polar(row * step, 2 * pi * column / table.azimuths);
    const TwistTable::Gradient gradient = table.gradient(s);
    for (int axis = 0; axis < 2; ++axis) {
      const Vec2 d = h * Vec2::Unit(axis);
      const Range ahead = table.at(s + d), behind = table.at(s - d), ahead2 = table.at(s + d / 2),
                  behind2 = table.at(s - d / 2);
      const auto slope = [&](double Range::*bound) {
        return (8 * (ahead2.*bound - behind2.*bound) - (ahead.*bound - behind.*bound)) / (6 * h);
      };
      EXPECT_NEAR(gradient.min[axis], slope(&Range::min), 1e-7);
      EXPECT_NEAR(gradient.max[axis], slope(&Range::max), 1e-7);
    }
    ++checked;
  }
  EXPECT_GT(checked, scaled(5000) / 2);
}

TEST(TwistTable, BeyondTheLastRowOnlyTheAzimuthMatters) {
  Random random(4);
  for (int i = 0; i < scaled(500); ++i) {
    const TwistTable table = random_table(random);
    const double azimuth = uniform(random, -pi, pi),
                 beyond = table.largest_deviation * uniform(random, 1.001, 2.0);
    EXPECT_NEAR(table.at(polar(beyond, azimuth)).max, table.at(polar(table.largest_deviation, azimuth)).max,
                1e-12);
    const Vec2 outward = polar(1.0, azimuth);
    EXPECT_NEAR(table.gradient(polar(beyond, azimuth)).max.dot(outward), 0.0, 1e-13);
  }
}

TEST(TwistTable, OfOneRangeReturnsItExactlyWithoutSlope) {
  Random random(5);
  const TwistTable table{5, 4, 2.0, std::vector<Range>(20, Range{-0.7, 1.1})};
  for (int i = 0; i < scaled(1000); ++i) {
    const Vec2 s = polar(uniform(random, 0, 3), uniform(random, -pi, pi));
    EXPECT_EQ(table.at(s), (Range{-0.7, 1.1}));
    EXPECT_EQ(table.gradient(s).min, Vec2::Zero());
    EXPECT_EQ(table.gradient(s).max, Vec2::Zero());
  }
}

TEST(TwistTable, HasNoSlopeWithoutSwing) {
  Random random(6);
  const TwistTable table = random_table(random);
  EXPECT_EQ(table.at(Vec2::Zero()), table.ranges[0]);
  EXPECT_EQ(table.gradient(Vec2::Zero()).min, Vec2::Zero());
}

TEST(TwistTable, MayBeUnlimitedInSomeCells) {
  TwistTable table{4, 2, 1.0, std::vector<Range>(8, Range{-1, 1})};
  table.ranges[4] = Range{};
  EXPECT_EQ(table.at(polar(1.0, 0)), Range{});
  EXPECT_EQ(table.at(polar(0.5, 0.1)), Range{});
  EXPECT_EQ(table.at(polar(0.5, pi)), (Range{-1, 1}));
  EXPECT_TRUE(table.gradient(polar(0.5, 0.1)).max.allFinite());
}

}  // namespace
}  // namespace limber

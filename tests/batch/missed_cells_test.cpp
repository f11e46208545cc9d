// The estimate of what a search has missed, against searches of which everything is known.

#include "limber/batch/missed_cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "limber/math/random.h"

namespace limber::test {

namespace {

constexpr std::size_t starts = 101;

struct Search {
  std::vector<std::size_t> found_at = std::vector<std::size_t>(starts, 0);
  std::size_t later = 0;  // by ten times the starts
};

// Things whose chance of being found is u^power, u even in 0 .. 1: the larger the power, the more hard ones.
Search search(int things, double power, Random& random) {
  Search result;
  for (int i = 0; i < things; ++i) {
    const double chance = std::pow(random.uniform(), power);
    const double start = std::floor(std::log(random.uniform()) / std::log1p(-chance));
    if (start < starts) {
      ++result.found_at[static_cast<std::size_t>(start)];
    } else {
      result.later += start < 10.0 * starts;
    }
  }
  return result;
}

}  // namespace

TEST(MissedCells, AreAsManyAsTenTimesTheStartsFind) {
  Random random(4);
  constexpr int searches = 200;
  for (const double power : {0.5, 1.0, 2.0, 3.0}) {
    for (const int things : {300, 3000}) {
      double expected = 0.0, later = 0.0;
      int covered = 0;
      for (int i = 0; i < searches; ++i) {
        const Search one = search(things, power, random);
        const batch::Missed missed = batch::missed_of(one.found_at);
        expected += static_cast<double>(missed.expected) / searches;
        later += static_cast<double>(one.later) / searches;
        covered += one.later <= missed.at_most;
        EXPECT_GE(missed.at_most, missed.expected);
      }
      EXPECT_NEAR(expected, later, 0.35 * later + 2.0) << "power " << power << ", " << things << " things";
      EXPECT_GE(covered, searches * 17 / 20) << "power " << power << ", " << things << " things";
    }
  }
}

TEST(MissedCells, AreFewWhereAllIsFoundAtOnce) {
  std::vector<std::size_t> found_at(starts, 0);
  found_at[0] = 1'000'000;
  EXPECT_EQ(batch::missed_of(found_at).expected, 0u);
  EXPECT_EQ(batch::missed_of(found_at).at_most, 3u);
}

TEST(MissedCells, AreManyWhereTheNumberDoesNotFallOff) {
  std::vector<std::size_t> found_at(starts, 0);
  for (std::size_t k = 25; k < starts; ++k) found_at[k] = 10;
  EXPECT_GT(batch::missed_of(found_at).expected, 1000u);
}

}  // namespace limber::test

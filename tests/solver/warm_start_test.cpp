// What a level ended with last time is found again, wherever its rows lie now.
#include "limber/solver/least_squares/warm_start.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// One level of rows with these names; 0: none.
LevelProblem problem_of(std::initializer_list<std::uint64_t> names, int levels = 1) {
  LevelProblem problem(2, 8, 3);
  problem.clear(2);
  for (int level = 0; level < levels; ++level) problem.begin_level({});
  for (const std::uint64_t name : names) {
    problem.add_row(1.0, true);
    if (name != 0) problem.name_last_row(name);
  }
  return problem;
}

TEST(WarmStart, NothingIsRememberedBeforeTheFirstProblem) {
  WarmStart warm(2, 8, 3);
  warm.recognise(problem_of({0, 0}));
  EXPECT_FALSE(warm.is_usable());
}

TEST(WarmStart, NamedRowsAreFoundByNameAndOthersByOrder) {
  WarmStart warm(2, 8, 3);
  const LevelProblem before = problem_of({0, 7, 8, 0});
  warm.recognise(before);
  warm.set_side(0, 1, -1);
  warm.set_row_held(0, 1);  // name 7
  warm.set_row_held(0, 3);  // the second without a name
  warm.keep(before);
  warm.recognise(problem_of({8, 0, 0, 9, 7}));
  ASSERT_TRUE(warm.is_usable());
  EXPECT_EQ(warm.held_side(0, 0), 0);
  EXPECT_EQ(warm.held_side(0, 1), -1);
  EXPECT_FALSE(warm.was_row_held(0, 0));
  EXPECT_FALSE(warm.was_row_held(0, 1));
  EXPECT_TRUE(warm.was_row_held(0, 2));
  EXPECT_FALSE(warm.was_row_held(0, 3));  // 9 is new
  EXPECT_TRUE(warm.was_row_held(0, 4));
}

TEST(WarmStart, AProblemOfAnotherShapeStartsCold) {
  const auto is_usable = [](const LevelProblem& next) {
    WarmStart warm(2, 8, 3);
    warm.keep(problem_of({0, 0, 5}));
    warm.recognise(next);
    return warm.is_usable();
  };
  EXPECT_TRUE(is_usable(problem_of({0, 0, 5})));
  EXPECT_TRUE(is_usable(problem_of({0, 0})));  // rows with a name come and go
  EXPECT_FALSE(is_usable(problem_of({0, 0, 0, 5})));
  EXPECT_FALSE(is_usable(problem_of({0, 5})));
  EXPECT_FALSE(is_usable(problem_of({0, 0, 5}, 2)));
}

TEST(WarmStart, WhatIsForgottenIsGone) {
  WarmStart warm(2, 8, 3);
  const LevelProblem problem = problem_of({0});
  warm.set_side(0, 0, 1);
  warm.keep(problem);
  warm.forget();
  warm.recognise(problem);
  EXPECT_FALSE(warm.is_usable());
  EXPECT_EQ(warm.held_side(0, 0), 0);
}

}  // namespace
}  // namespace limber

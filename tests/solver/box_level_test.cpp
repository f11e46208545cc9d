// The short way for one level of few equalities inside bounds, against the general one.
#include "limber/solver/least_squares/box_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "limber/math/random.h"
#include "limber/solver/least_squares/lexicographic.h"
#include "support/allocations.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr int most_unknowns = 40, most_rows = 10;

int whole(Random& random, int least, int most) {
  return std::min(most, least + static_cast<int>(random.between(0.0, most - least + 1.0)));
}

// One level of equalities, bounds, a pull now and then, and inequalities above and below that x = 0 keeps.
struct BoxProblem {
  explicit BoxProblem(Random& random) {
    const int n = whole(random, 1, most_unknowns);
    const double width = std::pow(10.0, random.between(-2.0, 1.0));
    for (int i = 0; i < n; ++i) {
      const auto side = [&] {
        const double kind = random.between(0.0, 1.0);
        return kind < 0.1   ? 0.0
               : kind < 0.4 ? std::numeric_limits<double>::infinity()
                            : random.between(0.0, width);
      };
      lower.push_back(-side());
      upper.push_back(side());
    }
    pull = 0.3 * row_matrix(random, 1, n).transpose();
    rows = row_matrix(random, whole(random, 1, most_rows), n);
    rhs = row_matrix(random, 1, static_cast<int>(rows.rows())).transpose() *
          std::pow(10.0, random.between(-3.0, 0.5));
    inequalities = row_matrix(random, whole(random, 0, 3), n);
    room = random.between(0.0, 3.0);
    const double kind = random.between(0.0, 1.0);
    if (kind < 0.3) damping = {LevelDamping::Rule::fixed, std::pow(10.0, random.between(-3.0, 0.5)), 0.0};
    if (kind > 0.5)
      damping = {LevelDamping::Rule::step_bound, 0.0, std::pow(10.0, random.between(-2.0, 1.0))};
    pulled = random.between(0.0, 1.0) < 0.4;
  }
  static RowMatrix row_matrix(Random& random, int count, int n) {
    RowMatrix m(count, n);
    for (int r = 0; r < count; ++r) {
      for (int i = 0; i < n; ++i) m(r, i) = random.between(-1.0, 1.0);
    }
    return m;
  }
  int unknowns() const { return static_cast<int>(rows.cols()); }

  void write(Lexicographic& to) const {
    const int n = unknowns();
    to.clear(n);
    for (int i = 0; i < n; ++i) to.set_bounds(i, at(lower, i), at(upper, i));
    const auto add_inequalities = [&] {
      to.begin_level();
      for (int r = 0; r < inequalities.rows(); ++r) {
        Eigen::Map<Eigen::RowVectorXd>(to.add_at_most(room), n) = inequalities.row(r);
      }
    };
    add_inequalities();
    to.begin_level(damping);
    for (int r = 0; r < rows.rows(); ++r)
      Eigen::Map<Eigen::RowVectorXd>(to.add_equality(rhs[r]), n) = rows.row(r);
    add_inequalities();
    if (pulled) to.set_pull(pull);
  }

  std::vector<double> lower, upper;
  VecX pull;
  RowMatrix rows, inequalities;
  VecX rhs;
  double room = 0.0;
  LevelDamping damping;
  bool pulled = false;
};

TEST(BoxLevel, GivesWhatTheGeneralWayGives) {
  Lexicographic fast(most_unknowns, most_rows + 6, 3), general(most_unknowns, most_rows + 6, 3);
  Random random(7);
  int taken = 0, with_bounds = 0, damped = 0, compared = 0;
  const int cases = test::scaled(20000);
  for (int c = 0; c < cases; ++c) {
    const BoxProblem problem(random);
    problem.write(fast);
    problem.write(general);
    fast.solve();
    if (!fast.took_short_way()) continue;
    ++taken;
    general.forget();
    if (general.solve_generally() != Lexicographic::Status::optimal) continue;
    ++compared;
    const int n = problem.unknowns();
    const VecX x = fast.solution().head(n), y = general.solution().head(n);
    const double size = std::max(1e-3, y.norm());
    ASSERT_LT((x - y).norm(), 1e-9 * size) << "case " << c;
    ASSERT_NEAR(fast.level_residual(1), general.level_residual(1), 1e-9 * problem.rhs.norm()) << "case " << c;
    ASSERT_NEAR(fast.lambda(1), general.lambda(1), 1e-6 * std::max(1e-3, general.lambda(1))) << "case " << c;
    EXPECT_EQ(fast.rank(1), general.rank(1)) << "case " << c;
    bool any = false;
    for (int i = 0; i < n; ++i) {
      any = any || fast.held_bound(i) != 0;
      ASSERT_LE(x[i], at(problem.upper, i));
      ASSERT_GE(x[i], at(problem.lower, i));
      ASSERT_NEAR(fast.bound_multiplier(1, i), general.bound_multiplier(1, i), 1e-8 * problem.rhs.norm())
          << "case " << c << ", unknown " << i;
    }
    with_bounds += any;
    damped += fast.lambda(1) > 0.0;
  }
  // It is taken where it can be, and what it is compared on is not only the easy part.
  EXPECT_GT(compared, cases / 3);
  EXPECT_GT(with_bounds, cases / 6);
  EXPECT_GT(damped, cases / 6);
  RecordProperty("taken", taken);
}

// Conditions of x being the optimum, without any other solver: see box_level.h.
TEST(BoxLevel, GradientsVanishOnFreeUnknownsAndPushAgainstBounds) {
  Lexicographic solver(most_unknowns, most_rows + 6, 3);
  Random random(8);
  for (int c = 0; c < test::scaled(5000); ++c) {
    const BoxProblem problem(random);
    problem.write(solver);
    solver.solve();
    if (!solver.took_short_way() || solver.lambda(1) == 0.0) continue;
    const VecX x = solver.level_point(1);
    const VecX gradient =
        problem.rows.transpose() * (problem.rhs - problem.rows * x) - solver.lambda(1) * solver.lambda(1) * x;
    const double rounding = 1e-9 * (problem.rhs.norm() + x.norm());
    for (int i = 0; i < problem.unknowns(); ++i) {
      if (x[i] < at(problem.upper, i)) {
        ASSERT_LT(gradient[i], rounding) << "case " << c;
      }
      if (x[i] > at(problem.lower, i)) {
        ASSERT_GT(gradient[i], -rounding) << "case " << c;
      }
    }
    if (problem.damping.rule == LevelDamping::Rule::step_bound) {
      ASSERT_LE(x.norm(), problem.damping.bound * (1 + 1e-12));
    }
  }
}

TEST(BoxLevel, DeclinesWhatItCannotSolveWell) {
  Lexicographic solver(3, 4, 2);
  const auto two_rows = [&](double second) {
    solver.clear(3);
    solver.begin_level();
    double* row = solver.add_equality(1.0);
    row[0] = row[1] = 1.0;
    row = solver.add_equality(2.0);
    row[0] = 1.0;
    row[1] = second;
  };
  two_rows(-1.0);
  solver.solve();
  EXPECT_TRUE(solver.took_short_way());
  two_rows(1.0 + 1e-6);  // nearly the same row twice
  solver.solve();
  EXPECT_FALSE(solver.took_short_way());
  two_rows(-1.0);
  solver.set_bounds(0, -0.1, 0.1);  // no point satisfies both rows
  solver.set_bounds(1, -0.1, 0.1);
  solver.solve();
  EXPECT_FALSE(solver.took_short_way());
  EXPECT_GT(solver.bound_multiplier(0, 0) + solver.bound_multiplier(0, 1), 0.0);
  two_rows(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(solver.solve(), Lexicographic::Status::bad_input);
}

TEST(BoxLevel, AllocatesNothing) {
  Lexicographic solver(most_unknowns, most_rows + 6, 3);
  Random random(9);
  for (int c = 0; c < 50; ++c) {
    const BoxProblem problem(random);
    const test::AllocationCounter counter;
    problem.write(solver);
    solver.solve();
    ASSERT_EQ(counter.count(), 0U);
  }
}

}  // namespace
}  // namespace limber

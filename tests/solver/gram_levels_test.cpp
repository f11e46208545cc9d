// Several levels by the products of their rows: the same answers as the general way, which is checked against
// proofs of optimality in lexicographic_test.
#include "limber/solver/least_squares/gram_levels.h"

#include <gtest/gtest.h>

#include "limber/solver/least_squares/lexicographic.h"
#include "support/random_hierarchy.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_matrix;
using test::uniform;
using test::uniform_int;

constexpr int most_joints = 60, most_gram_levels = 6, gram_rows = GramLevels::most_rows;

struct SeveralLevels {
  explicit SeveralLevels(Random& random) {
    const int n = uniform_int(random, 4, most_joints);
    bound = uniform_int(random, 0, 2) == 0 ? uniform(random, 0.3, 3.0) : 1e3;
    pull = random_matrix(random, n, 1);
    pulled = uniform_int(random, 0, 1) == 0;
    // Sometimes there are more rows than unknowns: the last levels have to give way.
    int left = uniform_int(random, 0, 2) == 0 ? gram_rows : std::min(n, gram_rows);
    for (int l = uniform_int(random, 2, most_gram_levels - 1); l > 0; --l) {
      const int count = std::min(left, uniform_int(random, 0, 15));
      left -= count;
      rows.push_back(random_matrix(random, count, n));
      rhs.push_back(uniform(random, 0.01, 1.0) * random_matrix(random, count, 1));
      const int rule = uniform_int(random, 0, 2);
      damping.push_back(
          {static_cast<LevelDamping::Rule>(rule), uniform(random, 0.0, 1.0), uniform(random, 0.01, 0.5)});
    }
    inequalities = random_matrix(random, uniform_int(random, 0, 3), n);
    room = uniform(random, 0.0, 3.0);
  }
  int unknowns() const { return static_cast<int>(pull.size()); }
  int levels() const { return static_cast<int>(rows.size()); }
  Eigen::Index row_count() const {
    Eigen::Index count = 0;
    for (const VecX& level : rhs) count += level.size();
    return count;
  }
  auto levels_with_rows() const {
    return std::count_if(rows.begin(), rows.end(), [](const auto& level) { return level.rows() > 0; });
  }

  void write(Lexicographic& to) const {
    const int n = unknowns();
    to.clear(n);
    for (int i = 0; i < n; ++i) to.set_bounds(i, -bound, bound);
    to.begin_level();
    for (int r = 0; r < inequalities.rows(); ++r)
      Eigen::Map<Eigen::RowVectorXd>(to.add_at_most(room), n) = inequalities.row(r);
    for (int l = 0; l < levels(); ++l) {
      to.begin_level(at(damping, l));
      for (int r = 0; r < at(rows, l).rows(); ++r)
        Eigen::Map<Eigen::RowVectorXd>(to.add_equality(at(rhs, l)[r]), n) = at(rows, l).row(r);
    }
    if (pulled) to.set_pull(pull);
  }

  std::vector<Eigen::MatrixXd> rows;
  std::vector<VecX> rhs;
  std::vector<LevelDamping> damping;
  Eigen::MatrixXd inequalities;
  VecX pull;
  double bound = 0.0, room = 0.0;
  bool pulled = false;
};

TEST(GramLevels, GiveWhatTheGeneralWayGives) {
  const LevelRoom room(most_joints, gram_rows + 3, most_gram_levels);
  Lexicographic fast(room), general(room);
  Random random(17);
  int taken = 0, damped = 0, pulled = 0, conflicts = 0;
  const int cases = test::scaled(10000);
  for (int c = 0; c < cases; ++c) {
    const SeveralLevels problem(random);
    problem.write(fast);
    problem.write(general);
    fast.solve();
    general.forget();
    ASSERT_EQ(general.solve_generally(), Lexicographic::Status::optimal);
    if (!fast.took_short_way() || problem.levels_with_rows() < 2) continue;
    ++taken;
    pulled += problem.pulled;
    const int n = problem.unknowns(), pull_level = problem.levels() + 1;
    const VecX x = fast.solution().head(n), y = general.solution().head(n);
    const double size = std::max(1e-3, y.norm());
    conflicts += problem.row_count() > n;
    ASSERT_LT((x - y).norm(), 1e-9 * size) << "case " << c;
    for (int l = 0; l <= problem.levels(); ++l) {
      ASSERT_LT((fast.level_point(l) - general.level_point(l)).norm(), 1e-9 * size) << "case " << c;
      ASSERT_LT((fast.level_step(l) - general.level_step(l)).norm(), 1e-9 * size) << "case " << c;
      ASSERT_NEAR(fast.lambda(l), general.lambda(l), 1e-7 * std::max(1.0, general.lambda(l))) << "case " << c;
      ASSERT_EQ(fast.rank(l), general.rank(l)) << "case " << c;
      damped += fast.lambda(l) > 0.0;
      for (int r = 0; r < static_cast<int>(problem.inequalities.rows()); ++r)
        ASSERT_NEAR(fast.row_multiplier(l, r), general.row_multiplier(l, r), 1e-8);
    }
    int row = static_cast<int>(problem.inequalities.rows());
    for (int l = 0; l < problem.levels(); ++l) {
      for (int r = 0; r < static_cast<int>(at(problem.rhs, l).size()); ++r, ++row) {
        ASSERT_TRUE(fast.is_active(row));
        ASSERT_NEAR(fast.residual(row), general.residual(row), 1e-9) << "case " << c;
        for (int of = 0; of <= pull_level; ++of) {
          const double expected = general.row_multiplier(of, row);
          ASSERT_NEAR(fast.row_multiplier(of, row), expected, 1e-8 * std::max(size, std::abs(expected)))
              << "case " << c << ", level " << of;
        }
      }
    }
  }
  // It is taken where it can be, and what it is compared on is not only the easy part.
  EXPECT_GT(taken, cases / 3);
  EXPECT_GT(damped, cases / 2);
  EXPECT_GT(pulled, cases / 8);
  EXPECT_GT(conflicts, cases / 50);
}

// Without any other solver: what a level does changes nothing above it, and is in the span of the rows.
TEST(GramLevels, StepsOfALevelLeaveAllRowsAboveAlone) {
  Lexicographic solver(LevelRoom(most_joints, gram_rows + 3, most_gram_levels));
  Random random(18);
  for (int c = 0; c < test::scaled(3000); ++c) {
    const SeveralLevels problem(random);
    problem.write(solver);
    solver.solve();
    if (!solver.took_short_way() || problem.levels_with_rows() < 2) continue;
    const VecX x = solver.solution().head(problem.unknowns());
    for (int l = 0; l < problem.levels(); ++l) {
      const Eigen::MatrixXd& rows = at(problem.rows, l);
      const VecX there = solver.level_point(l + 1);
      ASSERT_LT((rows * (x - there)).norm(), 1e-10 * (1.0 + rows.norm() * x.norm())) << "case " << c;
      const LevelDamping& damping = at(problem.damping, l);
      const VecX step = solver.level_step(l + 1);
      if (damping.rule == LevelDamping::Rule::step_bound) {
        ASSERT_LE(step.norm(), damping.bound * (1 + 1e-9)) << "case " << c;
      }
      if (solver.lambda(l + 1) == 0.0 && solver.rank(l + 1) == rows.rows()) {
        ASSERT_LT((rows * x - at(problem.rhs, l)).norm(), 1e-10 * (1.0 + rows.norm() * x.norm()));
      }
      for (int i = 0; i < problem.unknowns(); ++i) ASSERT_LE(std::abs(there[i]), problem.bound);
    }
  }
}

TEST(GramLevels, DeclineWhatTheyCannotSolveWell) {
  Lexicographic solver(3, 3, 2);
  const auto two_levels = [&](double second) {
    solver.clear(3);
    solver.begin_level();
    double* row = solver.add_equality(1.0);
    row[0] = row[1] = 1.0;
    solver.begin_level();
    row = solver.add_equality(2.0);
    row[0] = 1.0;
    row[1] = second;
  };
  two_levels(-1.0);
  solver.solve();
  EXPECT_TRUE(solver.took_short_way());
  two_levels(1.0 + 1e-6);  // nothing is left to the second level, nearly
  solver.solve();
  EXPECT_FALSE(solver.took_short_way());
  two_levels(-1.0);
  solver.set_bounds(0, -0.1, 0.1);
  solver.solve();
  EXPECT_FALSE(solver.took_short_way());
  EXPECT_EQ(solver.held_bound(0), 1);
  two_levels(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(solver.solve(), Lexicographic::Status::bad_input);
  two_levels(-1.0);
  const std::uint8_t allowed[] = {1, 0, 0};
  solver.restrict_last_row(allowed);
  solver.solve();
  EXPECT_FALSE(solver.took_short_way());
}

}  // namespace
}  // namespace limber

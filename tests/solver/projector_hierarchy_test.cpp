#include "limber/solver/projector_hierarchy.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "limber/solver/lexicographic.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using Form = FreeSpace::Form;
using Rule = StepDamping::Rule;
using Status = ProjectorHierarchy::Status;

constexpr int max_unknowns = 12, max_rows = 40, max_levels = 6;
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Task {
  Eigen::MatrixXd a;
  VecX b;
};
struct Problem {
  int unknowns = 0;
  std::vector<Task> levels;
  Task equalities, inequalities;
  VecX z;
};

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = test::uniform(random, -1, 1);
  return m;
}

// Levels that are of full rank, rank-deficient in themselves, in conflict with those above, or partly zero.
Problem random_problem(Random& random) {
  Problem p;
  p.unknowns = test::uniform_int(random, 1, max_unknowns);
  const int levels = test::uniform_int(random, 1, 5);
  for (int l = 0; l < levels; ++l) {
    const int rows = test::uniform_int(random, 1, 6);
    Task task{random_matrix(random, rows, p.unknowns), random_matrix(random, rows, 1)};
    const int kind = test::uniform_int(random, 0, 4);
    if (kind == 1 && rows > 1) task.a.row(rows - 1) = task.a.topRows(rows - 1).colwise().sum();
    if (kind == 2 && l > 0) task.a.row(0) = 2 * p.levels.back().a.row(0);
    if (kind == 3) task.a.row(0).setZero();
    p.levels.push_back(task);
  }
  p.z = random_matrix(random, p.unknowns, 1);
  return p;
}

void describe(const Problem& p, ProjectorHierarchy& h) {
  const auto n = p.unknowns;
  h.clear(n);
  for (Eigen::Index r = 0; r < p.equalities.a.rows(); ++r) {
    VecX::Map(h.add_equality(p.equalities.b[r]), n) = p.equalities.a.row(r).transpose();
  }
  for (Eigen::Index r = 0; r < p.inequalities.a.rows(); ++r) {
    VecX::Map(h.add_at_most(p.inequalities.b[r]), n) = p.inequalities.a.row(r).transpose();
  }
  for (const Task& level : p.levels) {
    h.begin_level();
    for (Eigen::Index r = 0; r < level.a.rows(); ++r) {
      VecX::Map(h.add_row(level.b[r]), n) = level.a.row(r).transpose();
    }
  }
  if (p.z.size()) h.set_pull(p.z);
}

VecX solve(const Problem& p, ProjectorHierarchy& h) {
  describe(p, h);
  h.solve();
  return h.solution().head(p.unknowns);
}

Eigen::MatrixXd stacked(const Problem& p) {
  Eigen::MatrixXd all(0, p.unknowns);
  for (const Task& level : p.levels) {
    Eigen::MatrixXd more(all.rows() + level.a.rows(), p.unknowns);
    more << all, level.a;
    all = more;
  }
  return all;
}

// Is a rank decided clearly, in every level? Where singular values lie near the tolerance two right answers
// differ.
bool is_clear(const Problem& p, const ProjectorHierarchy& h) {
  for (int l = 0; l < h.level_count(); ++l) {
    for (double sigma : h.singular_values(l)) {
      if (sigma > 1e-12 && sigma < 1e-3) return false;
    }
  }
  return p.unknowns > 0;
}

ProjectorOptions with(Form form, Formulation formulation = Formulation::projector, StepDamping damping = {},
                      SvdMethod method = SvdMethod::row_givens) {
  return {.form = form, .formulation = formulation, .svd = {.method = method}, .damping = damping};
}

ProjectorHierarchy hierarchy(const ProjectorOptions& options) {
  return ProjectorHierarchy(max_unknowns, max_rows, max_levels, options);
}

TEST(ProjectorHierarchy, EqualsTheOneFactorisationOfLexicographic) {
  Random random(101);
  Lexicographic lexicographic(max_unknowns, max_rows, max_levels);
  for (double lambda : {0.0, 0.2}) {
    ProjectorHierarchy h =
        hierarchy(with(Form::basis, Formulation::projector, {.rule = Rule::fixed, .lambda = lambda}));
    const LevelDamping damping{lambda > 0 ? LevelDamping::Rule::fixed : LevelDamping::Rule::none, lambda};
    int compared = 0;
    for (int trial = 0; trial < scaled(10000); ++trial) {
      const Problem p = random_problem(random);
      const VecX x = solve(p, h);
      if (!is_clear(p, h)) continue;
      ++compared;
      lexicographic.clear(p.unknowns);
      for (const Task& level : p.levels) {
        lexicographic.begin_level(damping);
        for (Eigen::Index r = 0; r < level.a.rows(); ++r) {
          VecX::Map(lexicographic.add_equality(level.b[r]), p.unknowns) = level.a.row(r).transpose();
        }
      }
      lexicographic.set_pull(p.z);
      lexicographic.forget();
      ASSERT_EQ(lexicographic.solve(), Lexicographic::Status::optimal);
      for (int l = 0; l < h.level_count(); ++l) {
        ASSERT_EQ(h.rank(l), lexicographic.rank(l)) << "trial " << trial;
      }
      ASSERT_LT((x - lexicographic.solution().head(p.unknowns)).norm(), 1e-9 * (1 + x.norm()))
          << "trial " << trial;
    }
    EXPECT_GT(compared, scaled(10000) * 8 / 10);
  }
}

TEST(ProjectorHierarchy, LowerLevelsNeverChangeTheResidualOfHigherOnes) {
  Random random(102);
  for (Formulation formulation : {Formulation::projector, Formulation::chiaverini}) {
    for (Form form : {Form::basis, Form::full_projector}) {
      for (Rule rule : {Rule::none, Rule::smallest_singular_value, Rule::numerical_filtering}) {
        ProjectorHierarchy h = hierarchy(with(form, formulation, {.rule = rule}));
        for (int trial = 0; trial < scaled(1000); ++trial) {
          Problem p = random_problem(random);
          const VecX all = solve(p, h);
          const std::vector<Task> levels = p.levels;
          while (p.levels.size() > 1) {
            p.levels.pop_back();
            const VecX fewer = solve(p, h);
            for (std::size_t l = 0; l < p.levels.size(); ++l) {
              const double before = (levels[l].a * fewer - levels[l].b).norm();
              const double after = (levels[l].a * all - levels[l].b).norm();
              ASSERT_NEAR(before, after, 1e-9 * (1 + all.norm() + fewer.norm()))
                  << "trial " << trial << " level " << l;
            }
          }
        }
      }
    }
  }
}

TEST(ProjectorHierarchy, CompatibleLevelsGiveTheShortestSolutionOfTheStackedSystem) {
  Random random(103);
  ProjectorHierarchy h = hierarchy({});
  for (int trial = 0; trial < scaled(10000); ++trial) {
    Problem p = random_problem(random);
    const VecX wanted = random_matrix(random, p.unknowns, 1);
    for (Task& level : p.levels) level.b = level.a * wanted;
    p.z = VecX::Zero(p.unknowns);
    const VecX x = solve(p, h);
    if (!is_clear(p, h)) continue;
    const Eigen::MatrixXd all = stacked(p);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> reference;
    reference.setThreshold(1e-9);
    reference.compute(all);
    ASSERT_LT((x - reference.solve(all * wanted)).norm(), 1e-9 * (1 + x.norm())) << "trial " << trial;
  }
}

TEST(ProjectorHierarchy, ALevelDecidedByThoseAboveContributesNothing) {
  Random random(104);
  for (Form form : {Form::basis, Form::full_projector}) {
    for (SvdMethod method : {SvdMethod::row_givens, SvdMethod::golub_reinsch}) {
      ProjectorHierarchy h = hierarchy(with(form, Formulation::projector, {}, method));
      for (int trial = 0; trial < scaled(3000); ++trial) {
        Problem p = random_problem(random);
        const VecX without = solve(p, h);
        const int free = h.free_dimensions();
        if (!is_clear(p, h)) continue;
        // Combinations of what is there already, asking for something else.
        const Eigen::MatrixXd all = stacked(p);
        const int rows = test::uniform_int(random, 1, 4);
        p.levels.push_back({random_matrix(random, rows, all.rows()) * all, random_matrix(random, rows, 1)});
        const VecX x = solve(p, h);
        ASSERT_EQ(h.rank(h.level_count() - 1), 0) << "trial " << trial;
        ASSERT_EQ(h.free_dimensions(), free);
        ASSERT_LT((x - without).norm(), 1e-12 * (1 + x.norm()));
      }
    }
  }
}

TEST(ProjectorHierarchy, WhatIsLeftFreeIsTheNullSpaceOfAllLevels) {
  Random random(105);
  for (Formulation formulation : {Formulation::projector, Formulation::chiaverini}) {
    ProjectorHierarchy h = hierarchy(with(Form::basis, formulation));
    for (int trial = 0; trial < scaled(5000); ++trial) {
      Problem p = random_problem(random);
      const VecX pulled = solve(p, h);
      if (!is_clear(p, h)) continue;
      const VecX z = p.z;
      p.z = VecX::Zero(p.unknowns);
      const VecX still = solve(p, h);
      const Eigen::MatrixXd all = stacked(p);
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> reference;
      reference.setThreshold(1e-7);
      reference.compute(all);
      const VecX expected = z - reference.solve(all * z);
      ASSERT_LT((pulled - still - expected).norm(), 1e-9 * (1 + pulled.norm())) << "trial " << trial;
    }
  }
}

TEST(ProjectorHierarchy, FullProjectorAndBasisAgreeWithEverySvdAndEveryDamping) {
  Random random(106);
  for (Formulation formulation : {Formulation::projector, Formulation::chiaverini}) {
    for (SvdMethod method :
         {SvdMethod::golub_reinsch, SvdMethod::lapack, SvdMethod::column_givens, SvdMethod::row_givens}) {
      for (Rule rule : {Rule::none, Rule::fixed, Rule::smallest_singular_value, Rule::step_bound,
                        Rule::numerical_filtering}) {
        ProjectorHierarchy basis = hierarchy(with(Form::basis, formulation, {.rule = rule}, method));
        ProjectorHierarchy full = hierarchy(with(Form::full_projector, formulation, {.rule = rule}, method));
        ProjectorHierarchy reference =
            hierarchy(with(Form::basis, formulation, {.rule = rule}, SvdMethod::golub_reinsch));
        for (int trial = 0; trial < scaled(250); ++trial) {
          const Problem p = random_problem(random);
          const VecX x = solve(p, basis), y = solve(p, full), z = solve(p, reference);
          if (!is_clear(p, basis)) continue;
          ASSERT_LT((x - y).norm(), 1e-10 * (1 + x.norm())) << "trial " << trial;
          ASSERT_LT((x - z).norm(), 1e-9 * (1 + x.norm())) << "trial " << trial;
          for (int l = 0; l < basis.level_count(); ++l) {
            ASSERT_EQ(basis.rank(l), full.rank(l));
            ASSERT_NEAR(basis.lambda(l), full.lambda(l), 1e-10 * (1 + basis.lambda(l)));
          }
        }
      }
    }
  }
}

TEST(ProjectorHierarchy, BoundedLevelsStayShort) {
  Random random(107);
  for (Rule rule : {Rule::smallest_singular_value, Rule::step_bound}) {
    ProjectorHierarchy h =
        hierarchy(with(Form::basis, Formulation::projector, {.rule = rule, .bound = 0.25}));
    for (int trial = 0; trial < scaled(5000); ++trial) {
      Problem p = random_problem(random);
      p.z.setZero();
      // The steps of different levels are orthogonal.
      ASSERT_LE(solve(p, h).norm(), 0.25 * std::sqrt(static_cast<double>(p.levels.size())) * (1 + 1e-9));
    }
  }
}

// A minimises every level among the minimisers of those above; B only projects.
TEST(ProjectorHierarchy, FormulationBIsNeverBetterAtTheSecondLevelAndMostlyWorse) {
  Random random(108);
  ProjectorHierarchy a = hierarchy({}), b = hierarchy(with(Form::basis, Formulation::chiaverini));
  int worse = 0, count = 0;
  for (int trial = 0; trial < scaled(5000); ++trial) {
    Problem p = random_problem(random);
    if (p.levels.size() < 2) continue;
    p.z = VecX();
    const VecX x = solve(p, a), y = solve(p, b);
    if (!is_clear(p, a)) continue;
    const auto residual = [&](std::size_t l, const VecX& v) {
      return (p.levels[l].a * v - p.levels[l].b).norm();
    };
    ASSERT_NEAR(residual(0, x), residual(0, y), 1e-9 * (1 + y.norm()));
    ASSERT_LE(residual(1, x), residual(1, y) + 1e-9);
    ++count;
    worse += residual(1, x) < 0.99 * residual(1, y);
  }
  EXPECT_GT(worse, count / 2) << "of " << count;
}

TEST(ProjectorHierarchy, EqualitiesHoldWhateverTheLevelsWant) {
  Random random(109);
  for (Form form : {Form::basis, Form::full_projector}) {
    ProjectorHierarchy h = hierarchy(with(form));
    for (int trial = 0; trial < scaled(3000); ++trial) {
      Problem p = random_problem(random);
      const int rows = test::uniform_int(random, 1, p.unknowns);
      p.equalities.a = random_matrix(random, rows, p.unknowns);
      if (rows > 1) p.equalities.a.row(rows - 1) = p.equalities.a.row(0);  // consistent, said twice
      p.equalities.b = p.equalities.a * random_matrix(random, p.unknowns, 1);
      describe(p, h);
      ASSERT_EQ(h.solve(), Status::solved);
      const VecX x = h.solution().head(p.unknowns);
      ASSERT_LT((p.equalities.a * x - p.equalities.b).norm(), 1e-9 * (1 + x.norm())) << "trial " << trial;
      // The same as a level of its own on top.
      Problem q = p;
      q.equalities = {};
      q.levels.insert(q.levels.begin(), p.equalities);
      const VecX y = solve(q, h);
      if (is_clear(q, h)) {
        ASSERT_LT((x - y).norm(), 1e-8 * (1 + y.norm())) << "trial " << trial;
      }
    }
  }
}

TEST(ProjectorHierarchy, ContradictoryEqualitiesAreReportedAndTheFirstHolds) {
  ProjectorHierarchy h = hierarchy({});
  Problem p;
  p.unknowns = 2;
  p.equalities = {(Eigen::MatrixXd(2, 2) << 1, 1, 2, 2).finished(), Vec2(1, 5)};
  describe(p, h);
  EXPECT_EQ(h.solve(), Status::contradiction);
  EXPECT_NEAR(h.solution()[0] + h.solution()[1], 1.0, 1e-15);
}

Problem problem_with_limits(Random& random, int levels) {
  Problem p;
  p.unknowns = 4;
  for (int l = 0; l < levels; ++l)
    p.levels.push_back({random_matrix(random, 2, 4), random_matrix(random, 2, 1)});
  p.inequalities.a.resize(8, 4);
  p.inequalities.a << Eigen::Matrix4d::Identity(), -Eigen::Matrix4d::Identity();
  p.inequalities.b = VecX::Constant(8, 0.1) + 0.4 * random_matrix(random, 8, 1).cwiseAbs();
  p.z = VecX();
  return p;
}

TEST(ProjectorHierarchy, InequalitiesHoldAndThoseMetAreMetExactly) {
  Random random(110);
  ProjectorHierarchy h = hierarchy({});
  int limited = 0, shortened = 0;
  for (int trial = 0; trial < scaled(10000); ++trial) {
    Problem p = problem_with_limits(random, test::uniform_int(random, 1, 3));
    if (trial % 4 == 0) p.inequalities.b[0] = -0.1;  // violated at the start
    if (trial % 5 == 0) {                            // and a coupling
      p.inequalities.a.row(1) = random_matrix(random, 1, 4);
    }
    describe(p, h);
    const Status status = h.solve();
    const VecX x = h.solution().head(4);
    ASSERT_TRUE(status == Status::solved || status == Status::shortened);
    shortened += status == Status::shortened;
    const VecX left = p.inequalities.b - p.inequalities.a * x;
    limited += h.rounds() > 0;
    if (status == Status::solved) {
      ASSERT_GT(left.minCoeff(), -1e-9) << "trial " << trial;
      for (int c = 0; c < 8; ++c) {
        if (h.is_held(c)) {
          ASSERT_NEAR(left[c], 0.0, 1e-9);
        }
      }
    }
  }
  EXPECT_GT(limited, scaled(10000) / 2);
  EXPECT_LT(shortened, scaled(10000) / 10);
}

// Why there is a Lexicographic: rows are added and never let go.
TEST(ProjectorHierarchy, AddingRowsOnlyOftenMissesTheOptimum) {
  Random random(111);
  ProjectorHierarchy h = hierarchy({});
  Lexicographic optimal(4, 12, 3);
  for (int levels : {1, 2}) {
    int limited = 0, missed = 0;
    for (int trial = 0; trial < scaled(3000); ++trial) {
      const Problem p = problem_with_limits(random, levels);
      const VecX x = solve(p, h);
      if (h.rounds() == 0) continue;
      ++limited;
      optimal.clear(4);
      for (int i = 0; i < 4; ++i) optimal.set_bounds(i, -p.inequalities.b[4 + i], p.inequalities.b[i]);
      for (const Task& level : p.levels) {
        optimal.begin_level();
        for (int r = 0; r < 2; ++r)
          VecX::Map(optimal.add_equality(level.b[r]), 4) = level.a.row(r).transpose();
      }
      optimal.forget();
      optimal.solve();
      missed += (x - optimal.solution().head(4)).norm() > 1e-6;
    }
    const double share = static_cast<double>(missed) / limited;
    EXPECT_GT(share, 0.1) << levels << " levels, " << limited << " limited steps";
    EXPECT_LT(share, 0.7) << levels;
  }
}

TEST(ProjectorHierarchy, ContradictoryInequalitiesShortenTheStep) {
  ProjectorHierarchy h = hierarchy({});
  Problem p;
  p.unknowns = 1;
  p.levels.push_back({Eigen::MatrixXd::Ones(1, 1), VecX::Constant(1, 5.0)});
  p.inequalities = {(Eigen::MatrixXd(2, 1) << 1, -1).finished(), Vec2(-1, -1)};  // x <= -1 and x >= 1
  describe(p, h);
  EXPECT_EQ(h.solve(), Status::shortened);
  EXPECT_TRUE(std::isfinite(h.solution()[0]));
}

TEST(ProjectorHierarchy, AnsweringWithOneWarmSweepKeepsThePriorities) {
  Random random(112);
  ProjectorOptions options;
  options.svd.one_sweep = true;
  ProjectorHierarchy quick = hierarchy(options), exact = hierarchy({});
  for (int run = 0; run < scaled(20); ++run) {
    Problem p = random_problem(random);
    p.z = VecX();
    p.unknowns = 12;
    for (Task& level : p.levels)
      level.a = random_matrix(random, std::min<Eigen::Index>(level.a.rows(), 2), 12);
    for (Task& level : p.levels) level.b.conservativeResize(level.a.rows());
    quick.forget();
    for (int frame = 0; frame < 50; ++frame) {
      for (Task& level : p.levels) level.a += 1e-3 * random_matrix(random, level.a.rows(), 12);
      const VecX x = solve(p, quick), y = solve(p, exact);
      ASSERT_LT((x - y).norm(), 1e-3 * (1 + y.norm()));
      Problem top = p;
      top.levels.resize(1);
      // The row space is exact even where singular vectors are not.
      const VecX first = solve(top, exact);
      ASSERT_LT((p.levels[0].a * (x - first)).norm(), 1e-4);
    }
  }
}

TEST(ProjectorHierarchy, FlagsWhatIsNotANumberAndCarriesOn) {
  Random random(113);
  ProjectorHierarchy h = hierarchy({});
  Problem p = problem_with_limits(random, 2);
  p.equalities = {random_matrix(random, 1, 4), random_matrix(random, 1, 1) * 0.01};
  p.z = VecX::Zero(4);
  const VecX good = solve(p, h);
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), infinity}) {
    for (int place = 0; place < 6; ++place) {
      Problem q = p;
      (place == 0   ? q.levels[1].a(0, 2)
       : place == 1 ? q.levels[0].b[1]
       : place == 2 ? q.equalities.a(0, 1)
       : place == 3 ? q.equalities.b[0]
       : place == 4 ? q.inequalities.a(3, 3)
                    : q.z[1]) = bad;
      describe(q, h);
      ASSERT_EQ(h.solve(), Status::bad_input) << place;
      ASSERT_EQ(h.solution().head(4).norm(), 0.0);
      ASSERT_LT((solve(p, h) - good).norm(), 1e-12);
    }
  }
  p.inequalities.b[2] = infinity;  // no limit at all
  describe(p, h);
  EXPECT_NE(h.solve(), Status::bad_input);
}

TEST(ProjectorHierarchy, TakesProblemsWithoutUnknownsRowsOrLevels) {
  ProjectorHierarchy h = hierarchy({});
  h.clear(0);
  EXPECT_EQ(h.solve(), Status::solved);
  h.begin_level();
  h.add_row(1.0);
  EXPECT_EQ(h.solve(), Status::solved);
  EXPECT_EQ(h.rank(0), 0);
  h.clear(3);
  h.begin_level();
  h.begin_level();
  h.set_pull(Vec3(1, 2, 3));
  EXPECT_EQ(h.solve(), Status::solved);
  EXPECT_EQ(h.solution().head(3), Vec3(1, 2, 3));
  EXPECT_EQ(h.free_dimensions(), 3);
}

TEST(ProjectorHierarchy, RefusesTheFormulationItDoesNotDo) {
  EXPECT_THROW(hierarchy({.formulation = Formulation::lexicographic}), std::invalid_argument);
}

TEST(ProjectorHierarchy, AllocatesNothingAndRepeatsItsBits) {
  Random random(114);
  for (Form form : {Form::basis, Form::full_projector}) {
    for (Formulation formulation : {Formulation::projector, Formulation::chiaverini}) {
      const ProjectorOptions options = with(form, formulation, {.rule = Rule::step_bound});
      ProjectorHierarchy one = hierarchy(options), other = hierarchy(options);
      for (int trial = 0; trial < scaled(200); ++trial) {
        Problem p = trial % 2 ? random_problem(random) : problem_with_limits(random, 2);
        describe(p, one);
        const test::AllocationCounter counter;
        one.solve();
        ASSERT_EQ(counter.count(), 0u);
        solve(p, other);
        ASSERT_EQ(one.solution(), other.solution());
      }
    }
  }
}

}  // namespace
}  // namespace limber

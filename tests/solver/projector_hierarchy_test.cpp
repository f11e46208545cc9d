#include "limber/solver/least_squares/projector_hierarchy.h"

#include <gtest/gtest.h>

#include <Eigen/QR>

#include "limber/solver/least_squares/lexicographic.h"
#include "solver/projector_problem.h"
#include "support/allocations.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;
using Form = FreeSpace::Form;
using Rule = StepDamping::Rule;
using ProjectorStatus = ProjectorHierarchy::Status;

constexpr double infinity = std::numeric_limits<double>::infinity();

ProjectorOptions with(Form form, Formulation formulation = Formulation::projector, StepDamping damping = {},
                      SvdMethod method = SvdMethod::row_givens) {
  return {.form = form, .formulation = formulation, .svd = {.method = method}, .damping = damping};
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
      const ProjectorProblem p = random_problem(random);
      const VecX x = solve(p, h);
      if (!is_clear(h)) continue;
      ++compared;
      lexicographic.clear(p.unknowns);
      for (const LinearTask& level : p.levels) {
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
          ProjectorProblem p = random_problem(random);
          const VecX all = solve(p, h);
          const std::vector<LinearTask> levels = p.levels;
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
  ProjectorHierarchy h = hierarchy();
  for (int trial = 0; trial < scaled(10000); ++trial) {
    ProjectorProblem p = random_problem(random);
    const VecX wanted = random_matrix(random, p.unknowns, 1);
    for (LinearTask& level : p.levels) level.b = level.a * wanted;
    p.z = VecX::Zero(p.unknowns);
    const VecX x = solve(p, h);
    if (!is_clear(h)) continue;
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
        ProjectorProblem p = random_problem(random);
        const VecX without = solve(p, h);
        const int free = h.free_dimensions();
        if (!is_clear(h)) continue;
        // Combinations of what is there already, asking for something else.
        const Eigen::MatrixXd all = stacked(p);
        const int rows = uniform_int(random, 1, 4);
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
      ProjectorProblem p = random_problem(random);
      const VecX pulled = solve(p, h);
      if (!is_clear(h)) continue;
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
    for (SvdMethod method : {SvdMethod::golub_reinsch, SvdMethod::column_givens, SvdMethod::row_givens}) {
      for (Rule rule : {Rule::none, Rule::fixed, Rule::smallest_singular_value, Rule::step_bound,
                        Rule::numerical_filtering}) {
        ProjectorHierarchy basis = hierarchy(with(Form::basis, formulation, {.rule = rule}, method));
        ProjectorHierarchy full = hierarchy(with(Form::full_projector, formulation, {.rule = rule}, method));
        ProjectorHierarchy reference =
            hierarchy(with(Form::basis, formulation, {.rule = rule}, SvdMethod::golub_reinsch));
        for (int trial = 0; trial < scaled(250); ++trial) {
          const ProjectorProblem p = random_problem(random);
          const VecX x = solve(p, basis), y = solve(p, full), z = solve(p, reference);
          if (!is_clear(basis)) continue;
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
      ProjectorProblem p = random_problem(random);
      p.z.setZero();
      // The steps of different levels are orthogonal.
      ASSERT_LE(solve(p, h).norm(), 0.25 * std::sqrt(static_cast<double>(p.levels.size())) * (1 + 1e-9));
    }
  }
}

// A minimises every level among the minimisers of those above; B only projects.
TEST(ProjectorHierarchy, FormulationBIsNeverBetterAtTheSecondLevelAndMostlyWorse) {
  Random random(108);
  ProjectorHierarchy a = hierarchy(), b = hierarchy(with(Form::basis, Formulation::chiaverini));
  int worse = 0, count = 0;
  for (int trial = 0; trial < scaled(5000); ++trial) {
    ProjectorProblem p = random_problem(random);
    if (p.levels.size() < 2) continue;
    p.z = VecX();
    const VecX x = solve(p, a), y = solve(p, b);
    if (!is_clear(a)) continue;
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

TEST(ProjectorHierarchy, AnsweringWithOneWarmSweepKeepsThePriorities) {
  Random random(112);
  ProjectorOptions options;
  options.svd.one_sweep = true;
  ProjectorHierarchy quick = hierarchy(options), exact = hierarchy();
  for (int run = 0; run < scaled(20); ++run) {
    ProjectorProblem p = random_problem(random);
    p.z = VecX();
    p.unknowns = 12;
    for (LinearTask& level : p.levels)
      level.a = random_matrix(random, std::min<Eigen::Index>(level.a.rows(), 2), 12);
    for (LinearTask& level : p.levels) level.b.conservativeResize(level.a.rows());
    quick.forget();
    for (int frame = 0; frame < 50; ++frame) {
      for (LinearTask& level : p.levels) level.a += 1e-3 * random_matrix(random, level.a.rows(), 12);
      const VecX x = solve(p, quick), y = solve(p, exact);
      ASSERT_LT((x - y).norm(), 1e-3 * (1 + y.norm()));
      ProjectorProblem top = p;
      top.levels.resize(1);
      // The row space is exact even where singular vectors are not.
      const VecX first = solve(top, exact);
      ASSERT_LT((p.levels[0].a * (x - first)).norm(), 1e-4);
    }
  }
}

TEST(ProjectorHierarchy, NaNInputIsReportedAndTheNextProblemIsSolved) {
  Random random(113);
  ProjectorHierarchy h = hierarchy();
  ProjectorProblem p = problem_with_limits(random, 2);
  p.equalities = {random_matrix(random, 1, 4), random_matrix(random, 1, 1) * 0.01};
  p.z = VecX::Zero(4);
  const VecX good = solve(p, h);
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), infinity}) {
    for (int place = 0; place < 6; ++place) {
      ProjectorProblem q = p;
      (place == 0   ? q.levels[1].a(0, 2)
       : place == 1 ? q.levels[0].b[1]
       : place == 2 ? q.equalities.a(0, 1)
       : place == 3 ? q.equalities.b[0]
       : place == 4 ? q.inequalities.a(3, 3)
                    : q.z[1]) = bad;
      describe(q, h);
      ASSERT_EQ(h.solve(), ProjectorStatus::bad_input) << place;
      ASSERT_EQ(h.solution().head(4).norm(), 0.0);
      ASSERT_LT((solve(p, h) - good).norm(), 1e-12);
    }
  }
  p.inequalities.b[2] = infinity;  // no limit at all
  describe(p, h);
  EXPECT_NE(h.solve(), ProjectorStatus::bad_input);
}

TEST(ProjectorHierarchy, TakesProblemsWithoutUnknownsRowsOrLevels) {
  ProjectorHierarchy h = hierarchy();
  h.clear(0);
  EXPECT_EQ(h.solve(), ProjectorStatus::solved);
  h.begin_level();
  h.add_row(1.0);
  EXPECT_EQ(h.solve(), ProjectorStatus::solved);
  EXPECT_EQ(h.rank(0), 0);
  h.clear(3);
  h.begin_level();
  h.begin_level();
  h.set_pull(Vec3(1, 2, 3));
  EXPECT_EQ(h.solve(), ProjectorStatus::solved);
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
        ProjectorProblem p = trial % 2 ? random_problem(random) : problem_with_limits(random, 2);
        describe(p, one);
        const AllocationCounter counter;
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

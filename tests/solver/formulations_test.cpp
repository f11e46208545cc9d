// The ways of the source documents, to compare with: they must work too, each with its known weakness.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/models/bare_chain.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr SvdMethod svd_methods[] = {SvdMethod::golub_reinsch, SvdMethod::column_givens,
                                     SvdMethod::row_givens};
constexpr Damping::Rule damping_rules[] = {Damping::Rule::automatic, Damping::Rule::fixed,
                                           Damping::Rule::step_bound, Damping::Rule::smallest_singular_value,
                                           Damping::Rule::numerical_filtering};

TEST(Formulations, EverySvdAndDampingReachesAReachableGoal) {
  const Figure figure = models::bare_chain({});
  for (const Formulation formulation : {Formulation::projector, Formulation::chiaverini}) {
    for (const SvdMethod svd : svd_methods) {
      for (const Damping::Rule rule : damping_rules) {
        SolverOptions options;
        options.formulation = formulation;
        options.svd = svd;
        options.damping = {.rule = rule, .lambda = 0.1, .bound = 1.0};
        options.limits = LimitMethod::off;
        options.line_search = false;
        options.largest_error = 1.0;
        Solver solver(figure, options);
        TaskList tasks;
        const auto reach =
            tasks.add("reach", Reach{.frame = figure.frame("trunk.tip"), .target = Vec3(12, 9, -7)});
        Posture posture = figure.rest_posture();
        for (Eigen::Index i = 0; i < posture.values.size(); ++i)
          posture.values[i] = 0.02 * std::sin(0.9 * double(i));
        solver.prepare(tasks);
        double error = 0.0;
        const int steps = svd == SvdMethod::column_givens ? 60 : 120;
        for (int step = 0; step < steps; ++step) error = solver.step(tasks, posture)[reach].error;
        EXPECT_LT(error, 1e-3) << static_cast<int>(formulation) << " svd " << static_cast<int>(svd)
                               << " damping " << static_cast<int>(rule);
        EXPECT_EQ(solver.levels()[0].rank, 3);
        EXPECT_EQ(solver.levels()[0].singular_values.size(), 3u);
      }
    }
  }
}

// Undamped and without limits, projectors and the default take the same step.
TEST(Formulations, ProjectorsTakeTheSameUndampedStep) {
  test::Random random(21);
  for (int i = 0; i < test::scaled(300); ++i) {
    const Figure figure = test::random_figure(random, {.segments = test::uniform_int(random, 3, 12)});
    const TaskList tasks = test::random_tasks(random, figure, {.inequalities = false, .subsets = false});
    const Posture start = test::random_posture(random, figure);
    const auto first_step = [&](Formulation formulation) {
      SolverOptions options;
      options.formulation = formulation;
      options.svd = SvdMethod::golub_reinsch;
      options.limits = LimitMethod::off;
      options.damping.rule = Damping::Rule::none;
      options.line_search = false;
      options.largest_turn = 1e9;
      Solver solver(figure, options);
      solver.prepare(tasks);
      Posture posture = start;
      solver.step(tasks, posture);
      return VecX(solver.last_step());
    };
    const VecX ours = first_step(Formulation::lexicographic), theirs = first_step(Formulation::projector);
    // Near-singular problems amplify rounding: compare relative to the size of the step.
    if (ours.norm() > 1e3) continue;
    ASSERT_LE((ours - theirs).norm(), 1e-6 * (1.0 + ours.norm())) << "problem " << i;
  }
}

TEST(Formulations, ClippingLocksWhereProjectionArrives) {
  const double limit = 8.0 * std::numbers::pi / 180.0;
  const Figure figure = models::bare_chain({.limit = limit});
  const auto end = [&](LimitMethod limits) {
    SolverOptions options;
    options.formulation = Formulation::projector;
    options.limits = limits;
    options.damping = {.rule = Damping::Rule::fixed, .lambda = 0.1};
    options.line_search = false;
    options.largest_error = 0.5;
    Solver solver(figure, options);
    TaskList tasks;
    const auto reach =
        tasks.add("reach", Reach{.frame = figure.frame("trunk.tip"), .target = Vec3(12, 14, 8)});
    Posture posture = figure.rest_posture();
    solver.prepare(tasks);
    StepReport report;
    for (int step = 0; step < 600; ++step) report = solver.step(tasks, posture);
    EXPECT_LE(largest_limit_excess(figure, posture).amount, 1e-9);
    return std::pair(report[reach].error, report.step_length);
  };
  const auto [projected, moving] = end(LimitMethod::projection);
  const auto [clipped, locked] = end(LimitMethod::clipping);
  EXPECT_LT(projected, 0.01);
  EXPECT_GT(clipped, 1.0);
  EXPECT_EQ(locked, 0.0);
  EXPECT_GE(moving, 0.0);
  const auto [constrained, still] = end(LimitMethod::active_set);
  EXPECT_LT(constrained, 0.01);
  EXPECT_GE(still, 0.0);
}

TEST(Formulations, AFarGoalBelowDoesNotSlowTheLevelsAboveUnlessErrorsAreClampedTogether) {
  const Figure figure = Figure::build(models::find("human")->make({})).value();
  const auto steps_until_satisfied = [&](ErrorClamp clamp) {
    SolverOptions options;
    options.clamp = clamp;
    Solver solver(figure, options);
    TaskList tasks;
    const auto near = tasks.add("near", Reach{.frame = figure.frame("hand.l"), .target = Vec3(0.3, 0.3, 1.1)},
                                {.priority = 1});
    tasks.add("far", Reach{.frame = figure.frame("hand.r"), .target = Vec3(100, 0, 1)}, {.priority = 2});
    solver.prepare(tasks);
    Posture posture = figure.rest_posture();
    int step = 0;
    while (step < 500 && !solver.step(tasks, posture)[near].satisfied) ++step;
    return step;
  };
  EXPECT_LT(10 * steps_until_satisfied(ErrorClamp::per_level), steps_until_satisfied(ErrorClamp::global));
}

}  // namespace
}  // namespace limber

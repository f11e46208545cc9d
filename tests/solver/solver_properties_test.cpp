// What holds for any figure, any tasks and any posture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/figure/joint_coordinate.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "support/allocations.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform_int;

struct Problem {
  Figure figure;
  Posture start;
  TaskList tasks;
  CriterionList criteria;
};

Problem random_problem(Random& random) {
  const test::RandomFigureOptions options{.segments = uniform_int(random, 2, 14),
                                          .free_root = uniform_int(random, 0, 3) == 0,
                                          .limits = uniform_int(random, 0, 3) > 0};
  Figure figure = test::random_coupled_figure(random, options);
  Posture start = test::random_posture(random, figure);  // often outside its limits
  TaskList tasks = test::random_tasks(random, figure, {.levels = uniform_int(random, 1, 6)});
  CriterionList criteria;
  if (uniform_int(random, 0, 1) == 0) criteria.push_back({"rest", ReferencePosture{}, 0.1});
  if (uniform_int(random, 0, 3) == 0) criteria.push_back({"middle", MidRange{}, 0.05});
  return {figure, start, tasks, criteria};
}

TEST(Solver, NoLimitIsEverExceededAndNothingBecomesNaN) {
  Random random(11);
  int steps = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    Problem problem = random_problem(random);
    Solver solver(problem.figure);
    solver.prepare(problem.tasks, problem.criteria);
    Posture posture = problem.start;
    for (int step = 0; step < 6; ++step, ++steps) {
      const StepReport report = solver.step(problem.tasks, problem.criteria, posture);
      ASSERT_NE(report.status, StepStatus::bad_input) << "problem " << i;
      ASSERT_TRUE(is_finite(posture)) << "problem " << i;
      const LimitExcess excess = largest_limit_excess(problem.figure, posture);
      ASSERT_LE(excess.amount, 1e-9) << "problem " << i << " joint " << excess.joint;
      for (const TaskReport& task : report.tasks) ASSERT_TRUE(std::isfinite(task.error)) << "problem " << i;
    }
  }
  EXPECT_GE(steps, scaled(12000));
}

// The largest violation of a coupling, from its definition.
double coupling_violation(const Figure& figure, const Posture& posture) {
  double largest = 0.0;
  for (const Coupling& coupling : figure.couplings()) {
    double value = 0.0;
    for (const Coupling::Term& term : coupling.terms) {
      value += term.coefficient * joint_coordinate(figure, posture, term.joint, term.coordinate);
    }
    largest = std::max({largest, coupling.range.min - value, value - coupling.range.max});
  }
  return largest;
}

Posture zero_posture(const Figure& figure) {
  Posture posture = figure.rest_posture();
  for (const JointId joint : figure.joints()) {
    const std::vector<double> zeros(static_cast<std::size_t>(figure.dofs(joint).size()), 0.0);
    set_joint_parameters(figure, posture, joint, zeros);
  }
  return posture;
}

// All couplings of these figures hold at zero. Where zero is inside the limits too they can be kept, so they
// are, while the tasks pull at the joints.
TEST(Solver, CouplingsThatCanBeKeptAreKept) {
  Random random(12);
  int figures = 0, moving_steps = 0;
  for (int i = 0; i < scaled(1000); ++i) {
    Problem problem = random_problem(random);
    const Posture zero = zero_posture(problem.figure);
    if (problem.figure.couplings().empty() || largest_limit_excess(problem.figure, zero).amount > 0.0)
      continue;
    ASSERT_LE(coupling_violation(problem.figure, zero), 1e-12) << "problem " << i;
    ++figures;
    Posture posture = zero;
    Solver solver(problem.figure);
    solver.prepare(problem.tasks);
    for (int step = 0; step < 6; ++step) {
      const StepReport report = solver.step(problem.tasks, posture);
      ASSERT_LE(coupling_violation(problem.figure, posture), 1e-9) << "problem " << i << " step " << step;
      ASSERT_EQ(report.coupling_excess, 0.0) << "problem " << i << " step " << step;
      moving_steps += report.step_length > 1e-3;
    }
  }
  EXPECT_GE(figures, scaled(1000) / 10);
  EXPECT_GE(moving_steps, 2 * figures);
}

TEST(Solver, TwoRunsGiveTheSameBits) {
  Random random(13);
  for (int i = 0; i < scaled(100); ++i) {
    const Problem problem = random_problem(random);
    const auto run = [&] {
      Solver solver(problem.figure);
      Posture posture = problem.start;
      solver.solve(problem.tasks, problem.criteria, posture, {.most_steps = 15, .restarts = 1});
      return posture;
    };
    const Posture first = run(), second = run();
    ASSERT_EQ(first, second) << "problem " << i;
  }
}

// Without an observer nothing is explained on the way, and what was seen is not looked at again: the steps are
// the same.
TEST(Solver, ObservingASolveDoesNotChangeIt) {
  Random random(16);
  for (int i = 0; i < scaled(300); ++i) {
    const Problem problem = random_problem(random);
    int observed = 0;
    const auto run = [&](const SolveOptions& options) {
      Solver solver(problem.figure);
      Posture posture = problem.start;
      const SolveReport report = solver.solve(problem.tasks, problem.criteria, posture, options);
      return std::pair(posture, report.steps);
    };
    const auto alone = run({.most_steps = 25, .restarts = i % 3});
    const auto seen =
        run({.most_steps = 25, .restarts = i % 3, .observe = [&](const StepReport&, const Posture&) {
               ++observed;
             }});
    ASSERT_EQ(alone.first, seen.first) << "problem " << i;
    ASSERT_EQ(alone.second, seen.second) << "problem " << i;
    ASSERT_EQ(observed, seen.second) << "problem " << i;
  }
}

TEST(Solver, StepAllocatesNothing) {
  Random random(14);
  for (int i = 0; i < scaled(200); ++i) {
    Problem problem = random_problem(random);
    Solver solver(problem.figure, {.fade_steps = i % 3});
    solver.prepare(problem.tasks, problem.criteria);
    Posture posture = problem.start;
    const test::AllocationCounter counter;
    for (int step = 0; step < 4; ++step) solver.step(problem.tasks, problem.criteria, posture);
    ASSERT_EQ(counter.count(), 0u) << "problem " << i;
  }
}

// The linear residual of a level in the first step, with the levels below it and without them.
TEST(Solver, LowerLevelsNeverChangeTheLinearResidualOfHigherOnes) {
  Random random(15);
  for (int i = 0; i < scaled(10000); ++i) {
    Problem problem = random_problem(random);
    const auto first_step = [&](const TaskList& tasks) {
      Solver solver(problem.figure);
      solver.prepare(tasks);
      Posture posture = problem.start;
      solver.step(tasks, posture);
      std::vector<double> residuals;
      for (const Solver::LevelView& level : solver.levels()) residuals.push_back(level.linear_residual);
      return residuals;
    };
    const std::vector<double> all = first_step(problem.tasks);
    TaskList fewer;
    const int keep = uniform_int(random, 1, static_cast<int>(all.size()));
    for (const TaskList::Entry& entry : problem.tasks) {
      if (entry.settings.priority <= keep) fewer.insert(entry.name, entry.task, entry.settings);
    }
    const std::vector<double> some = first_step(fewer);
    for (std::size_t level = 0; level < some.size(); ++level) {
      ASSERT_NEAR(all[level], some[level], 1e-9) << "problem " << i << " level " << level;
    }
  }
}

TEST(Solver, ANumberThatIsNotFiniteIsRefusedAndNothingMoves) {
  const Figure figure = Figure::build(models::find("planar-chain")->make({})).value();
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = FrameId{0}, .target = Vec3(0.5, 0.5, 0)});
  Solver solver(figure);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  const Posture before = posture;
  tasks[reach].target.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver.step(tasks, posture).status, StepStatus::bad_input);
  EXPECT_EQ(posture, before);
  tasks[reach].target.x() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(solver.step(tasks, posture).status, StepStatus::bad_input);
  EXPECT_EQ(posture, before);
  tasks[reach].target.x() = 0.5;
  posture.values[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver.step(tasks, posture).status, StepStatus::bad_input);
  posture = before;
  EXPECT_NE(solver.step(tasks, posture).status, StepStatus::bad_input);
}

TEST(Solver, ACopyOfAReportOutlivesTheOriginal) {
  const Figure figure = Figure::build(models::find("planar-chain")->make({})).value();
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = FrameId{0}, .target = Vec3(0.5, 0.5, 0)});
  Solver solver(figure);
  Posture posture = figure.rest_posture();
  SolveReport copy;
  {
    const SolveReport report = solver.solve(tasks, posture);
    copy = report;
  }
  EXPECT_TRUE(copy[reach].satisfied);
}

// A task switched on or off takes fade_steps to gain or lose its full say: the first step is a part of the
// way.
TEST(Solver, TasksFadeInAndOut) {
  const Figure figure = Figure::build(models::find("planar-chain")->make({})).value();
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = FrameId{0}, .target = Vec3(0.7, 0.3, 0)});
  const auto first_step = [&](int fade_steps) {
    Solver solver(figure, {.fade_steps = fade_steps});
    TaskList list = tasks;
    list.entry(reach).settings.enabled = false;
    solver.prepare(list);
    Posture posture = figure.rest_posture();
    posture.values.setConstant(0.1);
    solver.step(list, posture);  // fades out at once or in steps
    for (int i = 0; i < fade_steps; ++i) solver.step(list, posture);
    const Posture before = posture;
    list.entry(reach).settings.enabled = true;
    solver.step(list, posture);
    return difference(figure, before, posture).norm();
  };
  const double at_once = first_step(0), faded = first_step(5);
  EXPECT_GT(at_once, 0.0);
  EXPECT_GT(faded, 0.0);
  EXPECT_LT(faded, 0.5 * at_once);
}

}  // namespace
}  // namespace limber

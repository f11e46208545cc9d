// The formulations of the source documents, for comparison: they must work too, each with its weakness.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limber/kinematics/kinematics.h"
#include "limber/models/bare_chain.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;

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

// The first step without damping, limits or line search.
VecX plain_step(const Figure& figure, const TaskList& tasks, const Posture& start, Formulation formulation) {
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
  return solver.last_step();
}

// Compares the two on random problems, and returns how many of these had a step to compare.
int compare_plain_steps(Random& random, int problems, bool subsets) {
  int compared = 0;
  for (int i = 0; i < problems; ++i) {
    const Figure figure = test::random_figure(random, {.segments = test::uniform_int(random, 3, 12)});
    TaskList tasks = test::random_tasks(random, figure, {.inequalities = false, .subsets = subsets});
    // In one level the default damps tasks of different joints a little; projectors do not.
    if (subsets) {
      for (TaskList::Entry& entry : tasks) {
        for (const TaskList::Entry& first : tasks) {
          if (first.settings.priority != entry.settings.priority) continue;
          entry.settings.joints = first.settings.joints;
          break;
        }
      }
    }
    const Posture start = test::random_posture(random, figure);
    const VecX ours = plain_step(figure, tasks, start, Formulation::lexicographic);
    const VecX theirs = plain_step(figure, tasks, start, Formulation::projector);
    // Near-singular problems amplify rounding.
    if (ours.norm() > 1e3) continue;
    compared += ours.norm() > 0.0;
    EXPECT_LE((ours - theirs).norm(), 1e-6 * (1.0 + ours.norm())) << "problem " << i;
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

TEST(Formulations, ProjectorsTakeTheSameUndampedStep) {
  Random random(21);
  const int problems = test::scaled(300);
  EXPECT_GT(compare_plain_steps(random, problems, false), problems * 3 / 4);
}

TEST(Formulations, ProjectorsTakeTheSameUndampedStepWithSomeJointsOnly) {
  Random random(22);
  const int problems = test::scaled(300);
  EXPECT_GT(compare_plain_steps(random, problems, true), problems * 3 / 4);
}

// Three links of 1 m in a plane, bent; the tip may be moved by the last two joints only.
TEST(Formulations, JointsATaskMayNotUseStandStill) {
  FigureDescription description;
  description.name = "arm";
  description.segments = {{.name = "base"}};
  for (int i = 1; i <= 3; ++i) {
    SegmentDescription link;
    link.name = "link." + std::to_string(i);
    link.parent = i == 1 ? "base" : "link." + std::to_string(i - 1);
    link.joint.type = JointType::revolute;
    if (i > 1) link.before.translation = Vec3(1, 0, 0);
    description.segments.push_back(link);
  }
  description.frames.push_back({"tip", "link.3", {Mat3::Identity(), Vec3(1, 0, 0)}});
  const Figure figure = Figure::build(description).value();
  for (const Formulation formulation :
       {Formulation::lexicographic, Formulation::projector, Formulation::chiaverini}) {
    TaskList tasks;
    const auto tip = tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(1.5, 1.0, 0)},
                               {.joints = {JointId{2}, JointId{3}}});
    Solver solver(figure, {.formulation = formulation});
    Posture posture = figure.rest_posture();
    posture.values << 0.1, 0.5, 0.5;
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_EQ(posture.values[0], 0.1) << static_cast<int>(formulation);
    EXPECT_TRUE(report[tip].satisfied) << static_cast<int>(formulation);
  }
}

// A less important task that may use every joint leaves alone what a restricted one reached.
TEST(Formulations, WhatARestrictedTaskReachedIsNotUndoneByJointsItMayNotUse) {
  Random random(23);
  for (int i = 0; i < test::scaled(200); ++i) {
    const Figure figure = test::random_figure(random, {.segments = 8, .chain = 1.0});
    TaskList tasks;
    const int last = figure.segment_count() - 1;
    const Place end = Place::on_segment(SegmentId{last}, Vec3(0.1, 0.2, 0.1));
    tasks.add("first", Reach{.frame = end, .target = test::random_vector(random, 1.0)},
              {.priority = 1, .joints = {JointId{last - 2}, JointId{last - 1}, JointId{last}}});
    const Posture start = test::random_posture(random, figure);
    const VecX alone = plain_step(figure, tasks, start, Formulation::projector);
    tasks.add("second",
              Reach{.frame = Place::on_segment(SegmentId{last / 2}, Vec3(0.3, 0, 0)),
                    .target = test::random_vector(random, 1.0)},
              {.priority = 2});
    const VecX both = plain_step(figure, tasks, start, Formulation::projector);
    if (both.norm() > 1e3 || alone.norm() > 1e3) continue;
    Kinematics kinematics(figure);
    kinematics.update(start);
    RowMatrix rows = RowMatrix::Zero(3, figure.dof_count());
    kinematics.translation_jacobian(SegmentId{last},
                                    kinematics.segment_pose(SegmentId{last}) * Vec3(0.1, 0.2, 0.1), rows);
    EXPECT_LE((rows * both - rows * alone).norm(), 1e-6 * (1.0 + both.norm())) << "problem " << i;
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
  const double projected = end(LimitMethod::projection).first;
  const auto [clipped, locked] = end(LimitMethod::clipping);
  EXPECT_LT(projected, 0.01);
  EXPECT_GT(clipped, 1.0);
  EXPECT_EQ(locked, 0.0);
  const double constrained = end(LimitMethod::active_set).first;
  EXPECT_LT(constrained, 0.01);
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

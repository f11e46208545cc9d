// What always holds, and what gives way when it cannot: limits, couplings, recruitment.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/figure/figure.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {
namespace {

// Three links of 1 m in a plane.
FigureDescription arm() {
  FigureDescription description;
  description.name = "arm";
  description.segments.push_back({.name = "base"});
  const char* names[] = {"upper", "middle", "lower"};
  for (int i = 0; i < 3; ++i) {
    SegmentDescription segment;
    segment.name = names[i];
    segment.parent = i == 0 ? "base" : names[i - 1];
    segment.joint.type = JointType::revolute;
    if (i > 0) segment.before.translation = Vec3(1, 0, 0);
    description.segments.push_back(segment);
  }
  FrameDescription tip;
  tip.name = "tip";
  tip.segment = "lower";
  tip.pose.translation = Vec3(1, 0, 0);
  description.frames.push_back(tip);
  return description;
}

TEST(Constraints, AStartOutsideItsLimitsIsBroughtBackFirstAndTheMoveIsReported) {
  FigureDescription description = arm();
  description.segments[1].joint.ranges[0] = {-0.5, 0.5};
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(2, 1, 0)});
  Posture posture = figure.rest_posture();
  posture.values[0] = 1.25;
  Solver solver(figure);
  const SolveReport report = solver.solve(tasks, posture);
  EXPECT_NEAR(report.start_correction, 0.75, 1e-12);
  EXPECT_LE(largest_limit_excess(figure, posture).amount, 1e-12);
  EXPECT_EQ(report.light, Light::green);
}

TEST(Constraints, CouplingsThatContradictLimitsGiveWayAndAreNamed) {
  FigureDescription description = arm();
  description.segments[1].joint.ranges[0] = {-0.2, 0.2};
  description.segments[2].joint.ranges[0] = {-0.2, 0.2};
  CouplingDescription impossible;
  impossible.name = "impossible";
  impossible.terms = {{"upper", 0, 1.0}, {"middle", 0, 1.0}};
  impossible.range = {1.0, 1.0};
  description.couplings = {impossible};
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(2, 1, 0)});
  Posture posture = figure.rest_posture();
  Solver solver(figure);
  const SolveReport report = solver.solve(tasks, posture);
  EXPECT_EQ(report.broken_coupling, 0);
  EXPECT_NEAR(report.coupling_excess, 0.6, 1e-9);  // both joints as far as their limits let them
  EXPECT_FALSE(report.holds_together());
  EXPECT_EQ(report.light, Light::red);
  EXPECT_LE(largest_limit_excess(figure, posture).amount, 1e-12);
}

// Broken couplings are above every task: that all tasks are satisfied does not make it green.
TEST(Constraints, AContradictionIsRedThoughEveryTaskIsSatisfied) {
  FigureDescription description = arm();
  for (const double sum : {0.5, 7.0}) {
    CouplingDescription coupling;
    coupling.name = "both";
    coupling.terms = {{"upper", 0, 1.0}};
    coupling.range = {sum, sum};
    description.couplings.push_back(coupling);
  }
  description.couplings[0].name = "one";
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  const auto task = tasks.add("tip", JointValue{.joint = figure.joint("middle"), .target = 0.2});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture);
  EXPECT_TRUE(report[task].satisfied);
  EXPECT_GT(report.coupling_excess, 3.0);
  EXPECT_EQ(report.light, Light::red);
}

TEST(Constraints, ATaskOfTheFixedRootSaysSo) {
  FigureDescription description = arm();
  SegmentDescription plate;
  plate.name = "plate";
  plate.parent = description.segments[0].name;
  description.segments.push_back(plate);
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  const auto root = tasks.add("root", Drag{.segment = root_segment, .target = {1, 1, 0}});
  const auto attached = tasks.add("plate", Drag{.segment = figure.segment("plate"), .target = {1, 1, 0}});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture);
  const auto words = [&](const TaskReport& task) {
    return reason_in_words(task.reasons[0], figure, tasks, World());
  };
  EXPECT_EQ(report[root].blocked_by, Blocker::fixed_root);
  const std::string name = figure.segment_name(root_segment);
  EXPECT_EQ(words(report[root]), name + " is the root, which is fixed");
  EXPECT_EQ(words(report[attached]), "plate is attached to " + name + ", the root, which is fixed");
}

TEST(Constraints, ACostlyJointIsRecruitedLast) {
  const Figure figure = Figure::build(arm()).value();
  const auto share_of_first = [&](double cost) {
    SolverOptions options;
    options.recruitment = {cost, 1.0, 1.0};
    Solver solver(figure, options);
    TaskList tasks;
    tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(1.9, 1.2, 0)});
    Posture posture = figure.rest_posture();
    posture.values << 0.3, 0.3, 0.3;
    const Posture before = posture;
    EXPECT_EQ(solver.solve(tasks, posture).light, Light::green);
    const VecX moved = difference(figure, before, posture);
    return std::abs(moved[0]) / moved.norm();
  };
  EXPECT_LT(share_of_first(100.0), 0.5 * share_of_first(1.0));
  EXPECT_LT(share_of_first(1e6), 1e-3);
}

TEST(Constraints, AnArmStretchedOutTowardsItsGoalStillFolds) {
  const Figure figure = Figure::build(arm()).value();
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(1.2, 0, 0)});
  Posture posture = figure.rest_posture();
  Solver solver(figure);
  EXPECT_EQ(solver.solve(tasks, posture).light, Light::green);
}

TEST(Constraints, AnInvalidWeightIsRefusedByName) {
  const Figure figure = Figure::build(arm()).value();
  SolverOptions options;
  options.recruitment = {1.0};
  EXPECT_THROW(Solver(figure, options), std::invalid_argument);
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("tip")}, {.weight = -1.0});
  Solver solver(figure);
  try {
    solver.prepare(tasks);
    FAIL() << "a negative weight was accepted";
  } catch (const std::invalid_argument& problem) {
    EXPECT_NE(std::string(problem.what()).find("\"tip\""), std::string::npos) << problem.what();
    EXPECT_NE(std::string(problem.what()).find("weight"), std::string::npos) << problem.what();
  }
}

}  // namespace
}  // namespace limber

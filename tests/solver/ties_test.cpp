// Ties of a figure hold before all tasks, in every step.

#include "limber/tasks/ties.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;
using Kind = TieDescription::Kind;

// Two arms of two links of 0.3 m in a plane, 0.4 m apart, their tips tied: a loop.
FigureDescription two_arms(Kind kind = Kind::same_point) {
  FigureDescription description;
  description.name = "two arms";
  description.segments = {{.name = "base"}};
  for (const char* side : {"left", "right"}) {
    const bool left = std::string(side) == "left";
    for (const int link : {1, 2}) {
      SegmentDescription part{.name = std::string(side) + std::to_string(link)};
      part.parent = link == 1 ? "base" : std::string(side) + "1";
      part.before = Transform::at(link == 1 ? Vec3(left ? -0.2 : 0.2, 0, 0) : Vec3(0.3, 0, 0));
      part.joint.type = JointType::revolute;
      part.joint.rest = {link == 1 ? (left ? 2.0 : 1.14) : (left ? -1.0 : 1.0)};
      description.segments.push_back(part);
    }
    description.frames.push_back({side, std::string(side) + "2", Transform::at({0.3, 0, 0})});
  }
  description.ties = {{"loop", kind, "left", "right"}};
  return description;
}

double gap(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  return (kinematics.frame_position(figure.frame("left")) - kinematics.frame_position(figure.frame("right")))
      .norm();
}

TEST(Ties, ALoopStaysClosedHoweverTasksPull) {
  const Figure figure = Figure::build(two_arms()).value();
  TaskList tasks;
  const auto pen = tasks.add("pen", Reach{.frame = figure.frame("left"), .axes = Axes::xy()});
  tasks.add("other", Reach{.frame = figure.frame("right"), .target = Vec3(2, -1, 0), .axes = Axes::xy()});
  Solver solver(figure);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  Random random(3);
  for (int goal = 0; goal < scaled(200); ++goal) {
    tasks[pen].target = Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 0);
    for (int step = 0; step < 10; ++step) {
      solver.step(tasks, posture);
      ASSERT_LT(gap(figure, posture), 1e-9) << goal;
    }
  }
}

// The tip of a closed loop is where both arms reach: of a goal far above, the nearest point is the corner of
// two circles.
TEST(Ties, TheAnswerIsTheBestOneThatKeepsThem) {
  const Figure figure = Figure::build(two_arms()).value();
  TaskList tasks;
  const auto pen =
      tasks.add("pen", Reach{.frame = figure.frame("left"), .target = Vec3(0, 2, 0), .axes = Axes::xy()});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture);
  EXPECT_NEAR(report[pen].error, 2.0 - std::sqrt(0.36 - 0.04), 1e-4);
  EXPECT_LT(gap(figure, posture), 1e-9);
  EXPECT_EQ(report.tie_excess, 0.0);
}

TEST(Ties, AreNamedAsTheReason) {
  const Figure figure = Figure::build(two_arms()).value();
  TaskList tasks;
  const auto pen = tasks.add(
      "pen", Reach{.frame = figure.frame("left"), .target = Vec3(-0.75, 0.1, 0), .axes = Axes::xy()});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture, {.restarts = 0});
  ASSERT_FALSE(report[pen].satisfied);
  bool is_named = false;
  for (const Reason& reason : report[pen].reasons) is_named |= reason.blocker == Blocker::tie;
  EXPECT_TRUE(is_named);
  EXPECT_EQ(reason_in_words({Blocker::tie, 0, 1.0}, figure, tasks, {}), "the tie loop holds it back");
}

TEST(Ties, AStartFarOffIsClosedFirstAndReported) {
  const Figure figure = Figure::build(two_arms()).value();
  TaskList tasks;
  tasks.add("pen", Reach{.frame = figure.frame("left"), .target = Vec3(0, 0.4, 0), .axes = Axes::xy()});
  Solver solver(figure);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  posture.values << 1.2, 0.4, 2.0, -0.3;
  ASSERT_GT(gap(figure, posture), 0.1);
  const StepReport report = solver.step(tasks, posture);
  EXPECT_GT(report.start_correction, 0.1);
  EXPECT_LT(gap(figure, posture), 1e-9);
}

TEST(Ties, ThatContradictLimitsGiveWayAndAreNamed) {
  FigureDescription description = two_arms();
  for (const int k : {1, 3}) {
    description.segments[static_cast<std::size_t>(k)].joint.rest = {k == 1 ? 3.0 : 0.1};
    description.segments[static_cast<std::size_t>(k)].joint.ranges[0] = {k == 1 ? 2.9 : 0.0,
                                                                         k == 1 ? 3.1 : 0.2};
    description.segments[static_cast<std::size_t>(k) + 1].joint.ranges[0] = {-0.1, 0.1};
    description.segments[static_cast<std::size_t>(k) + 1].joint.rest = {0.0};
  }
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  tasks.add("pen", Reach{.frame = figure.frame("left"), .target = Vec3(0, 0.4, 0), .axes = Axes::xy()});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture);
  EXPECT_LE(largest_limit_excess(figure, posture).amount, 1e-12);
  EXPECT_GT(report.tie_excess, 0.1);
  EXPECT_NEAR(report.tie_excess, gap(figure, posture), 1e-12);
  EXPECT_EQ(report.broken_tie, TieId{0});
}

TEST(Ties, OnePoseIsOnePlaceTurnedTheSameWay) {
  FigureDescription description = two_arms(Kind::same_pose);
  SegmentDescription wrist{.name = "wrist", .parent = "left2", .before = Transform::at({0.3, 0, 0})};
  wrist.joint.type = JointType::ball;
  description.segments.push_back(wrist);
  description.frames[0] = {"left", "wrist", {}};
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  tasks.add("pen", Reach{.frame = figure.frame("right"), .target = Vec3(0.1, 0.3, 0), .axes = Axes::xy()});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture);
  EXPECT_EQ(report.light, Light::green);
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform left = kinematics.frame_pose(figure.frame("left")),
                  right = kinematics.frame_pose(figure.frame("right"));
  EXPECT_LT((left.translation - right.translation).norm(), 1e-9);
  EXPECT_LT((left.rotation - right.rotation).norm(), 1e-9);
}

// Of the point p seen from the centre: (p_x/a)^2 + (p_y/b)^2 + (p_z/c)^2 = 1, checked by hand.
TEST(Ties, TheShoulderBladeStaysOnTheThoraxWhereverTheHandIsLed) {
  const Figure figure = Figure::build(models::find("shoulder")->make({})).value();
  ASSERT_EQ(figure.ties().size(), 2u);
  TaskList tasks;
  const auto hand = tasks.add("hand", Reach{.frame = figure.frame("hand.r")});
  Solver solver(figure);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  Kinematics kinematics(figure);
  Random random(5);
  int reached = 0;
  for (int goal = 0; goal < scaled(300); ++goal) {
    tasks[hand].target =
        Vec3(uniform(random, -0.3, 0.6), uniform(random, -0.8, 0.2), uniform(random, 0.8, 2.0));
    for (int step = 0; step < 20; ++step) {
      const test::AllocationCounter counter;
      const StepReport report = solver.step(tasks, posture);
      EXPECT_EQ(counter.count(), 0u);
      EXPECT_LE(largest_limit_excess(figure, posture).amount, 1e-9);
      kinematics.update(posture);
      for (const Tie& tie : figure.ties()) {
        const Vec3 p = kinematics.frame_pose(tie.to).rotation.transpose() *
                       (kinematics.frame_position(tie.frame) - kinematics.frame_position(tie.to));
        ASSERT_NEAR(p.cwiseQuotient(tie.radii).norm(), 1.0, 1e-8) << goal << " " << tie.name;
      }
      if (report.light != Light::green) continue;
      ++reached;
      break;
    }
  }
  EXPECT_GT(reached, scaled(300) / 4);
}

TEST(Ties, RowsAreTheDerivativesOfTheirErrors) {
  Random random(9);
  for (int trial = 0; trial < scaled(100); ++trial) {
    const Figure plain = test::random_figure(random, {.segments = 8});
    FigureDescription description = plain.description();
    const std::string first = plain.segment_name(SegmentId{plain.segment_count() - 1}),
                      second = plain.segment_name(root_segment);
    description.frames.push_back({"one", first, Transform::at({0.3, 0.1, -0.2})});
    description.frames.push_back({"two", second, Transform::at({-0.1, 0.2, 0.4})});
    description.ties = {{"a", Kind::on_ellipsoid, "one", "two", Vec3(0.4, 0.7, 0.5)},
                        {"b", Kind::same_point, "one", "two"}};
    const Expected<Figure> built = Figure::build(description);
    ASSERT_TRUE(built) << built.error().message;
    const Figure& figure = *built;
    const Posture posture = test::random_posture(random, figure);
    Ties ties(figure), ahead(figure), behind(figure);
    ASSERT_EQ(ties.row_count(), 4);
    ties.look_at(posture);
    for (const DofId dof : figure.dofs()) {
      VecX step = VecX::Zero(figure.dof_count());
      step[dof] = 1e-6;
      Posture there = posture, here = posture;
      integrate(figure, step, there);
      step[dof] = -1e-6;
      integrate(figure, step, here);
      ahead.look_at(there);
      behind.look_at(here);
      const VecX difference = -(ahead.error() - behind.error()) / 2e-6;
      EXPECT_LT((ties.jacobian().col(dof) - difference).norm(), 1e-6) << trial;
    }
  }
}

}  // namespace
}  // namespace limber

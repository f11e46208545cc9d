// Problems built so that their cause is known: the report must name it, and by its name.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::uniform;
using test::uniform_int;

constexpr double pi = std::numbers::pi;

// A planar arm of revolute joints about z, links along x, frame "tip" at its end; 3D: ball joints.
FigureDescription arm_description(int links, double length, JointType type = JointType::revolute) {
  FigureDescription description;
  description.name = "arm";
  description.segments.push_back({.name = "base"});
  for (int i = 0; i < links; ++i) {
    SegmentDescription segment;
    segment.name = "link." + std::to_string(i + 1);
    segment.parent = i == 0 ? "base" : "link." + std::to_string(i);
    segment.joint.type = type;
    if (i > 0) segment.before.translation = Vec3(length, 0, 0);
    description.segments.push_back(segment);
  }
  FrameDescription tip;
  tip.name = "tip";
  tip.segment = description.segments.back().name;
  tip.pose.translation = Vec3(length, 0, 0);
  description.frames.push_back(tip);
  return description;
}

Posture random_start(Random& random, const Figure& figure) {
  return inside_limits(figure, test::random_posture(random, figure));
}

Vec3 planar(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle), 0.0};
}

Mat3 about_z(double angle) {
  return Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
}

TEST(Explanations, AGoalBeyondTheLengthOfTheArmIsOutOfReach) {
  Random random(1);
  for (int i = 0; i < test::scaled(60); ++i) {
    const bool in_space = i % 2 == 1;
    const int links = uniform_int(random, 1, 6);
    const double length = uniform(random, 0.1, 1.0);
    const Figure figure =
        Figure::build(arm_description(links, length, in_space ? JointType::ball : JointType::revolute))
            .value();
    TaskList tasks;
    const double distance = links * length * uniform(random, 1.05, 4.0);
    const Vec3 target = in_space ? Vec3(distance * test::random_direction(random))
                                 : planar(distance, uniform(random, -pi, pi));
    const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = target});
    Posture posture = random_start(random, figure);
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_FALSE(report[reach].satisfied);
    EXPECT_EQ(report[reach].blocked_by, Blocker::out_of_reach) << "case " << i;
    EXPECT_EQ(report.light, Light::red);
    EXPECT_NEAR(report[reach].error, distance - links * length, 1e-3 * distance) << "case " << i;
  }
}

TEST(Explanations, AJointAtItsLimitIsNamed) {
  Random random(2);
  for (int i = 0; i < test::scaled(60); ++i) {
    const int links = uniform_int(random, 1, 5);
    FigureDescription description = arm_description(links, 0.3);
    for (SegmentDescription& segment : description.segments) {
      if (segment.joint.type != JointType::revolute) continue;
      segment.joint.ranges[0] = {-uniform(random, 0.2, 1.5), uniform(random, 0.2, 1.5)};
    }
    const Figure figure = Figure::build(description).value();
    const JointId joint{1 + uniform_int(random, 0, links - 1)};
    const Range range = figure.joint(joint).ranges[0];
    const double beyond = uniform(random, 0.1, 1.0);
    TaskList tasks;
    // Half of them by the joint itself, half by what it does to the direction of its link.
    if (i % 2 == 0) {
      tasks.add("turn",
                JointValue{.joint = joint, .target = i % 4 == 0 ? range.max + beyond : range.min - beyond});
    } else {
      // The joints before it are kept straight by a more important task, so that only this one can turn.
      for (int before = 1; before < joint; ++before) {
        tasks.add("straight." + std::to_string(before), JointValue{.joint = JointId{before}, .target = 0.0},
                  {.priority = 1});
      }
      tasks.add("turn",
                Orient{.frame = Place::on_segment(figure.segment_of(joint), Transform{}),
                       .target = Quat(about_z(range.max + beyond))},
                {.priority = 2, .joints = {joint}});
    }
    Posture posture = random_start(random, figure);
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture);
    const TaskReport& turn = report.of(tasks.find("turn")->number);
    EXPECT_NEAR(turn.error, beyond, 1e-6) << "case " << i;
    EXPECT_EQ(turn.blocked_by, Blocker::joint_limit) << "case " << i << " " << blocker_name(turn.blocked_by);
    EXPECT_EQ(turn.blocking_index, figure.first_dof(joint)) << "case " << i;
  }
}

TEST(Explanations, ALimbAtItsSwingOrTwistLimitIsNamed) {
  Random random(3);
  for (int i = 0; i < test::scaled(40); ++i) {
    FigureDescription description = arm_description(2, 0.4, JointType::ball);
    Joint& joint = description.segments[1].joint;
    joint.swing_limit = SwingEllipse{Vec2(uniform(random, 0.3, 1.0), uniform(random, 0.3, 1.0))};
    joint.twist_limit = Range{-uniform(random, 0.2, 0.8), uniform(random, 0.2, 0.8)};
    const Figure figure = Figure::build(description).value();
    TaskList tasks;
    const double angle = uniform(random, 1.3, 2.5);
    const Vec3 axis = i % 2 == 0 ? Vec3(Vec3::UnitZ()) : Vec3(std::cos(angle), std::sin(angle), 0.0);
    tasks.add("turn", Orient{.frame = Place::on_segment(SegmentId{1}, Transform{}),
                             .target = Quat(Eigen::AngleAxisd(angle, axis))});
    Posture posture = figure.rest_posture();
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_EQ(report.tasks[0].blocked_by, Blocker::joint_limit)
        << "case " << i << " " << blocker_name(report.tasks[0].blocked_by);
    EXPECT_EQ(report.tasks[0].blocking_index, figure.first_dof(JointId{1})) << "case " << i;
  }
}

TEST(Explanations, AConflictNamesTheTaskThatComesFirst) {
  Random random(4);
  for (int i = 0; i < test::scaled(60); ++i) {
    const int links = uniform_int(random, 3, 7);
    const Figure figure = Figure::build(arm_description(links, 0.5)).value();
    const double length = 0.5 * links;
    TaskList tasks;
    const Vec3 first = planar(length * uniform(random, 0.3, 0.6), uniform(random, -pi, pi));
    const Vec3 apart = planar(length * uniform(random, 0.05, 0.3), uniform(random, -pi, pi));
    const auto important =
        tasks.add("important", Reach{.frame = figure.frame("tip"), .target = first}, {.priority = 1});
    // An innocent task above, that leaves the other alone.
    tasks.add("innocent",
              Reach{.frame = figure.frame("tip"), .target = Vec3::Zero(), .axes = {false, false, true}},
              {.priority = 2});
    const auto second =
        tasks.add("second", Reach{.frame = figure.frame("tip"), .target = first + apart}, {.priority = 3});
    Posture posture = random_start(random, figure);
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture, {.restarts = 5});
    ASSERT_TRUE(report[important].satisfied) << "case " << i << " " << report[important].error;
    EXPECT_EQ(report[second].blocked_by, Blocker::higher_task) << "case " << i;
    EXPECT_EQ(report[second].blocking_index, important) << "case " << i;
    EXPECT_EQ(report.light, Light::orange);
    EXPECT_EQ(reason_in_words(report[second].reasons[0], figure, tasks, World{}), "important comes first");
  }
}

TEST(Explanations, ACompromiseNamesTheOtherTask) {
  Random random(5);
  for (int i = 0; i < test::scaled(40); ++i) {
    const Figure figure = Figure::build(arm_description(4, 0.5)).value();
    TaskList tasks;
    const Vec3 middle = planar(uniform(random, 0.6, 1.2), uniform(random, -pi, pi));
    const Vec3 apart = planar(uniform(random, 0.05, 0.3), uniform(random, -pi, pi));
    const auto a = tasks.add("a", Reach{.frame = figure.frame("tip"), .target = middle + apart});
    const auto b = tasks.add("b", Reach{.frame = figure.frame("tip"), .target = middle - apart});
    Posture posture = random_start(random, figure);
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture, {.restarts = 5});
    EXPECT_NEAR(report[a].error, apart.norm(), 1e-4) << "case " << i;
    EXPECT_EQ(report[a].blocked_by, Blocker::equal_task) << "case " << i;
    EXPECT_EQ(report[a].blocking_index, b) << "case " << i;
    EXPECT_EQ(report[b].blocked_by, Blocker::equal_task) << "case " << i;
    EXPECT_EQ(report[b].blocking_index, a) << "case " << i;
  }
}

TEST(Explanations, JointsThatMayNotBeUsedAreNamed) {
  Random random(6);
  for (int i = 0; i < test::scaled(40); ++i) {
    const int links = uniform_int(random, 3, 6);
    const double length = 0.4;
    const Figure figure = Figure::build(arm_description(links, length)).value();
    const int allowed = uniform_int(random, 1, links - 2);  // the last ones
    Posture posture = figure.rest_posture();
    for (int j = 0; j < links; ++j) posture.values[j] = uniform(random, -0.3, 0.3);
    // Beyond what the allowed joints reach from where their first one is, within what all reach.
    Kinematics kinematics(figure);
    kinematics.update(posture);
    const Vec3 pivot = kinematics.segment_pose(SegmentId{links - allowed + 1}).translation;
    const Vec3 outwards = planar(1.0, uniform(random, -pi, pi));
    const Vec3 target = 0.4 * pivot + 0.1 * length * outwards;
    if ((target - pivot).norm() < allowed * length * 1.1) continue;
    std::vector<JointId> joints;
    for (int j = links - allowed + 1; j <= links; ++j) joints.push_back(JointId{j});
    TaskList tasks;
    const auto reach =
        tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = target}, {.joints = joints});
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_FALSE(report[reach].satisfied);
    EXPECT_EQ(report[reach].blocked_by, Blocker::joint_subset)
        << "case " << i << " " << blocker_name(report[reach].blocked_by);
    EXPECT_LE(report[reach].blocking_index, links - allowed - 1) << "case " << i;
  }
}

TEST(Explanations, ACouplingIsNamed) {
  Random random(7);
  for (int i = 0; i < test::scaled(50); ++i) {
    const int links = uniform_int(random, 2, 5);
    FigureDescription description = arm_description(links, 0.4);
    const double most = uniform(random, 0.1, 1.0);
    CouplingDescription coupling;
    coupling.name = "together";
    for (int j = 1; j <= links; ++j) coupling.terms.push_back({"link." + std::to_string(j), 0, 1.0});
    coupling.range = i % 2 == 0 ? Range{-unlimited, most} : Range{most, most};
    // Another one that does not matter here.
    CouplingDescription loose;
    loose.name = "loose";
    loose.terms = {{"link.1", 0, 1.0}, {"link.2", 0, -1.0}};
    loose.range = {-6.0, 6.0};
    description.couplings = {loose, coupling};
    const Figure figure = Figure::build(description).value();
    TaskList tasks;
    const double beyond = uniform(random, 0.1, 0.8);
    const auto turn =
        tasks.add("turn", Orient{.frame = figure.frame("tip"), .target = Quat(about_z(most + beyond))});
    Posture posture = figure.rest_posture();
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_NEAR(report[turn].error, beyond, 1e-6) << "case " << i;
    EXPECT_EQ(report[turn].blocked_by, Blocker::coupling)
        << "case " << i << " " << blocker_name(report[turn].blocked_by);
    EXPECT_EQ(report[turn].blocking_index, 1) << "case " << i;
    EXPECT_LE(report.coupling_excess, 1e-9);
  }
}

TEST(Explanations, WhatIfSolvesWithoutATask) {
  const Figure figure = Figure::build(arm_description(4, 0.5)).value();
  TaskList tasks;
  const auto first =
      tasks.add("first", Reach{.frame = figure.frame("tip"), .target = Vec3(1, 0, 0)}, {.priority = 1});
  const auto second =
      tasks.add("second", Reach{.frame = figure.frame("tip"), .target = Vec3(0.5, 0.5, 0)}, {.priority = 2});
  Posture posture = figure.rest_posture();
  posture.values << 0.3, 0.4, -0.5, 0.2;
  Solver solver(figure);
  ASSERT_FALSE(solver.solve(tasks, posture)[second].satisfied);
  const SolveReport without = what_if(figure, {}, tasks, {}, posture, {.without_tasks = {first}});
  EXPECT_TRUE(without[second].satisfied);
  // Who asks does not wait for ever: a person with many tasks in each other's way takes long to come to rest.
  const SolveReport hurried =
      what_if(figure, {}, tasks, {}, posture, {.without_tasks = {first}, .most_seconds = 1e-9});
  EXPECT_LT(hurried.steps, without.steps);
}

// Two joints hold the arm back, each by its limit. The scene ignores one already; asking about the other must
// not bring the first one's limit back.
TEST(Explanations, WhatIfIgnoresLimitsBesideThoseAlreadyIgnored) {
  FigureDescription description = arm_description(2, 0.5);
  description.segments[1].joint.ranges[0] = {-0.1, 0.1};
  description.segments[2].joint.ranges[0] = {-0.1, 0.1};
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = Vec3(0.3, 0.6, 0)});
  const Posture posture = figure.rest_posture();
  const SolverOptions ignoring{.ignored_limits = {DofId{0}}};
  EXPECT_FALSE(what_if(figure, ignoring, tasks, {}, posture, {})[reach].satisfied);
  EXPECT_FALSE(what_if(figure, {}, tasks, {}, posture, {.without_limits = {DofId{1}}})[reach].satisfied);
  EXPECT_TRUE(what_if(figure, ignoring, tasks, {}, posture, {.without_limits = {DofId{1}}})[reach].satisfied);
}

// The elbow is tied to a place of the base: the tip gets only as far as the outer link lets it.
TEST(Explanations, WhatIfSolvesWithoutATie) {
  FigureDescription description = arm_description(3, 0.5);
  description.frames.push_back({"peg", description.segments[0].name, Transform::at({0.7, 0.2, 0})});
  description.frames.push_back({"elbow", "link.3", {}});
  description.ties = {
      {.name = "pegged", .kind = TieDescription::Kind::same_point, .frame = "elbow", .to = "peg"}};
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = Vec3(0.3, 0.6, 0)});
  Posture posture = figure.rest_posture();
  Solver solver(figure);
  const SolveReport held = solver.solve(tasks, posture);
  EXPECT_FALSE(held[reach].satisfied);
  EXPECT_TRUE(what_if(figure, {}, tasks, {}, posture, {.without_ties = {TieId{0}}})[reach].satisfied);
  EXPECT_FALSE(what_if(figure, {}, tasks, {}, posture, {})[reach].satisfied);
}

TEST(Explanations, WhatIfIgnoresCouplingsBesideThoseAlreadyIgnored) {
  FigureDescription description = arm_description(2, 0.5);
  description.couplings = {{.name = "first straight", .terms = {{"link.1", 0, 1.0}}, .range = {0.0, 0.0}},
                           {.name = "second straight", .terms = {{"link.2", 0, 1.0}}, .range = {0.0, 0.0}}};
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = Vec3(0.3, 0.6, 0)});
  const Posture posture = figure.rest_posture();
  const SolverOptions ignoring{.ignored_couplings = {CouplingId{0}}};
  EXPECT_FALSE(
      what_if(figure, {}, tasks, {}, posture, {.without_couplings = {CouplingId{1}}})[reach].satisfied);
  EXPECT_TRUE(
      what_if(figure, ignoring, tasks, {}, posture, {.without_couplings = {CouplingId{1}}})[reach].satisfied);
}

// Freeing such a task changes how its level is damped, and may seem to help by that; then there is no joint
// to name.
TEST(Explanations, ASubsetOfAllJointsIsNeverAReason) {
  const Figure figure = load_figure(LIMBER_SOURCE_DIR "/models/panda-like.json").value();
  std::mt19937 random(1);
  const auto number = [&] { return 4.0 * static_cast<double>(random()) / 4294967295.0 - 2.0; };
  const auto point = [&] { return Vec3{number(), number(), number()}; };
  const std::vector<JointId> all(figure.joints().begin(), figure.joints().end());
  for (int i = 0; i < 300; ++i) {
    TaskList tasks;
    const FrameId frame{static_cast<int>(random() % figure.frames().size())};
    const Vec3 target = point(), other = point();
    const int priority = static_cast<int>(1 + random() % 2);
    tasks.add("all", Reach{.frame = frame, .target = target}, {.joints = all});
    tasks.add("other", Reach{.frame = FrameId{0}, .target = other}, {.priority = priority});
    Posture posture = figure.rest_posture();
    Solver solver(figure);
    solver.prepare(tasks);
    for (int step = 0; step < 60; ++step) {
      const StepReport report = solver.step(tasks, posture);
      for (const TaskReport& task : report.tasks) {
        for (const Reason& reason : task.reasons) EXPECT_NE(reason.blocker, Blocker::joint_subset) << i;
      }
      if (report.status != StepStatus::moving) break;
    }
  }
}

}  // namespace
}  // namespace limber

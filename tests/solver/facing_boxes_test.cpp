// Two box-shaped hips that face each other. One witness point per pair of faces cannot tell a step that turns
// a corner inwards from one that does not: 3 of 10 cases never came to rest, and others rested far from where
// they could.

#include <gtest/gtest.h>

#include "clearance_scenes.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {
namespace {

using test::Random;
using test::uniform;

Figure facing_hips(double gap) {
  FigureDescription description;
  description.name = "hips";
  description.segments = {{.name = "pelvis"}};
  constexpr double width = 0.12;
  for (const int side : {-1, 1}) {
    const std::string name = side < 0 ? "right" : "left";
    SegmentDescription joint;
    joint.name = "joint." + name;
    joint.parent = "pelvis";
    joint.before.translation = Vec3(0.5 * side * (width + gap), 0, 0.2);
    joint.joint.type = JointType::revolute;
    joint.joint.axis = Vec3::UnitX();
    joint.joint.ranges[0] = {-0.5, 0.5};
    joint.shapes.push_back({Sphere{Vec3::Zero(), 0.02}, {}});
    SegmentDescription hip;
    hip.name = "hip." + name;
    hip.parent = joint.name;
    hip.before.translation = Vec3(0, 0, -0.2);
    hip.joint.type = JointType::ball;
    hip.shapes.push_back({Box{Vec3(0, 0, -0.2), Vec3(width, 0.16, 0.3), Mat3::Identity()}, {}});
    description.segments.push_back(joint);
    description.segments.push_back(hip);
    description.frames.push_back({"knee." + name, hip.name, {Mat3::Identity(), Vec3(0, 0, -0.4)}});
  }
  description.segments[0].shapes.push_back(
      {Box{Vec3(0, 0, 0.35), Vec3(0.3, 0.1, 0.05), Mat3::Identity()}, {}});
  return Figure::build(description).value();
}

class FacingBoxes : public testing::TestWithParam<int> {};

TEST_P(FacingBoxes, RestWithReasonsWithoutOverlap) {
  const int number = GetParam();
  Random random(static_cast<std::uint64_t>(number + 1));
  const Figure figure = facing_hips(uniform(random, 0.01, 0.08));
  // Beyond the middle more often than not: the knees want to be where the other hip is.
  const auto target = [&](int side) {
    return Vec3(side * uniform(random, -0.15, 0.05), uniform(random, -0.1, 0.1), -0.4);
  };
  TaskList tasks;
  tasks.add("right", Reach{.frame = figure.frame("knee.right"), .target = target(-1)});
  const bool as_important = number % 2 == 1;
  tasks.add("left", Reach{.frame = figure.frame("knee.left"), .target = target(1)},
            {.priority = as_important ? 1 : 2});
  Posture posture = figure.rest_posture();
  Solver solver(figure);
  solver.surround(World{});
  const SolveReport report = solver.solve(tasks, posture, {.restarts = 0});
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_LE(report.steps, 100);
  EXPECT_GE(test::least_clearance_of_itself(figure, posture), -1e-9);
  for (const TaskReport& task : report.tasks) {
    if (!task.satisfied) {
      EXPECT_NE(task.blocked_by, Blocker::none) << task.error;
    }
  }
  if (as_important) {  // to first order nothing can improve
    EXPECT_LT(report.levels[0].optimality, 1e-3);
    EXPECT_EQ(report.tasks[0].blocked_by, Blocker::own_body);
  }
}

INSTANTIATE_TEST_SUITE_P(TenCases, FacingBoxes, testing::Range(0, 10));

}  // namespace
}  // namespace limber

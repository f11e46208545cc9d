// Reachable poses of the ends of shipped robots and limbs: one start does not find them all, `solve` does by
// trying others itself, and where it does not try it says that it may help.

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/planning/random_posture.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {
namespace {

constexpr int poses_per_figure = 30;

// What the end of a robot is asked for: where it is in some posture within the limits.
TaskList pose_of(const Figure& figure, SegmentId end, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform pose = kinematics.segment_pose(end);
  const Place place = Place::on_segment(end, Transform{});
  TaskList tasks;
  tasks.add("reach", Reach{.frame = place, .target = pose.translation});
  tasks.add("orient", Orient{.frame = place, .target = Quat(pose.rotation)});
  return tasks;
}

TEST(OtherStarts, FindPosesOfRobotsThatOneStartDoesNot) {
  int once = 0, by_itself = 0, poses = 0;
  for (const char* name : {"panda-like", "lab-arm", "tevatia-humanoid"}) {
    const Figure figure = Figure::build(models::find(name)->make({})).value();
    const SegmentId end{figure.segment_count() - 1};
    Solver solver(figure);
    PostureRandom random(figure, figure.rest_posture(), 0.5, 1);
    for (int i = 0; i < poses_per_figure; ++i, ++poses) {
      Posture there = figure.rest_posture();
      random.fill(there);
      there = inside_limits(figure, there);
      const TaskList tasks = pose_of(figure, end, there);
      Posture first = figure.rest_posture(), second = first;
      once += solver.solve(tasks, first, {.restarts = 0}).light == Light::green;
      by_itself += solver.solve(tasks, second).light == Light::green;
    }
  }
  EXPECT_LT(once, by_itself);
  EXPECT_EQ(by_itself, poses);
}

// A hand that turns about an axis. A post stands between it and its goal; the long way round is free.
Figure hand_beside_a_post() {
  FigureDescription description;
  description.name = "hand beside a post";
  SegmentDescription base, joint, hand;
  base.name = "base";
  base.shapes.push_back({Capsule{Vec3(-0.5, 0, -0.5), Vec3(-0.5, 0, 0.5), 0.05}, {}});
  joint.name = "joint";
  joint.parent = "base";
  joint.joint.type = JointType::revolute;
  joint.joint.axis = Vec3::UnitZ();
  joint.shapes.push_back(
      {Sphere{Vec3::Zero(), 0.02}, {}});  // without one the hand would be the post's neighbour
  hand.name = "hand";
  hand.parent = "joint";
  hand.joint.type = JointType::revolute;
  hand.joint.axis = Vec3::UnitZ();
  hand.joint.ranges[0] = {-0.1, 0.1};
  hand.shapes.push_back({Capsule{Vec3(0.2, 0, 0), Vec3(1, 0, 0), 0.03}, {}});
  description.segments = {base, joint, hand};
  return Figure::build(description).value();
}

TEST(OtherStarts, LeadRoundTheOwnBody) {
  const Figure figure = hand_beside_a_post();
  Posture there = figure.rest_posture(), first = there;
  there.values[0] = -2.5;
  first.values[0] = 2.5;
  const TaskList tasks = pose_of(figure, SegmentId{2}, there);
  Solver solver(figure);
  solver.surround(World{});
  Posture second = first;
  const SolveReport once = solver.solve(tasks, first, {.restarts = 0});
  EXPECT_EQ(once.light, Light::red);
  EXPECT_TRUE(std::any_of(once.tasks.begin(), once.tasks.end(), [](const TaskReport& task) {
    return std::any_of(std::begin(task.reasons), std::end(task.reasons),
                       [](const Reason& reason) { return reason.blocker == Blocker::own_body; });
  }));
  EXPECT_EQ(solver.solve(tasks, second).light, Light::green);
}

// Among obstacles another start would jump over them.
TEST(OtherStarts, AreHintedAtAmongObstaclesWhereTheyHelp) {
  const Figure figure = Figure::build(models::find("panda-like")->make({})).value();
  const SegmentId end{figure.segment_count() - 1};
  World world;
  world.add("far", Sphere{.center = Vec3(9, 9, 9), .radius = 0.1});
  Solver bare(figure), surrounded(figure);
  surrounded.surround(world);
  PostureRandom random(figure, figure.rest_posture(), 0.5, 1);
  int helped = 0, hinted = 0;
  for (int i = 0; i < poses_per_figure; ++i) {
    Posture there = figure.rest_posture();
    random.fill(there);
    there = inside_limits(figure, there);
    const TaskList tasks = pose_of(figure, end, there);
    Posture first = figure.rest_posture(), second = first;
    const SolveReport report = surrounded.solve(tasks, first);
    EXPECT_EQ(report.restarts, 0);
    if (report.light == Light::green) {
      EXPECT_FALSE(report.other_starts_may_help);
      continue;
    }
    if (bare.solve(tasks, second).light != Light::green) continue;
    ++helped;
    hinted += report.other_starts_may_help;
  }
  EXPECT_GT(helped, 0);
  EXPECT_EQ(hinted, helped);
}

}  // namespace
}  // namespace limber

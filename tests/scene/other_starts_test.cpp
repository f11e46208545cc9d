// Reachable poses of the ends of shipped robots and limbs: one start does not find them all, `solve` does by
// trying others itself, and where it does not try it says that it may help.

#include <gtest/gtest.h>

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

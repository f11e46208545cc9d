// Where a base should stand: it reaches what it says it reaches, finds places that were hidden, and refuses
// nonsense.

#include "limber/batch/solve_many.h"

#include <gtest/gtest.h>

#include "batch_figures.h"
#include "limber/world/world.h"

namespace limber::test {

namespace {

// Poses that the arm takes when it stands at `base`, inside the middle of its ranges.
std::vector<PoseGoal> poses_from(const Figure& figure, const Transform& base, int count) {
  Random random(12);
  Kinematics kinematics(figure);
  std::vector<PoseGoal> poses;
  const FrameId flange = figure.frame("flange");
  while (static_cast<int>(poses.size()) < count) {
    Posture posture = random_posture(figure, random);
    for (const JointId j : figure.joints()) {
      if (figure.joint(j).type != JointType::revolute) continue;
      const Range& range = figure.joint(j).ranges[0];
      double& value = posture.values[figure.first_value(j)];
      value = 0.5 * (range.min + range.max) + 0.6 * (value - 0.5 * (range.min + range.max));
    }
    kinematics.update(posture);
    const Transform pose = base * kinematics.frame_pose(flange);
    poses.push_back({pose.translation, Quat(pose.rotation)});
  }
  return poses;
}

PlaceOptions small_search() {
  PlaceOptions options;
  options.x = {-0.6, 0.6};
  options.y = {-0.6, 0.6};
  options.step = 0.2;
  options.headings = 4;
  return options;
}

}  // namespace

TEST(PlaceBase, FindsAPlaceFromWhichEveryPoseIsReached) {
  const Figure figure = panda();
  const FrameTask task{.frame = figure.frame("flange")};
  const Transform hidden{Eigen::AngleAxisd(0.8, Vec3::UnitZ()).toRotationMatrix(), Vec3(0.33, -0.21, 0.0)};
  const auto poses = poses_from(figure, hidden, 8);
  const PlaceReport report = place_base(figure, task, poses, small_search());
  ASSERT_FALSE(report.best.empty());
  EXPECT_GE(report.places, 7u * 7u * 4u);
  EXPECT_EQ(report.problems, report.places * poses.size());
  const BasePlace& best = report.best[0];
  EXPECT_EQ(best.reached, 8);
  EXPECT_GT(best.room, 0.0);
  // By another way: one pose after the other from there.
  for (const PoseGoal& pose : poses) {
    const Transform seen =
        best.pose().inverse() * Transform{pose.orientation->toRotationMatrix(), pose.position};
    const PoseGoal goal{seen.translation, Quat(seen.rotation)};
    EXPECT_TRUE(solve_many(figure, task.frame, {&goal, 1}, {.restarts = 20}).goals[0].satisfied);
  }
  for (std::size_t i = 1; i < report.best.size(); ++i) {
    const BasePlace &before = report.best[i - 1], &after = report.best[i];
    EXPECT_TRUE(before.reached > after.reached ||
                (before.reached == after.reached && before.room >= after.room));
  }
}

TEST(PlaceBase, FinerStepsNeverMakeItWorse) {
  const Figure figure = panda();
  const FrameTask task{.frame = figure.frame("flange")};
  const auto poses = poses_from(figure, Transform::at(Vec3(0.1, 0.1, 0.0)), 6);
  PlaceOptions options = small_search();
  options.refinements = 0;
  const PlaceReport coarse = place_base(figure, task, poses, options);
  options.refinements = 2;
  const PlaceReport fine = place_base(figure, task, poses, options);
  const BasePlace &before = coarse.best[0], &after = fine.best[0];
  EXPECT_TRUE(after.reached > before.reached ||
              (after.reached == before.reached && after.room >= before.room));
  // The same bits for any number of threads.
  options.solve.threads = 1;
  const PlaceReport alone = place_base(figure, task, poses, options);
  EXPECT_EQ(alone.best[0].position, after.position);
  EXPECT_EQ(alone.best[0].heading, after.heading);
  EXPECT_EQ(alone.best[0].room, after.room);
}

TEST(PlaceBase, DoesNotCountPosesInsideAnObstacle) {
  const Figure figure = panda();
  const FrameTask task{.frame = figure.frame("flange")};
  const auto poses = poses_from(figure, Transform{}, 4);
  PlaceOptions options = small_search();
  options.headings = 1;
  options.refinements = 0;
  options.keep = 2;
  World world;
  world.add("stone", Sphere{poses[0].position, 0.15});
  options.solve.world = &world;
  options.solve.nearest = false;
  const PlaceReport report = place_base(figure, task, poses, options);
  for (const BasePlace& place : report.best) EXPECT_FALSE(place.reaches[0]);
  options.solve.world = nullptr;
  EXPECT_TRUE(place_base(figure, task, poses, options).best[0].reaches[0]);
}

TEST(PlaceBase, RefusesWhatCannotBeUsedAndNamesIt) {
  const Figure figure = panda();
  const FrameTask task{.frame = figure.frame("flange")};
  const auto poses = poses_from(figure, Transform{}, 1);
  const auto complaint = [&](PlaceOptions options, std::span<const PoseGoal> some) -> std::string {
    try {
      place_base(figure, task, some, options);
    } catch (const std::invalid_argument& problem) {
      return problem.what();
    }
    return "";
  };
  PlaceOptions options = small_search();
  EXPECT_EQ(complaint(options, {}), "place_base: there are no poses to reach");
  options.step = 1e-4;
  EXPECT_NE(complaint(options, poses).find("problems are too many"), std::string::npos);
  options.step = 0.0;
  EXPECT_EQ(complaint(options, poses), "place_base: the step must be above 0");
  options = small_search();
  options.x = {1.0, -1.0};
  EXPECT_NE(complaint(options, poses), "");
}

}  // namespace limber::test

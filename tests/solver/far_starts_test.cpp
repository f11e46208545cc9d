// Random reachable poses of a seven-joint arm from the middle of its ranges. How soon is a benchmark's
// question (benchmarks/peers.cpp); here it is whether they are found at all.
#include <gtest/gtest.h>

#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

TEST(FarStarts, RestartsFindReachablePoses) {
  const Figure figure = Figure::build(models::find("panda-like")->make({})).value();
  const FrameId frame = figure.frame("flange");
  Posture middle = figure.rest_posture();
  for (JointId j{1}; j < figure.segment_count(); ++j) {
    const Range range = figure.joint(j).ranges[0];
    middle.values[figure.first_value(j)] = 0.5 * (range.min + range.max);
  }
  test::Random random(41);
  Kinematics kinematics(figure);
  Solver solver(figure);
  int found = 0, at_once = 0;
  const int poses = test::scaled(1000);
  for (int i = 0; i < poses; ++i) {
    Posture somewhere = middle;
    for (JointId j{1}; j < figure.segment_count(); ++j) {
      const Range range = figure.joint(j).ranges[0];
      somewhere.values[figure.first_value(j)] = test::uniform(random, range.min, range.max);
    }
    kinematics.update(somewhere);
    const Transform pose = kinematics.frame_pose(frame);
    TaskList tasks;
    tasks.add("position", Reach{.frame = frame, .target = pose.translation}, {.tolerance = 1e-5});
    tasks.add("orientation", Orient{.frame = frame, .target = Quat(Mat3(pose.rotation))},
              {.tolerance = 1e-5});
    Posture posture = middle;
    const SolveReport report = solver.solve(tasks, {}, posture, {.most_steps = 100, .restarts = 100});
    found += report.light == Light::green;
    at_once += report.light == Light::green && report.restarts == 0;
    ASSERT_LE(largest_limit_excess(figure, posture).amount, 1e-9);
  }
  EXPECT_GE(found, poses - poses / 1000);
  EXPECT_GE(at_once, 3 * poses / 4);
}

}  // namespace
}  // namespace limber

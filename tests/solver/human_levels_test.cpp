// The human on both feet, in balance, looking somewhere and reaching for something: four levels.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limber/figure/edit.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"

namespace limber {
namespace {

struct Standing {
  Figure figure;
  Posture posture;
  TaskList tasks;
  TaskId<Reach> hand;
  TaskId<LookAt> gaze;
};

Standing standing_human(const Vec3& hand_goal, const Vec3& gaze_goal = Vec3(1.5, -0.3, 1.0)) {
  const Figure human = Figure::build(models::find("human")->make({})).value();
  Edited held = re_root(human, human.rest_posture(), "foot.l").value();
  Kinematics kinematics(held.figure);
  kinematics.update(held.posture);
  MassDistribution masses(held.figure);
  masses.update(kinematics);
  const Figure& figure = held.figure;
  const Transform foot = kinematics.frame_pose(figure.frame("foot.r"));
  TaskList tasks;
  tasks.add("right foot", Reach{.frame = figure.frame("foot.r"), .target = foot.translation},
            {.priority = 1});
  tasks.add("right sole", Orient{.frame = figure.frame("foot.r"), .target = Quat(Mat3(foot.rotation))},
            {.priority = 1});
  tasks.add("balance", CenterOfMass{.target = masses.center()}, {.priority = 2});
  const auto gaze =
      tasks.add("gaze", LookAt{.frame = figure.frame("eyes"), .target = gaze_goal}, {.priority = 3});
  const auto hand =
      tasks.add("hand", Reach{.frame = figure.frame("hand.r"), .target = hand_goal}, {.priority = 4});
  return {held.figure, held.posture, tasks, hand, gaze};
}

Vec3 around(double distance, double azimuth, double height) {
  return {distance * std::cos(azimuth), distance * std::sin(azimuth), height};
}

TEST(HumanAtFourLevels, EverythingReachableIsReachedTo1e8) {
  for (const double x : {0.2, 0.4, 0.6}) {
    for (const double y : {-0.5, -0.3, 0.1}) {
      for (const double z : {0.7, 1.0, 1.4}) {
        Standing human = standing_human(Vec3(x, y, z));
        Solver solver(human.figure);
        const SolveReport report = solver.solve(human.tasks, human.posture);
        EXPECT_EQ(report.light, Light::green) << x << " " << y << " " << z;
        for (const TaskReport& task : report.tasks) {
          EXPECT_LT(task.error, 1e-8)
              << human.tasks.entry(task.number).name << " " << x << " " << y << " " << z;
        }
      }
    }
  }
}

TEST(HumanAtFourLevels, AGoalFarAwayDoesNotDisturbTheOthers) {
  for (int direction = 0; direction < 12; ++direction) {
    for (const double distance : {2.0, 10.0}) {
      Standing human = standing_human(around(distance, direction * std::numbers::pi / 6, 1.0));
      Solver solver(human.figure);
      const SolveReport report = solver.solve(human.tasks, human.posture);
      EXPECT_EQ(report.status, StepStatus::at_rest)
          << direction << " " << distance << " steps " << report.steps;
      EXPECT_EQ(report.light, Light::orange);
      for (const TaskReport& task : report.tasks) {
        if (task.number == human.hand) {
          EXPECT_NE(task.blocked_by, Blocker::none) << direction << " " << distance;
          continue;
        }
        EXPECT_LT(task.error, 1e-6) << human.tasks.entry(task.number).name << " " << direction << " "
                                    << distance;
      }
    }
  }
}

TEST(HumanAtFourLevels, WhatIsSatisfiedStaysWithinItsToleranceWhileLowerLevelsMove) {
  for (int direction = 0; direction < 8; ++direction) {
    Standing human = standing_human(around(3.0, direction * std::numbers::pi / 4, 0.8));
    Solver solver(human.figure);
    solver.prepare(human.tasks);
    std::vector<bool> satisfied(human.tasks.size(), false);
    for (int step = 0; step < 200; ++step) {
      const StepReport report = solver.step(human.tasks, human.posture);
      for (std::size_t i = 0; i < report.tasks.size(); ++i) {
        if (satisfied[i]) {
          ASSERT_TRUE(report.tasks[i].satisfied) << "direction " << direction << " step " << step << " task "
                                                 << i << " " << report.tasks[i].error;
        }
        satisfied[i] = report.tasks[i].satisfied;
      }
      if (report.status == StepStatus::at_rest) break;
    }
  }
}

// Where there are several places to rest, what is below may decide which: it must not be a worse one.
TEST(HumanAtFourLevels, WhatIsBelowCostsALevelHardlyAnythingAtRest) {
  int same = 0;
  for (int direction = 0; direction < 8; ++direction) {
    const double azimuth = direction * std::numbers::pi / 4;
    // The hand cannot get there; asking more of the figure below it must not change how near it comes.
    const auto hand_error = [&](bool more_below) {
      Standing human = standing_human(around(1.5, azimuth, 1.0));
      if (more_below) {
        human.tasks.add(
            "left hand",
            Reach{.frame = human.figure.frame("hand.l"), .target = around(1.5, azimuth + 2.0, 1.2)},
            {.priority = 5});
      }
      Solver solver(human.figure);
      const SolveReport report = solver.solve(human.tasks, human.posture);
      return report[human.hand].error;
    };
    const double alone = hand_error(false), with_more = hand_error(true);
    EXPECT_LE(with_more, 1.01 * alone) << "direction " << direction;
    same += std::abs(with_more - alone) <= 0.01 * alone;
  }
  EXPECT_GE(same, 5);  // in the others what is below leads to a better place
  // The same for a gaze that the neck does not allow, with and without a hand that reaches.
  for (const double azimuth : {2.5, 3.0, -2.6}) {
    const auto gaze_error = [&](bool with_hand) {
      Standing human = standing_human(Vec3(0.4, -0.3, 1.0), around(5.0, azimuth, 1.5));
      human.tasks.entry(human.hand).settings.enabled = with_hand;
      Solver solver(human.figure);
      const SolveReport report = solver.solve(human.tasks, human.posture);
      return report[human.gaze].error;
    };
    const double alone = gaze_error(false), with_hand = gaze_error(true);
    EXPECT_NEAR(with_hand, alone, 0.01 * alone + 1e-4) << "azimuth " << azimuth;
  }
}

}  // namespace
}  // namespace limber

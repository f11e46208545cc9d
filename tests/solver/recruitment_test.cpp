// Which joints move first: an arm before the back, a trunk before the head, and everything where that is what
// it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/figure/posture.h"
#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "support/allocations.h"
#include "support/random_figure.h"

namespace limber {
namespace {

Figure model(const char* name) {
  return Figure::build(models::find(name)->make({})).value();
}

SolverOptions all_alike(const Figure& figure) {
  return {.recruitment = std::vector<double>(static_cast<std::size_t>(figure.dof_count()), 1.0)};
}

// [degrees] Turned since the rest posture, all joints of these names together.
double turned(const Figure& figure, const Posture& posture, const std::vector<std::string>& patterns) {
  const VecX moved = difference(figure, figure.rest_posture(), posture);
  double sum = 0.0;
  for (const JointId joint : joints_matching(figure, patterns)) {
    sum += moved.segment(figure.first_dof(joint), dof_count(figure.joint(joint).type)).norm();
  }
  return sum * 180.0 / std::numbers::pi;
}

struct Reached {
  Posture posture;
  double error;
};

Reached reach(const Figure& figure, const char* frame, const Vec3& target, SolverOptions options = {},
              std::vector<JointCost> costs = {}) {
  TaskList tasks;
  TaskSettings settings;
  settings.costs = std::move(costs);
  const auto task =
      tasks.add("goal", Reach{.frame = figure.frame(frame), .target = target}, std::move(settings));
  Reached result{figure.rest_posture(), 0.0};
  Solver solver(figure, std::move(options));
  result.error = solver.solve(tasks, result.posture)[task].error;
  EXPECT_LE(largest_limit_excess(figure, result.posture).amount, 1e-12);
  return result;
}

TEST(Recruitment, AHandAheadMovesTheArmAndNotTheBack) {
  const Figure human = model("human");
  for (const double height : {1.0, 1.2, 1.4}) {
    const Vec3 goal(0.35, -0.2, height);
    const Reached usual = reach(human, "hand.r", goal),
                  alike = reach(human, "hand.r", goal, all_alike(human));
    EXPECT_LE(usual.error, 1e-8);
    EXPECT_LT(turned(human, usual.posture, {"spine.*"}), 2.0) << height;
    EXPECT_GT(turned(human, alike.posture, {"spine.*"}), 25.0) << height;
  }
}

TEST(Recruitment, AHandOutOfReachGetsAsFarAsWithoutCosts) {
  const Figure human = model("human");
  for (const double height : {1.0, 1.2, 1.4}) {
    const Vec3 goal(1.0, -0.2, height);
    const double usual = reach(human, "hand.r", goal).error,
                 alike = reach(human, "hand.r", goal, all_alike(human)).error;
    EXPECT_GT(alike, 1e-3);
    EXPECT_NEAR(usual, alike, 1e-5) << height;
  }
}

TEST(Recruitment, TheTrunkReachesBeforeTheHeadTurns) {
  const Figure elephant = model("elephant");
  Kinematics kinematics(elephant);
  kinematics.update(elephant.rest_posture());
  const Vec3 goal = kinematics.frame_position(elephant.frame("trunk.tip")) + Vec3(0.5, 0.4, 0.6);
  const Reached usual = reach(elephant, "trunk.tip", goal),
                alike = reach(elephant, "trunk.tip", goal, all_alike(elephant));
  EXPECT_LE(usual.error, 1e-8);
  EXPECT_LT(turned(elephant, usual.posture, {"neck_*"}), 0.5);
  EXPECT_GT(turned(elephant, alike.posture, {"neck_*"}), 5.0);
}

TEST(Recruitment, ATaskMayHaveCostsOfItsOwn) {
  const Figure human = model("human");
  const Vec3 goal(0.5, -0.2, 1.2);
  const Reached usual = reach(human, "hand.r", goal),
                own = reach(human, "hand.r", goal, {}, {{"*", 1.0}, {"elbow.r", 1e6}});
  EXPECT_LE(own.error, 1e-8);
  EXPECT_GT(turned(human, usual.posture, {"elbow.r"}), 20.0);
  EXPECT_LT(turned(human, own.posture, {"elbow.r"}), 1.0);
  EXPECT_GT(turned(human, own.posture, {"spine.*"}), 5.0);
}

TEST(Recruitment, TheMoreImportantTaskDecidesWhatAJointCosts) {
  const Figure human = model("human");
  const auto bend = [&](double of_first, double of_second, bool first_is_on) {
    TaskList tasks;
    TaskSettings first{.priority = 1}, second{.priority = 2};
    first.costs = {{"spine.*", of_first}};
    second.costs = {{"spine.*", of_second}};
    first.enabled = first_is_on;
    tasks.add("right", Reach{.frame = human.frame("hand.r"), .target = Vec3(0.5, -0.2, 1.2)}, first);
    tasks.add("left", Reach{.frame = human.frame("hand.l"), .target = Vec3(0.5, 0.2, 1.2)}, second);
    Posture posture = human.rest_posture();
    EXPECT_TRUE(Solver(human).solve(tasks, posture).steps > 0);
    return turned(human, posture, {"spine.*"});
  };
  EXPECT_GT(bend(1.0, 3000.0, true), 5.0);
  EXPECT_LT(bend(3000.0, 1.0, true), 2.0);
  EXPECT_GT(bend(3000.0, 1.0, false), 5.0);  // switched off, it says nothing
}

TEST(Recruitment, LevelsAboveDoNotSufferFromCosts) {
  const Figure human = model("human");
  test::Random random(71);
  for (int i = 0; i < 20; ++i) {
    const Vec3 first(uniform(random, 0.2, 0.5), uniform(random, -0.4, 0.0), uniform(random, 0.9, 1.5));
    const Vec3 second(uniform(random, 0.2, 1.2), uniform(random, 0.0, 0.6), uniform(random, 0.5, 1.8));
    TaskList tasks;
    const auto right = tasks.add("right", Reach{.frame = human.frame("hand.r"), .target = first});
    Posture alone = human.rest_posture();
    Solver solver(human);
    const double without = solver.solve(tasks, alone)[right].error;
    tasks.add("left", Reach{.frame = human.frame("hand.l"), .target = second}, {.priority = 2});
    Posture both = human.rest_posture();
    EXPECT_LE(solver.solve(tasks, both)[right].error, std::max(without, 1e-4)) << i;
    EXPECT_LE(largest_limit_excess(human, both).amount, 1e-12);
  }
}

TEST(Recruitment, TheOrderOfPrioritiesIsExactInEveryStep) {
  // The linear step of the first level is as good with the second as without, whatever joints cost.
  const Figure human = model("human");
  test::Random random(72);
  for (int i = 0; i < 20; ++i) {
    const Vec3 first(uniform(random, 0.3, 1.2), uniform(random, -0.4, 0.2), uniform(random, 0.6, 1.7));
    TaskList tasks;
    tasks.add("right", Reach{.frame = human.frame("hand.r"), .target = first});
    Solver one(human), two(human);
    Posture posture = human.rest_posture();
    one.prepare(tasks);
    Posture alone = posture;
    one.step(tasks, alone);
    const double without = one.levels()[0].linear_residual;
    tasks.add("left", Reach{.frame = human.frame("hand.l"), .target = Vec3(0.4, 0.3, 1.2)}, {.priority = 2});
    two.prepare(tasks);
    two.step(tasks, posture);
    EXPECT_NEAR(two.levels()[0].linear_residual, without, 1e-9);
  }
}

TEST(Recruitment, ADragBeyondTheArmBringsTheBackAlongAndLetsItRestAgain) {
  const Figure human = model("human");
  TaskList tasks;
  const auto hand = tasks.add("hand", Reach{.frame = human.frame("hand.r"), .target = Vec3(0.4, -0.2, 1.2)});
  Posture posture = human.rest_posture();
  Solver solver(human);
  solver.prepare(tasks);
  double error = 0.0;
  for (int frame = 0; frame < 240; ++frame) {
    tasks[hand].target.x() = 0.4 + 0.5 * std::min(1.0, frame / 120.0);
    const test::AllocationCounter allocations;
    error = solver.step(tasks, posture)[hand].error;
    EXPECT_EQ(allocations.count(), 0u);
    if (frame == 10) {
      EXPECT_LT(turned(human, posture, {"spine.*"}), 2.0);
    }
  }
  EXPECT_LT(error, 1e-4);  // the back came along
  EXPECT_GT(turned(human, posture, {"spine.*"}), 10.0);
}

TEST(Recruitment, FormulationsOfTheDocumentsKnowNoCosts) {
  const Figure human = model("human");
  const auto step = [&](SolverOptions options) {
    options.formulation = Formulation::projector;
    TaskList tasks;
    tasks.add("hand", Reach{.frame = human.frame("hand.r"), .target = Vec3(0.35, -0.2, 1.4)});
    Solver solver(human, std::move(options));
    Posture posture = human.rest_posture();
    solver.prepare(tasks);
    solver.step(tasks, posture);
    return posture;
  };
  EXPECT_EQ(step({}), step(all_alike(human)));
}

TEST(Recruitment, CostsThatAreNoneAreRefused) {
  const Figure human = model("human");
  Solver solver(human);
  for (const JointCost& wrong : {JointCost{"tail*", 2.0}, JointCost{"elbow.r", 0.0}}) {
    TaskList tasks;
    TaskSettings settings;
    settings.costs = {wrong};
    tasks.add("hand", Reach{.frame = human.frame("hand.r")}, settings);
    EXPECT_THROW(solver.prepare(tasks), std::invalid_argument) << wrong.joints;
  }
  FigureDescription description = human.description();
  description.segments[1].joint.cost = 0.0;
  EXPECT_FALSE(Figure::build(description));
}

}  // namespace
}  // namespace limber

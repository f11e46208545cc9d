// A wrong order of calls is impossible or harmless: nothing moves, nothing is read that is not there, and the
// status says why.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "limber/figure/figure.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"
#include "support/allocations.h"

namespace limber {
namespace {

Figure human() {
  return Figure::build(models::find("human")->make({})).value();
}

struct Reaching {
  Figure figure = human();
  TaskList tasks;
  TaskId<Reach> hand;
  TaskId<JointValue> elbow;
  CriterionList criteria = {{"rest", ReferencePosture{}, 0.1}};
  World world;
  Posture posture = figure.rest_posture();

  Reaching() {
    hand = tasks.add("hand", Reach{.frame = figure.frame("hand.r"), .target = Vec3(0.4, -0.2, 1.2)},
                     {.joints = joints_matching(figure, {"shoulder.r", "elbow.r"})});
    elbow = tasks.add("elbow", JointValue{.joint = figure.joint("elbow.l"), .target = 0.5}, {.priority = 2});
    world.add("ball", Sphere{.center = Vec3(0.35, -0.2, 1.1), .radius = 0.05});
  }
};

TEST(CallOrder, PrepareAndSurroundMayComeInEitherOrder) {
  Reaching s;
  const auto after_steps = [&](bool surround_first) {
    Solver solver(s.figure);
    if (surround_first) solver.surround(s.world);
    solver.prepare(s.tasks, s.criteria);
    if (!surround_first) solver.surround(s.world);
    Posture posture = s.posture;
    for (int i = 0; i < 10; ++i) solver.step(s.tasks, s.criteria, posture);
    EXPECT_FALSE(solver.contacts().empty());
    return posture;
  };
  const Posture one = after_steps(true), other = after_steps(false);
  EXPECT_NE(one, s.posture);
  EXPECT_EQ(one, other);
}

TEST(CallOrder, AStepBeforePrepareMovesNothing) {
  Reaching s;
  const Posture before = s.posture;
  Solver solver(s.figure);
  EXPECT_EQ(solver.step(s.tasks, s.posture).status, StepStatus::not_prepared);
  solver.surround(s.world);
  EXPECT_EQ(solver.step(s.tasks, s.posture).status, StepStatus::not_prepared);
  EXPECT_EQ(s.posture, before);
  solver.prepare(s.tasks);
  EXPECT_EQ(solver.step(s.tasks, s.posture).status, StepStatus::moving);
}

// Steps with changed tasks after a prepare for the original ones: status, and that nothing else happened.
void expect_refused(const std::function<void(Reaching&)>& change, StepStatus expected, const char* what) {
  Reaching s;
  Solver solver(s.figure);
  solver.surround(s.world);
  solver.prepare(s.tasks, s.criteria);
  solver.step(s.tasks, s.criteria, s.posture);
  change(s);
  const Posture before = s.posture;
  const test::AllocationCounter counter;
  const StepReport report = solver.step(s.tasks, s.criteria, s.posture);
  EXPECT_EQ(counter.count(), 0u) << what;
  EXPECT_EQ(report.status, expected) << what;
  EXPECT_EQ(report.light, Light::red) << what;
  EXPECT_TRUE(report.tasks.empty()) << what;
  EXPECT_TRUE(s.posture.values.size() != before.values.size() || s.posture == before) << what;
}

TEST(CallOrder, TasksOfAnotherStructureAreNotStepped) {
  const auto refused = [](const char* what, const std::function<void(Reaching&)>& change) {
    expect_refused(change, StepStatus::not_prepared, what);
  };
  refused("other joints", [](Reaching& s) {
    s.tasks.entry(s.hand).settings.joints = joints_matching(s.figure, {"shoulder.l", "elbow.l"});
  });
  refused("all joints", [](Reaching& s) { s.tasks.entry(s.hand).settings.joints.clear(); });
  refused("another type with as many rows",
          [](Reaching& s) { s.tasks.entry(s.hand).task = Orient{.frame = s.figure.frame("hand.r")}; });
  refused("fewer rows", [](Reaching& s) { s.tasks[s.hand].axes = Axes::xy(); });
  refused("another joint, which may have another unit",
          [](Reaching& s) { s.tasks[s.elbow].joint = s.figure.joint("knee.l"); });
  refused("another priority", [](Reaching& s) { s.tasks.entry(s.hand).settings.priority = 2; });
  refused("another order", [](Reaching& s) { s.tasks.order({s.elbow, s.hand}); });
  refused("one more", [](Reaching& s) { s.tasks.add("more", CenterOfMass{}); });
  refused("one less", [](Reaching& s) { s.tasks.remove(s.elbow); });
}

TEST(CallOrder, NumbersThatCannotBeUsedAreNotStepped) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](const char* what, const std::function<void(Reaching&)>& change) {
    expect_refused(change, StepStatus::bad_input, what);
  };
  refused("a frame that is not there", [](Reaching& s) { s.tasks[s.hand].frame.frame = FrameId{9999}; });
  refused("a segment that is not there",
          [](Reaching& s) { s.tasks[s.hand].in = Place::on_segment(SegmentId{9999}, Transform{}); });
  refused("a criterion of another figure", [](Reaching& s) {
    s.criteria = {{"rest", ReferencePosture{Posture{VecX::Zero(2)}}, 0.1}};
  });
  refused("a criterion at a frame that is not there", [](Reaching& s) {
    s.criteria = {{"away", Manipulability{.frame = Place(FrameId{9999})}, 0.1}};
  });
  refused("a joint of a criterion that is not there", [](Reaching& s) {
    s.criteria = {{"bend", Flexion{{{.joint = JointId{9999}}}}, 0.1}};
  });
  refused("a weight of NaN", [&](Reaching& s) { s.tasks.entry(s.hand).settings.weight = nan; });
  refused("a negative weight", [](Reaching& s) { s.tasks.entry(s.hand).settings.weight = -1.0; });
  refused("a tolerance of NaN", [&](Reaching& s) { s.tasks.entry(s.hand).settings.tolerance = nan; });
  refused("a target of NaN", [&](Reaching& s) { s.tasks[s.hand].target.x() = nan; });
  refused("a posture of another figure", [](Reaching& s) { s.posture.values.resize(3); });
}

TEST(CallOrder, TargetsPlacesWeightsAndSwitchesMayChangeBetweenSteps) {
  Reaching s;
  Solver solver(s.figure);
  solver.prepare(s.tasks, s.criteria);
  solver.step(s.tasks, s.criteria, s.posture);
  s.tasks[s.hand].target = Vec3(0.3, -0.4, 1.0);
  s.tasks[s.hand].frame = s.figure.frame("hand.l");
  s.tasks.entry(s.hand).settings.weight = 2.0;
  s.tasks.entry(s.elbow).settings.enabled = false;
  const test::AllocationCounter counter;
  EXPECT_EQ(solver.step(s.tasks, s.criteria, s.posture).status, StepStatus::moving);
  EXPECT_EQ(counter.count(), 0u);
}

std::string refusal_of(const TaskList& tasks, const CriterionList& criteria) {
  Solver solver(human());
  try {
    solver.prepare(tasks, criteria);
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
  return "";
}

TEST(CallOrder, PrepareRefusesTasksThatDoNotFitTheFigure) {
  TaskList tasks;
  tasks.add("hand", Reach{.frame = Place(FrameId{9999})});
  const std::string problem = refusal_of(tasks, {});
  EXPECT_NE(problem.find("\"hand\""), std::string::npos) << problem;
  EXPECT_NE(problem.find("9999"), std::string::npos) << problem;
}

TEST(CallOrder, PrepareRefusesCriteriaThatDoNotFitTheFigure) {
  const std::string problem = refusal_of({}, {{"away", Manipulability{.frame = Place(FrameId{9999})}, 0.1}});
  EXPECT_NE(problem.find("\"away\""), std::string::npos) << problem;
  EXPECT_NE(problem.find("9999"), std::string::npos) << problem;
  EXPECT_NE(refusal_of({}, {{"rest", ReferencePosture{}, -1.0}}), "");
}

// A refused prepare leaves the solver as it was.
TEST(CallOrder, ARefusedPrepareKeepsTheTasksPreparedBefore) {
  Reaching s;
  Solver solver(s.figure);
  solver.prepare(s.tasks);
  TaskList bad;
  bad.add("hand", Reach{.frame = Place(FrameId{9999})});
  EXPECT_THROW(solver.prepare(bad), std::invalid_argument);
  EXPECT_EQ(solver.step(s.tasks, s.posture).status, StepStatus::moving);
}

TEST(CallOrder, AnObstacleThatIsNotThereIsIgnored) {
  Reaching s;
  Solver solver(s.figure);
  solver.move_obstacle(ObstacleId{0}, Sphere{.radius = 0.1});  // no world yet
  solver.prepare(s.tasks);
  solver.surround(s.world);
  solver.move_obstacle(ObstacleId{1}, Sphere{.radius = 0.1});
  solver.move_obstacle(ObstacleId{-1}, Sphere{.radius = 0.1});
  EXPECT_EQ(solver.step(s.tasks, s.posture).status, StepStatus::moving);
}

TEST(CallOrder, LimitsAndCouplingsToIgnoreMustExist) {
  EXPECT_THROW(Solver(human(), {.ignored_limits = {DofId{9999}}}), std::invalid_argument);
  EXPECT_THROW(Solver(human(), {.ignored_couplings = {CouplingId{9999}}}), std::invalid_argument);
}

}  // namespace
}  // namespace limber

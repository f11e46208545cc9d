// Supports carry where they touch something, and nowhere else; and no light is better than what the forces say.

#include "limber/statics/report.h"
#include "statics/chapter_scenes.h"

namespace limber::test {
namespace {

using Support = StaticsReport::Support;

SolveReport solve(Scene& scene) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  return mover.solve(scene.tasks, scene.criteria, scene.posture, {.restarts = 0});
}

// The human on two feet, the right one held at this height.
Scene with_foot_at(double height) {
  Scene scene = scene_of("human-supports");
  task_of<Reach>(scene, "right foot").target.z() = height;
  solve(scene);
  return scene;
}

StaticsReport report_of(const Scene& scene) {
  return report_on_loads(scene.figure, scene.posture, scene.tasks.loads, &scene.world);
}

std::string reason_of(const Scene& scene, const SolveReport& report, const std::string& task) {
  const TaskReport& of = report.of(scene.tasks.find(task)->number);
  return of.satisfied ? "" : reason_in_words(of.reasons[0], scene.figure, scene.tasks, scene.world);
}

TEST(Touching, AFootInTheAirCarriesNothingAndBackOnTheGroundItsShare) {
  const StaticsReport on = report_of(with_foot_at(0.0)), off = report_of(with_foot_at(0.05));
  EXPECT_GT(on.supports[1].normal, 100.0);
  EXPECT_EQ(on.supports[1].state, Support::holds);
  EXPECT_EQ(off.supports[1].force, Vec3::Zero());
  EXPECT_EQ(off.supports[1].state, Support::off);
  EXPECT_GT(off.supports[0].normal, 700.0);
  EXPECT_EQ(report_of(with_foot_at(0.0)).supports[1].force, on.supports[1].force);
}

TEST(Touching, AFootMayStandOnAnObstacleOrOnWhatIsNotInTheWorld) {
  Scene scene = with_foot_at(0.05);
  const Vec3 foot(0.05, -0.0875, 0.05);
  for (const bool is_solid : {true, false}) {
    scene.world = {};
    scene.world.add("step", Box{.center = foot - Vec3(0, 0, 0.025), .size = Vec3(0.5, 0.2, 0.05)});
    scene.world.obstacles[0].is_solid = is_solid;
    EXPECT_GT(report_of(scene).supports[1].normal, 50.0);
    scene.world.obstacles[0].shape = Box{.center = foot - Vec3(0, 0, 0.03), .size = Vec3(0.5, 0.2, 0.05)};
    EXPECT_EQ(report_of(scene).supports[1].state, Support::off);
  }
  scene.tasks.loads.supports[1].anywhere = true;
  EXPECT_GT(report_of(scene).supports[1].normal, 50.0);
}

// On one foot that is free to be anywhere, with a push.
Scene pushed_on_one_foot(double push) {
  Scene scene = scene_of("human-supports");
  scene.tasks.loads.supports.pop_back();
  scene.tasks.loads.supports[0].friction = 0.5;
  scene.tasks.loads.forces = {{.frame = "foot.l", .force = Vec3(0, push, 0)}};
  scene.tasks.remove(scene.tasks.find("right foot")->number);
  return scene;
}

TEST(Light, IsNotGreenForAPushBeyondTheFriction) {
  for (const bool by_margin : {false, true}) {
    for (const double push : {300.0, 450.0}) {  // friction holds 368 N
      Scene scene = pushed_on_one_foot(push);
      std::string name;
      for (TaskList::Entry& entry : scene.tasks) {
        if (!std::holds_alternative<Equilibrium>(entry.task)) continue;
        name = entry.name;
        if (by_margin) entry.task = Balance{.margin = 0.0};
        entry.settings.tolerance = 1e-6;
      }
      const SolveReport report = solve(scene);
      const StaticsReport statics = report_of(scene);
      EXPECT_EQ(report.of(scene.tasks.find(name)->number).satisfied, statics.is_balanced) << push;
      EXPECT_EQ(statics.is_balanced, push < 368.0) << statics.verdict();
      EXPECT_EQ(report.light == Light::green, statics.is_balanced) << push;
      EXPECT_EQ(reason_of(scene, report, name), push < 368.0 ? "" : "no posture helps: left foot gives way");
    }
  }
}

TEST(Light, IsNotGreenOnASupportThatPushesDown) {
  Scene scene = pushed_on_one_foot(0.0);
  scene.tasks.loads.supports[0].normal = -Vec3::UnitZ();
  const SolveReport report = solve(scene);
  EXPECT_NE(report.light, Light::green);
  EXPECT_FALSE(report_of(scene).is_balanced);
}

// Two grips leave a line: it can be hung from, but not with a margin.
TEST(Balance, HangingFromTwoGripsStandsAndHasNoWidthForAMargin) {
  Scene scene{.figure = load_figure(std::string(LIMBER_SOURCE_DIR) + "/models/human-free.json").value()};
  scene.posture = scene.figure.rest_posture();
  scene.tasks.loads.supports = {{.name = "l", .frame = "hand.l", .grip = true},
                                {.name = "r", .frame = "hand.r", .grip = true}};
  scene.tasks.add("left", Reach{.frame = scene.figure.frame("hand.l"), .target = Vec3(0, 0.3, 2.4)});
  scene.tasks.add("right", Reach{.frame = scene.figure.frame("hand.r"), .target = Vec3(0, -0.3, 2.4)});
  const TaskId<Balance> balance = scene.tasks.add("balance", Balance{.margin = 0.0}, {.priority = 2});
  const SolveReport hung = solve(scene);
  EXPECT_TRUE(hung[balance].satisfied) << hung[balance].error;
  const StaticsReport statics = report_of(scene);
  EXPECT_TRUE(statics.is_balanced) << statics.verdict() << statics.unmet_moment.transpose();
  EXPECT_LT(std::abs(statics.margin), 1e-6);
  scene.tasks[balance].margin = 0.02;
  const SolveReport asked = solve(scene);
  EXPECT_EQ(reason_of(scene, asked, "balance"), "the supports leave less room than its margin");
}

}  // namespace
}  // namespace limber::test

// What a force does to a posture: Baerlocher's figures 6.5, 7.11-7.12 and 7.14-7.18, each from its scene.

#include <numbers>

#include "statics/chapter_scenes.h"

namespace limber::test {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

// Weight, forces and supports about the centre of mass, added up here: [N m]; 1 N counts as much as 1 N m.
double unbalanced(const Seen& seen) {
  const Statics& statics = seen.loads.statics;
  const Vec3 center = seen.masses.center();
  Wrench sum;
  sum.force = seen.masses.total_mass() * statics.loads().gravity;
  for (const Statics::Applied& applied : statics.applied()) sum.add(applied.place - center, applied.force);
  for (int i = 0; i < statics.contact_count(); ++i) sum.add(statics.place(i) - center, statics.force(i));
  return std::max(sum.force.norm(), sum.moment.norm());
}

Vec3 carried_by(const Seen& seen, int support) {
  const Statics& statics = seen.loads.statics;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < statics.contact_count(); ++i) {
    if (statics.support_of(i) == support) sum += statics.force(i);
  }
  return sum;
}

double knee(const Scene& scene) {  // [rad] the straighter one
  double least = 10.0;
  for (const char* name : {"knee.l", "knee.r"})
    least = std::min(least, scene.posture.values[scene.figure.first_value(scene.figure.joint(name))]);
  return least;
}

// Figure 6.5. The only moment about the base besides the weight's is the tip's: the centre of mass is where
// they cancel, whatever the force.
TEST(Leaning, AChainLeansAgainstAnyForceAtItsTip) {
  Scene scene = scene_of("chain-leaning");
  for (const Vec3& force : {Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(-3, 0, 0), Vec3(2, 1, 0), Vec3(-1, -4, 0)}) {
    scene.tasks.loads.forces.front().force = force;
    const Seen seen = settle(scene);
    EXPECT_TRUE(seen.is_within(1e-9)) << force.transpose();
    const Vec3 tip = seen.place("link.tip");
    const double moment = tip.x() * force.y() - tip.y() * force.x();
    EXPECT_NEAR(9.81 * seen.masses.total_mass() * seen.masses.center().x(), moment, 1e-8);
    EXPECT_LT(unbalanced(seen), 1e-8);
  }
}

TEST(Flexion, BendsTheKneesAndKeepsFeetBalanceHandsAndGaze) {
  Scene scene = scene_of("human-flexion");
  const CriterionList criteria = scene.criteria;
  scene.criteria = {criteria.at(1)};  // the posture alone
  const Seen upright = settle(scene);
  const double before = knee(scene);
  scene.criteria = criteria;
  const Seen flexed = settle(scene);
  EXPECT_TRUE(upright.is_within(1e-8));
  EXPECT_TRUE(flexed.is_within(1e-8));
  EXPECT_LT(before, 15 * degree);
  EXPECT_GT(knee(scene), before + 40 * degree);
  EXPECT_LT(flexed.masses.center().z(), upright.masses.center().z() - 0.05);
}

// Figures 7.11 and 7.12, from B to J.
TEST(Beam, FlexesLooksReachesAndShiftsItsWeight) {
  Scene scene = scene_of("human-beam");
  const auto switch_on = [&](const std::string& name, bool on) {
    scene.tasks.find(name)->settings.enabled = on;
  };
  switch_on("gaze", false);
  switch_on("reach", false);
  const auto is_held = [](const Seen& seen) {  // feet and balance
    return std::max({seen.off.at("right foot"), seen.off.at("right sole"), seen.off.at("balance")});
  };
  EXPECT_LT(is_held(settle(scene)), 1e-8);
  EXPECT_GT(knee(scene), 20 * degree);  // C
  switch_on("gaze", true);
  for (const Vec3& fly : {Vec3(1.1, -0.3, 1.35), Vec3(0.6, 0.8, 0.6), Vec3(0.4, -0.9, 1.9)}) {  // D
    task_of<LookAt>(scene, "gaze").target = fly;
    const Seen seen = settle(scene);
    EXPECT_LT(is_held(seen), 1e-8);
    EXPECT_LT(seen.off.at("gaze"), 1e-6);
  }
  {
    Scene behind = scene;  // F: on its back
    task_of<LookAt>(behind, "gaze").target = Vec3(-0.15, 0.0875, 1.2);
    const Seen seen = settle(behind, 2000);
    EXPECT_LT(is_held(seen), 1e-6);
    EXPECT_GT(seen.off.at("gaze"), 10 * degree);
  }
  const Vec3 fly(1.1, -0.3, 1.35);
  task_of<LookAt>(scene, "gaze").target = fly;
  switch_on("reach", true);
  task_of<Reach>(scene, "reach").target = fly;
  const Seen pointing = settle(scene, 3000);  // I
  EXPECT_LT(is_held(pointing), 1e-6);
  EXPECT_LT(pointing.off.at("gaze"), 1e-4);
  EXPECT_GT(pointing.off.at("reach"), 0.1);
  const Vec3 arm = (pointing.place("hand.r") - pointing.place("shoulder.r")).normalized(),
             way = (fly - pointing.place("shoulder.r")).normalized();
  EXPECT_LT(std::acos(arm.dot(way)), 5 * degree) << "the hand points at the fly";
  scene.tasks.loads.supports.at(0).share = 1.0;
  scene.tasks.loads.supports.at(1).share = 0.0;
  const Seen shifted = settle(scene, 3000);  // J
  EXPECT_LT(is_held(shifted), 1e-6);
  EXPECT_LT((shifted.masses.center() - shifted.place("foot.l")).head<2>().norm(), 1e-6);
  EXPECT_LT(shifted.off.at("reach"), pointing.off.at("reach") - 0.05);
}

// Figure 7.15.
TEST(Shares, MoveTheCenterOfMassOverTheFootThatCarriesMore) {
  Scene scene = scene_of("human-weight-shift");
  for (const double share : {0.5, 0.7, 0.85, 1.0}) {
    scene.tasks.loads.supports.at(0).share = 1.0 - share;
    scene.tasks.loads.supports.at(1).share = share;
    const Seen seen = settle(scene);
    EXPECT_TRUE(seen.is_within(1e-8)) << share;
    const Vec3 goal = (1 - share) * seen.place("foot.l") + share * seen.place("foot.r");
    EXPECT_LT((seen.masses.center() - goal).head<2>().norm(), 1e-6) << share;
    EXPECT_NEAR(carried_by(seen, 1).z(), share * 9.81 * seen.masses.total_mass(), 2e-3) << share;
    EXPECT_LT(unbalanced(seen), 1e-6);
  }
}

// Figure 7.16: 0, 60 and 120 N at the hand, down and level; the foot forces are found. Shares given, or free.
void expect_leaning(const std::string& name, const Vec3& direction, bool shares) {
  Scene scene = scene_of(name);
  if (!shares) {
    for (SupportDescription& support : scene.tasks.loads.supports) support.share = std::nullopt;
  }
  const bool is_level = direction.z() == 0.0;
  double last = 0.0;
  for (const double newtons : {0.0, 60.0, 120.0}) {
    scene.tasks.loads.forces.front().force = newtons * direction;
    const Seen seen = settle(scene, 2000);
    EXPECT_TRUE(seen.is_within(1e-8)) << name << " " << newtons;
    EXPECT_LT(seen.loads.statics.left_to_posture().norm(), 1e-8) << name << " " << newtons;  // [N m]
    EXPECT_TRUE(seen.loads.statics.is_balanced());
    EXPECT_LT(unbalanced(seen), 1e-6);
    const double back = -seen.masses.center().x();  // the hand is in front, and is pulled to the front
    if (newtons > 0.0) {
      EXPECT_GT(back, last + 0.02) << name << " " << newtons << " N";
    }
    last = back;
    const double level = carried_by(seen, 0).x() + carried_by(seen, 1).x();
    EXPECT_NEAR(level, is_level ? -newtons : 0.0, 1e-6);
  }
}
TEST(HandForce, MovesTheCenterOfMassAgainstALoadMoreWithMoreLoad) {
  for (const bool shares : {true, false}) expect_leaning("human-hand-load", -Vec3::UnitZ(), shares);
}
TEST(HandForce, MovesTheCenterOfMassAgainstAPullMoreWithMorePull) {
  for (const bool shares : {true, false}) expect_leaning("human-pull", Vec3::UnitX(), shares);
}

// Figure 7.17: the push is held by a lever of the centre of mass: by hand, W d = 2 F h.
TEST(Pushing, BringsTheCenterOfMassTowardsTheCrate) {
  Scene scene = scene_of("human-push");
  double last = -1.0;
  for (const double newtons : {0.0, 40.0, 80.0}) {
    for (ForceDescription& force : scene.tasks.loads.forces) force.force = Vec3(-newtons, 0, 0);
    const Seen seen = settle(scene, 2000);
    EXPECT_TRUE(seen.is_within(1e-8)) << newtons;
    const double ahead = seen.masses.center().x() - seen.place("foot.l").x();
    EXPECT_NEAR(9.81 * seen.masses.total_mass() * ahead, 2 * newtons * 1.2, 1e-6);
    EXPECT_GT(ahead, last + 0.1);
    last = ahead;
    EXPECT_LT(unbalanced(seen), 1e-6);
  }
}

// Figure 7.18: the hands' couple is held by level forces at the feet, which are found.
TEST(Twisting, LevelForcesAtTheFeetBalanceTheCoupleOfTheHands) {
  Scene scene = scene_of("human-twist");
  const Seen seen = settle(scene);
  EXPECT_TRUE(seen.is_within(1e-8));
  const Statics& statics = seen.loads.statics;
  ASSERT_TRUE(statics.is_balanced());
  Vec3 couple = Vec3::Zero(), held = Vec3::Zero(), level = Vec3::Zero();
  for (const Statics::Applied& applied : statics.applied())
    couple += (applied.place - statics.center()).cross(applied.force);
  double sideways = 0.0;
  for (int i = 0; i < statics.contact_count(); ++i) {
    const Vec3 force = statics.force(i);
    held += (statics.place(i) - statics.center()).cross(force);
    level += Vec3(force.x(), force.y(), 0);
    sideways += force.head<2>().norm();
  }
  EXPECT_NEAR(couple.z(), -2 * 60 * 0.22, 1e-6);
  EXPECT_NEAR(held.z(), -couple.z(), 1e-8);
  EXPECT_LT(level.norm(), 1e-7);  // a couple: the forces themselves cancel
  EXPECT_GT(sideways, 20.0);
  EXPECT_LT(statics.left_to_posture().norm(), 1e-8);
}

}  // namespace
}  // namespace limber::test

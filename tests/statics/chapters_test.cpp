// The scenes of Baerlocher's chapters 6 and 7 that are about balance and forces, each from its file in
// scenes/.

#include "limber/avoidance/mover.h"
#include "limber/figure/edit.h"
#include "limber/files/files.h"
#include "limber/models/models.h"
#include "limber/statics/load_state.h"
#include "limber/statics/report.h"
#include "limber/tasks/task.h"
#include "statics/statics_support.h"

namespace limber {
namespace {

Scene scene_of(const std::string& name) {
  return load_scene(std::string(LIMBER_SOURCE_DIR) + "/scenes/" + name + ".json").value();
}

template <class T>
T& task_of(Scene& scene, const std::string& name) {
  return std::get<T>(scene.tasks.find(name)->task);
}

// What every task is off by in a posture, evaluated anew.
struct Seen {
  Kinematics kinematics;
  MassDistribution masses;
  LoadState loads;
  std::map<std::string, double> off;

  Seen(const Figure& figure, const TaskList& tasks, const Posture& posture)
      : kinematics(figure), masses(figure), loads(figure, tasks.loads) {
    kinematics.update(posture);
    masses.update(kinematics);
    loads.update(kinematics, masses, posture);
    RowMatrix scratch = RowMatrix::Zero(12, figure.dof_count());
    for (const TaskList::Entry& entry : tasks) {
      RowMatrix jacobian = RowMatrix::Zero(row_count(entry.task), figure.dof_count());
      VecX error = VecX::Zero(row_count(entry.task));
      TaskRows rows{jacobian, error};
      evaluate(entry.task, TaskContext{kinematics, masses, posture, scratch, &loads}, rows);
      off[entry.name] = error.norm();
    }
  }
  double inertia_z() const { return masses.inertia()(2, 2); }
};

Seen settle(Scene& scene, int steps = 600) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  mover.solve(scene.tasks, scene.criteria, scene.posture, {.most_steps = steps, .restarts = 0});
  return Seen(scene.figure, scene.tasks, scene.posture);
}

TEST(FiveLevels, AllReachable) {
  Scene scene = scene_of("human-five-levels");
  const Seen seen = settle(scene);
  for (const auto& [name, off] : seen.off) EXPECT_LT(off, 1e-8) << name;
}

TEST(FiveLevels, ABallOutOfReachMovesNothingAboveIt) {
  Scene scene = scene_of("human-five-levels");
  task_of<Reach>(scene, "right hand").target = Vec3(1.6, -0.6, 1.3);
  const Seen seen = settle(scene, 3000);
  for (const auto& [name, off] : seen.off) {
    EXPECT_LT(off, name == "right hand" ? 2.0 : 1e-6) << name;
  }
  EXPECT_GT(seen.off.at("right hand"), 0.1);
}

// The bar comes from in front, two centimetres at a time, and presses the waist back beyond the heels.
struct Pressed {
  Seen seen;
  double least_clearance;
};
Pressed press(Scene& scene) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  mover.solve(scene.tasks, scene.criteria, scene.posture, {.most_steps = 500, .restarts = 0});
  const ObstacleId bar{1};
  Cylinder cylinder = std::get<Cylinder>(scene.world.obstacles[1].shape);
  double least = 1.0;
  for (double x = cylinder.a.x(); x > -0.35; x -= 0.02) {
    cylinder.a.x() = cylinder.b.x() = x;
    scene.world.obstacles[1].shape = cylinder;
    mover.move_obstacle(bar, scene.world.obstacles[1].shape);
    for (int k = 0; k < 15; ++k) {
      const StepReport report = mover.step(scene.tasks, scene.criteria, scene.posture);
      if (k == 14) least = std::min(least, report.clearance);
    }
  }
  for (int k = 0; k < 300; ++k) mover.step(scene.tasks, scene.criteria, scene.posture);
  return {Seen(scene.figure, scene.tasks, scene.posture), least};
}

TEST(FiveLevels, ABarAtTheWaistCostsTheBalanceBeforeTheFoot) {
  Scene scene = scene_of("human-five-levels");
  const Pressed pressed = press(scene);
  EXPECT_GT(pressed.least_clearance, -1e-6);
  EXPECT_LT(pressed.seen.off.at("right foot"), 1e-4);
  EXPECT_LT(pressed.seen.off.at("right sole"), 1e-4);
  EXPECT_GT(pressed.seen.off.at("balance"), 1e-2);
}

TEST(FiveLevels, WithFootAndBalanceSwappedTheFootInstead) {
  Scene scene = scene_of("human-five-levels");
  for (TaskList::Entry& entry : scene.tasks) {
    if (entry.name == "balance") entry.settings.priority = 1;
    if (entry.name == "right foot" || entry.name == "right sole") entry.settings.priority = 2;
  }
  const Pressed pressed = press(scene);
  EXPECT_GT(pressed.least_clearance, -1e-6);
  EXPECT_LT(pressed.seen.off.at("balance"), 1e-4);
  EXPECT_GT(pressed.seen.off.at("right foot") + pressed.seen.off.at("right sole"), 1e-2);
}

// Figure 7.7: held at a height, the centre of mass keeps the loop flat; freed along the vertical, it grows
// rounder.
TEST(Inertia, ALoopGrowsItsInertiaWhenTheVerticalOfItsCenterIsFreed) {
  Scene scene = scene_of("loop-inertia");
  task_of<Inertia>(scene, "inertia").radius = 0.3;  // more than can be
  const Seen held = settle(scene, 2000);
  EXPECT_LT(held.off.at("closed"), 1e-6);
  EXPECT_LT(held.off.at("center"), 1e-6);
  task_of<CenterOfMass>(scene, "center").axes = Axes{.x = true, .y = false, .z = false};
  const Seen freed = settle(scene, 2000);
  RecordProperty("ratio", std::to_string(freed.inertia_z() / held.inertia_z()));
  EXPECT_LT(freed.off.at("closed"), 1e-6);
  EXPECT_LT(freed.off.at("center"), 1e-6);
  EXPECT_GT(freed.inertia_z(), 1.05 * held.inertia_z());
}

// Figure 7.8.
TEST(Inertia, APersonCurlsUpToAPartOfTheLargestInertiaInBalance) {
  Scene scene = scene_of("planar-human-inertia");
  Inertia& goal = task_of<Inertia>(scene, "inertia");
  goal.radius = 2.0;  // more than can be
  const Seen largest = settle(scene, 3000);
  EXPECT_LT(largest.off.at("balance"), 1e-6);
  const double most = largest.inertia_z();
  for (const double part : {0.75, 0.5, 0.35}) {
    goal.radius = std::sqrt(part * most / largest.masses.total_mass());
    const Seen curled = settle(scene, 3000);
    EXPECT_NEAR(curled.inertia_z(), part * most, 1e-6 * most) << part;
    EXPECT_LT(curled.off.at("balance"), 1e-8) << part;
  }
}

// Figures 6.5-6.9: the norm of the joint torques before and after.
double torque_ratio(const std::string& name, double tasks_kept) {
  Scene scene = scene_of(name);
  const CriterionList effort = scene.criteria;
  scene.criteria = {};
  const double before = settle(scene).loads.joints.torques().norm();
  scene.criteria = effort;
  const Seen after = settle(scene, 3000);
  EXPECT_TRUE(after.loads.statics.is_balanced());
  for (const auto& [task, off] : after.off) EXPECT_LT(off, tasks_kept) << task;
  return after.loads.joints.torques().norm() / before;
}

TEST(Effort, IsClearlyLessAfterTorqueMinimisationOfTheChains) {
  for (const char* name : {"chain-double-support", "chain-pushed"}) {
    const double ratio = torque_ratio(name, 1e-6);
    RecordProperty(name, std::to_string(ratio));
    EXPECT_LT(ratio, 0.81) << name;
  }
}

// Figure 7.18: the hands' couple is held by level forces at the feet, which are found.
TEST(Twisting, LevelForcesAtTheFeetBalanceTheCoupleOfTheHands) {
  Scene scene = scene_of("human-twist");
  const Seen seen = settle(scene);
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
  EXPECT_GT(std::abs(couple.z()), 10.0);
  EXPECT_NEAR(held.z(), -couple.z(), 1e-8);
  EXPECT_LT(level.norm(), 1e-7);  // a couple: the forces themselves cancel
  EXPECT_GT(sideways, 20.0);
  EXPECT_LT(statics.left_to_posture().norm(), 1e-8);
}

// The same scene with a free root, the left foot held by tasks, comes to rest in the same posture as with
// the root there.
TEST(FloatingBase, GivesThePosturesOfReRootingAtAFoot) {
  Scene scene = scene_of("human-twist");
  FigureDescription description = models::find("human")->make({});
  description.segments[0].joint.type = JointType::free;
  const Figure human = Figure::build(description).value();
  const Seen rooted = settle(scene, 3000);
  TaskList tasks;
  tasks.loads = scene.tasks.loads;
  const FrameId left = human.frame("foot.l");
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  const Transform sole = kinematics.frame_pose(scene.figure.frame("foot.l"));
  tasks.add("left foot", Reach{.frame = left, .target = sole.translation});
  tasks.add("left sole", Orient{.frame = left, .target = Quat(sole.rotation)});
  for (const TaskList::Entry& entry : scene.tasks) {
    Task task = entry.task;
    if (auto* reach = std::get_if<Reach>(&task)) reach->frame = human.frame("foot.r");
    if (auto* orient = std::get_if<Orient>(&task)) orient->frame = human.frame("foot.r");
    tasks.add(entry.name, task, entry.settings);
  }
  Posture posture = human.rest_posture();
  posture.values[human.first_value(human.joint("elbow.l"))] = 1.2;
  posture.values[human.first_value(human.joint("elbow.r"))] = 1.2;
  // Where the root is costs nothing: it is the joints that are drawn to their rest.
  std::vector<double> weights(static_cast<std::size_t>(human.dof_count()), 1.0);
  std::fill_n(weights.begin(), 6, 0.0);
  const CriterionList criteria = {{"posture", ReferencePosture{.reference = {}, .weights = weights}, 0.05}};
  Solver solver(human);
  solver.solve(tasks, criteria, posture, {.most_steps = 3000, .restarts = 0});
  const Seen floating(human, tasks, posture);
  for (const auto& [name, off] : floating.off) EXPECT_LT(off, 1e-8) << name;
  double worst = 0.0;
  for (const char* frame : {"foot.l", "foot.r", "pelvis", "hand.l", "hand.r", "eyes", "chest"}) {
    const Vec3 a = rooted.kinematics.frame_position(scene.figure.frame(frame));
    const Vec3 b = floating.kinematics.frame_position(human.frame(frame));
    worst = std::max(worst, (a - b).norm());
  }
  EXPECT_LT(worst, 1e-5);
  EXPECT_LT((rooted.masses.center() - floating.masses.center()).head<2>().norm(), 1e-6);
}

}  // namespace
}  // namespace limber

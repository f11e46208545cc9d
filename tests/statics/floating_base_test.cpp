// The root of a figure is a choice of whoever computes: a scene rests in the same posture whether the figure
// is held at its left foot or floats, with both feet held by tasks.

#include "limber/figure/edit.h"
#include "limber/models/models.h"
#include "limber/statics/report.h"
#include "limber/tasks/rebound.h"
#include "statics/chapter_scenes.h"

namespace limber::test {
namespace {

// The scene with a free root. The foot that was the root is held by tasks instead.
Scene floating_version(const Scene& scene) {
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  const Transform sole = kinematics.frame_pose(scene.figure.frame("foot.l"));
  FigureDescription description = models::find("human")->make({});
  description.segments[0].joint.type = JointType::free;
  Scene other = scene;
  other.figure = Figure::build(description).value();
  other.posture = mapped_posture(scene.figure, scene.posture, other.figure);
  ReboundTasks tasks = rebound(scene.tasks, scene.figure, other.figure);
  ReboundCriteria criteria = rebound(scene.criteria, scene.figure, other.figure);
  EXPECT_TRUE(tasks.dropped.empty());
  EXPECT_TRUE(criteria.dropped.empty());
  other.tasks = tasks.tasks;
  other.criteria = criteria.criteria;
  const FrameId left = other.figure.frame("foot.l");
  other.tasks.add("left foot", Reach{.frame = left, .target = sole.translation});
  other.tasks.add("left sole", Orient{.frame = left, .target = Quat(sole.rotation)});
  return other;
}

// [m] the largest distance between a frame in the one scene and in the other.
double farthest_apart(const Seen& a, const Seen& b) {
  double worst = 0.0;
  for (const FrameDescription& frame : models::find("human")->make({}).frames)
    worst = std::max(worst, (a.place(frame.name) - b.place(frame.name)).norm());
  return worst;
}

class FloatingBase : public testing::TestWithParam<const char*> {};

TEST_P(FloatingBase, GivesThePosturesOfReRootingAtAFoot) {
  Scene scene = scene_of(GetParam());
  Scene floating = floating_version(scene);
  const Seen rooted = settle(scene, 3000), free = settle(floating, 3000);
  EXPECT_TRUE(rooted.is_within(1e-8));
  EXPECT_TRUE(free.is_within(1e-8));
  const double apart = farthest_apart(rooted, free);
  RecordProperty("apart", std::to_string(apart));
  EXPECT_LT(apart, 1e-4);  // criteria rest where a step of theirs would be short
  EXPECT_LT((rooted.masses.center() - free.masses.center()).norm(), 1e-5);
  // So does what the joints bear.
  const StaticsReport at_foot = report_on_loads(scene.figure, scene.posture, scene.tasks.loads),
                      at_pelvis = report_on_loads(floating.figure, floating.posture, floating.tasks.loads);
  EXPECT_NEAR(at_foot.effort, at_pelvis.effort, 1e-4 * (1 + at_foot.effort));
}

INSTANTIATE_TEST_SUITE_P(Scenes, FloatingBase,
                         testing::Values("human-twist", "human-weight-shift", "human-hand-load", "human-pull",
                                         "human-push", "human-flexion", "human-five-levels",
                                         "human-supports"),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace limber::test

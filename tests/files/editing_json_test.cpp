// What the studio edits survives a file: modes of the decomposition, weights of a posture, several outlines, trees,
// torques.

#include <gtest/gtest.h>

#include "limber/files/files.h"

namespace limber {
namespace {

const char* const edited_scene = R"({
  "limber": 1,
  "figure": {
    "name": "post",
    "segments": [
      {"name": "base"},
      {"name": "arm", "parent": "base",
       "joint": {"type": "ball", "swing": {"polygons": [
         [[0.8, 0, 0.6], [0, 0.8, 0.6], [-0.8, 0, 0.6], [0, -0.8, 0.6]],
         [[0.1, 0, 0.99498743710662], [0, -0.1, 0.99498743710662], [-0.1, 0, 0.99498743710662]]]}},
       "mass": {"mass": 1, "center": [0, 0, 0.3]}},
      {"name": "finger", "parent": "arm", "joint": {"type": "revolute", "axis": [0, 1, 0], "range": [0, 1]}}
    ]
  },
  "world": [{"name": "oak", "shape": "tree", "depth": 2, "seed": 4, "angle_spread": 0.1, "place": {"position": [3, 0, 0]}, "solid": false}],
  "criteria": [{"type": "posture", "weights": {"arm": 3, "f*": 0}, "gain": 0.2}],
  "solver": {"svd": "column-givens", "svd_mode": "small-angle",
             "avoidance": {"technique": "goal-augmented", "sample_ellipsoids": true}},
  "dynamics": {"on": true, "gravity": [0, 0, -9.81], "virtual_arms": "to-base", "stiffness": 5}
})";

TEST(EditedScene, IsWrittenAndReadAgain) {
  const Expected<Scene> scene = parse_scene(edited_scene, "edited", "");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->solver.svd_mode, SvdMode::small_angles);
  EXPECT_EQ(scene->avoidance.technique, Technique::goal_augmented);
  EXPECT_TRUE(scene->avoidance.sample_ellipsoids);
  EXPECT_EQ(scene->dynamics.virtual_arms, DynamicsOptions::VirtualArms::to_base);
  EXPECT_EQ(scene->dynamics.friction, DynamicsOptions{}.friction);
  EXPECT_EQ(std::get<ReferencePosture>(scene->criteria[0].criterion).weights,
            (std::vector<double>{3, 3, 3, 0}));
  const JointId arm = scene->figure.joint_of(scene->figure.segment("arm"));
  EXPECT_EQ(std::get<SwingPolygon>(scene->figure.joint(arm).swing_limit).starts, std::vector<int>{4});
  ASSERT_EQ(scene->world.obstacles.size(), 4u);
  EXPECT_EQ(scene->world.obstacles[3].name, "oak.4");
  EXPECT_FALSE(scene->world.obstacles[3].is_solid);
  EXPECT_EQ(scene->world.trees.at("oak").seed, 4u);

  const std::string text = write_scene(*scene);
  const Expected<Scene> again = parse_scene(text, "again", "");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(write_scene(*again), text);
  EXPECT_EQ(again->world, scene->world);
  EXPECT_EQ(again->dynamics, scene->dynamics);
  EXPECT_EQ(again->solver, scene->solver);
}

TEST(EditedScene, FlexionTakesTheWholeBody) {
  Expected<Scene> scene = parse_scene(
      R"({"limber": 1, "figure": "models/human.json", "criteria": [{"type": "flexion", "terms": "whole-body"}]})",
      "flexed", LIMBER_SOURCE_DIR);
  ASSERT_TRUE(scene) << scene.error().message;
  const Figure& figure = scene->figure;
  const auto sign = [&](std::string_view joint) {
    for (const Flexion::Term& term : std::get<Flexion>(scene->criteria[0].criterion).terms) {
      if (figure.joint_name(term.joint) == joint) return term.sign;
    }
    return 0.0;
  };
  // Negative: the value grows. Knees and elbows bend one way only; hips and spine bend farther forward; the ankle
  // folds against the knee, whose own axis is reversed.
  for (const char* side : {".l", ".r"}) {
    EXPECT_EQ(sign(std::string("knee") + side), -1.0);
    EXPECT_EQ(sign(std::string("elbow") + side), -1.0);
    EXPECT_EQ(sign(std::string("hip") + side), -1.0);
    EXPECT_NE(sign(std::string("ankle") + side), 0.0);
  }
  for (const char* spine : {"spine.1", "spine.2", "spine.3", "spine.4"})
    EXPECT_EQ(sign(spine), sign("spine.1"));
}

}  // namespace
}  // namespace limber

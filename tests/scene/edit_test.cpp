// A scene keeps its meaning when its figure is edited.

#include "limber/scene/edit.h"

#include <gtest/gtest.h>

#include "limber/figure/edit.h"

namespace limber {
namespace {

Scene arm_scene() {
  FigureDescription d;
  d.name = "arm";
  const Joint hinge{.type = JointType::revolute};
  d.segments = {{.name = "base"},
                {.name = "shoulder", .parent = "base", .joint = {.type = JointType::ball}},
                {.name = "elbow", .parent = "shoulder", .before = Transform::at({0.3, 0, 0}), .joint = hinge},
                {.name = "wrist", .parent = "elbow", .before = Transform::at({0.3, 0, 0}), .joint = hinge}};
  d.frames = {{"hand", "wrist", Transform::at({0.1, 0, 0})}, {"chest", "base", {}}};
  d.couplings = {{"first", {{"elbow", 0, 1.0}}, {-1, 1}}, {"second", {{"wrist", 0, 1.0}}, {-1, 1}}};
  Scene scene{.figure = Figure::build(d).value()};
  scene.posture = scene.figure.rest_posture();
  scene.tasks.add("hand", Reach{.frame = scene.figure.frame("hand")});
  scene.tasks.add("chest", Reach{.frame = scene.figure.frame("chest")});
  scene.criteria = {{"agile", Manipulability{.frame = scene.figure.frame("hand")}}};
  scene.tasks.loads.forces = {{"hand", {0, 0, -1}}};
  scene.solver.recruitment = {1, 2, 3, 4, 5};          // shoulder 1, 2, 3, elbow 4, wrist 5
  scene.solver.ignored_limits = {DofId{3}, DofId{4}};  // elbow, wrist
  scene.solver.ignored_couplings = {CouplingId{0}, CouplingId{1}};
  return scene;
}

TEST(SetFigure, TranslatesAllIdsAfterReRooting) {
  Scene scene = arm_scene();
  Edited edited = re_root(scene.figure, scene.posture, "wrist").value();
  EXPECT_TRUE(set_figure(scene, edited.figure, edited.posture).empty());
  const Figure& figure = scene.figure;
  EXPECT_EQ(std::get<Reach>(scene.tasks.find("hand")->task).frame, Place(figure.frame("hand")));
  for (const DofId dof : figure.dofs()) {
    const std::string& joint = figure.joint_name(figure.joint_of_dof(dof));
    const double cost = scene.solver.recruitment[static_cast<std::size_t>(dof)];
    const int place = dof - figure.first_dof(figure.joint_of_dof(dof));
    EXPECT_EQ(cost, joint == "shoulder" ? 1 + place : joint == "elbow" ? 4 : 5) << joint;
  }
  ASSERT_EQ(scene.solver.ignored_limits.size(), 2u);
  EXPECT_EQ(figure.dof_name(scene.solver.ignored_limits[0]), "elbow");
  EXPECT_EQ(figure.dof_name(scene.solver.ignored_limits[1]), "wrist");
}

TEST(SetFigure, KeyframesFollowTheFigure) {
  Scene scene = arm_scene();
  Posture bent = scene.figure.rest_posture();
  const double angle[] = {0.7};
  set_joint_parameters(scene.figure, bent, scene.figure.joint("elbow"), angle);
  scene.keys = {{.number = 3, .time = 1.0, .posture = bent}};
  const Edited edited = delete_branch(scene.figure, scene.posture, "wrist").value();
  set_figure(scene, edited.figure, edited.posture);
  ASSERT_EQ(scene.keys.size(), 1u);
  EXPECT_EQ(scene.keys[0].posture.values.size(), scene.figure.value_count());
  EXPECT_EQ(joint_parameters(scene.figure, scene.keys[0].posture, scene.figure.joint("elbow")),
            std::vector<double>{0.7});
}

TEST(SetFigure, NamesWhatNoLongerExists) {
  Scene scene = arm_scene();
  const Edited edited = delete_branch(scene.figure, scene.posture, "wrist").value();
  const std::vector<std::string> dropped = set_figure(scene, edited.figure, edited.posture);
  EXPECT_EQ(dropped,
            (std::vector<std::string>{"task \"hand\": frame \"hand\" is gone",
                                      "force at \"hand\": frame: figure \"arm\" has no frame \"hand\"",
                                      "criterion \"agile\": frame \"hand\" is gone"}));
  EXPECT_EQ(scene.tasks.size(), 1u);
  EXPECT_EQ(scene.solver.recruitment, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(scene.solver.ignored_limits, std::vector{DofId{3}});
  EXPECT_EQ(scene.solver.ignored_couplings, std::vector{CouplingId{0}});
}

}  // namespace
}  // namespace limber

// What of an SDF becomes what, which files it includes, and what is said of the rest. That the numbers are
// right is shown by sdf_reference_test.cpp.

#include <gtest/gtest.h>

#include <fstream>

#include "files_support.h"
#include "limber/files/files.h"
#include "limber/files/sdf/sdf.h"
#include "limber/kinematics/kinematics.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using namespace test;
namespace fs = std::filesystem;

Loaded loaded(const std::string& text) {
  Expected<Loaded> read = parse_file(text, "x.sdf", "");
  EXPECT_TRUE(read) << read.error().message;
  return std::move(read.value());
}

std::string sentence_of(const std::string& text) {
  const Expected<Figure> figure = parse_figure(text, "x.sdf");
  return figure ? "" : figure.error().message;
}

std::string model(const std::string& inside, const std::string& version = "1.11") {
  return "<sdf version='" + version + "'><model name='arm'>" + inside + "</model></sdf>";
}

const std::string two_links = "<link name='base'/><link name='hand'><pose>0 0 1 0 0 0</pose></link>";

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& inside = "", const std::string& type = "revolute") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
         "</child><axis><xyz>0 1 0</xyz>" + inside + "</axis></joint>";
}

bool says(const std::vector<std::string>& warnings, const std::string& part) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& warning) { return warning.find(part) != warning.npos; });
}

TEST(Sdf, WhatNothingHoldsIsFreeAndAJointToTheWorldHoldsIt) {
  const Loaded free = loaded(model(two_links + joint("elbow", "base", "hand")));
  EXPECT_EQ(free.scene.figure.joint(JointId{0}).type, JointType::free);
  EXPECT_TRUE(says(free.warnings, "nothing holds the root"));
  const Loaded held =
      loaded(model(two_links + joint("foot", "world", "base", "", "fixed") + joint("elbow", "base", "hand")));
  EXPECT_EQ(held.scene.figure.joint(JointId{0}).type, JointType::fixed);
  EXPECT_EQ(held.scene.figure.dof_count(), 1);
  const Loaded turning =
      loaded(model(two_links + joint("turn", "world", "base") + joint("elbow", "base", "hand")));
  EXPECT_EQ(turning.scene.figure.segment_name(SegmentId{0}), "world");
  EXPECT_EQ(turning.scene.figure.dof_count(), 2);
}

TEST(Sdf, AMimicFollowsItsLeaderFromItsReferenceOn) {
  const std::string mimic =
      "<mimic joint='elbow'><multiplier>2</multiplier><offset>0.3</offset><reference>0.1</reference></mimic>";
  const Loaded read =
      loaded(model(two_links + "<link name='thumb'/>" + joint("foot", "world", "base", "", "fixed") +
                   joint("elbow", "base", "hand") + joint("finger", "hand", "thumb", mimic)));
  ASSERT_EQ(read.scene.figure.couplings().size(), 1u);
  const Coupling& coupling = read.scene.figure.couplings()[0];
  EXPECT_NEAR(coupling.range.min, 0.3 - 2 * 0.1, 1e-15);
  EXPECT_EQ(coupling.terms[1].coefficient, -2.0);
}

TEST(Sdf, JointsThatCloseALoopAreLeftOutAndNamed) {
  const Loaded read = loaded(model(two_links + "<link name='rod'/>" + joint("a", "base", "hand") +
                                   joint("b", "base", "rod") + joint("c", "hand", "rod")));
  EXPECT_TRUE(says(read.warnings, "joint \"c\" closes a loop and is left out"));
  EXPECT_EQ(read.scene.figure.dof_count(), 6 + 2);
}

TEST(Sdf, ShapesColoursAndMeshesBelongToTheirLinks) {
  const Loaded read = loaded(model(R"(<link name='base'>
    <visual name='v'><geometry><mesh><uri>meshes/base.stl</uri><scale>2 2 -2</scale></mesh></geometry>
      <material><diffuse>1 0.5 0 1</diffuse></material></visual>
    <collision name='c'><pose>0 0 1 0 0 0</pose><geometry><cylinder><radius>0.1</radius><length>2</length></cylinder></geometry></collision>
    <collision name='d'><geometry><ellipsoid><radii>1 2 3</radii></ellipsoid></geometry></collision>
    <collision name='e'><geometry><plane/></geometry></collision></link>)"));
  const SegmentDescription& base = read.scene.figure.description().segments[0];
  ASSERT_EQ(base.shapes.size(), 2u);
  EXPECT_EQ(std::get<Cylinder>(base.shapes[0].shape).a, Vec3(0, 0, 0));
  EXPECT_EQ(std::get<Cylinder>(base.shapes[0].shape).b, Vec3(0, 0, 2));
  EXPECT_EQ(base.shapes[0].color, (Color{1.0, 0.5, 0.0}));
  ASSERT_EQ(base.visuals.size(), 1u);
  EXPECT_EQ(base.visuals[0].file, "meshes/base.stl");
  EXPECT_EQ(base.visuals[0].scale, Vec3(2, 2, -2));
  EXPECT_TRUE(says(read.warnings, "<plane> is left out"));
}

// A folder as Gazebo has them: a model that includes others.
class SdfFolder : public testing::Test {
 protected:
  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((folder_.path() / file).parent_path());
    std::ofstream(folder_.path() / file) << text;
  }
  Expected<Loaded> load(const fs::path& file) { return load_file(folder_.path() / file); }
  TemporaryFolder folder_;
};

TEST_F(SdfFolder, IncludedModelsAreFoundAroundTheFileAndKeepTheirNames) {
  write("hand/model.config",
        "<model><sdf version='1.4'>old.sdf</sdf><sdf version='1.9'>hand.sdf</sdf></model>");
  write("hand/old.sdf", model("<link name='wrong'/>", "1.4"));
  write(
      "hand/hand.sdf",
      model(
          R"(<link name='palm'><visual name='v'><geometry><mesh><uri>meshes/palm.stl</uri></mesh></geometry></visual></link>)"));
  write("arm/model.sdf", model("<link name='base'/><include><uri>model://hand</uri><name>right</name>"
                               "<pose>0 0 2 0 0 0</pose></include>" +
                               joint("wrist", "base", "right::palm")));
  const Expected<Loaded> read = load("arm/model.sdf");
  ASSERT_TRUE(read) << read.error().message;
  const Figure& figure = read->scene.figure;
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  EXPECT_EQ(kinematics.segment_pose(figure.segment("right::palm")).translation, Vec3(0, 0, 2));
  EXPECT_EQ(figure.description().segments[1].visuals[0].file, "model://hand/meshes/palm.stl");
}

TEST_F(SdfFolder, MergedModelsHaveTheNamesOfTheModelAround) {
  write("hand/model.sdf", model("<link name='palm'><pose>0 1 0 0 0 0</pose></link><frame name='tool'><pose>0 "
                                "0 3 0 0 0</pose></frame>"));
  write("arm.sdf",
        model("<link name='base'/><include merge='true'><uri>hand</uri><pose>0 0 2 0 0 0</pose></include>" +
              joint("wrist", "base", "palm")));
  const Expected<Loaded> read = load("arm.sdf");
  ASSERT_TRUE(read) << read.error().message;
  const Figure& figure = read->scene.figure;
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  EXPECT_EQ(kinematics.segment_pose(figure.segment("palm")).translation, Vec3(0, 1, 2));
  EXPECT_EQ(kinematics.frame_pose(figure.frame("tool")).translation, Vec3(0, 0, 5));
}

TEST_F(SdfFolder, CirclesMissingModelsAndPathsThatClimbAreSaid) {
  write("a/model.sdf", model("<link name='base'/><include><uri>model://b</uri></include>"));
  write("b/model.sdf", model("<link name='base'/><include><uri>model://a</uri></include>"));
  const Expected<Loaded> circle = load("a/model.sdf");
  ASSERT_FALSE(circle);
  EXPECT_NE(circle.error().message.find("includes itself"), std::string::npos) << circle.error().message;
  write("c/model.sdf", model("<link name='base'/><include><uri>model://nowhere</uri></include>"
                             "<include><uri>model://b/../../secret.sdf</uri></include>"));
  const Expected<Loaded> missing = load("c/model.sdf");
  ASSERT_TRUE(missing) << missing.error().message;
  EXPECT_TRUE(says(missing->warnings, "\"model://nowhere\" is not there"));
  EXPECT_TRUE(says(missing->warnings, "lies outside the folder of its file"));
}

TEST(SdfRefused, EachInOneSentence) {
  const std::string circle =
      "<frame name='f'><pose relative_to='g'/></frame><frame name='g'><pose relative_to='f'/></frame>";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "the file is empty"},
      {"<sdf version='1.9'><model name='m'", "cut off"},
      {"<robot name='x'><link name='y'/></robot>", "this is a URDF file"},
      {"<sdf><model name='m'><link name='l'/></model></sdf>", "has no version"},
      {model("<link name='l'/>", "1.0"), "expected 1.3 or newer"},
      {"<sdf version='1.9'/>", "there is no <model>"},
      {model(""), "has no link"},
      {model("<static>1</static><include><uri>model://nowhere</uri></include>"), "has no link"},
      {model("<link name='l'/><link name='l'/>"), "already defined"},
      {model("<link name='l'><pose>1 2 3</pose></link>"), "6 numbers"},
      {model("<link name='l'><pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose></link>"), "quaternion"},
      {model("<link name='l'><pose relative_to='nobody'>0 0 0 0 0 0</pose></link>"),
       "has the name \"nobody\""},
      {model("<link name='l'/>" + circle), "relative to itself"},
      {model("<link name='l'/><frame name='f' attached_to='g'><pose relative_to='l'/></frame>"
             "<frame name='g' attached_to='f'><pose relative_to='l'/></frame>"),
       "attached to itself"},
      {model(two_links + joint("j", "base", "arm")), "has the name \"arm\""},
      {model(two_links + joint("j", "base", "base")), "to itself"},
      {model(two_links + joint("j", "base", "hand", "<mimic joint='j'/>")), "mimics itself"},
      {model(two_links + "<joint name='j' type='hinge'><parent>base</parent><child>hand</child></joint>"),
       "the type \"hinge\""},
      {model("<link name='l'><inertial><mass>-1</mass></inertial></link>"), "below zero"},
      {model("<link name='l'><inertial><mass>nan</mass></inertial></link>"), "a number"},
      {model("<link name='world'/>"), "keeps for itself"},
      {"<!DOCTYPE b [<!ENTITY a 'aaaaaaaaaa'><!ENTITY c '&a;&a;&a;&a;'>]><sdf version='1.9'>&c;</sdf>",
       "x.sdf"},
  };
  for (const auto& [text, part] : wrong) {
    const std::string sentence = sentence_of(text);
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence << "\n" << text;
    expect_one_sentence(sentence, "x.sdf");
  }
}

TEST(SdfRefused, EveryTruncation) {
  const std::string whole = model(two_links + joint("elbow", "base", "hand"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    expect_one_sentence(sentence_of(whole.substr(0, length)), "x.sdf");
  }
}

}  // namespace
}  // namespace limber

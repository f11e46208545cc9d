// SRDF beside a URDF: pairs, postures, a floating base; and what is wrong with one.

#include <gtest/gtest.h>

#include <algorithm>

#include "files_support.h"
#include "limber/files/files.h"
#include "limber/files/joint_state.h"
#include "limber/files/srdf/srdf.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using namespace test;

const char* const arm_urdf = R"(<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="finger"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="grip" type="revolute"><parent link="lower"/><child link="finger"/><axis xyz="0 1 0"/><mimic joint="elbow" multiplier="0.5" offset="0.1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>)";
const char* const arm_srdf = R"(<robot name="arm">
  <group name="all"><chain base_link="base" tip_link="finger"/></group>
  <group_state name="home" group="all"><joint name="shoulder" value="0.5"/><joint name="elbow" value="1.2"/></group_state>
  <group_state name="far" group="all"><joint name="shoulder" value="7"/><joint name="nose" value="1"/></group_state>
  <virtual_joint name="world" type="floating" parent_frame="world" child_link="base"/>
  <disable_collisions link1="base" link2="lower" reason="Never"/>
  <disable_collisions link1="base" link2="tail" reason="Never"/>
</robot>)";

TEST(Srdf, PairsPosturesAndTheBaseComeWithTheUrdf) {
  const TemporaryFolder folder;
  folder.write("arm.urdf", arm_urdf);
  folder.write("arm.srdf", arm_srdf);
  const Loaded loaded = load_file(folder.file("arm.urdf")).value();
  const Figure& figure = loaded.scene.figure;
  EXPECT_EQ(figure.joint(figure.joint_of(root_segment)).type, JointType::free);
  ASSERT_EQ(figure.description().unchecked_pairs.size(), 1u);
  EXPECT_EQ(figure.description().unchecked_pairs[0].other, "lower");
  ASSERT_EQ(loaded.scene.keys.size(), 2u);
  const auto value = [&](std::size_t key, const char* joint) {
    return loaded.scene.keys[key].posture.values[figure.first_value(figure.joint(joint))];
  };
  EXPECT_EQ(value(0, "shoulder"), 0.5);
  EXPECT_EQ(value(0, "elbow"), 1.2);
  EXPECT_NEAR(value(0, "grip"), 0.7, 1e-15);  // mimics
  EXPECT_EQ(value(1, "shoulder"), 1.0);       // at its limit
  const auto warns = [&](const char* words) {
    return std::any_of(loaded.warnings.begin(), loaded.warnings.end(),
                       [&](const std::string& w) { return w.find(words) != w.npos; });
  };
  EXPECT_TRUE(warns("\"tail\"") && warns("\"nose\"") && warns("home at 0 s, far at 1 s") && warns("groups"));
  // A figure by itself has the pairs, too; without the file there are none.
  EXPECT_EQ(load_figure(folder.file("arm.urdf")).value().unchecked_pairs().size(), 1u);
  std::filesystem::rename(folder.file("arm.srdf"), folder.file("other.srdf"));
  EXPECT_TRUE(load_figure(folder.file("arm.urdf")).value().unchecked_pairs().empty());
  EXPECT_EQ(load_figure(folder.file("arm.urdf"), {.srdf = folder.file("other.srdf")})
                .value()
                .unchecked_pairs()
                .size(),
            1u);
}

TEST(Srdf, ABrokenOneIsAWarningBesideAndAnErrorByName) {
  const TemporaryFolder folder;
  folder.write("arm.urdf", arm_urdf);
  folder.write("arm.srdf", "<robot name=\"arm\"><disable_collisions link1=\"base\"/></robot>");
  const Loaded loaded = load_file(folder.file("arm.urdf")).value();
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_NE(loaded.warnings[0].find("has no link2"), std::string::npos);
  const Expected<Loaded> named = load_file(folder.file("arm.urdf"), {.srdf = folder.file("arm.srdf")});
  ASSERT_FALSE(named);
  expect_one_sentence(named.error().message, folder.file("arm.srdf").string());
  for (const char* text :
       {"", "<robot", "<sdf/>", "<robot><group_state/></robot>",
        "<robot><group_state name=\"a\"><joint name=\"b\" value=\"x\"/></group_state></robot>"}) {
    const Expected<Srdf> read = parse_srdf(text, "a.srdf");
    ASSERT_FALSE(read) << text;
    expect_one_sentence(read.error().message, "a.srdf");
  }
}

TEST(JointState, ComesBackInBothFormsAndFromRos) {
  const Figure figure = load_figure(source_folder / "models/human.json").value();
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    std::vector<double> parameters = joint_parameters(figure, posture, j);
    for (double& p : parameters) p += 0.05;
    set_joint_parameters(figure, posture, j, parameters);
  }
  posture = inside_limits(figure, posture);
  for (const JointStateForm form : {JointStateForm::json, JointStateForm::csv}) {
    const Expected<Posture> read =
        read_joint_state(write_joint_state(figure, posture, form), figure, figure.rest_posture());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_LT((read->values - posture.values).cwiseAbs().maxCoeff(), 1e-12);
  }
  const Figure arm = parse_urdf(arm_urdf, "arm.urdf").value();
  const Posture ros =
      read_joint_state(R"({"name": ["elbow", "shoulder"], "position": [0.5, 9]})", arm, arm.rest_posture())
          .value();
  EXPECT_EQ(ros.values[arm.first_value(arm.joint("elbow"))], 0.5);
  EXPECT_EQ(ros.values[arm.first_value(arm.joint("shoulder"))], 1.0);
  for (const char* text : {"", "{", "elbow\n", "elbow,nose\n1,2", "elbow\nx", "elbow\n1,2", R"({"nose": 1})",
                           R"({"name": ["elbow"], "position": []})"}) {
    const Expected<Posture> read = read_joint_state(text, arm, arm.rest_posture());
    ASSERT_FALSE(read) << text;
    expect_one_sentence(read.error().message, "joint state");
  }
}

}  // namespace
}  // namespace limber

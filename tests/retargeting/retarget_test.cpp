// A walk of a motion-capture skeleton carried out by the human.

#include "limber/retargeting/retarget.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/retargeting/walking.h"
#include "retargeting_support.h"

namespace limber {
namespace {

using test::skeleton;
using test::the_human;

// A chain of bones.
FigureDescription figure_of_names(const std::vector<std::string>& names) {
  FigureDescription figure;
  for (const std::string& name : names) {
    SegmentDescription segment;
    segment.name = name;
    if (figure.segments.empty()) {
      segment.joint.type = JointType::fixed;
    } else {
      segment.parent = figure.segments.back().name;
      segment.joint.type = JointType::ball;
      segment.before.translation = Vec3(0, 0, 0.1);
    }
    figure.segments.push_back(std::move(segment));
  }
  return figure;
}

TEST(Roles, AreFoundInTheNamesThatProgramsWrite) {
  const std::pair<const char*, const char*> names[] = {
      {"Hips", "pelvis"},
      {"mixamorig:LeftUpLeg", "thigh.l"},
      {"thigh.r", "thigh.r"},
      {"LeftLeg", "shank.l"},
      {"RightForeArm", "forearm.r"},
      {"upper_arm.l", "upper_arm.l"},
      {"Spine1", "chest"},
      {"L_Knee", "shank.l"},
      {"LHipJoint", "thigh.l"},
      {"LeftToeBase", "toes.l"},
      {"lShldr", "upper_arm.l"},
      {"right_ankle", "foot.r"},
      {"Bip01 R Calf", "shank.r"},
      {"head", "head"},
      {"left_hip_pitch_link", "thigh.l"},
      {"RAnkleRollLink", "foot.r"},
  };
  for (const auto& [name, role] : names) {
    const std::optional<Role> found = role_of_name(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(role_name(*found), role) << name;
  }
  for (const char* other : {"LeftHandThumb1", "tail", "RightEye", "", "finger_l"}) {
    EXPECT_FALSE(role_of_name(other)) << other;
  }
}

TEST(Roles, WhatCarriesOrLeadsABodyIsNoPartOfItWhereThereIsOne) {
  FigureDescription rig = figure_of_names(
      {"Root", "Hips", "Spine", "Head", "LeftUpLeg", "LeftLeg", "LeftFootIK", "LeftFoot", "RightFootIK"});
  const Figure source = Figure::build(std::move(rig)).value();
  std::map<std::string, std::string> roles;
  for (const RolePair& pair : match_names(source, source)) roles[role_name(pair.role)] = pair.source;
  EXPECT_EQ(roles["pelvis"], "Hips");
  EXPECT_EQ(roles["foot.l"], "LeftFoot");
  EXPECT_EQ(roles["foot.r"], "RightFootIK");  // the only one
}

// A hip and a shoulder are where they begin, a foot and a hand where they end.
TEST(Roles, ARobotsLimbHasALinkForEachAxisOrForEachNumber) {
  const Figure axes =
      Figure::build(figure_of_names({"pelvis", "left_hip_pitch_link", "left_hip_roll_link", "left_knee_link",
                                     "left_ankle_pitch_link", "left_ankle_roll_link"}))
          .value();
  const Figure numbers =
      Figure::build(figure_of_names({"base_link", "leg_left_1_link", "leg_left_2_link", "leg_left_3_link",
                                     "leg_left_4_link", "leg_left_5_link", "leg_left_6_link"}))
          .value();
  const std::vector<RolePair> pairs = match_names(axes, numbers);
  std::map<std::string, std::pair<std::string, std::string>> roles;
  for (const RolePair& pair : pairs) roles[role_name(pair.role)] = {pair.source, pair.target};
  EXPECT_EQ(roles["thigh.l"], std::pair(std::string("left_hip_pitch_link"), std::string("leg_left_1_link")));
  EXPECT_EQ(roles["shank.l"], std::pair(std::string("left_knee_link"), std::string("leg_left_4_link")));
  EXPECT_EQ(roles["foot.l"], std::pair(std::string("left_ankle_roll_link"), std::string("leg_left_6_link")));
  EXPECT_TRUE(unmatched_roles(axes, pairs).empty());
}

// Hips deep below the pelvis and short legs: the feet stand where they do at rest all the same.
TEST(Retarget, AFigureOfOtherProportionsStandsOnTheGround) {
  FigureDescription robot = figure_of_names({"pelvis"});
  robot.segments[0].joint.type = JointType::free;
  const auto add = [&](const std::string& name, const std::string& parent, const Vec3& at) {
    SegmentDescription segment;
    segment.name = name;
    segment.parent = parent;
    segment.joint.type = JointType::ball;
    segment.before.translation = at;
    robot.segments.push_back(std::move(segment));
  };
  for (const std::string side : {"left", "right"}) {
    const double y = side == "left" ? 0.1 : -0.1;
    add(side + "_hip_pitch_link", "pelvis", Vec3(0, y, -0.3));
    add(side + "_knee_link", side + "_hip_pitch_link", Vec3(0, 0, -0.25));
    add(side + "_ankle_roll_link", side + "_knee_link", Vec3(0, 0, -0.3));
  }
  const Figure source = skeleton(), target = Figure::build(std::move(robot)).value();
  const Retargeted result = retarget(source, walking_motion(source, 3.0, 60.0), target).value();
  EXPECT_EQ(result.unmatched.front(), "chest");
  Kinematics kinematics(result.figure);
  int standing = 0;
  for (std::size_t f = 0; f < result.frames.size(); ++f) {
    kinematics.update(result.motion.postures[f]);
    for (const std::string& role : result.frames[f].standing) {
      const char* name = role == "foot.l" ? "left_ankle_roll_link" : "right_ankle_roll_link";
      const double height = kinematics.segment_pose(result.figure.segment(name)).translation.z();
      EXPECT_NEAR(height, -0.85, 0.03) << role << " at " << result.frames[f].time;
      ++standing;
    }
  }
  EXPECT_GT(standing, 100);
}

TEST(Retarget, AFigureWithoutHandsAndFeetIsRefused) {
  const Figure source = skeleton();
  const Figure target = Figure::build(figure_of_names({"pelvis", "torso", "head", "tail"})).value();
  const Expected<Retargeted> result = retarget(source, walking_motion(source, 1.0, 30.0), target);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("neither a foot nor a hand"), std::string::npos);
}

TEST(Roles, ATableIsReadAsItIsWrittenAndMistakesAreNamed) {
  const Figure source = skeleton(), target = the_human();
  const std::vector<RolePair> pairs = match_names(source, target);
  EXPECT_GE(pairs.size(), 16u);
  const std::vector<RolePair> again = read_table(write_table(pairs), "t.csv", source, target).value();
  ASSERT_EQ(again.size(), pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) EXPECT_EQ(again[k].target, pairs[k].target);
  EXPECT_NE(
      read_table("fot.l,LeftFoot,foot.l\n", "t.csv", source, target).error().message.find("did you mean"),
      std::string::npos);
  EXPECT_FALSE(read_table("foot.l,Nobody,foot.l\n", "t.csv", source, target));
  EXPECT_FALSE(read_table("foot.l\n", "t.csv", source, target));
}

TEST(Walking, TheStandingFootDoesNotMove) {
  const Figure figure = skeleton();
  const Motion motion = walking_motion(figure, 3.0, 60.0);
  Kinematics kinematics(figure);
  const FrameId foot = figure.frame("LeftFoot");
  int still = 0;
  Vec3 last = Vec3::Zero();
  for (std::size_t k = 0; k < motion.postures.size(); ++k) {
    kinematics.update(motion.postures[k]);
    const Vec3 place = kinematics.frame_position(foot);
    if (k > 0 && (place - last).head<1>().norm() < 1e-9 && std::abs(place.z() - last.z()) < 1e-9) ++still;
    last = place;
  }
  EXPECT_GT(still, static_cast<int>(motion.postures.size()) / 3);
}

// LIMBER_WRITE_SAMPLES=1 writes it anew.
TEST(Walking, TheShippedMotionIsWhatTheGeneratorMakes) {
  const std::filesystem::path file = std::filesystem::path(LIMBER_SOURCE_DIR) / "examples/walk.bvh";
  const Figure figure = skeleton();
  const std::string text = write_bvh(figure, walking_motion(figure, 2.2, 30.0)).text;
  if (std::getenv("LIMBER_WRITE_SAMPLES") != nullptr) {
    ASSERT_TRUE(save_text(file, text));
  }
  std::ifstream stream(file, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), text);
}

TEST(Retarget, FeetStayWhereTheyStandAndLimitsHold) {
  const Figure source = skeleton();
  const Motion motion = walking_motion(source, 3.0, 60.0);
  const Retargeted result = retarget(source, motion, the_human()).value();
  ASSERT_EQ(result.motion.postures.size(), motion.postures.size());
  Kinematics kinematics(result.figure);
  std::map<std::string, Vec3> held;
  int standing = 0;
  for (std::size_t k = 0; k < result.frames.size(); ++k) {
    EXPECT_LE(largest_limit_excess(result.figure, result.motion.postures[k]).amount, 1e-9);
    kinematics.update(result.motion.postures[k]);
    std::map<std::string, Vec3> now;
    for (const std::string& foot : result.frames[k].standing) {
      const bool is_missed =
          std::any_of(result.frames[k].missed.begin(), result.frames[k].missed.end(),
                      [&](const MissedGoal& goal) { return goal.role == foot + " stands"; });
      EXPECT_FALSE(is_missed) << foot << " at " << result.frames[k].time;
      const SegmentId segment = result.figure.segment(foot);
      now[foot] = kinematics.segment_pose(segment).translation;
      const auto before = held.find(foot);
      if (before != held.end()) {
        EXPECT_LE((now[foot] - before->second).norm(), 5e-4) << foot << " at " << result.frames[k].time;
        ++standing;
      }
    }
    held = now;
  }
  EXPECT_GT(standing, static_cast<int>(motion.postures.size()) / 2);
  // It gets as far as the source, by the length of its legs.
  kinematics.update(result.motion.postures.front());
  const double start = kinematics.segment_pose(root_segment).translation.x();
  kinematics.update(result.motion.postures.back());
  const double way = kinematics.segment_pose(root_segment).translation.x() - start;
  const double asked = result.scale * (motion.postures.back().values[0] - motion.postures.front().values[0]);
  EXPECT_NEAR(way, asked, 0.05);
}

TEST(Retarget, AMotionOfTheFigureItselfIsKept) {
  const Figure source = skeleton();
  const Motion motion = walking_motion(source, 1.0, 30.0);
  const Retargeted result = retarget(source, motion, source, {.tolerance = 0.01}).value();
  EXPECT_NEAR(result.scale, 1.0, 1e-12);
  Kinematics one(source), two(result.figure);
  double worst = 0.0;
  for (std::size_t k = 0; k < motion.postures.size(); ++k) {
    one.update(motion.postures[k]);
    two.update(result.motion.postures[k]);
    for (const char* name : {"Hips", "LeftFoot", "RightFoot", "LeftHand", "RightHand", "LeftLeg", "Head"}) {
      worst = std::max(
          worst,
          (one.frame_position(source.frame(name)) - two.frame_position(result.figure.frame(name))).norm());
    }
  }
  EXPECT_LE(worst, 0.03);
}

TEST(Retarget, WithoutCommonNamesThereIsASentence) {
  const Figure arm = load_figure(std::filesystem::path(LIMBER_SOURCE_DIR) / "models/panda-like.json").value();
  const Figure source = skeleton();
  const Expected<Retargeted> result = retarget(source, walking_motion(source, 0.1, 30.0), arm);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("--table"), std::string::npos);
}

}  // namespace
}  // namespace limber

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

// Hands on what they touch, and a body over its feet: told from a motion, and kept by another figure.

#include "limber/retargeting/contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "limber/retargeting/retarget.h"
#include "limber/retargeting/support.h"
#include "limber/retargeting/walking.h"
#include "limber/solver/solver.h"
#include "retargeting_support.h"

namespace limber {
namespace {

constexpr double rate = 30.0;  // [1/s]

using test::skeleton;
using test::the_human;

void turn(const Figure& figure, Posture& posture, const char* joint, const Vec3& rotation) {
  const Quat q = exp_quaternion(rotation);
  std::copy_n(q.coeffs().data(), 4, posture.values.data() + figure.first_value(figure.joint(joint)));
}

// Standing with both arms down; `change` has the seconds since the start.
template <class Change>
Motion standing(const Figure& figure, double seconds, Change&& change) {
  std::vector<Posture> postures;
  for (int k = 0; k <= seconds * rate; ++k) {
    Posture posture = figure.rest_posture();
    turn(figure, posture, "LeftArm", {-1.3, 0, 0});
    turn(figure, posture, "RightArm", {1.3, 0, 0});
    change(k / rate, posture);
    postures.push_back(std::move(posture));
  }
  return evenly_spaced(std::move(postures), 1.0 / rate, "standing");
}

// The hand brought to a place of the world by turning shoulder and elbow alone.
void bring_hand(const Figure& figure, const char* hand, const Vec3& place, const char* side,
                Posture& posture) {
  const std::string arm = std::string(side) + "Arm", fore = std::string(side) + "ForeArm";
  TaskList tasks;
  tasks.add("hand",
            Reach{.frame = Place::on_segment(figure.segment(hand), Vec3(Vec3::Zero())), .target = place},
            {.joints = {figure.joint(arm), figure.joint(fore)}});
  Solver solver(figure);
  EXPECT_EQ(solver.solve(tasks, posture).light, Light::green) << hand << " cannot be brought there";
}

// A leg is lifted and put down, the left hand on its thigh all the while, 10 cm outside and in front.
Motion hand_on_a_lifted_thigh(const Figure& figure) {
  return standing(figure, 3.0, [&](double time, Posture& posture) {
    const double lifted = 0.6 * (1.0 - std::cos(2.0 * std::numbers::pi * time / 3.0));
    turn(figure, posture, "LeftUpLeg", {0, -lifted, 0});
    turn(figure, posture, "LeftLeg", {0, lifted, 0});
    turn(figure, posture, "Spine", {0, 0.5, 0});  // bent forward: arms are short
    Kinematics kinematics(figure);
    kinematics.update(posture);
    const Vec3 place = kinematics.segment_pose(figure.segment("LeftUpLeg")) * Vec3(0.06, 0.08, -0.05);
    bring_hand(figure, "LeftHand", place, "Left", posture);
  });
}

TEST(Touches, AHandBesideABoneIsToldFromOneThatPasses) {
  const std::vector<double> times = [] {
    std::vector<double> all;
    for (int f = 0; f < 90; ++f) all.push_back(f / rate);
    return all;
  }();
  Path from(90, Vec3(0, 0, 0)), to(90, Vec3(0, 0, 1)), hand;
  for (int f = 0; f < 90; ++f) {
    const bool passes = f == 10;  // one frame
    const bool stays = f >= 40 && f < 60;
    hand.push_back(Vec3(passes || stays ? 0.1 : 0.4, 0, 0.25));
  }
  const std::vector<Touch> touches = touches_of(hand, {{&from, &to}}, times, 1.0);
  EXPECT_EQ(touches[10].share, 0.0);
  EXPECT_EQ(touches[20].share, 0.0);
  EXPECT_EQ(touches[45].share, 1.0);
  EXPECT_EQ(touches[45].bone, 0);
  EXPECT_NEAR(touches[45].along, 0.25, 1e-12);
  EXPECT_LT((touches[45].offset - Vec3(0.1, 0, 0)).norm(), 1e-12);
  EXPECT_GT(touches[37].share, 0.0) << "it comes";
  EXPECT_LT(touches[37].share, 1.0);
  EXPECT_EQ(touches[80].share, 0.0);
}

TEST(Touches, AHandRestsWhereItStaysSlowForAWhile) {
  std::vector<double> times;
  Path hand;
  for (int f = 0; f < 60; ++f) {
    times.push_back(f / rate);
    hand.push_back(Vec3(f < 20 ? 0.02 * f : 0.4, 0, 0));  // 0.6 m/s, then still
  }
  const std::vector<bool> rests = rests_of(hand, times, 1.0);
  EXPECT_FALSE(rests[10]);
  EXPECT_TRUE(rests[40]);
}

TEST(SupportPolygon, HasRoomInsideAndNoneOutside) {
  const Vec2 corners[] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}, {1, 0.5}};
  const SupportPolygon polygon = polygon_around(corners, 0.1);
  EXPECT_EQ(polygon.count, 4);
  EXPECT_NEAR(polygon.room({1, 0.5}), 0.4, 1e-12);
  EXPECT_NEAR(polygon.room({1, 1.2}), -0.3, 1e-12);
  const Vec2 one[] = {{3, 3}};
  EXPECT_NEAR(polygon_around(one, -0.2).room({3.1, 3}), 0.1, 1e-12);
  EXPECT_GT(polygon_around({}, 0.0).room({9, 9}), 1e3) << "nothing asks for nothing";
}

// How far the hand strays from one place beside the thigh, over all frames with a touch in the first result.
double straying(const Retargeted& result, const Retargeted& touching) {
  Kinematics kinematics(result.figure);
  const SegmentId hand = result.figure.segment("hand.l"), thigh = result.figure.segment("thigh.l");
  std::vector<Vec3> places;
  for (std::size_t f = 0; f < result.frames.size(); ++f) {
    if (touching.frames[f].touching.empty()) continue;
    kinematics.update(result.motion.postures[f]);
    places.push_back(kinematics.segment_pose(thigh).inverse() * kinematics.segment_pose(hand).translation);
  }
  double most = 0.0;
  for (const Vec3& place : places) most = std::max(most, (place - places.front()).norm());
  return most;
}

TEST(Retarget, AHandOnAThighGoesWithTheThigh) {
  const Figure source = skeleton();
  const Motion motion = hand_on_a_lifted_thigh(source);
  const Figure human = the_human();
  const Retargeted kept = retarget(source, motion, human).value();
  const Retargeted free = retarget(source, motion, human, {.keep_hands = false}).value();
  int touching = 0;
  for (const RetargetedFrame& frame : kept.frames) {
    touching +=
        static_cast<int>(std::count(frame.touching.begin(), frame.touching.end(), "hand.l on thigh.l"));
    for (const MissedGoal& goal : frame.missed) {
      EXPECT_NE(goal.role, "hand.l touches") << frame.time << " by " << goal.error << ": " << goal.reason;
    }
  }
  EXPECT_EQ(touching, static_cast<int>(kept.frames.size()));
  EXPECT_LE(straying(kept, kept), 0.01);
  EXPECT_GE(straying(free, kept), 0.03) << "otherwise this test says nothing";
  for (const Posture& posture : kept.motion.postures) {
    EXPECT_LE(largest_limit_excess(kept.figure, posture).amount, 1e-9);
  }
}

TEST(Retarget, AHandThatRestsInTheWorldDoesNotSlide) {
  const Figure source = skeleton();
  // The hips sway by 12 cm; the left hand holds a rail.
  const Motion motion = standing(source, 3.0, [&](double time, Posture& posture) {
    const double sway = 0.12 * std::sin(2.0 * std::numbers::pi * time / 3.0);
    posture.values[source.first_value(root_joint)] += sway;
    for (const char* leg : {"LeftUpLeg", "RightUpLeg"})
      turn(source, posture, leg, {0, std::atan(sway / 0.9), 0});
    bring_hand(source, "LeftHand", Vec3(0.15, 0.4, 1.1), "Left", posture);
  });
  const auto sliding = [&](const Retargeted& result) {
    Kinematics kinematics(result.figure);
    Vec3 low = Vec3::Constant(1e9), high = -low;
    for (std::size_t f = 3; f < result.frames.size(); ++f) {
      kinematics.update(result.motion.postures[f]);
      const Vec3 place = kinematics.segment_pose(result.figure.segment("hand.l")).translation;
      low = low.cwiseMin(place), high = high.cwiseMax(place);
    }
    return (high - low).norm();
  };
  const Retargeted kept = retarget(source, motion, the_human()).value();
  EXPECT_EQ(kept.frames[45].touching.at(0), "hand.l rests");
  EXPECT_LE(sliding(kept), 0.02);
  EXPECT_GE(sliding(retarget(source, motion, the_human(), {.keep_hands = false}).value()), 0.03);
}

// The human with a weight in one hand: what balances the source does not balance it.
Figure burdened_human() {
  FigureDescription description = the_human().description();
  for (SegmentDescription& segment : description.segments) {
    if (segment.name == "hand.l") segment.mass = MassProperties{25.0, Vec3::Zero(), Mat3::Zero()};
  }
  return Figure::build(description).value();
}

TEST(Retarget, AFigureStandsOverItsFeetWhereTheSourceDoes) {
  const Figure source = skeleton();
  const Motion motion = standing(source, 2.0, [&](double time, Posture& posture) {
    turn(source, posture, "LeftArm", {-1.3 + 0.6 * time, 0, 0});  // raised to the side
  });
  const auto least_room = [&](const Retargeted& result) {
    Kinematics kinematics(result.figure);
    MassDistribution masses(result.figure);
    double least = 1.0;
    for (std::size_t f = 5; f < result.frames.size(); ++f) {
      EXPECT_TRUE(result.frames[f].standing.size() == 2);
      kinematics.update(result.motion.postures[f]);
      masses.update(kinematics);
      std::vector<Vec2> ground;
      for (const char* name : {"foot.l", "foot.r", "toes.l", "toes.r"}) {
        const std::optional<SegmentId> segment = result.figure.find_segment(name);
        if (!segment) continue;
        for (const BodyShape& body : result.figure.shapes(*segment)) {
          const Bounds box = *bounds(transformed(kinematics.segment_pose(*segment), body.shape));
          for (const double x : {box.min.x(), box.max.x()}) {
            for (const double y : {box.min.y(), box.max.y()}) ground.emplace_back(x, y);
          }
        }
      }
      least = std::min(least, polygon_around(ground, 0.0).room(masses.center().head<2>()));
    }
    return least;
  };
  const Figure human = burdened_human();
  const Retargeted kept = retarget(source, motion, human).value();
  for (const RetargetedFrame& frame : kept.frames) EXPECT_TRUE(frame.is_balanced) << frame.time;
  EXPECT_GE(least_room(kept), 0.0);
  EXPECT_LT(least_room(retarget(source, motion, human, {.keep_balance = false}).value()), 0.0)
      << "otherwise this test says nothing";
}

TEST(Retarget, NothingIsAskedOfBalanceWhileAWalkHasNone) {
  const Figure source = skeleton();
  const Retargeted result = retarget(source, walking_motion(source, 2.2, 30.0), the_human()).value();
  int asked = 0;
  for (const RetargetedFrame& frame : result.frames) {
    asked += frame.is_balanced;
    EXPECT_TRUE(frame.touching.empty()) << frame.touching[0] << " at " << frame.time;
  }
  EXPECT_LT(asked, static_cast<int>(result.frames.size()));
}

}  // namespace
}  // namespace limber

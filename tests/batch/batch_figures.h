#pragma once
// Figures and goals of the batch tests.

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "limber/batch/solve_many.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/models/models.h"
#include "support/scale.h"

namespace limber::test {

inline Figure model(const std::string& name) {
  return Figure::build(models::find(name)->make({})).value();
}

inline FigureDescription panda_description() {
  return models::find("panda-like")->make({});
}

inline Figure panda() {
  return model("panda-like");
}

inline Transform random_transform(limber::Random& random, double size) {
  const auto vector = [&](double length) {
    return Vec3(random.between(-length, length), random.between(-length, length),
                random.between(-length, length));
  };
  const Vec3 turn = vector(2.0);
  return {Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix(), vector(size)};
}

// Three to nine hinges, slides and fixed joints about any axes, with a frame at the end.
inline Figure random_arm(std::uint64_t seed) {
  limber::Random random(seed);
  FigureDescription description;
  description.name = "arm";
  const int joints = 3 + static_cast<int>(random.uniform() * 7);
  std::string parent;
  for (int i = 0; i <= joints; ++i) {
    SegmentDescription segment;
    segment.name = "s" + std::to_string(i);
    segment.parent = parent;
    segment.before = random_transform(random, 0.4);
    segment.after = random_transform(random, 0.2);
    const double kind = random.uniform();
    if (i > 0 && kind > 0.15) {
      segment.joint.type = kind > 0.3 || i == 1 ? JointType::revolute : JointType::prismatic;
      segment.joint.axis = (random_transform(random, 1.0).rotation * Vec3::UnitX()).normalized();
      const bool slides = segment.joint.type == JointType::prismatic;
      segment.joint.ranges[0] = {slides ? -0.3 : -2.0, slides ? 0.4 : 2.5};
    }
    if (i == joints) {  // at least one joint moves
      segment.joint.type = JointType::revolute;
      segment.joint.ranges[0] = {-2.0, 2.5};
    }
    parent = segment.name;
    description.segments.push_back(segment);
  }
  description.frames.push_back({"tip", parent, random_transform(random, 0.2)});
  return Figure::build(description).value();
}

// Swing and twist limits of every kind, with the rest orientation well inside.
inline void add_random_limits(limber::Random& random, Joint& joint) {
  const double shape = random.uniform(), kind = random.uniform();
  if (shape < 0.4) joint.swing_limit = SwingEllipse{Vec2(random.between(0.8, 2.0), random.between(0.8, 2.0))};
  if (shape > 0.6) {
    // An outline about z, with a notch here and there.
    SwingPolygon polygon;
    constexpr int corners = 9;
    for (int i = 0; i < corners; ++i) {
      const double azimuth = 2.0 * std::numbers::pi * i / corners, deviation = random.between(0.8, 2.2);
      polygon.vertices.push_back({std::sin(deviation) * std::cos(azimuth),
                                  std::sin(deviation) * std::sin(azimuth), std::cos(deviation)});
    }
    joint.swing_limit = polygon;
  }
  if (kind < 0.4) joint.twist_limit = Range{random.between(-2.0, -0.8), random.between(0.8, 4.0)};
  if (kind < 0.6) return;
  TwistTable table{.azimuths = 5, .deviations = 4, .largest_deviation = 1.8, .ranges = {}};
  for (int i = 0; i < 20; ++i) {
    table.ranges.push_back(i > 0 && i < 5 ? table.ranges[0]
                                          : Range{random.between(-1.5, -0.8), random.between(0.8, 1.5)});
  }
  joint.twist_limit = table;
}

// Hinges and slides anywhere inside their limits.
inline Posture random_posture(const Figure& figure, limber::Random& random) {
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    posture.values[figure.first_value(j)] = random.between(joint.ranges[0].min, joint.ranges[0].max);
  }
  return posture;
}

// Poses that the frame takes in random postures: every one can be reached.
inline std::vector<PoseGoal> reachable_goals(const Figure& figure, FrameId frame, int count,
                                             std::uint64_t seed) {
  limber::Random random(seed);
  Kinematics kinematics(figure);
  std::vector<PoseGoal> goals;
  for (int i = 0; i < count; ++i) {
    kinematics.update(random_posture(figure, random));
    const Transform pose = kinematics.frame_pose(frame);
    goals.push_back({pose.translation, Quat(pose.rotation)});
  }
  return goals;
}

}  // namespace limber::test

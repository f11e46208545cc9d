#pragma once
// A joint: how a segment may move relative to its parent. J(q) is the motion of the segment in the joint's
// base frame; "values" are what a posture stores, "DOF" are the coordinates of a step (the tangent).
//
//   type       DOF  values            J(q)
//   fixed       0   0                 identity
//   revolute    1   1 angle [rad]     rotation about `axis`
//   prismatic   1   1 length [m]      translation along `axis`
//   elbow       2   2 angles [rad]    R_axis(t1) R_twist_axis(t2): flexion, then twist of the forearm
//   swing       2   2 angles [rad]    exp(s_x, s_y, 0): the limb (z) points anywhere, without twist
//   ball        3   4 quaternion      steps are rotation vectors w in the base frame: q <- exp(w) q
//   free        6   3 + 4             translation t then quaternion; steps (dt, w), both in the base frame
//
// Files and people write orientations as rotation vectors (axis times angle): a ball joint has 3 such
// parameters, a free joint 6.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "limber/figure/limits.h"

namespace limber {

enum class JointType : std::uint8_t { fixed, revolute, prismatic, elbow, swing, ball, free };

int dof_count(JointType type);
int value_count(JointType type);
std::string_view joint_type_name(JointType type);  // "revolute", ...

struct Joint {
  std::string name;  // empty: the name of its segment
  JointType type = JointType::fixed;
  Vec3 axis = Vec3::UnitZ();         // unit; revolute, prismatic, and the flexion axis of an elbow
  Vec3 twist_axis = Vec3::UnitX();   // unit; second axis of an elbow, not parallel to `axis`
  std::array<Range, 2> ranges = {};  // revolute, prismatic: [0]; elbow, swing: [0] and [1]
  SwingLimit swing_limit;            // swing and ball joints only
  TwistLimit twist_limit;            // ball joints only
  std::vector<double> rest;  // parameters in the rest posture (ball, free: rotation vector); empty: zeros
  bool inverted = false;     // traversed from its outer side: J(q)^-1; re-rooting sets it
  bool operator==(const Joint&) const = default;
};

}  // namespace limber

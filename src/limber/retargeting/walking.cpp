// The skeleton, and the angles of its legs from where its feet are.

#include "limber/retargeting/walking.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/figure/figure.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

constexpr double thigh = 0.44, shank = 0.43, ankle_height = 0.08;  // [m]
constexpr double hip_width = 0.18;                                 // [m] between the hips
constexpr double stride = 0.6;          // [m] from one step of a foot to its next, halved
constexpr double step_time = 0.55;      // [s] each foot swings for one and stands for one
constexpr double lift = 0.09;           // [m] of the swinging foot
constexpr double walking_height = 0.9;  // [m] of the hips
constexpr double bone_radius = 0.03;    // [m]

void add(FigureDescription& figure, const std::string& name, const std::string& parent, const Vec3& offset,
         const Vec3& end) {
  SegmentDescription segment;
  segment.name = name;
  segment.parent = parent;
  segment.before = Transform::at(offset);
  segment.joint.type = parent.empty() ? JointType::free : JointType::ball;
  if (parent.empty()) segment.joint.rest = {0, 0, thigh + shank + ankle_height, 0, 0, 0};
  segment.shapes.push_back({Capsule{Vec3::Zero(), end, bone_radius}, {}});
  figure.segments.push_back(std::move(segment));
  figure.frames.push_back({name, name, {}});
}

void turn(const Figure& figure, Posture& posture, const char* joint, const Vec3& rotation) {
  const Quat q = exp_quaternion(rotation);
  std::copy_n(q.coeffs().data(), 4, posture.values.data() + figure.first_value(figure.joint(joint)));
}

// Where a foot is, forward and up, `phase` counted in its own cycles: the first half it stands.
Vec2 foot_place(double phase) {
  const double whole = std::floor(phase), part = phase - whole;
  const double from = 2 * stride * whole;
  if (part < 0.5) return {from, 0.0};
  const double u = (part - 0.5) * 2;
  const double smooth = u * u * (3 - 2 * u);
  return {from + 2 * stride * smooth, lift * portable::sin(std::numbers::pi * u)};
}

}  // namespace

FigureDescription walking_skeleton() {
  FigureDescription figure;
  figure.name = "walk";
  add(figure, "Hips", "", {0, 0, 0}, {0, 0, 0.1});
  add(figure, "Spine", "Hips", {0, 0, 0.1}, {0, 0, 0.2});
  add(figure, "Spine1", "Spine", {0, 0, 0.2}, {0, 0, 0.2});
  add(figure, "Neck", "Spine1", {0, 0, 0.22}, {0, 0, 0.1});
  add(figure, "Head", "Neck", {0, 0, 0.1}, {0, 0, 0.2});
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "Left" : "Right";
    add(figure, name + "Shoulder", "Spine1", {0, side * 0.03, 0.18}, {0, side * 0.13, 0});
    add(figure, name + "Arm", name + "Shoulder", {0, side * 0.13, 0}, {0, side * 0.28, 0});
    add(figure, name + "ForeArm", name + "Arm", {0, side * 0.28, 0}, {0, side * 0.25, 0});
    add(figure, name + "Hand", name + "ForeArm", {0, side * 0.25, 0}, {0, side * 0.15, 0});
    add(figure, name + "UpLeg", "Hips", {0, side * hip_width / 2, 0}, {0, 0, -thigh});
    add(figure, name + "Leg", name + "UpLeg", {0, 0, -thigh}, {0, 0, -shank});
    add(figure, name + "Foot", name + "Leg", {0, 0, -shank}, {0.12, 0, -0.05});
    add(figure, name + "ToeBase", name + "Foot", {0.13, 0, -0.06}, {0.06, 0, 0});
  }
  return figure;
}

Motion walking_motion(const Figure& figure, double seconds, double rate) {
  std::vector<Posture> postures;
  const int count = static_cast<int>(std::floor(seconds * rate)) + 1;
  for (int k = 0; k < count; ++k) {
    const double cycles = k / rate / (2 * step_time);
    const double angle = 2 * std::numbers::pi * cycles;
    Posture posture = figure.rest_posture();
    // The hips go at an even pace, between the feet; they sink a little at every step.
    const double forward = 2 * stride * cycles - stride / 2;
    double* root = posture.values.data() + figure.first_value(root_joint);
    root[0] = forward;
    root[1] = 0.02 * portable::sin(angle);
    root[2] = walking_height + 0.015 * portable::cos(2 * angle);
    for (const double side : {1.0, -1.0}) {
      const std::string name = side > 0 ? "Left" : "Right";
      const Vec2 foot = foot_place(cycles + (side > 0 ? 0.0 : 0.5)) - Vec2(side > 0 ? 0.0 : stride, 0.0);
      const double x = foot.x() - forward, z = ankle_height + foot.y() - root[2];
      const double d = std::min(portable::hypot(x, z), thigh + shank - 1e-6);
      const double knee =
          std::numbers::pi - portable::acos((thigh * thigh + shank * shank - d * d) / (2 * thigh * shank));
      const double inner = portable::acos((thigh * thigh + d * d - shank * shank) / (2 * thigh * d));
      const double hip = -portable::atan2(x, -z) - inner;  // about y: forward is negative
      turn(figure, posture, (name + "UpLeg").c_str(), {0, hip, 0});
      turn(figure, posture, (name + "Leg").c_str(), {0, knee, 0});
      turn(figure, posture, (name + "Foot").c_str(), {0, -hip - knee, 0});
      // Arms hang and swing against the legs.
      const double swing = 0.4 * side * portable::sin(angle);
      const Mat3 down = axis_rotation(Vec3::UnitX(), -side * 1.35);
      const Quat arm(axis_rotation(Vec3::UnitY(), swing) * down);
      std::copy_n(arm.coeffs().data(), 4,
                  posture.values.data() + figure.first_value(figure.joint(name + "Arm")));
      turn(figure, posture, (name + "ForeArm").c_str(), {0, 0, -side * 0.3});
    }
    turn(figure, posture, "Spine", {0, 0.05, 0.06 * portable::sin(angle)});
    postures.push_back(std::move(posture));
  }
  return evenly_spaced(std::move(postures), 1.0 / rate, "walk");
}

}  // namespace limber

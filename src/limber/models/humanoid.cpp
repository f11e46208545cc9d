// A humanoid robot with 30 revolute joints, standing in for the one in G. Tevatia, S. Schaal, "Inverse
// kinematics for humanoid robots", 2000, section 3.3. The paper gives the 30 and says that the right hand
// moves while hips and body stay; sizes, limits and the distribution of the joints are ours:
//
//   waist 3, neck 3, eyes 2 x 2, arms 7 x 2, legs 3 x 2
//
// Its desired posture, the middle of every joint's range, is the rest posture here. The pelvis is fixed.

#include <cmath>

#include "limber/math/portable.h"
#include "limber/models/catalog.h"
#include "limber/models/mirror.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace {

constexpr double robot_density = 500.0;  // [kg/m^3] metal and air
constexpr Color shell = {0.82, 0.83, 0.84};
constexpr Color frame_color = {0.30, 0.33, 0.37};
constexpr Color accent = {0.75, 0.33, 0.20};
constexpr Color lens = {0.10, 0.13, 0.16};

const Vec3 pitch_axis = Vec3::UnitY(), roll_axis = Vec3::UnitX(), yaw_axis = Vec3::UnitZ();

// A joint that rests in the middle of its range; the segment has the joint's name.
void add_hinge(FigureDescription& figure, const std::string& name, const std::string& parent, const Vec3& at,
               const Vec3& axis, double min, double max, std::vector<BodyShape> shapes = {}) {
  SegmentDescription part =
      segment(name, parent, Transform::at(at), revolute(axis, degrees(min, max), degrees((min + max) / 2)),
              std::move(shapes));
  if (!part.shapes.empty()) part.density = robot_density;
  figure.segments.push_back(std::move(part));
}

// With both legs in the middle of their ranges (hip -15, knee 30, ankle -15 degrees) the soles are flat on
// the ground.
const double standing_height = 0.02 + 2 * 0.41 * portable::cos(degrees(15)) + 0.075;

void add_robot_body(FigureDescription& figure) {
  SegmentDescription pelvis =
      segment("pelvis", "", Transform::at({0, 0, standing_height}), named("root", {}),
              {colored(Ellipsoid{.center = {0, 0, 0.02}, .radii = {0.10, 0.16, 0.09}}, frame_color),
               colored(Capsule{{0, -0.10, -0.02}, {0, 0.10, -0.02}, 0.065}, frame_color)});
  pelvis.density = robot_density;
  figure.segments.push_back(std::move(pelvis));
  add_hinge(figure, "waist_yaw", "pelvis", {0, 0, 0.09}, yaw_axis, -45, 45);
  add_hinge(figure, "waist_roll", "waist_yaw", {0, 0, 0.02}, roll_axis, -20, 20,
            {colored(Cylinder{{0, 0, -0.06}, {0, 0, 0.09}, 0.085}, frame_color)});
  add_hinge(figure, "waist_pitch", "waist_roll", {0, 0, 0.06}, pitch_axis, -20, 40,
            {colored(Ellipsoid{.center = {0.005, 0, 0.10}, .radii = {0.11, 0.145, 0.11}}, shell),
             colored(Ellipsoid{.center = {0.000, 0, 0.27}, .radii = {0.125, 0.185, 0.15}}, shell),
             colored(Capsule{{0, -0.16, 0.36}, {0, 0.16, 0.36}, 0.055}, frame_color),
             colored(Ellipsoid{.center = {0.105, 0, 0.29}, .radii = {0.03, 0.07, 0.05}}, accent)});
}

void add_robot_head(FigureDescription& figure) {
  add_hinge(figure, "neck_yaw", "waist_pitch", {0, 0, 0.45}, yaw_axis, -60, 60,
            {colored(Cylinder{{0, 0, -0.06}, {0, 0, 0.06}, 0.045}, frame_color)});
  add_hinge(figure, "neck_roll", "neck_yaw", {0, 0, 0.06}, roll_axis, -25, 25);
  add_hinge(figure, "neck_pitch", "neck_roll", {0, 0, 0.01}, pitch_axis, -35, 35,
            {colored(Ellipsoid{.center = {0.015, 0, 0.115}, .radii = {0.105, 0.085, 0.125}}, shell),
             colored(Ellipsoid{.center = {0.062, 0, 0.118}, .radii = {0.060, 0.068, 0.042}}, frame_color)});
  add_hinge(figure, "eye_yaw.l", "neck_pitch", {0.092, 0.034, 0.122}, yaw_axis, -25, 25);
  add_hinge(figure, "eye_pitch.l", "eye_yaw.l", Vec3::Zero(), pitch_axis, -25, 25,
            {colored(Sphere{.center = {0.008, 0, 0}, .radius = 0.024}, shell),
             colored(Sphere{.center = {0.024, 0, 0}, .radius = 0.013}, lens)});
}

void add_robot_arm(FigureDescription& figure) {
  add_hinge(figure, "shoulder_pitch.l", "waist_pitch", {0, 0.235, 0.36}, pitch_axis, -110, 40,
            {colored(Sphere{.center = Vec3::Zero(), .radius = 0.068}, frame_color)});
  add_hinge(figure, "shoulder_roll.l", "shoulder_pitch.l", Vec3::Zero(), roll_axis, -5, 45);
  add_hinge(figure, "shoulder_twist.l", "shoulder_roll.l", Vec3::Zero(), yaw_axis, -60, 60,
            {colored(Capsule{{0, 0.01, -0.06}, {0, 0.01, -0.27}, 0.052}, shell)});
  add_hinge(figure, "elbow.l", "shoulder_twist.l", {0, 0.01, -0.29}, pitch_axis, -120, 0,
            {colored(Sphere{.center = Vec3::Zero(), .radius = 0.047}, frame_color)});
  add_hinge(figure, "forearm_twist.l", "elbow.l", Vec3::Zero(), yaw_axis, -80, 80,
            {colored(Capsule{{0, 0, -0.06}, {0, 0, -0.23}, 0.041}, shell)});
  add_hinge(figure, "wrist_roll.l", "forearm_twist.l", {0, 0, -0.27}, roll_axis, -40, 40,
            {colored(Sphere{.center = Vec3::Zero(), .radius = 0.031}, frame_color)});
  add_hinge(figure, "wrist_pitch.l", "wrist_roll.l", Vec3::Zero(), pitch_axis, -30, 30,
            {colored(Ellipsoid{.center = {0, 0, -0.065}, .radii = {0.042, 0.024, 0.055}}, shell),
             colored(Capsule{{0.018, 0, -0.10}, {0.020, -0.008, -0.155}, 0.013}, frame_color),
             colored(Capsule{{-0.012, 0, -0.10}, {-0.014, -0.008, -0.155}, 0.013}, frame_color),
             colored(Capsule{{0.035, -0.01, -0.06}, {0.052, -0.02, -0.105}, 0.012}, frame_color)});
}

void add_robot_leg(FigureDescription& figure) {
  add_hinge(figure, "hip.l", "pelvis", {0, 0.095, -0.02}, pitch_axis, -60, 30,
            {colored(Sphere{.center = Vec3::Zero(), .radius = 0.080}, frame_color),
             colored(Capsule{{0, 0, -0.06}, {0, 0, -0.37}, 0.070}, shell)});
  add_hinge(figure, "knee.l", "hip.l", {0, 0, -0.41}, pitch_axis, 0, 60,
            {colored(Sphere{.center = Vec3::Zero(), .radius = 0.060}, frame_color),
             colored(Capsule{{0, 0, -0.06}, {0, 0, -0.36}, 0.052}, shell)});
  add_hinge(figure, "ankle.l", "knee.l", {0, 0, -0.41}, pitch_axis, -45, 15,
            {colored(Sphere{.center = Vec3::Zero(), .radius = 0.042}, frame_color),
             colored(Ellipsoid{.center = {0.055, 0, -0.045}, .radii = {0.135, 0.052, 0.030}}, shell)});
}

}  // namespace

FigureDescription tevatia_humanoid(const Parameters&) {
  FigureDescription figure;
  figure.name = "tevatia-humanoid";
  add_robot_body(figure);
  add_robot_head(figure);
  add_robot_arm(figure);
  add_robot_leg(figure);
  Mat3 gaze;  // z looks forward, y is up
  gaze << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  figure.frames.push_back({"hand.l", "wrist_pitch.l", Transform::at({0, 0, -0.10})});
  figure.frames.push_back({"foot.l", "ankle.l", Transform::at({0.055, 0, -0.075})});
  figure.frames.push_back({"eye.l", "eye_pitch.l", {gaze, Vec3(0.036, 0, 0)}});
  figure.frames.push_back({"head", "neck_pitch", Transform::at({0.015, 0, 0.115})});
  add_other_side(figure);
  return figure;
}

}  // namespace limber::models

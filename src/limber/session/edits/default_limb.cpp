// The limb that is added when the command does not describe one.

#include <algorithm>
#include <cmath>

#include "limber/figure/joint_chain.h"
#include "limber/kinematics/plane_of_motion.h"
#include "limber/math/rotation.h"
#include "limber/session/edits/figure_edits.h"

namespace limber {

namespace {

// What a limb takes over from its parent.
struct Build {
  Vec3 tip = Vec3::Zero();  // far end, in the parent's frame
  double length = 0.0, radius = 0.0;
};

Build build_of(const Figure& figure, SegmentId segment) {
  const double usual = 0.2 * longest_reach(figure);
  Build build{.length = usual, .radius = usual / 8.0};
  if (figure.shapes(segment).empty()) return build;
  const Shape& shape = figure.shapes(segment).front().shape;
  const auto along = [&](const Vec3& a, const Vec3& b, double radius) {
    build = {b.norm() >= a.norm() ? b : a, (b - a).norm(), 0.8 * radius};
  };
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    along(capsule->a, capsule->b, capsule->radius);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    along(cylinder->a, cylinder->b, cylinder->radius);
  } else if (const auto box = bounds(shape)) {
    const Vec3 half = 0.5 * (box->max - box->min), center = 0.5 * (box->max + box->min);
    Eigen::Index longest = 0;
    half.maxCoeff(&longest);
    const Vec3 reach = half[longest] * Vec3::Unit(longest);
    along(center - reach, center + reach, 0.5 * half.minCoeff());
  }
  build.length = std::clamp(build.length, 0.25 * usual, 4.0 * usual);
  build.radius = std::clamp(build.radius, build.length / 40.0, build.length / 4.0);
  return build;
}

// Axes whose z is the direction; x is any that fits.
Mat3 axes_along(const Vec3& direction) {
  return direct_rotation(Vec3::UnitZ(), direction);
}

std::string free_segment_name(const Figure& figure) {
  const auto taken = [&](const std::string& name) {
    return figure.find_segment(name) || figure.find_joint(name) || figure.find_frame(name + ".tip");
  };
  std::string name = "limb";
  for (int number = 2; taken(name); ++number) name = "limb." + std::to_string(number);
  return name;
}

}  // namespace

FigureDescription with_default_limb(const Figure& figure, const std::string& parent) {
  const SegmentId segment = figure.segment(parent);
  const Build build = build_of(figure, segment);
  Vec3 direction = build.tip.norm() > 1e-9 ? Vec3(build.tip.normalized()) : Vec3::UnitZ();

  SegmentDescription limb{.name = free_segment_name(figure), .parent = parent};
  limb.joint.type = JointType::ball;
  limb.joint.swing_limit = SwingEllipse{Vec2(1.5, 1.5)};
  limb.joint.twist_limit = Range{-1.0, 1.0};
  if (const std::optional<Vec3> normal = plane_of_motion(figure)) {
    Kinematics kinematics(figure);
    kinematics.update(figure.rest_posture());
    const Vec3 own = kinematics.segment_pose(segment).rotation.transpose() * *normal;
    const Vec3 in_plane = direction - own * own.dot(direction);
    direction = in_plane.norm() > 1e-6 ? Vec3(in_plane.normalized()) : Vec3(own.unitOrthogonal());
    limb.joint = {};
    limb.joint.type = JointType::revolute;
    limb.joint.axis = (axes_along(direction).transpose() * own).normalized();
    limb.joint.ranges[0] = {-2.5, 2.5};
  }
  limb.before = {axes_along(direction), build.tip};
  const Vec3 end(0, 0, build.length);
  limb.shapes.push_back({Capsule{Vec3::Zero(), end, build.radius}, {}});
  double volume_of_parent = 0.0;
  for (const BodyShape& body : figure.shapes(segment)) volume_of_parent += volume(body.shape);
  if (!figure.shapes(segment).empty()) limb.shapes.front().color = figure.shapes(segment).front().color;
  if (figure.mass(segment).mass > 0.0) {
    limb.density = volume_of_parent > 0.0 ? figure.mass(segment).mass / volume_of_parent : 1000.0;
  }

  FigureDescription description = figure.description();
  description.frames.push_back({limb.name + ".tip", limb.name, Transform::at(end)});
  description.segments.push_back(std::move(limb));
  return description;
}

}  // namespace limber

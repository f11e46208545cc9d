// Joints, swing regions, axes and segments that the models are made of (parts.h).

#include "limber/models/parts.h"

#include <cmath>

#include "limber/base/names.h"
#include "limber/math/portable.h"
#include "limber/math/swing_twist.h"

namespace limber::models {

namespace {

// cos(pi/2) is not exactly zero in floating point, but should be in a file.
Vec3 without_rounding_dust(Vec3 v) {
  for (double& x : v) x = std::abs(x) < 1e-15 ? 0.0 : x;
  return v;
}

}  // namespace

Joint revolute(const Vec3& axis, const Range& range, double rest) {
  Joint joint;
  joint.type = JointType::revolute;
  joint.axis = axis;
  joint.ranges[0] = range;
  if (rest != 0.0) joint.rest = {rest};
  return joint;
}

Joint prismatic(const Vec3& axis, const Range& range) {
  Joint joint;
  joint.type = JointType::prismatic;
  joint.axis = axis;
  joint.ranges[0] = range;
  return joint;
}

Joint elbow(const Vec3& axis, const Vec3& twist_axis, const Range& flexion, const Range& twist,
            double rest_flexion) {
  Joint joint;
  joint.type = JointType::elbow;
  joint.axis = axis;
  joint.twist_axis = twist_axis;
  joint.ranges = {flexion, twist};
  if (rest_flexion != 0.0) joint.rest = {rest_flexion, 0.0};
  return joint;
}

Joint swing(const Range& about_x, const Range& about_y) {
  Joint joint;
  joint.type = JointType::swing;
  joint.ranges = {about_x, about_y};
  return joint;
}

Joint ball(SwingLimit swing_limit, TwistLimit twist_limit, const Vec3& rest) {
  Joint joint;
  joint.type = JointType::ball;
  joint.swing_limit = std::move(swing_limit);
  joint.twist_limit = std::move(twist_limit);
  if (!rest.isZero(0.0)) joint.rest = {rest.x(), rest.y(), rest.z()};
  return joint;
}

void set_cost(FigureDescription& figure, std::string_view joints, double cost) {
  for (SegmentDescription& part : figure.segments) {
    const std::string& name = part.joint.name.empty() ? part.name : part.joint.name;
    if (matches_pattern(name, joints)) part.joint.cost = cost;
  }
}

void set_strength(FigureDescription& figure, std::string_view joints, const Strength& strength) {
  for (SegmentDescription& part : figure.segments) {
    const std::string& name = part.joint.name.empty() ? part.name : part.joint.name;
    if (matches_pattern(name, joints)) part.joint.strength = strength;
  }
}

Joint named(std::string name, Joint joint) {
  joint.name = std::move(name);
  return joint;
}

SwingPolygon swing_region(const Range& about_x, const Range& about_y, int vertices) {
  SwingPolygon polygon;
  polygon.vertices.reserve(static_cast<std::size_t>(vertices));
  for (int k = 0; k < vertices; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / vertices;
    const double c = portable::cos(angle), s = portable::sin(angle);
    const Vec2 swing(c * (c > 0.0 ? about_x.max : -about_x.min), s * (s > 0.0 ? about_y.max : -about_y.min));
    polygon.vertices.push_back(without_rounding_dust(swing_direction(swing)));
  }
  return polygon;
}

Mat3 hanging() {
  return Vec3(1.0, -1.0, -1.0).asDiagonal();
}

Mat3 axes_with_z(const Vec3& z, const Vec3& x_hint) {
  Mat3 axes;
  axes.col(2) = z.normalized();
  axes.col(1) = axes.col(2).cross(x_hint).normalized();
  axes.col(0) = axes.col(1).cross(axes.col(2));
  return axes;
}

BodyShape colored(Shape shape, const Color& color) {
  return {std::move(shape), color};
}

SegmentDescription segment(std::string name, std::string parent, const Transform& before, Joint joint,
                           std::vector<BodyShape> shapes) {
  SegmentDescription result;
  result.name = std::move(name);
  result.parent = std::move(parent);
  result.before = before;
  result.joint = std::move(joint);
  result.shapes = std::move(shapes);
  return result;
}

}  // namespace limber::models

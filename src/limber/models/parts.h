#pragma once
// Helpers to describe models: joints in degrees, swing ranges, placements, shapes with a colour.
//
// Conventions of every shipped figure: SI, z up, the figure faces +x, its left is +y. Limbs that hang have
// frames with z along the limb away from the body, x forward and y to the figure's right, on both sides of
// the body.

#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/figure/description.h"

namespace limber::models {

constexpr double degrees(double angle) {
  return angle * std::numbers::pi / 180.0;
}
constexpr Range degrees(double min, double max) {
  return {degrees(min), degrees(max)};
}

Joint revolute(const Vec3& axis, const Range& range, double rest = 0.0);
Joint prismatic(const Vec3& axis, const Range& range);
// Flexion about `axis`, then twist about `twist_axis`.
Joint elbow(const Vec3& axis, const Vec3& twist_axis, const Range& flexion, const Range& twist,
            double rest_flexion = 0.0);
// The limb leaves z by s_x about x and s_y about y.
Joint swing(const Range& about_x, const Range& about_y);
Joint ball(SwingLimit swing_limit, TwistLimit twist_limit, const Vec3& rest = Vec3::Zero());

Joint named(std::string name, Joint joint);
// Sets Joint::cost of all joints whose names match ("spine*"), those of chains excepted.
void set_cost(FigureDescription& figure, std::string_view joints, double cost);
// The same for Joint::strength.
void set_strength(FigureDescription& figure, std::string_view joints, const Strength& strength);

// A swing region with a different radius on each side, for joints that bend farther forward than backward:
// quarter ellipses in the (s_x, s_y) plane, sampled as a spherical polygon. 0 must be inside both ranges.
SwingPolygon swing_region(const Range& about_x, const Range& about_y, int vertices = 16);

// Orientation of limbs that hang: x forward, y to the right, z down.
Mat3 hanging();
// A frame whose z axis is the unit vector `z` and whose x axis is as near as possible to `x_hint`.
Mat3 axes_with_z(const Vec3& z, const Vec3& x_hint);

BodyShape colored(Shape shape, const Color& color);
SegmentDescription segment(std::string name, std::string parent, const Transform& before, Joint joint,
                           std::vector<BodyShape> shapes = {});

}  // namespace limber::models

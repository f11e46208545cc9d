// A seven-joint arm like the Franka Emika Panda, from the parameters its maker publishes ("Robot and
// interface specifications" of the Franka Control Interface documentation): Denavit-Hartenberg parameters in
// Craig's convention, joint limits, and about 18 kg of moving mass. Shapes are ours.
//
//   T_i = Rot_x(alpha_{i-1}) Trans_x(a_{i-1}) Trans_z(d_i) Rot_z(theta_i)

#include <array>

#include "limber/base/ids.h"
#include "limber/math/rotation.h"
#include "limber/models/catalog.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace {

constexpr double quarter = std::numbers::pi / 2;

struct DenavitHartenberg {
  double a, d, alpha;  // [m], [m], [rad]; a and alpha lead from joint i-1 to joint i
  Range range;         // [rad]
  double rest;         // [rad] the "ready" posture of the maker's examples
};

constexpr std::array<DenavitHartenberg, 7> published = {{
    {0.0, 0.333, 0.0, {-2.8973, 2.8973}, 0.0},
    {0.0, 0.0, -quarter, {-1.7628, 1.7628}, -quarter / 2},
    {0.0, 0.316, quarter, {-2.8973, 2.8973}, 0.0},
    {0.0825, 0.0, quarter, {-3.0718, -0.0698}, -3 * quarter / 2},
    {-0.0825, 0.384, -quarter, {-2.8973, 2.8973}, 0.0},
    {0.0, 0.0, quarter, {-0.0175, 3.7525}, quarter},
    {0.088, 0.0, quarter, {-2.8973, 2.8973}, quarter / 2},
}};
constexpr double flange = 0.107;      // [m] along the axis of joint 7
constexpr double moving_mass = 18.0;  // [kg]

constexpr Color white = {0.90, 0.91, 0.92};
constexpr Color grey = {0.34, 0.36, 0.39};
constexpr Color blue = {0.20, 0.42, 0.65};

std::vector<BodyShape> link_shapes(int link) {
  switch (link) {
    case 1:
      return {colored(Capsule{{0, 0, -0.19}, {0, 0, -0.02}, 0.062}, white),
              colored(Cylinder{{0, -0.072, 0}, {0, 0.072, 0}, 0.058}, white)};
    case 2:
      return {colored(Cylinder{{0, 0, -0.075}, {0, 0, 0.075}, 0.052}, grey),
              colored(Capsule{{0, -0.03, 0}, {0, -0.17, 0}, 0.060}, white)};
    case 3:
      return {colored(Capsule{{0, 0, -0.14}, {0, 0, -0.07}, 0.058}, white),
              colored(Capsule{{0.015, 0, -0.06}, {0.0825, 0, 0}, 0.055}, white)};
    case 4:
      return {colored(Cylinder{{0, 0, -0.068}, {0, 0, 0.068}, 0.048}, grey),
              colored(Capsule{{-0.01, 0.005, 0}, {-0.0825, 0.08, 0}, 0.054}, white)};
    case 5:
      return {colored(Capsule{{0, 0, -0.30}, {0, 0.015, -0.10}, 0.052}, white),
              colored(Capsule{{0, 0.055, -0.17}, {0, 0.050, 0}, 0.040}, white)};
    case 6:
      return {colored(Cylinder{{0, 0, -0.052}, {0, 0, 0.052}, 0.046}, grey),
              colored(Capsule{{0.01, 0, 0}, {0.088, 0.0, 0}, 0.047}, white)};
    case 7:
      return {colored(Cylinder{{0, 0, -0.01}, {0, 0, 0.085}, 0.044}, white),
              colored(Cylinder{{0, 0, 0.085}, {0, 0, flange}, 0.032}, blue)};
    default:
      return {};
  }
}

}  // namespace

FigureDescription panda_like(const Parameters&) {
  FigureDescription figure;
  figure.name = "panda-like";
  figure.segments.push_back(segment("base", "", {}, {},
                                    {colored(Cylinder{{0, 0, 0}, {0, 0, 0.14}, 0.072}, white),
                                     colored(Capsule{{-0.10, 0, 0.045}, {0, 0, 0.055}, 0.045}, white),
                                     colored(Cylinder{{0, 0, 0}, {0, 0, 0.012}, 0.095}, grey)}));
  double moving_volume = 0.0;
  for (int i = 1; i <= 7; ++i) {
    const DenavitHartenberg& row = at(published, i - 1);
    const Mat3 tilt = axis_rotation(Vec3::UnitX(), row.alpha);
    const Transform before{tilt, tilt * Vec3(row.a, 0, row.d)};
    const std::string number = std::to_string(i);
    figure.segments.push_back(
        segment("link." + number, i == 1 ? "base" : "link." + std::to_string(i - 1), before,
                named("joint." + number, revolute(Vec3::UnitZ(), row.range, row.rest)), link_shapes(i)));
    for (const BodyShape& body : figure.segments.back().shapes) moving_volume += volume(body.shape);
  }
  for (std::size_t i = 1; i < figure.segments.size(); ++i) {
    figure.segments[i].density = moving_mass / moving_volume;
  }
  figure.frames.push_back({"flange", "link.7", Transform::at({0, 0, flange})});
  return figure;
}

}  // namespace limber::models

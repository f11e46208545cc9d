// What the elephant looks like: scaled spheres and capsules, placed by where they stand in the standing
// animal.

#include <cmath>

#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/models/elephant_parts.h"
#include "limber/models/parts.h"

namespace limber::models::elephant_shapes {

namespace {

using namespace elephant_places;

constexpr Color light_hide = {0.53, 0.51, 0.49};
constexpr Color ear_color = {0.49, 0.465, 0.455};
constexpr Color ivory = {0.90, 0.86, 0.76};
constexpr Color nail = {0.60, 0.57, 0.53};
constexpr Color dark = {0.09, 0.08, 0.07};
constexpr Color tuft = {0.20, 0.18, 0.17};

// An ellipsoid pitched nose-down by `pitch` (a turn about y).
BodyShape blob(const Vec3& center, const Vec3& radii, double pitch = 0.0, const Color& color = hide) {
  return colored(Ellipsoid{.center = center, .radii = radii, .rotation = axis_rotation(Vec3::UnitY(), pitch)},
                 color);
}

// A tapering limb from a to b: bars along it, each a little thinner than the one before.
void add_taper(std::vector<BodyShape>& shapes, const Vec3& a, const Vec3& b, double thick, double thin) {
  constexpr int bars = 4;
  for (int k = 0; k < bars; ++k) {
    const Vec3 from = a + (b - a) * k / bars, to = a + (b - a) * (k + 1) / bars;
    shapes.push_back(
        colored(Capsule{.a = from, .b = to, .radius = thick + (thin - thick) * k / (bars - 1)}, hide));
  }
}

// Toe-nails around the front of a foot of the given radius.
void add_nails(std::vector<BodyShape>& shapes, const Vec3& center, double radius) {
  for (double angle : {-64.0, -32.0, 0.0, 32.0, 64.0}) {
    const double a = degrees(angle);
    const Vec3 place = center + radius * Vec3(portable::cos(a), portable::sin(a), 0);
    shapes.push_back(colored(
        Ellipsoid{
            .center = place, .radii = {0.012, 0.046, 0.046}, .rotation = axis_rotation(Vec3::UnitZ(), a)},
        nail));
  }
}

// A tusk that leaves the lip downward and curves up, as bars along an arc, thinner towards the tip.
void add_tusk(std::vector<BodyShape>& shapes, const Vec3& root, double side) {
  constexpr int bars = 7;
  constexpr double length = 1.25, curl = 1.25, first_pitch = -0.95;  // [m], [rad]
  Vec3 from = root;
  for (int k = 0; k < bars; ++k) {
    const double pitch = first_pitch + curl * (k + 0.5) / bars, spread = 0.24 - 0.03 * k;
    const Vec3 along(portable::cos(pitch) * portable::cos(spread), side * portable::sin(spread),
                     portable::sin(pitch));
    const Vec3 to = from + length / bars * along.normalized();
    shapes.push_back(colored(Capsule{.a = from, .b = to, .radius = 0.066 - 0.0062 * k}, ivory));
    from = to;
  }
}

}  // namespace

std::vector<BodyShape> shoulders() {
  const auto at = [](double x, double z) -> Vec3 { return Vec3(x, 0, z) - elephant_places::shoulders; };
  return {blob(at(0.55, 2.10), {0.86, 0.66, 0.86}), blob(at(0.05, 2.04), {0.95, 0.76, 0.84}),
          blob(at(1.05, 2.38), {0.62, 0.44, 0.52}, 0.10)};
}

std::vector<BodyShape> hips() {
  const auto at = [](double x, double z) -> Vec3 { return Vec3(x, 0, z) - elephant_places::spine; };
  return {blob(at(-0.50, 2.04), {0.92, 0.74, 0.80}), blob(at(-0.98, 2.12), {0.66, 0.62, 0.76}, -0.15)};
}

std::vector<BodyShape> head() {
  const auto at = [](double x, double y, double z) -> Vec3 { return Vec3(x, y, z) - neck; };
  std::vector<BodyShape> shapes = {
      blob(at(1.82, 0, 2.70), {0.46, 0.42, 0.52}, 0.30), blob(at(1.66, 0, 2.58), {0.48, 0.45, 0.50}),
      blob(at(1.98, 0, 2.46), {0.36, 0.33, 0.40}, 0.45), blob(at(2.16, 0, 2.42), {0.24, 0.25, 0.27}, 0.5)};
  for (double side : {1.0, -1.0}) {
    shapes.push_back(blob(at(1.76, side * 0.20, 2.98), {0.26, 0.22, 0.22}));                    // domes
    shapes.push_back(blob(at(2.06, side * 0.305, 2.60), {0.075, 0.045, 0.06}, 0, light_hide));  // brow
    shapes.push_back(colored(Sphere{.center = at(2.105, side * 0.325, 2.585), .radius = 0.033}, dark));
    shapes.push_back(blob(at(2.10, side * 0.20, 2.26), {0.12, 0.11, 0.20}, 0.75));
    add_tusk(shapes, at(2.08, side * 0.20, 2.28), side);
  }
  return shapes;
}

std::vector<BodyShape> jaw() {
  return {blob({0.06, 0, -0.02}, {0.26, 0.15, 0.15}, 0.35),
          blob({0.22, 0, -0.12}, {0.10, 0.08, 0.09}, 0.6, light_hide)};
}

// Broad above, pointed below, hanging back from its front edge and standing off the neck.
std::vector<BodyShape> ear() {
  const Mat3 outward = axis_rotation(Vec3::UnitZ(), degrees(-32));
  const auto flap = [&](double back, double up, const Vec3& radii, double lean) {
    return colored(Ellipsoid{.center = outward * Vec3(-back, 0, up),
                             .radii = radii,
                             .rotation = outward * axis_rotation(Vec3::UnitY(), lean)},
                   ear_color);
  };
  return {flap(0.45, 0.00, {0.50, 0.040, 0.56}, 0.20), flap(0.30, -0.40, {0.25, 0.022, 0.42}, 0.35)};
}

std::vector<BodyShape> upper_arm() {
  const Vec3 down = elephant_places::elbow - shoulder;
  return {colored(Capsule{.a = {0, -0.02, 0.15}, .b = 0.45 * down, .radius = 0.315}, hide),
          colored(Capsule{.a = 0.30 * down, .b = down, .radius = 0.255}, hide)};
}

std::vector<BodyShape> lower_arm() {
  std::vector<BodyShape> shapes;
  add_taper(shapes, Vec3::Zero(), wrist - elephant_places::elbow, 0.245, 0.200);
  return shapes;
}

std::vector<BodyShape> hand() {
  std::vector<BodyShape> shapes = {
      colored(Capsule{.a = Vec3::Zero(), .b = {0.01, 0, 0.20 - wrist.z()}, .radius = 0.198}, hide),
      blob({0.03, 0, 0.15 - wrist.z()}, {0.245, 0.23, 0.15})};
  add_nails(shapes, {0.035, 0, 0.085 - wrist.z()}, 0.224);
  return shapes;
}

std::vector<BodyShape> upper_leg() {
  const Vec3 down = knee - hip;
  return {colored(Capsule{.a = {-0.02, 0.0, 0.05}, .b = 0.40 * down, .radius = 0.365}, hide),
          colored(Capsule{.a = 0.30 * down, .b = down, .radius = 0.265}, hide)};
}

std::vector<BodyShape> lower_leg() {
  std::vector<BodyShape> shapes;
  add_taper(shapes, Vec3::Zero(), ankle - knee, 0.245, 0.188);
  return shapes;
}

std::vector<BodyShape> foot() {
  std::vector<BodyShape> shapes = {
      colored(Capsule{.a = Vec3::Zero(), .b = {0.03, 0, 0.19 - ankle.z()}, .radius = 0.186}, hide),
      blob({0.04, 0, 0.14 - ankle.z()}, {0.235, 0.21, 0.14})};
  add_nails(shapes, {0.045, 0, 0.08 - ankle.z()}, 0.212);
  return shapes;
}

std::vector<BodyShape> tail_tuft() {
  return {colored(Ellipsoid{.center = {0.10, 0, 0}, .radii = {0.17, 0.045, 0.045}}, tuft)};
}

}  // namespace limber::models::elephant_shapes

// What the elephant looks like: scaled spheres and capsules, placed by where they stand in the standing animal.

#include <cmath>

#include "limber/math/rotation.h"
#include "limber/models/elephant_parts.h"
#include "limber/models/parts.h"

namespace limber::models::elephant_shapes {

namespace {

using namespace elephant_places;

constexpr Color light_hide = {0.53, 0.51, 0.49};
constexpr Color ear_color = {0.50, 0.46, 0.45};
constexpr Color ivory = {0.90, 0.86, 0.76};
constexpr Color nail = {0.66, 0.62, 0.56};
constexpr Color dark = {0.09, 0.08, 0.07};
constexpr Color tuft = {0.20, 0.18, 0.17};

// An ellipsoid pitched nose-down by `pitch` (a turn about y).
BodyShape blob(const Vec3& center, const Vec3& radii, double pitch = 0.0, const Color& color = hide) {
  return colored(
      Ellipsoid{.center = center, .radii = radii, .rotation = axis_rotation(Vec3::UnitY(), pitch)}, color);
}

// A tapering limb from a to b: spheres of shrinking radius would be many; a capsule of the lesser radius and an
// ellipsoid that swells it near a do it with two.
void add_taper(std::vector<BodyShape>& shapes, const Vec3& a, const Vec3& b, double thick, double thin) {
  shapes.push_back(colored(Capsule{.a = a, .b = b, .radius = thin}, hide));
  const Vec3 along = b - a;
  Mat3 axes = direct_rotation(Vec3::UnitZ(), along.normalized());
  shapes.push_back(colored(Ellipsoid{.center = a + 0.25 * along,
                                     .radii = {thick, 0.95 * thick, 0.62 * along.norm()},
                                     .rotation = axes},
                           hide));
}

// Toe-nails around the front of a foot of the given radius.
void add_nails(std::vector<BodyShape>& shapes, const Vec3& center, double radius) {
  for (double angle : {-60.0, -30.0, 0.0, 30.0, 60.0}) {
    const double a = degrees(angle);
    const Vec3 place = center + radius * Vec3(std::cos(a), std::sin(a), 0);
    shapes.push_back(colored(Ellipsoid{.center = place,
                                       .radii = {0.022, 0.045, 0.045},
                                       .rotation = axis_rotation(Vec3::UnitZ(), a)},
                             nail));
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
    shapes.push_back(blob(at(1.76, side * 0.20, 2.98), {0.26, 0.22, 0.22}));                     // domes
    shapes.push_back(blob(at(2.06, side * 0.305, 2.60), {0.075, 0.045, 0.06}, 0, light_hide));  // brow
    shapes.push_back(colored(Sphere{.center = at(2.105, side * 0.325, 2.585), .radius = 0.033}, dark));
    // Tusks: three bars along an upward curve, thinner towards the tip.
    const Vec3 root = at(2.10, side * 0.20, 2.26), first = at(2.38, side * 0.27, 1.98);
    const Vec3 second = at(2.68, side * 0.32, 1.86), tip = at(2.98, side * 0.33, 1.92);
    shapes.push_back(blob(at(2.12, side * 0.21, 2.24), {0.13, 0.11, 0.17}, 0.7));
    shapes.push_back(colored(Capsule{.a = root, .b = first, .radius = 0.062}, ivory));
    shapes.push_back(colored(Capsule{.a = first, .b = second, .radius = 0.050}, ivory));
    shapes.push_back(colored(Capsule{.a = second, .b = tip, .radius = 0.034}, ivory));
  }
  return shapes;
}

std::vector<BodyShape> jaw() {
  return {blob({0.06, 0, -0.02}, {0.26, 0.15, 0.15}, 0.35), blob({0.22, 0, -0.12}, {0.10, 0.08, 0.09}, 0.6, light_hide)};
}

// Broad above, pointed below, hanging back from its front edge and standing off the neck.
std::vector<BodyShape> ear() {
  const Mat3 outward = axis_rotation(Vec3::UnitZ(), degrees(-24));
  const auto flap = [&](double back, double up, double wide, double high, double lean) {
    return colored(Ellipsoid{.center = outward * Vec3(-back, 0.0, up),
                             .radii = {wide, 0.035, high},
                             .rotation = outward * axis_rotation(Vec3::UnitY(), lean)},
                   ear_color);
  };
  return {flap(0.36, 0.02, 0.42, 0.44, 0.0), flap(0.30, -0.26, 0.30, 0.46, 0.25)};
}

std::vector<BodyShape> upper_arm() {
  std::vector<BodyShape> shapes;
  add_taper(shapes, {0, -0.02, 0.15}, elephant_places::elbow - shoulder, 0.33, 0.205);
  return shapes;
}

std::vector<BodyShape> lower_arm() {
  std::vector<BodyShape> shapes;
  add_taper(shapes, Vec3::Zero(), wrist - elephant_places::elbow, 0.225, 0.175);
  return shapes;
}

std::vector<BodyShape> hand() {
  std::vector<BodyShape> shapes = {
      colored(Capsule{.a = Vec3::Zero(), .b = {0.01, 0, 0.20 - wrist.z()}, .radius = 0.182}, hide),
      blob({0.03, 0, 0.15 - wrist.z()}, {0.245, 0.23, 0.15})};
  add_nails(shapes, {0.035, 0, 0.085 - wrist.z()}, 0.208);
  return shapes;
}

std::vector<BodyShape> upper_leg() {
  std::vector<BodyShape> shapes;
  add_taper(shapes, {-0.02, 0.0, 0.05}, knee - hip, 0.40, 0.225);
  return shapes;
}

std::vector<BodyShape> lower_leg() {
  std::vector<BodyShape> shapes;
  add_taper(shapes, Vec3::Zero(), ankle - knee, 0.23, 0.165);
  return shapes;
}

std::vector<BodyShape> foot() {
  std::vector<BodyShape> shapes = {
      colored(Capsule{.a = Vec3::Zero(), .b = {0.03, 0, 0.19 - ankle.z()}, .radius = 0.168}, hide),
      blob({0.04, 0, 0.14 - ankle.z()}, {0.235, 0.21, 0.14})};
  add_nails(shapes, {0.045, 0, 0.08 - ankle.z()}, 0.196);
  return shapes;
}

std::vector<BodyShape> tail_tuft() {
  return {colored(Ellipsoid{.center = {0.10, 0, 0}, .radii = {0.17, 0.045, 0.045}}, tuft)};
}

}  // namespace limber::models::elephant_shapes

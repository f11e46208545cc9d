// Baerlocher 2001, figure 3.13: two direct rotations one after the other twist the limb.
//
// R_D(a, b) R_D(z, a) = R_D(z, b) R_z(tau): the induced twist tau is the area of the triangle z a b on the
// unit sphere (the angle by which a vector carried around it returns turned).

#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "limber/math/random.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber::experiments {

namespace of_baerlocher_3_13 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();

// The area of the triangle with its sign (van Oosterom and Strackee).
double area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2.0 * std::atan2(a.dot(b.cross(c)), 1.0 + a.dot(b) + b.dot(c) + c.dot(a));
}

// What the loop z, a, b, z leaves: R_z(tau) if the order is right.
Mat3 around(const Vec3& a, const Vec3& b, bool as_printed) {
  if (as_printed) return direct_rotation(z, a) * direct_rotation(a, b) * direct_rotation(b, z);
  return direct_rotation(b, z) * direct_rotation(a, b) * direct_rotation(z, a);
}

double angle_about_z(const Mat3& rotation) {
  return std::atan2(rotation(1, 0), rotation(0, 0));
}

Vec3 random_direction(Random& random) {
  const double height = random.between(-0.9, 1.0), turn = random.between(0.0, 2.0 * std::numbers::pi);
  const double across = std::sqrt(1.0 - height * height);
  return {across * std::cos(turn), across * std::sin(turn), height};
}

// The limb's frame on the way, as short lines: the path is drawn in (azimuth-free) swing coordinates.
Series path(const std::vector<Vec3>& corners, const std::string& label, Tone tone) {
  Series series{.label = label, .tone = tone};
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    for (int k = 0; k <= 30; ++k) {
      const double arc = angle_between(corners[i], corners[i + 1]), t = k / 30.0;
      const Vec3 d =
          (std::sin((1 - t) * arc) * corners[i] + std::sin(t * arc) * corners[i + 1]) / std::sin(arc);
      series.points.emplace_back(swing_of_direction(d) / degree);
    }
  }
  return series;
}

Result run(const RunOptions& options) {
  const bool as_printed = options.replaces("printed-order");
  const int tries = options.shortened ? 500 : 10000;
  Random random(31);
  double off_axis = 0.0, off_area = 0.0, left_over = 0.0, mean = 0.0;
  Series against{.label = "10 000 triangles", .style = Series::Style::points, .tone = Tone::accent};
  for (int k = 0; k < tries; ++k) {
    const Vec3 a = random_direction(random), b = random_direction(random);
    const Mat3 loop = around(a, b, as_printed);
    const double tau = angle_about_z(loop);
    off_axis = std::max(off_axis, angle_between(loop.col(2), z));
    off_area = std::max(off_area, std::abs(wrap_angle(tau - area(z, a, b))));
    // Korein's remedy: the twist variable is reduced by tau.
    const Mat3 twice = direct_rotation(a, b) * direct_rotation(z, a);
    const Mat3 mended = twice * axis_rotation(z, options.replaces("sign") ? tau : -tau);
    left_over = std::max(left_over, log_rotation(Mat3(mended.transpose() * direct_rotation(z, b))).norm());
    mean += std::abs(tau) / tries;
    if (k < 300) against.points.emplace_back(wrap_angle(area(z, a, b)) / degree, tau / degree);
  }
  against.label = "300 triangles";
  const Mat3 drawn = around(x, y, as_printed);
  // The other remedy: convert back; the decomposition finds the twist by itself.
  const SwingTwist parts = swing_twist(Quat(direct_rotation(x, y) * direct_rotation(z, x)));
  Result result;
  result.add("induced twist on the way z, x, y", "π/2", std::abs(angle_about_z(drawn)) / degree, "°",
             between(89.999, 90.001));
  result.add("how far the loop turns the limb itself, at most", "a rotation about z", off_axis / degree, "°",
             at_most(1e-5));
  result.add("twist against the area of the triangle, largest difference",
             "no counterpart: what the twist is, computed another way", off_area / degree, "°",
             at_most(1e-6));
  result.add("what is left after taking it out, at most", "subtracted from the twist variable",
             left_over / degree, "°", at_most(1e-5));
  result.add("the same twist as the decomposition finds it, drawn case", "convert the orientation back",
             std::abs(parts.twist) / degree, "°", between(89.999, 90.001));
  result.note("induced twist of two direct rotations at random, on average", mean / degree, "°");
  result.plots = {
      {.title = "Two ways to the y axis",
       .x = {"s_x [°]"},
       .y = {"s_y [°]"},
       .series = {path({z, y}, "directly", Tone::middle), path({z, x, y}, "by way of x", Tone::accent)},
       .same_scale = true},
      {.title = "Induced twist and area of the triangle",
       .x = {"area [°]"},
       .y = {"twist [°]"},
       .series = {against}}};
  options.progress(1.0);
  result.conclusion =
      "The twist is the area of the triangle on the sphere. Taken from left to right, as the thesis writes "
      "its "
      "products, the matrices give it; applied to column vectors in the printed order they do not even leave "
      "the "
      "limb where it was.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_3_13

Experiment baerlocher_3_13() {
  return {
      .name = "baerlocher-3.13",
      .title = "Two direct rotations twist the limb",
      .document = "Baerlocher 2001",
      .place = "section 3.7.1, figure 3.13",
      .claim =
          "Reaching a direction by two direct rotations instead of one leaves another twist, π/2 for the way "
          "z, x, y. It can be extracted as R_D(z, a) R_D(a, b) R_D(b, z) and subtracted, or found by "
          "converting back to swing and twist.",
      .parameters = {{"directions", "10 000 pairs at random, none within 25° of −z"}},
      .run = of_baerlocher_3_13::run,
      .replacements = {{"printed-order", "the three rotations in the printed order, on column vectors"},
                       {"sign", "the induced twist is added instead of subtracted"}}};
}

}  // namespace limber::experiments

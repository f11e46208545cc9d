// Baerlocher 2001, table 3.1 and figure 3.6: where two ways to parametrise a swing are singular, and how often
// the "zero" twist turns around those places.
//
// The zero twist of a direction d is the frame R(d) that the pure swing to d leaves. Led around a small loop
// d_0, d_1, ..., d_0 it turns about d by the sum of
//
//   angle from  R_D(d_k, d_k+1) R(d_k) x  to  R(d_k+1) x,  about d_k+1      (R_D: without any twist)
//
// which is a whole number of turns, but for the area of the loop: 0 where R is smooth.

#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber::experiments {

namespace of_baerlocher_table_3_1 {
namespace {

constexpr double pi = std::numbers::pi, to_degrees = 180.0 / pi;

using ZeroTwist = Mat3 (*)(const Vec3& direction);

Mat3 by_axis_angle(const Vec3& d) {
  return direct_rotation(Vec3::UnitZ(), d);
}
// First about x, then about the turned y: on column vectors R_x(alpha) R_y(beta).
Mat3 by_euler_angles(const Vec3& d) {
  const double beta = std::asin(std::clamp(d.x(), -1.0, 1.0)), alpha = std::atan2(-d.y(), d.z());
  return axis_rotation(Vec3::UnitX(), alpha) * axis_rotation(Vec3::UnitY(), beta);
}
// The product as printed, R_y(beta) R_x(alpha), applied to column vectors.
Mat3 by_printed_product(const Vec3& d) {
  const double alpha = std::asin(std::clamp(-d.y(), -1.0, 1.0)), beta = std::atan2(d.x(), d.z());
  return axis_rotation(Vec3::UnitY(), beta) * axis_rotation(Vec3::UnitX(), alpha);
}

// Turns of the zero twist along a circle of `radius` [rad] around a direction.
double turns_around(ZeroTwist zero_twist, const Vec3& center, double radius) {
  constexpr int points = 96;
  const Vec3 side = any_perpendicular(center), other = center.cross(side);
  const auto place = [&](int k) -> Vec3 {
    const double angle = 2.0 * pi * k / points;
    return std::cos(radius) * center + std::sin(radius) * (std::cos(angle) * side + std::sin(angle) * other);
  };
  double sum = 0.0;
  for (int k = 0; k < points; ++k) {
    const Vec3 from = place(k), to = place(k + 1);
    const Vec3 carried = direct_rotation(from, to) * zero_twist(from).col(0), there = zero_twist(to).col(0);
    sum += std::atan2(to.dot(carried.cross(there)), carried.dot(there));
  }
  return sum / (2.0 * pi);
}

struct Singularity {
  Vec3 direction;
  double turns;
};

// Looks in circles of 8 degrees around directions all over the sphere; those that enclose a singularity are
// gathered.
std::vector<Singularity> singularities(ZeroTwist zero_twist, int directions) {
  constexpr double radius = 8.0 / to_degrees, apart = 40.0 / to_degrees;
  std::vector<Vec3> sums;
  for (int k = 0; k < directions; ++k) {
    const double z = 1.0 - 2.0 * (k + 0.5) / directions, angle = k * pi * (3.0 - std::sqrt(5.0));
    const double across = std::sqrt(1.0 - z * z);
    const Vec3 d(across * std::cos(angle), across * std::sin(angle), z);
    if (std::abs(turns_around(zero_twist, d, radius)) < 0.5) continue;
    const auto near = std::find_if(sums.begin(), sums.end(), [&](const Vec3& sum) {
      return angle_between(sum.normalized(), d) < apart;
    });
    if (near != sums.end()) {
      *near += d;
    } else {
      sums.push_back(d);
    }
  }
  std::vector<Singularity> found;
  for (const Vec3& sum : sums) {
    const Vec3 d = sum.normalized();
    found.push_back({d, std::abs(turns_around(zero_twist, d, radius))});
  }
  return found;
}

// [°] The largest angle between a singularity and the nearest of the places where the thesis has one.
double farthest_from(const std::vector<Singularity>& found, const std::vector<Vec3>& expected) {
  double farthest = 0.0;
  for (const Singularity& s : found) {
    double nearest = pi;
    for (const Vec3& place : expected) nearest = std::min(nearest, angle_between(s.direction, place));
    farthest = std::max(farthest, nearest * to_degrees);
  }
  return farthest;
}

double least_turns(const std::vector<Singularity>& found) {
  double least = 99.0;
  for (const Singularity& s : found) least = std::min(least, s.turns);
  return least;
}
double most_turns(const std::vector<Singularity>& found) {
  double most = 0.0;
  for (const Singularity& s : found) most = std::max(most, s.turns);
  return most;
}

// Figure 3.6: how much of the sphere a small square of parameters covers, relative to its area.
using Direction = Vec3 (*)(double first, double second);
double stretch(Direction direction, double first, double second) {
  constexpr double h = 1e-5;
  const Vec3 a = (direction(first + h, second) - direction(first - h, second)) / (2.0 * h);
  const Vec3 b = (direction(first, second + h) - direction(first, second - h)) / (2.0 * h);
  return a.cross(b).norm();
}
Vec3 euler_direction(double beta, double alpha) {
  return {std::sin(beta), -std::sin(alpha) * std::cos(beta), std::cos(alpha) * std::cos(beta)};
}
Vec3 swing_along(double deviation, double azimuth) {
  return swing_direction(deviation * Vec2(std::cos(azimuth), std::sin(azimuth)));
}
double axis_angle_stretch(double deviation, double azimuth) {  // polar parameters: their area is r dr da
  return stretch(swing_along, deviation, azimuth) / deviation;
}
double euler_stretch(double beta, double alpha) {
  return stretch(euler_direction, beta, alpha);
}

// [°] The first place along a parameter where the stretch vanishes, over several values of the other one.
double first_singular(double (*stretch_at)(double, double), double farthest) {
  double place = 0.0, least = 1.0;
  for (double along = 0.02; along <= farthest; along += 0.001) {
    double here = 0.0;
    for (int k = 0; k < 8; ++k) here = std::max(here, stretch_at(along, 0.3 + 0.7 * k));
    if (here < least) least = here, place = along;
  }
  return place * to_degrees;
}

// The zero twist as short lines on the visible half of the sphere, seen from `eye`.
Plot field(const std::string& title, ZeroTwist zero_twist, const Vec3& eye, const Vec3& right) {
  Plot plot{.title = title,
            .x = {"", Spacing::linear, Range{-1.15, 1.15}},
            .y = {"", Spacing::linear, Range{-1.15, 1.15}},
            .same_scale = true};
  plot.height = 330;
  const Vec3 up = eye.cross(right);
  const auto seen = [&](const Vec3& p) { return Vec2(p.dot(right), p.dot(up)); };
  Series rim{.style = Series::Style::outline, .tone = Tone::faint};
  for (int k = 0; k < 72; ++k) rim.points.emplace_back(std::cos(pi * k / 36), std::sin(pi * k / 36));
  plot.series.push_back(rim);
  for (int ring = 0; ring <= 5; ++ring) {
    const int count = ring == 0 ? 0 : 8 + 4 * ring;
    for (int k = 0; k < count; ++k) {
      const double away = ring * 15.0 / to_degrees, angle = 2.0 * pi * k / count;
      const Vec3 d = std::cos(away) * eye + std::sin(away) * (std::cos(angle) * right + std::sin(angle) * up);
      plot.series.push_back(
          {.points = {seen(d), seen(d + 0.13 * zero_twist(d).col(0))}, .tone = Tone::accent});
    }
  }
  plot.series.push_back({.points = {Vec2::Zero()}, .style = Series::Style::crosses, .tone = Tone::strong});
  return plot;
}

Result run(const RunOptions& options) {
  const int directions = options.shortened ? 300 : 2000;
  const ZeroTwist two_angles = options.replaces("printed-order") ? by_printed_product : by_euler_angles;
  const ZeroTwist one_turn = options.replaces("two-angles") ? by_euler_angles : by_axis_angle;
  const std::vector<Singularity> single = singularities(one_turn, directions);
  options.progress(0.5);
  const std::vector<Singularity> pair = singularities(two_angles, directions);
  Result result;
  result.add("singular directions, axis-angle", "one", double(single.size()), "", between(1, 1));
  result.add("how far it is from −z", "at d = (0, 0, −1)", farthest_from(single, {-Vec3::UnitZ()}), "°",
             at_most(6.0));
  result.add("turns of the zero twist around it", "two complete rotations", least_turns(single), "",
             between(1.95, 2.05));
  result.add("singular directions, Euler angles", "two", double(pair.size()), "", between(2, 2));
  result.add("how far they are from ±x", "at d = (±1, 0, 0)",
             farthest_from(pair, {Vec3::UnitX(), -Vec3::UnitX()}), "°", at_most(6.0));
  result.add("turns of the zero twist around either, at least", "a complete rotation", least_turns(pair), "",
             between(0.95, 1.05));
  result.add("turns of the zero twist around either, at most", "a complete rotation", most_turns(pair), "",
             between(0.95, 1.05));
  result.add("β at which the Euler angles are singular (figure 3.6)", "±π/2",
             first_singular(euler_stretch, 0.75 * pi), "°", between(89.9, 90.1));
  result.add("|s| at which the axis-angle swing is singular (figure 3.6)", "a circle of radius π",
             first_singular(axis_angle_stretch, 1.25 * pi), "°", between(179.9, 180.1));
  options.progress(1.0);
  result.plots = {
      field("Axis-angle, from the rear: two turns around −z", one_turn, -Vec3::UnitZ(), Vec3::UnitX()),
      field("Euler angles, from the side: one turn around x", two_angles, Vec3::UnitX(), Vec3::UnitY())};
  result.conclusion =
      "Both parametrisations turn twice in all around their singular directions, as any field of tangents on "
      "a "
      "sphere must: the axis-angle has both turns in one place, behind the limb, and the Euler angles one on "
      "either side. The printed product R_y(β) R_x(α) is meant from left to right: on column vectors it "
      "would "
      "have its singularities at ±y.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_table_3_1

Experiment baerlocher_table_3_1() {
  return {
      .name = "baerlocher-table-3.1",
      .title = "Zero twist and singularities of two swings",
      .document = "Baerlocher 2001",
      .place = "sections 3.5.3 to 3.5.5, table 3.1, figure 3.6",
      .claim =
          "A swing by one direct rotation is singular in one direction only, opposite the limb, where the "
          "twist turns twice around; a swing by two Euler angles is singular in two directions, ±x, with "
          "one turn each.",
      .parameters = {{"swing", "math/swing_twist, and R_x(α) R_y(β)"},
                     {"searched", "circles of 8° around 2000 directions of the sphere"}},
      .run = of_baerlocher_table_3_1::run,
      .replacements = {{"printed-order", "the product of the Euler angles as printed"},
                       {"two-angles", "Euler angles in the place of the direct rotation"}}};
}

}  // namespace limber::experiments

// Baerlocher 2001, figure 3.12 and section 3.7.2: the range of a shoulder as an ellipse and as a polygon on the
// sphere, with a twist range, and how an orientation is brought back into it.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "limber/figure/joint.h"
#include "limber/math/random.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber::experiments {

namespace of_baerlocher_3_12 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
const SwingEllipse ellipse{Vec2(85.0, 70.0) * degree};
const Range twist{-40.0 * degree, 65.0 * degree};  // 105 degrees in all

// Azimuth and deviation [°] of the corners, wide to the front and the side, narrow to the back.
SwingPolygon polygon() {
  constexpr double corners[][2] = {{0, 95},   {40, 88},  {80, 70},   {120, 55}, {160, 45},
                                   {200, 50}, {240, 75}, {280, 100}, {320, 105}};
  SwingPolygon result;
  for (const auto& [azimuth, deviation] : corners) {
    const double a = azimuth * degree;
    result.vertices.push_back(swing_direction(deviation * degree * Vec2(std::cos(a), std::sin(a))));
  }
  return result;
}

std::vector<Vec3> boundary(const SwingLimit& limit, int points) {
  std::vector<Vec3> result;
  if (const auto* e = std::get_if<SwingEllipse>(&limit)) {
    for (int k = 0; k < points; ++k) {
      const double a = 2.0 * std::numbers::pi * k / points;
      result.push_back(swing_direction(e->radii.cwiseProduct(Vec2(std::cos(a), std::sin(a)))));
    }
    return result;
  }
  const std::vector<Vec3>& vertices = std::get<SwingPolygon>(limit).vertices;
  const int per_edge = points / static_cast<int>(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3 &a = vertices[i], &b = vertices[(i + 1) % vertices.size()];
    const double arc = angle_between(a, b);
    for (int k = 0; k < per_edge; ++k) {
      const double t = double(k) / per_edge;
      result.push_back((std::sin((1 - t) * arc) * a + std::sin(t * arc) * b) / std::sin(arc));
    }
  }
  return result;
}

// What most programs do: each component for itself.
Vec2 clamped(const Vec2& swing) {
  return swing.cwiseMax(-ellipse.radii).cwiseMin(ellipse.radii);
}

struct Corrections {
  int outside = 0;     // orientations of those tried that were outside
  int still = 0;       // after correcting
  double farther = 0;  // [°] largest excess of a correction over the nearest boundary point, searched for
  double twist_least = 1e9, twist_most = -1e9;  // [°] after correcting
};

Corrections correct_many(const SwingLimit& limit, int tries, bool by_components) {
  Corrections result;
  Random random(21);
  const std::vector<Vec3> edge = boundary(limit, 3600);
  for (int k = 0; k < tries; ++k) {
    const double a = random.between(0.0, 2.0 * std::numbers::pi), r = random.between(0.0, 150.0) * degree;
    const SwingTwist parts{r * Vec2(std::cos(a), std::sin(a)), random.between(-3.0, 3.0)};
    const Quat before = compose(parts);
    Quat after = nearest_allowed(limit, twist, before);
    if (by_components) after = compose({clamped(parts.swing), twist.clamp(parts.twist)});
    const double tau = swing_twist(after).twist / degree;
    result.twist_least = std::min(result.twist_least, tau);
    result.twist_most = std::max(result.twist_most, tau);
    result.still += !is_inside(limit, twist, after, 1e-9);
    if (is_inside(limit, parts.swing)) continue;
    ++result.outside;
    const Vec3 from = before * Vec3::UnitZ(), to = after * Vec3::UnitZ();
    double nearest = 1e9;
    for (const Vec3& point : edge) nearest = std::min(nearest, angle_between(from, point));
    result.farther = std::max(result.farther, (angle_between(from, to) - nearest) / degree);
  }
  return result;
}

// [°] Projected in the plane of (s_x, s_y), as the thesis says one may: how much farther than necessary.
double slide_of_plane_projection(int tries) {
  Random random(22);
  double largest = 0.0;
  for (int k = 0; k < tries; ++k) {
    const double a = random.between(0.0, 2.0 * std::numbers::pi), r = random.between(90.0, 150.0) * degree;
    const Vec2 swing = r * Vec2(std::cos(a), std::sin(a));
    const Vec3 from = swing_direction(swing);
    const double plane = angle_between(from, swing_direction(ellipse.nearest_on_boundary_in_plane(swing)));
    const double sphere = angle_between(from, swing_direction(ellipse.nearest_on_boundary(swing)));
    largest = std::max(largest, (plane - sphere) / degree);
  }
  return largest;
}

// [%] Directions of the sphere that one of the two allows and the other does not, of those that either allows.
double disagreement(int tries) {
  Random random(23);
  const SwingPolygon precise = polygon();
  int either = 0, one = 0;
  for (int k = 0; k < tries; ++k) {
    const double z = random.between(-1.0, 1.0), a = random.between(0.0, 2.0 * std::numbers::pi);
    const Vec3 d(std::sqrt(1 - z * z) * std::cos(a), std::sqrt(1 - z * z) * std::sin(a), z);
    const bool in_ellipse = ellipse.contains(swing_of_direction(d)), in_polygon = precise.contains(d);
    either += in_ellipse || in_polygon;
    one += in_ellipse != in_polygon;
  }
  return 100.0 * one / either;
}

Plot range_of(const std::string& title, const SwingLimit& limit) {
  Plot plot{.title = title,
            .x = {"s_x [°]", Spacing::linear, Range{-120, 120}},
            .y = {"s_y [°]", Spacing::linear, Range{-120, 120}},
            .same_scale = true};
  Series edge{.label = "allowed swing", .style = Series::Style::outline, .tone = Tone::middle};
  for (const Vec3& d : boundary(limit, 180)) edge.points.emplace_back(swing_of_direction(d) / degree);
  plot.series.push_back(edge);
  Random random(24);
  for (int k = 0; k < 40; ++k) {
    const double a = random.between(0.0, 2.0 * std::numbers::pi), r = random.between(30.0, 115.0) * degree;
    const Vec2 from = r * Vec2(std::cos(a), std::sin(a)), to = nearest_allowed(limit, from);
    if ((to - from).norm() < 1e-9) continue;
    plot.series.push_back({.points = {from / degree, to / degree}, .tone = Tone::accent});
  }
  return plot;
}

Result run(const RunOptions& options) {
  const int tries = options.shortened ? 200 : 2000;
  const Corrections round = correct_many(ellipse, tries, options.replaces("components"));
  const Corrections precise = correct_many(polygon(), tries, false);
  options.progress(0.8);
  Result result;
  result.add("orientations outside after correcting, ellipse", "brought to a valid configuration",
             round.still, "", between(0, 0));
  result.add("orientations outside after correcting, polygon", "brought to a valid configuration",
             precise.still, "", between(0, 0));
  result.add("turn of the limb beyond the least possible, ellipse", "the closest possible configuration",
             round.farther, "°", at_most(0.1, signed_number));
  result.add("turn of the limb beyond the least possible, polygon", "the closest possible configuration",
             precise.farther, "°", at_most(0.1, signed_number));
  result.add("the same, ellipse, projected in the plane of the swing", "the segment may slide unnecessarily",
             slide_of_plane_projection(tries), "°", at_least(1.0));
  result.add("width of the twists found, ellipse", "about 105°", round.twist_most - round.twist_least, "°",
             between(104.9, 105.1));
  result.add("width of the twists found, polygon", "about 105°", precise.twist_most - precise.twist_least,
             "°", between(104.9, 105.1));
  result.add("directions on which ellipse and polygon disagree", "the polygon is more precise",
             disagreement(10 * tries), "%", at_least(5.0, percentage));
  result.plots = {range_of("An ellipse, and corrections", ellipse),
                  range_of("A polygon, and corrections", polygon())};
  options.progress(1.0);
  result.conclusion =
      "Both kinds of boundary take any orientation back by the least turn of the limb; measured in the plane "
      "of "
      "the parameters, the way back to the ellipse is up to several degrees longer. An ellipse through the "
      "same "
      "extremes allows and forbids other directions than a polygon does.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_3_12

Experiment baerlocher_3_12() {
  return {
      .name = "baerlocher-3.12",
      .title = "The range of a shoulder: ellipse and polygon",
      .document = "Baerlocher 2001",
      .place = "sections 3.6.3 and 3.7.2, figure 3.12",
      .claim =
          "Swing and twist are limited by a curve on the sphere and an interval. What is outside is brought "
          "back by the closest valid configuration; projecting onto an ellipse in the plane of the "
          "parameters is simpler, but lets the limb slide.",
      .parameters = {{"ellipse", "85° and 70°"},
                     {"polygon", "nine corners, 45° to 105° from the middle; Engin’s are not printed"},
                     {"twist", "−40° to 65°, the same for every swing"},
                     {"tried", "2000 random orientations; the nearest point searched for among 3600"}},
      .run = of_baerlocher_3_12::run,
      .replacements = {{"components", "each component of the swing is clamped for itself"}}};
}

}  // namespace limber::experiments

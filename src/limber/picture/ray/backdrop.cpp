// Background gradient, floor and grid.

#include "limber/picture/ray/backdrop.h"

#include <cmath>

#include "limber/math/rotation.h"

namespace limber::picture {

namespace {

constexpr double line_width = 1.1;  // [px] of the grid

double round_length_near(double length) {
  const double decade = std::pow(10.0, std::floor(std::log10(length)));
  const double lead = length / decade;
  return decade * (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0);
}

}  // namespace

Backdrop::Backdrop(const Stage& stage, const View& view, const Style& style)
    : stage_(stage),
      view_(view),
      style_(style),
      top_(linear(style.background_top)),
      bottom_(linear(style.background_bottom)),
      ground_(linear(style.ground)),
      spacing_(round_length_near(stage.size() / 9.0)) {}

Rgb Backdrop::background(double x, double y) const {
  const Vec2 from_middle(x / view_.width - 0.5, y / view_.height - 0.5);
  const Rgb base = mix(top_, bottom_, smooth_step(0.0, 1.0, y / view_.height));
  return base * (1.0 - style_.vignette * std::min(1.0, 1.6 * from_middle.squaredNorm()));
}

double Backdrop::line_coverage(const Surface& surface, double spacing, double x, double y) const {
  const Plane& plane = at(stage_.drawing().floors, surface.index);
  const bool level = std::abs(plane.normal.z()) > 0.999;
  const Vec3 u = level ? Vec3::UnitX() : any_perpendicular(plane.normal);
  const Vec3 v = plane.normal.cross(u);
  // The displacement on the floor of one pixel to the right and one down.
  const auto on_floor = [&](double px, double py) -> Vec3 {
    const Ray ray = view_.ray(px, py);
    const double t = plane.normal.dot(plane.point - ray.origin) / plane.normal.dot(ray.direction);
    return ray.at(t);
  };
  const Vec3 across = on_floor(x + 0.5, y) - on_floor(x - 0.5, y);
  const Vec3 down = on_floor(x, y + 0.5) - on_floor(x, y - 0.5);
  double coverage = 0.0;
  for (const Vec3& axis : {u, v}) {
    const double pixel = std::hypot(across.dot(axis), down.dot(axis));
    const double place = axis.dot(surface.position) / spacing;
    const double distance = std::abs(place - std::round(place)) * spacing;
    if (!(pixel < 0.5 * spacing)) continue;
    const double crowded = smooth_step(0.5, 0.15, pixel / spacing);
    const double inside =
        std::clamp(0.5 * (1.0 + line_width) - distance / pixel, 0.0, std::min(1.0, line_width));
    coverage = std::max(coverage, inside * crowded);
  }
  return coverage;
}

Rgb Backdrop::floor(const Surface& surface, double shade, double x, double y) const {
  const Rgb behind = background(x, y);
  const double away = (surface.position - stage_.center()).norm() / stage_.size();
  // Light around the figure that fades out into the background.
  const double near = 1.0 - smooth_step(0.35, 2.1, away);
  const Rgb lit = mix(behind, ground_, 0.9 * near * near);
  const double shading = 1.0 + (shade - 1.0) * (1.0 - smooth_step(1.2, 3.0, away));
  Rgb color = lit * shading;
  const double fade = 1.0 - smooth_step(0.3, 1.7, away);
  if (fade > 0.0 && style_.grid != 0.0) {
    const double lines =
        std::max(0.55 * line_coverage(surface, spacing_, x, y), line_coverage(surface, 5.0 * spacing_, x, y));
    color *= 1.0 + style_.grid * fade * lines;
  }
  return color;
}

}  // namespace limber::picture

// Key light, sky and reflection.

#include "limber/picture/ray/light.h"

#include <cmath>
#include <numbers>

#include "limber/math/rotation.h"

namespace limber::picture {

namespace {

constexpr double pi = std::numbers::pi;
constexpr int shares = 16;           // pixels of a 4 x 4 block
constexpr double key_radius = 0.17;  // tangent of the angular radius of the key light

// The R2 sequence: points that fill the unit square evenly for i = 0, 1, 2, ..., from multiples of the
// inverse powers of the plastic number, the real root of x^3 = x + 1.
Vec2 spread(int i) {
  constexpr double plastic = 1.32471795724474602596;
  const double x = 0.5 + i / plastic, y = 0.5 + i / (plastic * plastic);
  return {x - std::floor(x), y - std::floor(y)};
}

// Unit square -> unit disc, preserving areas.
Vec2 on_disc(const Vec2& u) {
  const double x = 2.0 * u.x() - 1.0, y = 2.0 * u.y() - 1.0;
  if (x == 0.0 && y == 0.0) return Vec2::Zero();
  const bool wide = std::abs(x) > std::abs(y);
  const double r = wide ? x : y;
  const double angle = wide ? 0.25 * pi * (y / x) : 0.5 * pi - 0.25 * pi * (x / y);
  return {r * std::cos(angle), r * std::sin(angle)};
}

// `direction` turned about the vertical by `azimuth` and lifted to `elevation`.
Vec3 around(const Vec3& direction, double azimuth, double elevation) {
  const double heading = std::atan2(direction.y(), direction.x()) + azimuth;
  return {std::cos(heading) * std::cos(elevation), std::sin(heading) * std::cos(elevation),
          std::sin(elevation)};
}

}  // namespace

Lighting::Lighting(const Stage& stage, const View& view, const Style& style, int samples)
    : stage_(stage), style_(style) {
  // The lights move with the camera, so that a turntable is lit the same from all sides.
  const bool from_above = std::abs(view.forward.z()) > 0.95;
  const Vec3 towards_eye =
      from_above ? Vec3(-std::copysign(1.0, view.forward.z()) * -view.up) : Vec3(-view.forward);
  key_direction_ = around(towards_eye, -0.95, 0.86);
  rim_direction_ = around(towards_eye, 2.45, 0.45);
  const Vec3 key_side = any_perpendicular(key_direction_);
  const Vec3 key_up = key_direction_.cross(key_side);
  key_color_ = style.key * Rgb(1.06, 1.0, 0.92);
  sky_color_ = style.sky * Rgb(0.90, 0.97, 1.08);
  bounce_color_ = style.sky * Rgb(0.24, 0.225, 0.21);

  for (int i = 0; i < shares * samples; ++i) {
    const Vec2 disc = on_disc(spread(i)), foot = on_disc(spread(i + 5000));
    key_samples_.push_back(
        (key_direction_ + key_radius * (disc.x() * key_side + disc.y() * key_up)).normalized());
    sky_samples_.push_back({foot.x(), foot.y(), std::sqrt(std::max(0.0, 1.0 - foot.squaredNorm()))});
  }
  for (const Plane& floor : stage.drawing().floors) {
    Surface open;
    open.kind = Surface::Kind::floor;
    open.normal = floor.normal;
    open_floor_brightness_.push_back(floor_brightness(open, sampled(open, 0, 1, false)));
  }
}

Rgb Lighting::sky_radiance(const Vec3& direction) const {
  if (direction.z() <= 0.0) return bounce_color_;
  // Bright at the zenith, dimmer towards the horizon.
  return sky_color_ * (0.24 + 0.44 * std::sqrt(direction.z()));
}

Illumination Lighting::sampled(const Surface& surface, int first, int stride, bool with_rays) const {
  const Vec3 origin = surface.position + 2e-5 * stage_.size() * surface.normal;
  const Vec3 side = any_perpendicular(surface.normal);
  const Vec3 other_side = surface.normal.cross(side);
  const bool bounces = surface.kind == Surface::Kind::solid;
  double lit = 0.0, most = 0.0;
  Rgb sky = Rgb::Zero();
  const std::size_t count = key_samples_.size();
  int used = 0;
  for (std::size_t i = static_cast<std::size_t>(first); i < count;
       i += static_cast<std::size_t>(stride), ++used) {
    const Vec3& towards_key = key_samples_[i];
    const double facing = surface.normal.dot(towards_key);
    if (facing > 0.0) {
      most += facing;
      if (!with_rays || stage_.any_solid(Ray(origin, towards_key)) < 0) lit += facing;
    }
    const Vec3 outward =
        sky_samples_[i].x() * side + sky_samples_[i].y() * other_side + sky_samples_[i].z() * surface.normal;
    const int blocker = with_rays ? stage_.any_solid(Ray(origin, outward)) : -1;
    if (blocker < 0) {
      sky += sky_radiance(outward);
    } else if (bounces) {
      sky += stage_.albedo(blocker).cwiseProduct(sky_color_) * 0.34;
    } else {
      sky += sky_color_ * 0.03;
    }
  }
  return {most > 0.0 ? lit / most : 0.0, sky / used};
}

Illumination Lighting::at(const Surface& surface, int turn) const {
  return turn < 0 ? sampled(surface, 0, 1, true) : sampled(surface, turn, shares, true);
}

Rgb Lighting::reflected(const Surface& surface, const Illumination& light, const Vec3& towards_eye) const {
  const Vec3& n = surface.normal;
  const double facing_key = std::max(0.0, n.dot(key_direction_));
  const double facing_eye = std::clamp(n.dot(towards_eye), 0.0, 1.0);
  Rgb color = surface.albedo.cwiseProduct(key_color_ * (facing_key * light.key) + light.sky);

  // A faint broad gloss, like fired clay, and rim light from behind along the outline.
  const Vec3 half = (key_direction_ + towards_eye).normalized();
  const double gloss = std::pow(std::max(0.0, n.dot(half)), 18.0) * facing_key * light.key;
  const double grazing = std::pow(1.0 - facing_eye, 3.5);
  const double rim = grazing * std::max(0.0, 0.35 + 0.65 * n.dot(rim_direction_));
  const double openness = light.sky.mean();
  color += 0.055 * gloss * key_color_ + style_.rim * 0.55 * rim * openness * sky_color_;
  return color;
}

double Lighting::floor_brightness(const Surface& surface, const Illumination& light) const {
  const double facing_key = std::max(0.0, surface.normal.dot(key_direction_));
  return facing_key * light.key * key_color_.mean() + light.sky.mean();
}

double Lighting::floor_shade(const Surface& surface, const Illumination& light) const {
  const double open = limber::at(open_floor_brightness_, surface.index);
  return open > 0.0 ? floor_brightness(surface, light) / open : 1.0;
}

}  // namespace limber::picture

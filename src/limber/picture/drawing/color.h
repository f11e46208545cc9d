#pragma once
// Colour: linear light inside the renderer, sRGB outside.

#include <algorithm>
#include <cmath>

#include "limber/figure/description.h"
#include "limber/picture/picture.h"

namespace limber::picture {

using Rgb = Eigen::Vector3d;  // linear light

inline double linear_from_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

inline double srgb_from_linear(double value) {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
}

inline Rgb linear(const Color& color) {
  return {linear_from_srgb(std::clamp(color[0], 0.0, 1.0)), linear_from_srgb(std::clamp(color[1], 0.0, 1.0)),
          linear_from_srgb(std::clamp(color[2], 0.0, 1.0))};
}

inline Rgb mix(const Rgb& a, const Rgb& b, double t) {
  return a + t * (b - a);
}

inline double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// Colours below `knee` do not change; brighter ones are compressed towards white, so that nothing clips. The
// peak p becomes 1 - (1 - knee)^2/(p + 1 - 2 knee).
inline Rgb tone_mapped(const Rgb& color) {
  constexpr double knee = 0.72;
  const double peak = color.maxCoeff();
  if (!(peak > knee)) return color;
  const double room = 1.0 - knee;
  const double bent = 1.0 - room * room / (peak + room - knee);
  const double whitening = 1.0 - 1.0 / (0.15 * (peak - bent) + 1.0);
  return mix(color * (bent / peak), Rgb::Constant(bent), whitening);
}

// The colours of a theme, all sRGB.
struct Style {
  Color accent = {0.941, 0.533, 0.243};  // #f0883e: targets, goals
  Color body;                            // segments without a colour
  Color obstacle;
  Color background_top, background_bottom;
  Color ground;
  Color ink;              // bones, names
  double grid = 0.0;      // contrast of grid lines, relative to the ground's brightness
  double sky = 1.0;       // strength of the fill light
  double key = 1.0;       // strength of the key light
  double rim = 1.0;       // strength of the light along the edges
  double vignette = 0.0;  // how much darker the corners are
};

inline Style style_of(PictureTheme theme) {
  Style style;
  if (theme == PictureTheme::light) {
    style.body = {0.72, 0.66, 0.60};
    style.obstacle = {0.60, 0.65, 0.70};
    style.background_top = {0.985, 0.985, 0.985};
    style.background_bottom = {0.93, 0.935, 0.94};
    style.ground = {0.94, 0.945, 0.95};
    style.ink = {0.16, 0.18, 0.21};
    style.grid = -0.10;
    style.sky = 1.1;
    style.key = 1.0;
    style.rim = 0.25;
    style.vignette = 0.0;
  } else {
    style.body = {0.73, 0.68, 0.63};
    style.obstacle = {0.47, 0.52, 0.58};
    style.background_top = {0.105, 0.112, 0.122};
    style.background_bottom = {0.175, 0.184, 0.198};
    style.ground = {0.235, 0.245, 0.262};
    style.ink = {0.92, 0.93, 0.94};
    style.key = 0.94;
    style.sky = 0.95;
    style.grid = 0.45;
    style.vignette = 0.25;
  }
  return style;
}

}  // namespace limber::picture

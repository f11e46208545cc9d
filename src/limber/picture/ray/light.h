#pragma once
// The light that reaches a point of a surface: the soft key light, and the sky with one bounce. Estimated
// with rays along fixed low-discrepancy sequences: a 4 x 4 block of pixels shares 16 x light_samples
// directions, and the smoothing in tile.cpp combines them.

#include "limber/picture/drawing/view.h"
#include "limber/picture/ray/stage.h"

namespace limber::picture {

struct Illumination {
  double key = 0.0;       // visible part of the key light, 0..1
  Rgb sky = Rgb::Zero();  // irradiance/pi; 1 under an open white sky
};

class Lighting {
 public:
  Lighting(const Stage& stage, const View& view, const Style& style, int samples);

  // `turn`: which sixteenth of the directions to use, 0..15; -1: all of them.
  Illumination at(const Surface& surface, int turn) const;

  // Light from a matte surface towards the eye, with rim light and soft gloss.
  Rgb reflected(const Surface& surface, const Illumination& light, const Vec3& towards_eye) const;

  // Brightness relative to an empty floor: 1 open, less in shadow.
  double floor_shade(const Surface& surface, const Illumination& light) const;

 private:
  Rgb sky_radiance(const Vec3& direction) const;
  double floor_brightness(const Surface& surface, const Illumination& light) const;
  Illumination sampled(const Surface& surface, int first, int stride, bool with_rays) const;

  const Stage& stage_;
  Style style_;
  Vec3 key_direction_;
  Vec3 rim_direction_;
  Rgb key_color_, sky_color_, bounce_color_;
  std::vector<Vec3> key_samples_;              // unit, towards points of the key light
  std::vector<Vec3> sky_samples_;              // unit, around +z, denser towards it
  std::vector<double> open_floor_brightness_;  // per floor, when empty
};

}  // namespace limber::picture

#pragma once
// What reaches a point of a surface: how much of the soft key light, and the light of the sky dome with one
// bounce. Estimated with rays along fixed low-discrepancy sequences: a 4 x 4 block of pixels shares out
// 16 x light_samples directions, and the smoothing in render.cpp puts them together again.

#include "limber/picture/ray/stage.h"
#include "limber/picture/drawing/view.h"

namespace limber::picture {

struct Illumination {
  double key = 0.0;       // 0: in the shadow of the key light, 1: all of it in sight
  Rgb sky = Rgb::Zero();  // irradiance over pi; 1 under an open white sky
};

class Lighting {
 public:
  Lighting(const Stage& stage, const View& view, const Style& style, int samples);

  // `turn`, 0..15: which of the shares of the directions to use; -1: all of them.
  Illumination at(const Surface& surface, int turn) const;

  // Light leaving a matte surface towards the eye, rim and soft gloss included.
  Rgb reflected(const Surface& surface, const Illumination& light, const Vec3& towards_eye) const;

  // Brightness of a floor relative to where nothing stands on it: 1 open, less in shadow.
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
  std::vector<Vec3> sky_samples_;              // unit, about +z, denser where they count more
  std::vector<double> open_floor_brightness_;  // per floor, with nothing on it
};

}  // namespace limber::picture

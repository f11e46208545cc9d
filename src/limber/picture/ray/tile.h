#pragma once
// One rectangle of the picture, from rays to 8-bit colours, in four passes:
//
//   1. the surface behind every pixel's middle          3. smoothing of that light along the surface
//   2. a share of the light that reaches it             4. colours; pixels on an edge get many rays
//
// A margin around the rectangle is worked out too, so that neighbouring tiles agree at the seam.

#include "limber/picture/ray/backdrop.h"
#include "limber/picture/ray/light.h"

namespace limber::picture {

struct Studio {  // everything that is the same for all tiles
  const Stage& stage;
  const View& view;
  const Lighting& lighting;
  const Backdrop& backdrop;
  Style style;
  int samples;  // per side of a pixel, on edges
};

struct TileArea {
  int left, top, width, height;  // [px]
};

void render_tile(const Studio& studio, const TileArea& area, Image& image);

}  // namespace limber::picture

#pragma once
// Renders one rectangle of the picture in four passes:
//
//   1. the surface at the middle of every pixel         3. smoothing of that light along the surface
//   2. a share of the light that reaches it             4. colours; pixels on edges get more rays
//
// A margin around the rectangle is computed too, so that there are no seams between tiles.

#include "limber/picture/ray/backdrop.h"
#include "limber/picture/ray/light.h"

namespace limber::picture {

struct Studio {  // the same for all tiles
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

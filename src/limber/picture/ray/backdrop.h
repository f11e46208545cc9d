#pragma once
// The background, and floors that fade into it, with a faint grid.

#include "limber/picture/drawing/view.h"
#include "limber/picture/ray/stage.h"

namespace limber::picture {

class Backdrop {
 public:
  Backdrop(const Stage& stage, const View& view, const Style& style);

  // At a pixel.
  Rgb background(double x, double y) const;

  // A floor at a pixel; `shade` is its brightness relative to an empty floor.
  Rgb floor(const Surface& surface, double shade, double x, double y) const;

 private:
  double line_coverage(const Surface& surface, double spacing, double x, double y) const;

  const Stage& stage_;
  const View& view_;
  Style style_;
  Rgb top_, bottom_, ground_;
  double spacing_ = 1.0;  // [m] of the grid: 1, 2 or 5 times a power of ten
};

}  // namespace limber::picture

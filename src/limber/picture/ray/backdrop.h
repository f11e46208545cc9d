#pragma once
// What is behind the figure: a calm background and floors that fade into it, with a faint grid.

#include "limber/picture/ray/stage.h"
#include "limber/picture/drawing/view.h"

namespace limber::picture {

class Backdrop {
 public:
  Backdrop(const Stage& stage, const View& view, const Style& style);

  // At a place in the picture, in pixels.
  Rgb background(double x, double y) const;

  // A floor seen there; `shade` is its brightness relative to a floor with nothing on it.
  Rgb floor(const Surface& surface, double shade, double x, double y) const;

  double grid_spacing() const { return spacing_; }  // [m] 1, 2 or 5 times a power of ten

 private:
  double line_coverage(const Surface& surface, double spacing, double x, double y) const;

  const Stage& stage_;
  const View& view_;
  Style style_;
  Rgb top_, bottom_, ground_;
  double spacing_ = 1.0;
};

}  // namespace limber::picture

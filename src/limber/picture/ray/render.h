#pragma once
// The shaded image of a drawing.

#include "limber/picture/drawing/drawable.h"

namespace limber::picture {

// Throws std::invalid_argument if an option is out of its range.
void check(const PictureOptions& options);
void check(const Camera& camera);

Image render_drawing(Drawing drawing, const Camera& camera, const PictureOptions& options);

// A camera turned about the vertical through its target.
Camera turned(Camera camera, double angle);

}  // namespace limber::picture

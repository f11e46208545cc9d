#pragma once
// Pieces of SVG text, and a drawing as SVG.

#include <string>
#include <string_view>

#include "limber/picture/svg/outline.h"

namespace limber::picture {

// With at most so many decimals, without trailing zeros and without a leading zero: "12.5", ".25", "-3".
std::string number(double value, int decimals = 1);

// Text for use between tags: markup as entities, control characters and invalid UTF-8 as '?'.
std::string xml_escaped(std::string_view text);

// The arc of an ellipse between two of its points, on the side away from `other_side`.
struct ArcFlags {
  bool large;     // more than half of the ellipse
  bool positive;  // runs with the angle, from x towards y
};
ArcFlags outer_arc(const Ellipse& ellipse, const Vec2& from, const Vec2& to, const Vec2& other_side);

std::string svg_of_drawing(const Drawing& drawing, const Camera& camera, const PictureOptions& options);

}  // namespace limber::picture

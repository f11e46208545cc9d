#pragma once
// Small pieces of SVG text, and the vector drawing of a drawing.

#include <string>
#include <string_view>

#include "limber/picture/svg/outline.h"

namespace limber::picture {

// With so many decimals, trailing zeros and a leading one left out: "12.5", ".25", "-3".
std::string number(double value, int decimals = 1);

// Fit to stand between tags: markup characters as entities, control characters and broken UTF-8 as '?'.
std::string xml_escaped(std::string_view text);

// The arc of an ellipse between two of its points that lies on the other side of them than `other_side`.
struct ArcFlags {
  bool large;     // more than half of the ellipse
  bool positive;  // runs with the angle, from x towards y
};
ArcFlags outer_arc(const Ellipse& ellipse, const Vec2& from, const Vec2& to, const Vec2& other_side);

std::string svg_of_drawing(const Drawing& drawing, const Camera& camera, const PictureOptions& options);

}  // namespace limber::picture

#pragma once
// The two closed forms for segments (the cores of capsules): against each other and against a box.
//
// Along its line x(t) = m + t u the squared distance from a box is convex, with the derivative
// 2 sum_i u_i excess_i(t), excess = x - clamp(x): rising, made of straight pieces that meet where the line
// crosses the planes of the faces. Its zero is found piece by piece. A segment that pierces the box leaves it
// along a face normal e_i or perpendicular to an edge, u x e_i, whichever is shorter; there are no other
// candidates.

#include "limber/shapes/closest.h"

namespace limber {

// Ignores the roundings. `normal` points from b to a.
Closest between_segments(const Solid& a, const Solid& b) noexcept;
Closest segment_to_box(const Solid& segment, const Solid& box) noexcept;

}  // namespace limber

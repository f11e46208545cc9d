#pragma once
// Where two solids that face each other with flat sides are near: not at one point but over a patch.
//
//   side A, side B   the face, or edge, that each turns towards the other: a polygon or a segment
//   patch            what they share, seen along the normal n of their contact
//   gap(w)           n . (x - y) at a corner w of it, with x on A's side and y on B's over w
//
// The distance of the two is the least gap to first order, and which corner has it changes as they turn: a
// linear model needs all of them. Round sides, and sides that are not nearly parallel, meet in a point.

#include "limber/shapes/closest.h"

namespace limber {

struct ContactPatch {
  static constexpr int most_corners = 8;
  struct Corner {
    Vec3 on_a, on_b;  // [m] on the two surfaces
    double gap;       // [m]
  };
  Corner corners[most_corners];
  int count = 0;  // 0: they meet in a point
};

// `contact`: what closest(a, b) says. Constant stack, no allocation.
ContactPatch contact_patch(const Solid& a, const Solid& b, const Closest& contact) noexcept;

}  // namespace limber

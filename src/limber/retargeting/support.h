#pragma once
// Whether a figure stands over its feet, by bones alone for the source of a motion, by shapes and masses for
// the figure that carries it out.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/retargeting/roles.h"
#include "limber/tasks/task.h"

namespace limber {

// A convex polygon on the ground as half-planes  normal . x <= offset;  none: it asks for nothing.
struct SupportPolygon {
  static constexpr int most = 8;  // two feet of four corners
  int count = 0;
  std::array<Vec2, most> normals;
  std::array<double, most> offsets = {};  // [m]

  // [m] how far inside the nearest edge; negative: outside.
  double room(const Vec2& point) const;
};

// Around points; the edges moved inwards by `margin` [m], outwards where it is negative. A point or a line
// becomes the box around it.
SupportPolygon polygon_around(std::span<const Vec2> points, double margin);

// Where a part of the body begins and ends, and which share of a body's mass it has.
struct MassOnBone {
  BodyPart from, to;
  bool is_paired;  // once on each side
  double share;
};
// After Winter, Biomechanics and Motor Control of Human Movement, table 4.1.
std::span<const MassOnBone> masses_on_bones();

// Corners of the ground under a foot in the axes of the world, the figure at rest, from its joint on: the
// box around the shapes of the segments. Without shapes a square of `otherwise` [m] to each side.
std::array<Vec2, 4> footprint(const Figure& figure, const std::vector<SegmentId>& segments, const Vec3& joint,
                              double otherwise);

// The centre of mass inside a polygon that may change between steps.
Task center_inside(std::shared_ptr<const SupportPolygon> polygon);

}  // namespace limber

// Finds the sides that face each other and cuts one to what the other covers.

#include "limber/shapes/contact_patch.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double nearly_parallel = 0.3;  // sine of the largest angle between sides that meet in a patch
constexpr int most_of_side = 12;   // of a side while it is cut: a face has 4, and each cut adds one

// A polygon in convex order, or a segment (2 points), or nothing.
struct Side {
  Vec3 points[most_of_side];
  int count = 0;
  bool is_plane = false;  // a half-space: it covers everything
  void add(const Vec3& point) {
    if (count < most_of_side) points[count++] = point;
  }
};

// The face of a box whose normal is nearest to `towards`; an edge of a flat or thin one is a face all the
// same.
Side face_of_box(const Solid& box, const Vec3& towards) {
  int axis = 0;
  const Vec3 along = box.axes.transpose() * towards;
  along.cwiseAbs().maxCoeff(&axis);
  Side side;
  const double others = std::sqrt(std::max(0.0, 1.0 - along[axis] * along[axis]));
  if (others > nearly_parallel) return side;
  const int second = (axis + 1) % 3, third = (axis + 2) % 3;
  const Vec3 middle = box.center + std::copysign(box.half[axis], along[axis]) * box.axes.col(axis);
  const Vec3 u = box.half[second] * box.axes.col(second), v = box.half[third] * box.axes.col(third);
  for (const auto& [i, j] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) side.add(middle + i * u + j * v);
  return side;
}

// The line of a segment or of a cylinder's round side, where that lies across `towards`.
Side line_of(const Solid& solid, const Vec3& towards) {
  Side side;
  if (std::abs(solid.axis().dot(towards)) > nearly_parallel) return side;
  Vec3 out = Vec3::Zero();
  if (solid.core == Core::cylinder) {
    const Vec3 across = towards - solid.axis().dot(towards) * solid.axis();
    out = solid.half[0] * across.normalized();
  }
  for (const int end : {-1, 1}) side.add(solid.center + out + end * solid.half[2] * solid.axis());
  return side;
}

// The end of a cylinder, as an octagon with its corners on the rim.
Side end_of_cylinder(const Solid& solid, const Vec3& towards) {
  Side side;
  const double along = solid.axis().dot(towards);
  if (1.0 - along * along > nearly_parallel * nearly_parallel) return side;
  const Vec3 middle = solid.center + std::copysign(solid.half[2], along) * solid.axis();
  for (int i = 0; i < 8; ++i) {
    constexpr double c = 0.70710678118654752440;
    constexpr double x[] = {1, c, 0, -c, -1, -c, 0, c};
    side.add(middle + solid.half[0] * (x[i] * solid.axes.col(0) + x[(i + 6) % 8] * solid.axes.col(1)));
  }
  return side;
}

Side side_towards(const Solid& solid, const Vec3& towards) {
  switch (solid.core) {
    case Core::segment:
      return line_of(solid, towards);
    case Core::cylinder: {
      const Side line = line_of(solid, towards);
      return line.count > 0 ? line : end_of_cylinder(solid, towards);
    }
    case Core::box:
      return face_of_box(solid, towards);
    case Core::half_space: {
      Side side;
      side.is_plane = true;
      return side;
    }
    default:  // round, or with faces too many and too small to matter
      return {};
  }
}

// What of a side is on the inner side of a plane through `point`.
Side cut(const Side& side, const Vec3& point, const Vec3& inward) {
  Side result;
  const int edges = side.count == 2 ? 1 : side.count;
  for (int i = 0; i < edges; ++i) {
    const Vec3 &from = side.points[i], &to = side.points[(i + 1) % side.count];
    const double before = inward.dot(from - point), after = inward.dot(to - point);
    if (before >= 0.0) result.add(from);
    if ((before >= 0.0) != (after >= 0.0)) result.add(from + before / (before - after) * (to - from));
    if (side.count == 2 && after >= 0.0) result.add(to);
  }
  return result;
}

// What of a side lies over another, a polygon or a segment, seen along n.
Side over(Side side, const Side& other, const Vec3& n) {
  if (other.count == 2) {  // between the ends of the segment
    const Vec3 along = other.points[1] - other.points[0];
    return cut(cut(side, other.points[0], along), other.points[1], -along);
  }
  const Vec3 middle = 0.5 * (other.points[0] + other.points[other.count / 2]);
  for (int i = 0; i < other.count && side.count > 0; ++i) {
    const Vec3& from = other.points[i];
    Vec3 inward = n.cross(other.points[(i + 1) % other.count] - from);
    if (inward.dot(middle - from) < 0.0) inward = -inward;
    side = cut(side, from, inward);
  }
  return side;
}

// How far along n from `point` a side is met: the plane of a polygon, the line of a segment.
double height_over(const Vec3& point, const Side& side, const Vec3& n) {
  if (side.count == 2) {
    const Vec3 along = side.points[1] - side.points[0], across = along - n.dot(along) * n;
    const double part = across.dot(point - side.points[0]) / across.squaredNorm();
    return n.dot(side.points[0] + part * along - point);
  }
  const Vec3 normal = (side.points[1] - side.points[0]).cross(side.points[2] - side.points[0]);
  return normal.dot(side.points[0] - point) / normal.dot(n);
}

}  // namespace

ContactPatch contact_patch(const Solid& a, const Solid& b, const Closest& contact) noexcept {
  ContactPatch patch;
  const Vec3& n = contact.normal;
  const Side side_a = side_towards(a, -n), side_b = side_towards(b, n);
  const bool is_flat = (side_a.count > 1 || side_a.is_plane) && (side_b.count > 1 || side_b.is_plane) &&
                       !(side_a.is_plane && side_b.is_plane);
  if (!is_flat) return patch;
  // The corners lie on the side that is cut; a segment is cut by a face, not the other way round.
  const bool cut_a = side_b.is_plane || (!side_a.is_plane && side_a.count <= side_b.count);
  const Side &own = cut_a ? side_a : side_b, &other = cut_a ? side_b : side_a;
  if (own.count == 2 && other.count == 2) {
    const Vec3 one = own.points[1] - own.points[0], two = other.points[1] - other.points[0];
    if (one.cross(two).norm() > nearly_parallel * one.norm() * two.norm()) return patch;  // they cross
  }
  const Side corners = other.is_plane ? own : over(own, other, n);
  for (int i = 0; i < corners.count && patch.count < ContactPatch::most_corners; ++i) {
    const Vec3& point = corners.points[i];
    const double height =
        other.is_plane ? n.dot((cut_a ? b.center : a.center) - point) : height_over(point, other, n);
    if (!std::isfinite(height)) {
      patch.count = 0;
      break;
    }
    const Vec3 facing = point + height * n;
    ContactPatch::Corner corner;
    corner.on_a = (cut_a ? point : facing) - a.rounding * n;
    corner.on_b = (cut_a ? facing : point) + b.rounding * n;
    corner.gap = std::max(contact.distance, n.dot(corner.on_a - corner.on_b));
    patch.corners[patch.count++] = corner;
  }
  return patch;
}

}  // namespace limber

// Rays against solids. Every solid here is convex, so the whole line x(t) = origin + t direction, t of any
// sign, crosses it in at most one interval [enter, leave]; the ray hits it at `enter` when that is ahead.

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/base/overloaded.h"
#include "limber/shapes/shape.h"

namespace limber {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Line {
  Vec3 origin, direction;
  Vec3 at(double t) const { return origin + t * direction; }
  // The same line in the frame with this centre and these axes (columns); t keeps its meaning.
  Line seen_from(const Vec3& center, const Mat3& axes) const {
    return {axes.transpose() * (origin - center), axes.transpose() * direction};
  }
};

struct Crossing {
  double enter, leave;
  Vec3 normal;  // outward at `enter`; unit
};
using MaybeCrossing = std::optional<Crossing>;

// |x(t)| <= radius. Measured from the point of the line nearest to the centre, where nothing cancels even
// for a far origin.
MaybeCrossing cross_ball(const Line& line, double radius) {
  const double speed2 = line.direction.squaredNorm();
  const double nearest = -line.origin.dot(line.direction) / speed2;
  const double depth2 = radius * radius - line.at(nearest).squaredNorm();
  if (!(radius > 0.0) || !(depth2 >= 0.0)) return std::nullopt;
  const double half = std::sqrt(depth2 / speed2);
  return Crossing{nearest - half, nearest + half, line.at(nearest - half).normalized()};
}

MaybeCrossing cross(const Line& line, const Sphere& s) {
  return cross_ball({line.origin - s.center, line.direction}, s.radius);
}

MaybeCrossing cross(const Line& line, const Ellipsoid& e) {
  if (!(e.radii.minCoeff() > 0.0)) return std::nullopt;
  // Scaled to a unit ball, where t keeps its meaning; normals scale the other way round.
  const Line own = line.seen_from(e.center, e.rotation);
  const Vec3 inverse_radii = e.radii.cwiseInverse();
  MaybeCrossing crossing =
      cross_ball({own.origin.cwiseProduct(inverse_radii), own.direction.cwiseProduct(inverse_radii)}, 1.0);
  if (crossing) crossing->normal = (e.rotation * crossing->normal.cwiseProduct(inverse_radii)).normalized();
  return crossing;
}

// Between two parallel planes: |n . x(t)| <= half, n unit.
MaybeCrossing cross_slab(double height, double climb, double half, const Vec3& n) {
  if (climb == 0.0) {
    if (!(std::abs(height) <= half)) return std::nullopt;
    return Crossing{-infinity, infinity, n};
  }
  const double side = climb < 0.0 ? 1.0 : -1.0;  // comes in through the face on this side of n
  return Crossing{(side * half - height) / climb, (-side * half - height) / climb, side * n};
}

MaybeCrossing common_part(const MaybeCrossing& one, const MaybeCrossing& other) {
  if (!one || !other) return std::nullopt;
  const Crossing& later = one->enter >= other->enter ? *one : *other;
  const Crossing result{later.enter, std::min(one->leave, other->leave), later.normal};
  if (!(result.enter <= result.leave)) return std::nullopt;
  return result;
}

MaybeCrossing cross(const Line& line, const Box& box) {
  const Line own = line.seen_from(box.center, box.rotation);
  MaybeCrossing crossing = Crossing{-infinity, infinity, Vec3::UnitX()};
  for (int axis = 0; axis < 3; ++axis) {
    crossing = common_part(crossing, cross_slab(own.origin[axis], own.direction[axis], 0.5 * box.size[axis],
                                                box.rotation.col(axis)));
  }
  return crossing;
}

// Within `radius` of the unbounded line through `a` with unit direction `axis`.
MaybeCrossing cross_tube(const Line& line, const Vec3& a, const Vec3& axis, double radius) {
  const auto sideways = [&](const Vec3& v) -> Vec3 { return v - v.dot(axis) * axis; };
  const Line flat{sideways(line.origin - a), sideways(line.direction)};
  if (flat.direction.squaredNorm() <= 1e-30 * line.direction.squaredNorm()) {  // along the axis
    if (!(flat.origin.norm() <= radius)) return std::nullopt;
    return Crossing{-infinity, infinity, axis};
  }
  return cross_ball(flat, radius);
}

MaybeCrossing cross(const Line& line, const Cylinder& c) {
  const double length = (c.b - c.a).norm();
  if (!(length > 0.0) || !(c.radius > 0.0)) return std::nullopt;
  const Vec3 axis = (c.b - c.a) / length;
  const double height = (line.origin - 0.5 * (c.a + c.b)).dot(axis);
  return common_part(cross_tube(line, c.a, axis, c.radius),
                     cross_slab(height, line.direction.dot(axis), 0.5 * length, axis));
}

MaybeCrossing cross(const Line& line, const Capsule& c) {
  const MaybeCrossing at_a = cross(line, Sphere{c.a, c.radius});
  const double length = (c.b - c.a).norm();
  if (!(length > 0.0)) return at_a;
  const Vec3 axis = (c.b - c.a) / length;
  const MaybeCrossing tube = cross_tube(line, c.a, axis, c.radius);
  if (!tube) return std::nullopt;
  // The capsule lies in the tube: a line that comes in through the side between a and b does so here.
  if (std::isfinite(tube->enter)) {
    const double along = (line.at(tube->enter) - c.a).dot(axis);
    if (along >= 0.0 && along <= length) return tube;
  }
  const MaybeCrossing at_b = cross(line, Sphere{c.b, c.radius});
  if (!at_a || !at_b) return at_a ? at_a : at_b;
  return at_a->enter <= at_b->enter ? at_a : at_b;
}

MaybeCrossing cross(const Line& line, const Plane& p) {
  const double height = (line.origin - p.point).dot(p.normal), climb = line.direction.dot(p.normal);
  if (!(climb < 0.0)) return std::nullopt;  // leaves the half-space, or stays on one side of it
  return Crossing{-height / climb, infinity, p.normal};
}

MaybeCrossing cross(const Line& line, const MeshReference& m) {
  return cross(line, m.box);
}

MaybeCrossing cross(const Line& line, const Rectangle& r) {
  return cross(line, as_box(r));
}

MaybeCrossing cross(const Line& line, const ConvexMesh& mesh) {
  const Line own = line.seen_from(mesh.place.translation, mesh.place.rotation);
  Crossing crossing{-infinity, infinity, Vec3::UnitX()};
  for (const ConvexHull::Face& face : mesh.hull->faces) {
    const double below = face.offset - face.normal.dot(own.origin), climb = face.normal.dot(own.direction);
    if (climb == 0.0 && below < 0.0) return std::nullopt;
    if (climb < 0.0 && below / climb > crossing.enter) {
      crossing.enter = below / climb;
      crossing.normal = mesh.place.rotation * face.normal;
    }
    if (climb > 0.0) crossing.leave = std::min(crossing.leave, below / climb);
  }
  if (!(crossing.enter <= crossing.leave)) return std::nullopt;
  return crossing;
}

}  // namespace

std::optional<RayHit> cast_ray(const Shape& shape, const Vec3& origin, const Vec3& direction) {
  if (!(direction.squaredNorm() > 0.0)) return std::nullopt;
  const MaybeCrossing crossing = std::visit(
      [&](const auto& solid) {
        return cross(Line{origin, direction}, solid);
      },
      shape);
  if (!crossing || !(crossing->enter > 0.0)) return std::nullopt;
  return RayHit{crossing->enter, crossing->normal};
}

}  // namespace limber

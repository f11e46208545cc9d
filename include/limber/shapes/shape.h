#pragma once
// The solids a figure or the world is made of, for drawing, picking, weighing and collision. Each shape
// carries its own place in the frame it is attached to (a segment's frame, or the world). Lengths in metres.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "limber/math/transform.h"
#include "limber/shapes/convex_hull.h"

namespace limber {

using Color = std::array<double, 3>;  // sRGB, each 0..1

struct Sphere {
  Vec3 center = Vec3::Zero();
  double radius = 0.0;
  bool operator==(const Sphere&) const = default;
};

struct Ellipsoid {
  Vec3 center = Vec3::Zero();
  Vec3 radii = Vec3::Zero();         // half axes along the ellipsoid's own x, y, z
  Mat3 rotation = Mat3::Identity();  // own axes -> frame
  bool operator==(const Ellipsoid&) const = default;
};

struct Capsule {  // all points within `radius` of the line from a to b
  Vec3 a = Vec3::Zero();
  Vec3 b = Vec3::Zero();
  double radius = 0.0;
  bool operator==(const Capsule&) const = default;
};

struct Cylinder {  // flat ends at a and b
  Vec3 a = Vec3::Zero();
  Vec3 b = Vec3::Zero();
  double radius = 0.0;
  bool operator==(const Cylinder&) const = default;
};

struct Box {
  Vec3 center = Vec3::Zero();
  Vec3 size = Vec3::Zero();  // full edge lengths along the box's own x, y, z
  Mat3 rotation = Mat3::Identity();
  bool operator==(const Box&) const = default;
};

struct Plane {  // the half-space below an unbounded plane: points x with normal . (x - point) <= 0 are inside
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  // unit, pointing out of the solid
  bool operator==(const Plane&) const = default;
};

struct Rectangle {  // a flat sheet without thickness, a bounded plane; both its sides are outside
  Vec3 center = Vec3::Zero();
  Vec2 size = Vec2::Zero();  // full edge lengths along its own x, y
  Mat3 rotation = Mat3::Identity();
  bool operator==(const Rectangle&) const = default;
};

struct ConvexMesh {                        // the solid between some vertices
  std::shared_ptr<const ConvexHull> hull;  // never null, never changed: copies share it
  Transform place;                         // of the hull's own frame
  bool operator==(const ConvexMesh& other) const {
    return place == other.place && (hull == other.hull || *hull == *other.hull);
  }
};

struct MeshReference {  // a mesh kept by reference and shown as its box until meshes can be read
  std::string file;     // as written in the source file: "package://...", a path
  Vec3 scale = Vec3::Ones();
  Transform place;  // of the mesh's own frame
  Box box;          // stands in for the mesh when drawing and picking
  bool operator==(const MeshReference&) const = default;
};

using Shape =
    std::variant<Sphere, Ellipsoid, Capsule, Cylinder, Box, Plane, MeshReference, ConvexMesh, Rectangle>;

// "sphere", "ellipsoid", "capsule", "cylinder", "box", "plane", "mesh", "convex", "rectangle": the names used
// in files.
std::string_view shape_type_name(const Shape& shape);

// The same solid seen from the outer frame: attached to a segment -> in the world.
Shape transformed(const Transform& outer_from_inner, const Shape& shape);

// Moves it within its frame, in place.
void translate(Shape& shape, const Vec3& by) noexcept;

// The box a rectangle is, with no third edge.
Box as_box(const Rectangle& rectangle);

// [m^3]; a mesh counts as its box, a plane and a rectangle as nothing.
double volume(const Shape& shape);

// Axis-aligned bounds in the frame the shape is written in; none for an unbounded plane.
struct Bounds {
  Vec3 min, max;
};
std::optional<Bounds> bounds(const Shape& shape);

struct RayHit {
  double distance;  // along the ray, in units of |direction|
  Vec3 normal;      // unit, outward, in the frame of the ray
};

// The first point where the ray origin + t direction, t > 0, enters the solid; none if it misses or starts
// inside and never enters again.
std::optional<RayHit> cast_ray(const Shape& shape, const Vec3& origin, const Vec3& direction);

}  // namespace limber

#pragma once
// The shapes of figures and obstacles, for drawing, picking, mass and collision. Each shape has its own place
// in the frame it is attached to (a segment's frame, or the world). Lengths in metres.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/base/expected.h"
#include "limber/math/transform.h"
#include "limber/math/types.h"

namespace limber {

// The convex hull of points, given by its vertices and triangles:
//
//   inside = { x : normal_f . x <= offset_f for every face f }.
//
// Built point by point: the faces that see a new point are removed, and their rim is joined to it.

struct ConvexHull {
  struct Face {
    std::array<int, 3> vertices;  // counter-clockwise seen from outside
    Vec3 normal;                  // unit, outward
    double offset;                // normal . x on it
  };

  std::vector<Vec3> vertices;  // in the order they were given
  std::vector<Face> faces;
  Vec3 center = Vec3::Zero();  // the mean of the vertices: inside
  double reach = 0.0;          // [m] distance of the farthest vertex from it

  bool operator==(const ConvexHull& other) const { return vertices == other.vertices; }  // faces follow
};

// Points inside, and usually points on a face that are not corners, are left out. Fewer than four points, or
// points in one plane, are an error.
Expected<ConvexHull> convex_hull(std::span<const Vec3> points);

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

struct ConvexMesh {                        // the convex hull of vertices
  std::shared_ptr<const ConvexHull> hull;  // never null, never changed: copies share it
  Transform place;                         // of the hull's own frame
  bool operator==(const ConvexMesh& other) const {
    return place == other.place && (hull == other.hull || *hull == *other.hull);
  }
};

// An image laid over triangles, in sRGB. Never changed once read.
struct Texture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // three for each pixel, row by row from the top
  std::uint64_t hash = 0;         // of all of the above: the same on every machine
};

// Triangles to look at, in metres and in their own frame. Nothing collides with them: what a figure keeps
// clear of is convex pieces or capsules made from them (src/limber/meshes). Never changed once read.
struct Mesh {
  struct Part {  // consecutive triangles of one colour
    std::uint32_t first = 0, count = 0;
    std::optional<Color> color;  // none: that of the visual; with a texture: multiplies it, none: white
    int texture = -1;            // number in `textures`; -1: none
  };
  std::vector<std::array<float, 3>> points;
  std::vector<std::array<float, 3>> normals;            // unit, one for each point
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside
  std::vector<Part> parts;                              // all triangles, in order
  struct Influence {  // what a point of a skin follows: four numbers of Skin::bones, and how much of each
    std::array<std::uint16_t, 4> bones = {};
    std::array<float, 4> weights = {1, 0, 0, 0};  // not negative, together 1
    bool operator==(const Influence&) const = default;
  };
  std::vector<Influence> influences = {};  // of a skin: one for each point; otherwise none
  // Where a point lies on its texture: (0, 0) the upper left corner of the image, (1, 1) the lower right one;
  // beyond, the image is repeated. One for each point, none if there are no textures.
  std::vector<std::array<float, 2>> uvs = {};
  std::vector<std::shared_ptr<const Texture>> textures = {};  // never null
  std::uint64_t hash = 0;  // of all of the above: the same on every machine
};

// A surface that several segments carry together, as a character's skin.
//
//   x = sum over bones of  weight * X_segment(q) * from_mesh * p         linear blending
//
// p: a point of the mesh; from_mesh takes it into the frame of the bone's segment.
struct Skin {
  struct Bone {
    std::string segment;
    Eigen::Matrix<double, 3, 4> from_mesh;
  };
  std::vector<Bone> bones;
  std::shared_ptr<const Mesh> mesh;  // never null; in metres, where the figure has it at rest
  bool is_rigid = true;              // no from_mesh stretches: only then dual quaternions can blend
};

struct MeshReference {  // a mesh that could not be read: its box stands in for it
  std::string file;     // as in the source file: "package://...", or a path
  Vec3 scale = Vec3::Ones();
  Transform place;  // of the mesh's own frame
  Box box;          // drawn, picked and kept off obstacles; never in the way of the figure itself
  bool operator==(const MeshReference&) const = default;
};

using Shape =
    std::variant<Sphere, Ellipsoid, Capsule, Cylinder, Box, Plane, MeshReference, ConvexMesh, Rectangle>;

// "sphere", "ellipsoid", "capsule", "cylinder", "box", "plane", "mesh", "convex", "rectangle": the names used
// in files.
std::string_view shape_type_name(const Shape& shape);

// The same shape in an outer frame, such as the world instead of a segment.
Shape transformed(const Transform& outer_from_inner, const Shape& shape);

// Moves the shape within its frame.
void translate(Shape& shape, const Vec3& by) noexcept;

// The rectangle as a box of thickness 0.
Box as_box(const Rectangle& rectangle);

// [m^3]; a mesh counts as its box; a plane and a rectangle have none.
double volume(const Shape& shape);

// Axis-aligned bounds in the shape's frame; none for an unbounded plane.
struct Bounds {
  Vec3 min, max;
};
std::optional<Bounds> bounds(const Shape& shape);

struct RayHit {
  double distance;  // along the ray, in units of |direction|
  Vec3 normal;      // unit, outward, in the frame of the ray
};

// The first point where the ray origin + t direction, t > 0, enters the shape; none if it misses or starts
// inside.
std::optional<RayHit> cast_ray(const Shape& shape, const Vec3& origin, const Vec3& direction);

// Mass, centre and inertia of a rigid body, and of solids of uniform density.

struct MassProperties {
  double mass = 0.0;            // [kg]
  Vec3 center = Vec3::Zero();   // [m] centre of mass in the body's frame
  Mat3 inertia = Mat3::Zero();  // [kg m^2] about `center`, along the body's axes
  bool operator==(const MassProperties&) const = default;
};

// Two bodies moving as one:  m = m1+m2,  G = (m1 G1 + m2 G2)/m,
// T = T1 + T2 + (m1 m2/m)(|d|^2 I - d d^T),  d = G2 - G1.
MassProperties combined(const MassProperties& one, const MassProperties& other);

// The same body seen from an outer frame.
MassProperties transformed(const Transform& outer_from_inner, const MassProperties& body);

// A solid of uniform density [kg/m^3]. A plane or rectangle has no mass.
MassProperties mass_of(const Shape& shape, double density);

}  // namespace limber

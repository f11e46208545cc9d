#pragma once
// What a picture is made of: solids in the world with a colour, and marks drawn over them.

#include <variant>
#include <vector>

#include "limber/picture/drawing/distance.h"
#include "limber/picture/drawing/mesh_surface.h"
#include "limber/picture/drawing/round_cone.h"
#include "limber/picture/picture.h"

namespace limber::picture {

// Shapes here are bounded: no planes, and meshes that were not read are boxes.
using Solid = std::variant<Shape, RoundCone, MeshSurface>;

struct Drawable {
  Solid solid;
  Color color = {0.5, 0.5, 0.5};  // sRGB, 0..1
  SegmentId body;                 // none: part of the world
  SegmentId parent;               // nearest ancestor of `body` with shapes; creases with it are rounded
  int strand = -1;                // of the smooth chain it is a piece of; no creases within one
};

struct Mark {  // drawn in a plain colour, faintly where it is hidden
  enum class Kind { target, frame, joint, bone, center_of_mass } kind = Kind::target;
  Solid solid;
  Color color = {0.94, 0.53, 0.24};
};

struct Label {
  Vec3 position;
  std::string text;
};

struct Drawing {
  std::vector<Drawable> drawables;
  std::vector<Mark> marks;
  std::vector<Plane> floors;  // the ground first, if there is one
  std::vector<Label> labels;
};

// `for_vectors`: one piece per link, as a vector drawing needs, instead of many small ones for a smooth
// surface.
Drawing drawing_of(const Scene& scene, const PictureOptions& options, bool for_vectors = false);

// Geometry of solids.
Bounds bounds_of(const Solid& solid);
Distance distance_to(const Solid& solid, const Vec3& point);
std::optional<RayHit> cast(const Solid& solid, const Vec3& origin, const Vec3& direction);
double support(const Solid& solid, const Vec3& direction);  // max over the solid of direction . x
double thickness(const Solid& solid);                       // [m] half its smallest extent

// Bounds of all drawables; nothing without drawables.
std::optional<Bounds> bounds_of(const std::vector<Drawable>& drawables);

}  // namespace limber::picture

// Capsules and boxes around each kind of shape.

#include "limber/batch/cover.h"

#include <algorithm>
#include <cmath>

#include "limber/base/overloaded.h"
#include "limber/math/portable.h"

namespace limber::batch {

namespace {

std::array<int, 3> axes_by_length(const Vec3& lengths) {
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int a, int b) { return lengths[a] > lengths[b]; });
  return order;
}

// Half axes a >= b >= c: the capsule of radius b from -(a - b) to a - b holds the ellipse (a, b), since
// x - (a - b) <= (b/a) x for x <= a.
Capsule around(const Ellipsoid& ellipsoid) {
  const std::array<int, 3> order = axes_by_length(ellipsoid.radii);
  const double longest = ellipsoid.radii[order[0]], radius = ellipsoid.radii[order[1]];
  const Vec3 half = (longest - radius) * ellipsoid.rotation.col(order[0]);
  return {ellipsoid.center - half, ellipsoid.center + half, radius};
}

// Along the longest edge; flat boxes side by side, so that they stay flat.
std::vector<Capsule> around(const Box& box) {
  const Vec3 half = 0.5 * box.size;
  const std::array<int, 3> order = axes_by_length(half);
  constexpr int most_side_by_side = 4;
  const double thick = std::max(half[order[2]], 1e-9);
  const int count = std::clamp(static_cast<int>(std::ceil(half[order[1]] / thick)), 1, most_side_by_side);
  const double width = half[order[1]] / count;
  const Vec3 along = half[order[0]] * box.rotation.col(order[0]), aside = box.rotation.col(order[1]);
  std::vector<Capsule> capsules;
  for (int i = 0; i < count; ++i) {
    const Vec3 middle = box.center + (2.0 * i + 1.0 - count) * width * aside;
    capsules.push_back({middle - along, middle + along, portable::hypot(width, half[order[2]])});
  }
  return capsules;
}

Box around(const ConvexMesh& mesh) {
  Vec3 low = mesh.hull->vertices.front(), high = low;
  for (const Vec3& vertex : mesh.hull->vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  return {mesh.place * Vec3(0.5 * (low + high)), high - low, mesh.place.rotation};
}

// The capsule about the line through the middle of the mesh along the longest edge of its box: as thick as
// the vertex farthest from the line asks, and just long enough.
Capsule capsule_around(const ConvexMesh& mesh) {
  const Box box = around(mesh);
  const Vec3 axis = box.rotation.col(axes_by_length(box.size)[0]);
  double radius = 0.0;
  const auto place_of = [&](const Vec3& vertex) { return Vec3(mesh.place * vertex - box.center); };
  for (const Vec3& vertex : mesh.hull->vertices)
    radius = std::max(radius, place_of(vertex).cross(axis).norm());
  double low = 0.0, high = 0.0;
  for (const Vec3& vertex : mesh.hull->vertices) {
    const Vec3 x = place_of(vertex);
    const double along = x.dot(axis), aside = x.cross(axis).norm();
    const double cap = std::sqrt(std::max(0.0, radius * radius - aside * aside));
    low = std::min(low, along + cap);
    high = std::max(high, along - cap);
  }
  return {box.center + low * axis, box.center + high * axis, radius * (1.0 + 1e-12)};
}

}  // namespace

std::vector<Capsule> capsules_around(const Shape& shape) {
  using List = std::vector<Capsule>;
  return std::visit(overloaded{
                        [](const Sphere& s) {
                          return List{{s.center, s.center, s.radius}};
                        },
                        [](const Ellipsoid& e) { return List{around(e)}; },
                        [](const Capsule& c) { return List{c}; },
                        [](const Cylinder& c) {
                          return List{{c.a, c.b, c.radius}};
                        },
                        [](const Box& b) { return around(b); },
                        [](const Plane&) { return List{}; },
                        [](const MeshReference& m) { return around(m.box); },
                        [](const ConvexMesh& m) { return List{capsule_around(m)}; },
                        [](const Rectangle& r) { return around(as_box(r)); },
                    },
                    shape);
}

std::optional<Box> box_around(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return *box;
  if (const auto* rectangle = std::get_if<Rectangle>(&shape)) return as_box(*rectangle);
  if (const auto* mesh = std::get_if<MeshReference>(&shape)) return mesh->box;
  if (const auto* mesh = std::get_if<ConvexMesh>(&shape)) return around(*mesh);
  return std::nullopt;
}

}  // namespace limber::batch

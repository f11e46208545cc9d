// Boxes around the parts of a figure and around obstacles, and how many of them overlap.

#include "limber/session/state/crowding.h"

#include <optional>
#include <vector>

#include "limber/kinematics/kinematics.h"
#include "limber/shapes/solid.h"

namespace limber {

namespace {

constexpr double most_looked_at = 2e7;  // pairs of bounds: a tenth of a second

struct Occupant {
  Bounds bounds;
  double
      weight;  // of its shapes: a pair of ellipsoids takes five times as long as one of spheres or capsules
};

double weight_of(const Solid& solid) {
  switch (solid.core) {
    case Core::point:
    case Core::segment:
    case Core::half_space:
      return 1.0;
    case Core::polytope:
      return 0.5 * static_cast<double>(solid.hull->vertices.size());
    default:
      return 2.2;
  }
}

bool overlap(const Bounds& a, const Bounds& b) {
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

// Convex pieces of meshes are left out: there are searches made for them.
std::vector<Occupant> parts_of(const Scene& scene) {
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.figure.rest_posture());
  std::vector<Occupant> parts;
  for (const SegmentId segment : scene.figure.segments()) {
    std::optional<Occupant> part;
    for (const BodyShape& body : scene.figure.shapes(segment)) {
      const Solid solid = placed(kinematics.segment_pose(segment), body.shape);
      if (solid.core == Core::polytope) continue;
      const Bounds box = bounds(solid);
      if (!part) part = Occupant{box, 0.0};
      part->bounds = {part->bounds.min.cwiseMin(box.min), part->bounds.max.cwiseMax(box.max)};
      part->weight += weight_of(solid);
    }
    if (part) parts.push_back(*part);
  }
  return parts;
}

}  // namespace

double crowded_pairs(const Scene& scene, bool self, double most) {
  const std::vector<Occupant> parts = parts_of(scene);
  const auto looked_at = static_cast<double>(parts.size()) *
                         (static_cast<double>(scene.world.obstacles.size()) + (self ? parts.size() / 2 : 0));
  if (looked_at > most_looked_at) return 0.0;
  double pairs = 0.0;
  for (std::size_t i = 0; self && i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < parts.size() && pairs < most; ++j) {
      if (overlap(parts[i].bounds, parts[j].bounds)) pairs += parts[i].weight * parts[j].weight;
    }
  }
  for (const Obstacle& obstacle : scene.world.obstacles) {
    if (pairs >= most) break;
    const Solid solid = placed(obstacle.shape);
    const Occupant occupant{bounds(solid), weight_of(solid)};
    for (const Occupant& part : parts) {
      if (overlap(part.bounds, occupant.bounds)) pairs += part.weight * occupant.weight;
    }
  }
  return pairs;
}

}  // namespace limber

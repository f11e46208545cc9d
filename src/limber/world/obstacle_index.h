#pragma once
// The obstacles of a world, prepared for fast queries: placed once, in a tree of their bounds. Half-spaces
// have no bounds and are visited in every query; obstacles that are not solid are found only if they are
// asked for.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "limber/shapes/solid.h"
#include "limber/world/bounds_tree.h"
#include "limber/world/world.h"

namespace limber {

class ObstacleIndex {
 public:
  enum class Which : std::uint8_t { solid, all };
  // Allocates nothing if the world has as many obstacles as last time, of the same kinds.
  void build(const World& world, Which which = Which::solid);

  // Gives one obstacle another shape, place or velocity: O(log n), allocates nothing. A half-space must stay
  // one, and nothing else may become one.
  void move(ObstacleId obstacle, const Shape& shape, const Vec3& velocity = Vec3::Zero()) noexcept;

  int count() const { return static_cast<int>(solids_.size()); }
  const Solid& solid(ObstacleId obstacle) const { return at(solids_, obstacle); }
  const Vec3& velocity(ObstacleId obstacle) const { return at(velocities_, obstacle); }

  // Calls visit(obstacle) for all whose bounds are within `margin` of the box, half-spaces first. visit
  // returns the margin to continue with.
  template <class Visit>
  void near(const Bounds& box, double margin, Visit&& visit) const {
    for (const ObstacleId obstacle : half_spaces_) margin = visit(obstacle);
    tree_.within(box, margin, [&](std::int32_t item) { return visit(at(bounded_, item)); });
  }

 private:
  std::vector<Solid> solids_;
  std::vector<Vec3> velocities_;
  std::vector<std::shared_ptr<const ConvexHull>> hulls_;  // that solids point to; null for most
  std::vector<ObstacleId> bounded_, half_spaces_;
  std::vector<std::int32_t> item_;  // of an obstacle in the tree; -1: not in it
  std::vector<Bounds> boxes_;       // for building
  BoundsTree tree_;
};

}  // namespace limber

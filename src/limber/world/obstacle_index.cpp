#include "limber/world/obstacle_index.h"

#include <cassert>

namespace limber {

namespace {

std::shared_ptr<const ConvexHull> hull_of(const Shape& shape) {
  const ConvexMesh* mesh = std::get_if<ConvexMesh>(&shape);
  return mesh ? mesh->hull : nullptr;
}

}  // namespace

void ObstacleIndex::build(const World& world, Which which) {
  solids_.clear();
  velocities_.clear();
  hulls_.clear();
  bounded_.clear();
  half_spaces_.clear();
  item_.clear();
  boxes_.clear();
  for (const Obstacle& obstacle : world.obstacles) {
    const ObstacleId number{solids_.size()};
    solids_.push_back(placed(obstacle.shape));
    velocities_.push_back(obstacle.velocity);
    hulls_.push_back(hull_of(obstacle.shape));
    const bool is_found = obstacle.is_solid || which == Which::all;
    if (!is_found || solids_.back().core == Core::half_space) {
      if (is_found) half_spaces_.push_back(number);
      item_.push_back(-1);
    } else {
      item_.push_back(static_cast<std::int32_t>(bounded_.size()));
      bounded_.push_back(number);
      boxes_.push_back(bounds(solids_.back()));
    }
  }
  tree_.build(boxes_);
}

void ObstacleIndex::move(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  Solid& solid = at(solids_, obstacle);
  solid = placed(shape);
  at(velocities_, obstacle) = velocity;
  at(hulls_, obstacle) = hull_of(shape);
  const std::int32_t item = at(item_, obstacle);
  assert(solid.core != Core::half_space || item < 0);
  if (item >= 0) tree_.refit(item, bounds(solid));
}

}  // namespace limber

#include "limber/world/obstacle_index.h"

#include <cassert>

namespace limber {

namespace {

std::shared_ptr<const ConvexHull> hull_of(const Shape& shape) {
  const ConvexMesh* mesh = std::get_if<ConvexMesh>(&shape);
  return mesh ? mesh->hull : nullptr;
}

}  // namespace

void ObstacleIndex::build(const World& world) {
  solids_.clear();
  velocities_.clear();
  hulls_.clear();
  bounded_.clear();
  half_spaces_.clear();
  item_.clear();
  boxes_.clear();
  for (const Obstacle& obstacle : world.obstacles) {
    const auto number = static_cast<std::int32_t>(solids_.size());
    solids_.push_back(placed(obstacle.shape));
    velocities_.push_back(obstacle.velocity);
    hulls_.push_back(hull_of(obstacle.shape));
    if (!obstacle.is_solid || solids_.back().core == Core::half_space) {
      if (obstacle.is_solid) half_spaces_.push_back(number);
      item_.push_back(-1);
    } else {
      item_.push_back(static_cast<std::int32_t>(bounded_.size()));
      bounded_.push_back(number);
      boxes_.push_back(bounds(solids_.back()));
    }
  }
  tree_.build(boxes_);
}

void ObstacleIndex::move(int obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  const auto number = static_cast<std::size_t>(obstacle);
  Solid& solid = solids_[number];
  solid = placed(shape);
  velocities_[number] = velocity;
  hulls_[number] = hull_of(shape);
  assert(solid.core != Core::half_space || item_[number] < 0);
  if (item_[number] >= 0) tree_.refit(item_[number], bounds(solid));
}

}  // namespace limber

#pragma once
// The surfaces that supports may stand on: the ground, which is the level plane through the world's origin,
// and all obstacles, those that are not solid among them.

#include "limber/world/obstacle_index.h"

namespace limber {

class Surfaces {
 public:
  explicit Surfaces(const World& world) { obstacles_.build(world, ObstacleIndex::Which::all); }

  // An obstacle that the world does not have is passed over.
  void move(ObstacleId obstacle, const Shape& shape) noexcept {
    if (obstacle.is_valid() && obstacle < obstacles_.count()) obstacles_.move(obstacle, shape);
  }

  // Whether a point is not farther than `within` [m] from a surface, or below one.
  bool are_touched_at(const Vec3& place, const Vec3& up, double within) const noexcept;

 private:
  ObstacleIndex obstacles_;
};

}  // namespace limber

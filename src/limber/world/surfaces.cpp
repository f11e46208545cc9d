#include "limber/world/surfaces.h"

#include "limber/shapes/closest.h"

namespace limber {

bool Surfaces::are_touched_at(const Vec3& place, const Vec3& up, double within) const noexcept {
  if (up.dot(place) <= within) return true;
  Solid point;
  point.center = place;
  bool touches = false;
  obstacles_.near(Bounds{place, place}, within, [&](ObstacleId obstacle) {
    touches = touches || closest(point, obstacles_.solid(obstacle)).distance <= within;
    return within;
  });
  return touches;
}

}  // namespace limber

#pragma once
// The clearance of a figure from the world, for tests that check where a technique has led it.

#include "limber/world/proximity.h"

namespace limber::test {

// [m] Self-contacts are ignored; 1000 if nothing is near.
inline double clearance_of(const Figure& figure, const World& world, const Posture& posture) {
  constexpr double far = 1e3;
  Proximity proximity(figure, {.self = false});
  proximity.prepare(world);
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const auto nearest = proximity.nearest(kinematics, far);
  return nearest ? nearest->clearance : far;
}

}  // namespace limber::test

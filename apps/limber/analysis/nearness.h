#pragma once
// How near a posture comes to the obstacles of its world, and to itself: to each obstacle, however far away,
// as if it was alone in the world.
//
// Parts that no joint moves do not count, unless the figure has no others: a pedestal stands on its floor
// whatever the arm does. Nor does what is not solid.

#include <optional>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/world/contact.h"

namespace limber::cli {

struct Nearness {
  std::vector<Contact> obstacles;  // the nearest part of the figure to each, in the order of the world
  // The two parts of the figure that are nearest to each other, of those that should keep clear: no
  // neighbours, no hands that hold each other. None where there are no two.
  std::optional<Contact> self;

  const Contact* nearest() const;  // of the obstacles; nullptr: there are none
};

// More than rounding: what touches does not overlap.
inline bool is_overlap(const Contact& contact) {
  return contact.clearance < -1e-9;
}

Nearness nearness(const Scene& scene);

}  // namespace limber::cli

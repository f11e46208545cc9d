#pragma once
// The distance of a posture from each obstacle of its world, however far away, and from itself.
//
// Parts that no joint moves are ignored, unless the figure has no others: a pedestal stands on its floor
// whatever the arm does. Obstacles that are not solid are ignored too.

#include <optional>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/world/overlap.h"
#include "limber/world/world.h"

namespace limber::cli {

struct Nearness {
  std::vector<Contact> obstacles;  // the part of the figure nearest to each, in the order of the world
  // The two parts of the figure nearest to each other, apart from neighbours and parts that tasks hold
  // together.
  std::optional<Contact> self;

  const Contact* nearest() const;  // obstacle; nullptr: there are none

  double reach = 1.0;  // [m] of the figure
  // By more than rounding: touching is not an overlap.
  bool is_overlap(const Contact& contact) const { return limber::is_overlap(contact.clearance, reach); }
};

Nearness nearness(const Scene& scene);

}  // namespace limber::cli

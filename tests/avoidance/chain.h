#pragma once
// Chains of spheres on ball-like triples of revolute joints, as Ge's trunk, at any size.

#include "limber/models/bare_chain.h"

namespace limber::test {

// `links` spheres touching each other, `spacing` [m] apart; see bare_chain. Frame "chain.tip" at the end.
inline Figure sphere_chain(int links, double spacing, bool planar = false, double limit = unlimited) {
  return models::bare_chain({.name = "chain",
                             .links = links,
                             .length = links * spacing,
                             .radius = 0.5 * spacing,
                             .planar = planar,
                             .limit = limit});
}

}  // namespace limber::test

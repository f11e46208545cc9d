#pragma once
// What the tests of the shipped figures share.

#include <string>

#include "limber/figure/figure.h"
#include "limber/models/models.h"

namespace limber::test {

inline Figure built(const std::string& name, int links = 0) {
  return Figure::build(models::find(name)->make({.links = links})).value();
}

// The figure's shapes in a posture: the box around them.
Bounds bounds_of(const Figure& figure, const Posture& posture);

}  // namespace limber::test

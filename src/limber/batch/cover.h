#pragma once
// Capsules around the solids of figures and worlds, as few and as tight as is cheap: every point of the solid
// is in one of them.

#include <vector>

#include "limber/shapes/shape.h"

namespace limber::batch {

// Empty for a half-space, which no capsule holds.
std::vector<Capsule> capsules_around(const Shape& shape);

// The box itself, of a mesh that could not be read its stand-in, of a convex mesh the one around it.
std::optional<Box> box_around(const Shape& shape);

}  // namespace limber::batch

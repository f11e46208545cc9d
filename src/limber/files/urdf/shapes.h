#pragma once
// The geometry of a link as shapes of its segment.

#include "limber/figure/description.h"
#include "limber/files/urdf/model.h"

namespace limber::urdf_import {

// The collision shapes, or the visual ones of a link that has none. Colors are those of the visual. A mesh is
// kept by reference, and shown as `stand_in`.
std::vector<BodyShape> shapes_of(const urdf::Link& link, const LinkSource& source, const Box& stand_in);

// A box about where the mesh of a link will be. It holds the link's origin and the places where other links
// hang from it (`joints`, in the link's frame), with a margin; a link at the end of a branch gets a cube the
// size of the step that led to it (`step`, its joint in its parent's frame).
Box stand_in_box(const std::vector<Vec3>& joints, const Vec3& step);

}  // namespace limber::urdf_import

#pragma once
// The geometry of a link as shapes of its segment.

#include "limber/figure/description.h"
#include "limber/files/urdf/robot.h"

namespace limber::urdf_import {

// The collision shapes, in the color of the visuals; the visual shapes of a link without collision shapes.
// Meshes are kept by reference and drawn as `stand_in`.
std::vector<BodyShape> shapes_of(const RobotLink& link, const Box& stand_in);

// A box about where the mesh of a link will be. It contains the link's origin and the places where other
// links hang from it (`joints`, in the link's frame), with a margin; a link at the end of a branch gets a
// cube the size of the step that led to it (`step`, its joint in its parent's frame).
// `span`: of the whole robot [m]; no box is thinner than a small part of it, nor thicker than a larger one.
Box stand_in_box(const std::vector<Vec3>& joints, const Vec3& step, double span);

// The meshes among the visuals.
std::vector<VisualDescription> visuals_of(const RobotLink& link);

}  // namespace limber::urdf_import

#pragma once
// The other half of a symmetric figure: everything reflected in the plane y = 0, S = diag(1, -1, 1).
//
//   frame          R -> S R S,  t -> S t                every frame is reflected in its own y as well
//   turn about a   a -> -S a,  same angle, same range   (an axis is a pseudo-vector)
//   move along a   a ->  S a,  same length, same range
//   swing, twist   (s_x, s_y, tau) -> (-s_x, s_y, -tau)
//   body           center -> S c,  inertia -> S T S
//
// So one value of a revolute, prismatic or elbow joint means the same movement on both sides, and a rotation
// vector (x, y, z) of a ball joint on the left is (-x, y, -z) on the right.

#include <string>
#include <string_view>

#include "limber/figure/description.h"

namespace limber::models {

// "hand.l" <-> "hand.r"; names without a side stay.
std::string other_side(std::string_view name);

Shape mirrored(const Shape& shape);
Joint mirrored(const Joint& joint);
SegmentDescription mirrored(const SegmentDescription& segment);
FrameDescription mirrored(const FrameDescription& frame);
// `figure` says which coordinates change sign; it must hold the joints the coupling mentions.
CouplingDescription mirrored(const CouplingDescription& coupling, const FigureDescription& figure);

// Adds the mirror image of everything on the left (".l"): segments, frames, couplings, ties.
void add_other_side(FigureDescription& figure);

}  // namespace limber::models

#pragma once
// How far a frame gets from the figure's origin at most, and how much room an answer leaves.

#include "limber/figure/figure.h"

namespace limber::batch {

// No posture brings the frame farther from the figure's origin [m]; infinite where a slide or a free joint
// has no end.
double farthest_reach(const Figure& figure, FrameId frame);

// How much of its range the hinge or slide nearest to a limit has left: 1 in the middle, 0 at the limit.
double room_of(const Figure& figure, const Posture& posture);

}  // namespace limber::batch

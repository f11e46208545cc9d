#pragma once
// Ge's reference trunk led past obstacles: the courses on which the avoidance techniques are compared.
//
// The trunk is 30 long and 1 thick, fixed at the origin, straight along x at rest. Lengths are in links of
// the trunk of 30 links.

#include "limber/avoidance/course.h"

namespace limber::experiments {

// Three revolute joints per link: 3 x links degrees of freedom. Links are spheres, as in Ge, if those touch
// each other, else capsules. Frame "trunk.tip" at the end.
Figure long_trunk(int links);

// Options of the documents' techniques on these courses: the defaults, in links of the trunk of 30. Updates
// are not cancelled, so that collisions of a technique are visible.
AvoidanceOptions trunk_options(Technique technique);

// Tracking without avoidance.
AvoidanceOptions tracking_only();

// The run with the push of a technique reversed: what tracking alone would do, minus what avoiding adds to it.
// Eq. 5.5 of Ge, as printed, has this sign.
Measures run_with_reversed_push(const Course& course, const AvoidanceOptions& options);

// The trunk in an arc of 60 degrees, its tip led away slowly and smoothly, 250 frames. Up to 8 balls of
// radius 1.5 are in the path of the trunk of 30, alternating between its sides.
enum class Sweep {
  near,  // the tip goes 5 links
  far,   // the tip goes 16 links
};
Course past_balls(int balls, Sweep sweep, int links = 30);

// The straight trunk between two walls with half a link of room on either side, its tip led back and to the
// side, 250 frames: the nearer wall is the worst obstacle.
Course through_corridor();

}  // namespace limber::experiments

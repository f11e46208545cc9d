#pragma once
// Ge's reference trunk led past obstacles: the courses on which the techniques of avoidance are compared.
//
// The trunk is 30 long and 1 thick, fixed at the origin, stretched along x at rest. Lengths count in links of
// the trunk of 30.

#include "limber/avoidance/course.h"

namespace limber::experiments {

// Three revolute joints per link, however many links there are: 3 x links degrees of freedom. Links are
// spheres, as Ge has them, where those touch each other, else capsules. Frame "trunk.tip" at the end.
Figure long_trunk(int links);

// The numbers the documents' techniques are run with on these courses: as usual, in links of the trunk of 30
// whatever the figure. Updates are not cancelled: what a technique runs into, it shows.
AvoidanceOptions trunk_options(Technique technique);

// Tracking and nothing else.
AvoidanceOptions tracking_only();

// The trunk in an arc of 60 degrees, its tip led away slowly and smoothly, 250 frames. Up to 8 balls of
// radius 1.5 stand where the trunk of 30 would pass if nothing was there, by turns on either side of it.
enum class Sweep {
  near,  // the tip goes 5 links
  far,   // the tip goes 16 links
};
Course past_balls(int balls, Sweep sweep, int links = 30);

// The stretched trunk between two walls that leave it half a link on either side, its tip led back and to the
// side, 250 frames: whichever wall is nearer is the worst obstacle.
Course through_corridor();

}  // namespace limber::experiments

#pragma once
// A skeleton as motion capture has it, in a T posture with the usual names, walking: ours to ship and to
// test with.
//
// The standing foot does not move, the other swings in an arc; knees follow from the law of cosines:
//   cos(knee) = (thigh^2 + shank^2 - d^2)/(2 thigh shank),   d: hip to ankle

#include "limber/figure/description.h"
#include "limber/figure/motion.h"

namespace limber {

FigureDescription walking_skeleton();
// `seconds` of walking at `rate` postures a second.
Motion walking_motion(const Figure& skeleton, double seconds, double rate);

}  // namespace limber

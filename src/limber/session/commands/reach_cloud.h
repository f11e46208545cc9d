#pragma once

#include <vector>

#include "limber/figure/figure.h"
#include "limber/tasks/task.h"

namespace limber {

// The positions of a place in `count` random postures: x y z, x y z, ... [m]. Only `joints` move, each within
// its limits; couplings are ignored. Half of the postures bend neighbouring joints alike, because independent
// bends of a long chain cancel and leave most of its reach empty. The same every time.
std::vector<double> reach_cloud(const Figure& figure, const Posture& posture,
                                const std::vector<JointId>& joints, const Place& place, int count);

}  // namespace limber

#pragma once

#include <vector>

#include "limber/figure/figure.h"
#include "limber/tasks/task.h"

namespace limber {

// Where a place comes to in `count` random postures: x y z, x y z, ... [m]. Only `joints` move, each within
// its limits; couplings are not asked. Half of the postures bend neighbouring joints alike, for independent
// bends of a long chain cancel and leave most of what it reaches empty. The same every time.
std::vector<double> reach_cloud(const Figure& figure, const Posture& posture, const std::vector<int>& joints,
                                const Place& place, int count);

}  // namespace limber

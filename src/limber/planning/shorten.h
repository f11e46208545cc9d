#pragma once
// Makes a path of clear straight motions shorter and smoother; it stays clear.

#include <functional>
#include <vector>

#include "limber/planning/clear_motion.h"
#include "limber/planning/random_posture.h"

namespace limber {

// Replaces the part between two random points of the path by the straight motion, if that is shorter and
// clear.
void take_shortcuts(ClearMotion& motion, std::vector<Posture>& path, int tries, PostureRandom& random,
                    const std::function<bool()>& stop);

// Cuts every corner at a quarter of the distances to its neighbours, where that is clear; repeated `times`
// times (Chaikin 1974).
void cut_corners(ClearMotion& motion, std::vector<Posture>& path, int times,
                 const std::function<bool()>& stop);

double length_of(const ClearMotion& motion, const std::vector<Posture>& path);

}  // namespace limber

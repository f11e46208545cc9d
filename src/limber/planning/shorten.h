#pragma once
// A way of clear straight motions made shorter and rounder; it stays one.

#include <functional>
#include <vector>

#include "limber/planning/clear_motion.h"
#include "limber/planning/random_posture.h"

namespace limber {

// Replaces what lies between two random places of the way by the straight motion between them, where that is
// shorter and clear.
void take_shortcuts(ClearMotion& motion, std::vector<Posture>& way, int tries, PostureRandom& random,
                    const std::function<bool()>& stop);

// Cuts every corner at a quarter of the ways to its neighbours, where that is clear, so many times over
// (Chaikin 1974).
void cut_corners(ClearMotion& motion, std::vector<Posture>& way, int times,
                 const std::function<bool()>& stop);

double length_of(const ClearMotion& motion, const std::vector<Posture>& way);

}  // namespace limber

#pragma once
// RRT-Connect by OMPL: two trees that grow towards each other until they meet. Only tree_search.cpp includes
// OMPL.

#include <cstdint>
#include <functional>
#include <vector>

#include "limber/planning/clear_motion.h"

namespace limber {

// Postures from the start to one of the goals, connected by clear straight motions; empty if `stop` returned
// true first. The start and the goals must be clear.
std::vector<Posture> connect(ClearMotion& motion, const Posture& start, const std::vector<Posture>& goals,
                             std::uint64_t seed, const std::function<bool()>& stop);

}  // namespace limber

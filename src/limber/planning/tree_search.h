#pragma once
// Two trees that grow towards each other until they meet: RRT-Connect, by OMPL. Only tree_search.cpp
// knows that library.

#include <cstdint>
#include <functional>
#include <vector>

#include "limber/planning/clear_motion.h"

namespace limber {

// Postures from the start to one of the goals, each reached from the one before by a clear straight motion;
// empty when `stop` said so first. All ends must be clear.
std::vector<Posture> connect(ClearMotion& motion, const Posture& start, const std::vector<Posture>& goals,
                             std::uint64_t seed, const std::function<bool()>& stop);

}  // namespace limber

#pragma once
// All criteria of a motion as one function g = sum gain h, with gradient and what is known of its second
// derivatives.

#include "limber/motion/track.h"
#include "limber/solver/step/clearance.h"

namespace limber {

// Those that are switched on; none: stay near the start.
CriterionList criteria_or_start(const TrackProblem& problem);

// g's gradient and the diagonal of its second derivatives; `one` is scratch. Returns the largest entry of the
// diagonal; 0: nothing is known of it. Allocates nothing.
double sum_criteria(const CriterionList& criteria, const TaskContext& context, VecX& one, VecX& gradient,
                    VecX& diagonal) noexcept;

// Where obstacles that follow paths are at a time; `world` is as it is at time 0.
void move_obstacles(const World& world, const Paths& paths, double time, Clearance& clearance);

bool has_solids(const World& world);

}  // namespace limber

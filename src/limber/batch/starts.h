#pragma once
// Where the attempts at a problem begin: the first at the given posture, the others at random places that
// depend on the figure, the posture, the seed and the number of the attempt alone.

#include <vector>

#include "limber/batch/problem.h"

namespace limber::batch {

inline constexpr double no_limit = 1e30;  // of a coordinate

// A row of states per attempt; model, outputs and attempts must be there.
std::vector<double> make_starts(const Problem& problem, const Posture& posture,
                                const ProblemOptions& options);

}  // namespace limber::batch

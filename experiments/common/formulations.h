#pragma once
// The two formulations of the thesis, step by step as it takes them: no line search, no limits.
//
//   A   dq = J_1^+ dx_1 + (J_2 P_1)^+ (dx_2 - J_2 J_1^+ dx_1)        (5.12)
//   B   dq = J_1^+ dx_1 + P_1 J_2^+ dx_2                             (5.13, Chiaverini)

#include "limber/solver/solver.h"

namespace limber::experiments {

// A with or without the damping of Maciejewski and Klein, B with it (it can meet kinematic singularities,
// too).
enum class Way { a, a_undamped, b };
constexpr const char* way_name(Way way) {
  return way == Way::a ? "A" : way == Way::a_undamped ? "A undamped" : "B";
}

// `largest_error` [m]: of the error asked for in one step; `bound` [rad]: of the step of one level.
SolverOptions as_in_the_thesis(Way way, double largest_error, double bound);

}  // namespace limber::experiments

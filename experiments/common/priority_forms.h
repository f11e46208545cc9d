#pragma once
// One prioritised step, dq of p levels  min |J_i dq - dx_i|  in strict order, by the algorithms the thesis
// compares and by ours. All give the same dq at different cost (Baerlocher 2001, 5.3.6-5.3.9).
//
//   from scratch   P_i = I - A_i^+ A_i,  A_i = [J_1; ...; J_i]:      a growing SVD at every level   (5.16)
//   recursive      P_i = P_i-1 - J~_i^+ J~_i,  J~_i = J_i P_i-1:     one SVD, n x n projectors      (5.20)
//   basis          P_i = I - B^T B:  rows of B orthonormal           one SVD, never an n x n matrix
//   factorised     Lexicographic: one orthogonal factorisation in place, no SVD and no projector

#include <vector>

#include "limber/math/types.h"
#include "limber/solver/least_squares/lexicographic.h"

namespace limber::experiments {

struct PriorityLevel {
  RowMatrix jacobian;  // m x n
  VecX wanted;         // dx
};
using PriorityLevels = std::vector<PriorityLevel>;

// Levels of m rows with entries between -1 and 1, from a fixed seed.
PriorityLevels random_levels(int levels, int rows, int unknowns, unsigned seed);

VecX step_from_scratch(const PriorityLevels& levels);
// `sign`: of V V^T in the recursion, 1 or, wrongly, -1.
VecX step_recursive(const PriorityLevels& levels, double sign = 1.0);
VecX step_with_basis(const PriorityLevels& levels);
// `problem` must have room for the levels.
const VecX& step_factorised(const PriorityLevels& levels, Lexicographic& problem);

}  // namespace limber::experiments

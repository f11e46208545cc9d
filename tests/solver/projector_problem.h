#pragma once
// Random problems for a ProjectorHierarchy.

#include <vector>

#include "limber/solver/least_squares/projector_hierarchy.h"
#include "support/random_hierarchy.h"

namespace limber::test {

struct LinearTask {
  Eigen::MatrixXd a;
  VecX b;
};
struct ProjectorProblem {
  int unknowns = 0;
  std::vector<LinearTask> levels;
  LinearTask equalities, inequalities;
  VecX z;  // empty: no pull
};

// The largest problem made here, and a hierarchy with room for it.
constexpr int max_unknowns = 12, max_rows = 40, max_levels = 6;
ProjectorHierarchy hierarchy(const ProjectorOptions& options = {});

// Levels that are of full rank, rank-deficient in themselves, in conflict with those above, or partly zero.
ProjectorProblem random_problem(Random& random);

// Four unknowns between -0.5 and 0.5 or less, and levels of two rows that want more.
ProjectorProblem problem_with_limits(Random& random, int levels);

void describe(const ProjectorProblem& problem, ProjectorHierarchy& hierarchy);
VecX solve(const ProjectorProblem& problem, ProjectorHierarchy& hierarchy);

// The rows of all levels.
Eigen::MatrixXd stacked(const ProjectorProblem& problem);

// Is a rank decided clearly, in every level? Where singular values lie near the tolerance two right answers
// differ.
bool is_clear(const ProjectorHierarchy& hierarchy);

}  // namespace limber::test

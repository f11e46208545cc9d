#pragma once
// Random problems of least squares in strict order, everything that makes them hard included, and the proof
// that an answer is the optimum.

#include <cstdint>
#include <string>
#include <vector>

#include "limber/solver/least_squares/lexicographic.h"
#include "support/random_figure.h"
#include "support/reference_lexicographic.h"

namespace limber::test {

struct Hierarchy {
  VecX lower, upper, z;
  std::vector<ReferenceLevel> levels;
  std::vector<LevelDamping> damping;  // one per level
  int unknowns() const { return static_cast<int>(z.size()); }
};

struct HierarchyOptions {
  int most_unknowns = 8;
  int most_levels = 4;
  int most_rows = 4;  // of a level: equalities, and nearly as many inequalities
  bool bounds = true;
  bool inequalities = true;
  bool damping = false;
  bool restrictions = false;
  bool at_limits = false;  // bounds at 0, 0..0, repeated inequalities through 0: many meet where it starts
  // Rows that differ from others by 1e-8 .. 1e-12, rows of very different size. Such a problem is its own
  // rounding error away from another with another answer.
  bool ill_conditioned = false;
};

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns);
// Conflicts, dependent rows, zero rows and equal rows with other right-hand sides are always among them.
Hierarchy random_hierarchy(Random& random, const HierarchyOptions& options);

void describe(const Hierarchy& hierarchy, Lexicographic& solver);

// |r_l| of each level at x.
VecX level_residuals(const Hierarchy& hierarchy, const VecX& x);

// Whether the multipliers of a solved problem prove that its solution is the optimum: each level's gradient
// is a combination of what may hold it back, with the right signs, and only of what is met. Empty: it
// is. Otherwise where the proof fails. `tolerance` is relative to the sizes involved.
std::string doubt(const Hierarchy& hierarchy, const Lexicographic& solver, double tolerance);

}  // namespace limber::test

#pragma once
// An independent way to the lexicographic optimum, for tests: one convex quadratic program per level, each
// solved by a dense primal-dual interior-point method. Slow and simple on purpose; shares nothing with the
// solver it checks.

#include <vector>

#include "limber/math/types.h"

namespace limber::test {

struct ReferenceLevel {
  Eigen::MatrixXd a;  // a x = b, least squares
  VecX b;
  Eigen::MatrixXd c;  // c x <= d, least squares of the excess
  VecX d;
  Eigen::MatrixXi allowed = {};  // which unknowns a row (those of a, then those of c) may move; empty: all
};

// min |x - z| over the lexicographic minimisers of the levels, within lower <= x <= upper. lambda: the
// damping of each level (empty: none). error, if given, becomes at least what the worst quadratic program is
// off by.
VecX reference_lexicographic(const VecX& lower, const VecX& upper, const std::vector<ReferenceLevel>& levels,
                             const VecX& z, const std::vector<double>& lambda = {}, double* error = nullptr);

// min 1/2 u^T h u - g^T u  subject to  m u <= r, by Mehrotra's predictor-corrector method; u = 0 need not be
// feasible.
VecX interior_point(const Eigen::MatrixXd& h, const VecX& g, const Eigen::MatrixXd& m, const VecX& r,
                    VecX* multipliers = nullptr, double* error = nullptr);

}  // namespace limber::test

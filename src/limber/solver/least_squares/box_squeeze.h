#pragma once
// Least squares inside bounds where these leave fewer free unknowns than there are rows:
//
//   minimise |A x - b|^2,      lower <= x <= upper
//
// for few unknowns, by a primal active set on A^T A. From a feasible point and the bounds it lies on: go to
// the optimum of the free unknowns F, H x_F = (A^T b)_F - ..., H = A_F^T A_F, until a bound is met, which
// joins; having arrived, the bound that pushes the wrong way most leaves. What is minimised falls with every
// step.

#include "limber/solver/least_squares/small_cholesky.h"

namespace limber {

class BoxSqueeze {
 public:
  static constexpr int most = SmallCholesky::most;  // rows, and unknowns

  struct Problem {
    const double* const* rows;  // of A
    int row_count, unknowns;
    const double *b, *lower, *upper;
  };
  // `x`: a point inside -> the optimum. False: it is not unique, or not well enough conditioned to be found
  // this way; x is then inside, but nothing else.
  bool solve(const Problem& problem, double* x) noexcept;

  int free_count() const noexcept { return free_count_; }
  // A^T (b - A x) of an unknown at a bound, 0 of a free one.
  double push(int unknown) const noexcept { return push_[unknown]; }
  // y with (A^T y)_F = wanted_F, the shortest. `wanted`: one number per unknown.
  void explain(const Problem& problem, const double* wanted, double* y) const noexcept;

 private:
  bool find_optimum(const Problem& problem, const double* x, double* optimum) noexcept;
  void correct(const Problem& problem, double* optimum) const noexcept;
  bool meet_bounds(const Problem& problem, const double* optimum, double* x) noexcept;
  int worst_held(const Problem& problem, const double* x) noexcept;

  int free_[most] = {}, free_count_ = 0;
  int side_[most] = {};  // -1 lower, 0 free, 1 upper
  double push_[most] = {}, scale_ = 0.0;
  SmallCholesky::Matrix square_ = {};  // A^T A
  double asked_[most] = {};            // A^T b
  SmallCholesky factor_;
};

}  // namespace limber

// A primal active set for few unknowns; see box_squeeze.h.

#include "limber/solver/least_squares/box_squeeze.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// Pivots of A_F^T A_F, relative to the largest: A_F has a condition below 1e4, and rounding leaves 1e-8 of
// it.
constexpr double least_squeeze_pivot = 1e-7;
// A bound that is pushed against by less than this share of the gradient is held for nothing, or nearly so:
// the optimum is not unique.
constexpr double clear_push = 1e-6;

}  // namespace

bool BoxSqueeze::find_optimum(const Problem& problem, const double* x, double* optimum) noexcept {
  free_count_ = 0;
  for (int i = 0; i < problem.unknowns; ++i) {
    if (side_[i] == 0) free_[free_count_++] = i;
  }
  if (free_count_ > problem.row_count) return false;
  SmallCholesky::Matrix free_square;
  double right[most];
  for (int k = 0; k < free_count_; ++k) {
    const int i = free_[k];
    right[k] = asked_[i];
    for (int j = 0; j < problem.unknowns; ++j) {
      if (side_[j] != 0) right[k] -= square_[i][j] * x[j];
    }
    for (int l = 0; l <= k; ++l) free_square[k][l] = square_[i][free_[l]];
  }
  if (!factor_.factorise(free_square, free_count_, 0.0, least_squeeze_pivot)) return false;
  factor_.solve(right);
  std::copy_n(x, problem.unknowns, optimum);
  for (int k = 0; k < free_count_; ++k) optimum[free_[k]] = right[k];
  correct(problem, optimum);
  return true;
}

// A^T A squares the condition; one step from what is really left gives back what that cost.
void BoxSqueeze::correct(const Problem& problem, double* optimum) const noexcept {
  double right[most] = {};
  for (int r = 0; r < problem.row_count; ++r) {
    double left = problem.b[r];
    for (int i = 0; i < problem.unknowns; ++i) left -= problem.rows[r][i] * optimum[i];
    for (int k = 0; k < free_count_; ++k) right[k] += problem.rows[r][free_[k]] * left;
  }
  factor_.solve(right);
  for (int k = 0; k < free_count_; ++k) optimum[free_[k]] += right[k];
}

// Towards the optimum until bounds are met, which join. False: none is.
bool BoxSqueeze::meet_bounds(const Problem& problem, const double* optimum, double* x) noexcept {
  double way = 1.0;
  int first = -1;
  for (int k = 0; k < free_count_; ++k) {
    const int i = free_[k];
    const double step = optimum[i] - x[i];
    const double room = step > 0.0 ? problem.upper[i] - x[i] : problem.lower[i] - x[i];
    if (std::abs(step) <= std::abs(room) || std::abs(room) >= way * std::abs(step)) continue;
    way = std::abs(room) / std::abs(step);
    first = i;
  }
  for (int k = 0; k < free_count_; ++k) {
    const int i = free_[k];
    x[i] = first < 0 ? optimum[i]
                     : std::clamp(x[i] + way * (optimum[i] - x[i]), problem.lower[i], problem.upper[i]);
  }
  if (first < 0) return false;
  side_[first] = optimum[first] > x[first] ? 1 : -1;
  x[first] = side_[first] > 0 ? problem.upper[first] : problem.lower[first];
  return true;
}

// The bound that is pushed against least; -1: all clearly, or there are none. -> push_
int BoxSqueeze::worst_held(const Problem& problem, const double* x) noexcept {
  double worst = clear_push * scale_;
  int position = -1;
  for (int i = 0; i < problem.unknowns; ++i) {
    push_[i] = 0.0;
    if (side_[i] == 0) continue;
    push_[i] = asked_[i];
    for (int j = 0; j < problem.unknowns; ++j) push_[i] -= square_[i][j] * x[j];
    // One that can only be zero stays, on whichever side.
    if (problem.lower[i] == problem.upper[i]) {
      side_[i] = push_[i] >= 0.0 ? 1 : -1;
      continue;
    }
    if (side_[i] * push_[i] >= worst) continue;
    worst = side_[i] * push_[i];
    position = i;
  }
  return position;
}

bool BoxSqueeze::solve(const Problem& problem, double* x) noexcept {
  const int n = problem.unknowns, m = problem.row_count;
  if (n > most) return false;
  double largest = 0.0, asked = 0.0;
  std::fill_n(asked_, n, 0.0);
  for (int i = 0; i < n; ++i) std::fill_n(square_[i], n, 0.0);
  for (int r = 0; r < m; ++r) {
    const double* const row = problem.rows[r];
    for (int i = 0; i < n; ++i) {
      asked_[i] += row[i] * problem.b[r];
      for (int j = 0; j < n; ++j) square_[i][j] += row[i] * row[j];
    }
  }
  for (int i = 0; i < n; ++i) {
    largest = std::max(largest, square_[i][i]);
    side_[i] = x[i] >= problem.upper[i] ? 1 : x[i] <= problem.lower[i] ? -1 : 0;
  }
  for (int r = 0; r < m; ++r) asked += problem.b[r] * problem.b[r];
  scale_ = std::sqrt(largest * asked);
  for (int round = 0; round < 4 * n; ++round) {
    double optimum[most];
    if (!find_optimum(problem, x, optimum)) return false;
    if (meet_bounds(problem, optimum, x)) continue;
    const int worst = worst_held(problem, x);
    if (worst < 0) return true;
    if (side_[worst] * push_[worst] > -clear_push * scale_) return false;
    side_[worst] = 0;
  }
  return false;
}

void BoxSqueeze::explain(const Problem& problem, const double* wanted, double* y) const noexcept {
  double part[most];
  for (int k = 0; k < free_count_; ++k) part[k] = wanted[free_[k]];
  factor_.solve(part);
  for (int r = 0; r < problem.row_count; ++r) {
    y[r] = 0.0;
    for (int k = 0; k < free_count_; ++k) y[r] += problem.rows[r][free_[k]] * part[k];
  }
}

}  // namespace limber

// Reads the multipliers of a level off its factorisation.

#include "limber/solver/least_squares/level_multipliers.h"

namespace limber {

LevelMultipliers::LevelMultipliers(int max_unknowns, int max_rows, int max_levels)
    : rows_(RowMatrix::Zero(max_levels + 1, max_rows)),
      bounds_(RowMatrix::Zero(max_levels + 1, max_unknowns)),
      restrictions_(RowMatrix::Zero(max_levels + 1, max_unknowns)) {}

void LevelMultipliers::begin_problem(const LevelProblem& problem) noexcept {
  const int count = problem.level_count() + 1;
  rows_.topLeftCorner(count, problem.row_count()).setZero();
  bounds_.topLeftCorner(count, problem.unknowns()).setZero();
  restrictions_.topLeftCorner(count, problem.unknowns()).setZero();
}

void LevelMultipliers::record(const LevelProblem& problem, const LevelPoint& point,
                              const LevelFactors& factors, LevelAim& aim) noexcept {
  const int n = problem.unknowns(), level = point.level();
  bool any_restricted = false;
  if (!point.is_pull()) {
    if (!(point.gradient_scale() > point.gradient_rounding())) return;  // it got all it asked for
    for (int r = point.own().first_row; r < point.own().end_row; ++r)
      any_restricted = any_restricted || problem.row(r).restricted;
  }
  aim.explain(0);
  for (int c = 0; c < factors.own_column(); ++c) {
    const int owner = factors.owner(c);
    if (owner < 0) continue;
    if (owner < n) {
      bounds_(level, owner) = aim.multiplier(c);
    } else {
      rows_(level, owner - n) = aim.multiplier(c);
    }
  }
  if (any_restricted) record_restrictions(problem, point, factors.working(), aim.lambda());
}

// What the whole rows would ask of the unknowns, less everything that is explained.
void LevelMultipliers::record_restrictions(const LevelProblem& problem, const LevelPoint& point,
                                           const WorkingSet& working, double lambda) noexcept {
  using ConstVector = Eigen::Map<const VecX>;
  const int n = problem.unknowns(), level = point.level();
  const LevelProblem::Level& own = point.own();
  auto left = restrictions_.row(level).head(n);
  for (int r = own.first_row; r < own.end_row; ++r) {
    if (point.counts(r)) left += point.residual(r) * ConstVector(problem.coefficients(r), n).transpose();
  }
  for (int r = 0; r < own.first_row; ++r) {
    if (rows_(level, r) != 0.0) left -= rows_(level, r) * ConstVector(problem.coefficients(r), n).transpose();
  }
  for (int i = 0; i < n; ++i) {
    left[i] -= working.side(i) * bounds_(level, i) + lambda * lambda * (point.x()[i] - point.start()[i]);
    bool all_allowed = true;
    for (int r = own.first_row; r < own.end_row; ++r) {
      all_allowed = all_allowed && (!problem.row(r).restricted || problem.may_move(r, i));
    }
    if (all_allowed) left[i] = 0.0;
  }
}

}  // namespace limber

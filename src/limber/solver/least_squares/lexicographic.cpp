#include "limber/solver/least_squares/lexicographic.h"

#include <cmath>

namespace limber {

Lexicographic::Status Lexicographic::solve() noexcept {
  in_box_ = box_->solve(problem());
  if (!in_box_) return solve_generally();
  if (hierarchy_->remembers()) hierarchy_->forget();  // active sets of another problem
  return Status::optimal;
}

Lexicographic::Status Lexicographic::solve_generally() noexcept {
  in_box_ = false;
  if (!hierarchy_->solve()) return Status::bad_input;
  return hierarchy_->search().has_given_up() ? Status::gave_up : Status::optimal;
}

double Lexicographic::residual(int row) const noexcept {
  const LevelProblem& problem = hierarchy_->problem();
  const double product = in_box_ ? box_->row_product(row) : problem.product(row, solution());
  const double left = problem.row(row).rhs - product;
  return problem.row(row).at_most && left > 0 ? 0.0 : left;
}

double Lexicographic::level_residual(int level) const noexcept {
  const LevelProblem& problem = hierarchy_->problem();
  double sum = 0.0;
  for (int r = problem.level(level).first_row; r < problem.level(level).end_row; ++r) {
    const double left = residual(r);
    sum += left * left;
  }
  return std::sqrt(sum);
}

int Lexicographic::met_bound(int unknown) const noexcept {
  const double x = solution()[unknown];
  if (held_bound(unknown) != 0) return held_bound(unknown);
  const LevelProblem& problem = hierarchy_->problem();
  return x >= problem.upper()[unknown] - met ? 1 : x <= problem.lower()[unknown] + met ? -1 : 0;
}

}  // namespace limber

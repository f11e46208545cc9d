#include "limber/solver/least_squares/lexicographic.h"

namespace limber {

Lexicographic::Status Lexicographic::solve() noexcept {
  if (box_->solve(problem())) {
    answer_ = box_.get();
  } else if (!hierarchy_->held_anything() && gram_->solve(problem())) {  // it would again be in the way
    answer_ = gram_.get();
  } else {
    return solve_generally();
  }
  if (hierarchy_->remembers()) hierarchy_->forget();  // active sets of another problem
  return Status::optimal;
}

Lexicographic::Status Lexicographic::solve_generally() noexcept {
  answer_ = hierarchy_.get();
  if (!hierarchy_->solve()) return Status::bad_input;
  return hierarchy_->has_given_up() ? Status::gave_up : Status::optimal;
}

int Lexicographic::met_bound(int unknown) const noexcept {
  const double x = solution()[unknown];
  if (held_bound(unknown) != 0) return held_bound(unknown);
  return x >= problem().upper()[unknown] - met ? 1 : x <= problem().lower()[unknown] + met ? -1 : 0;
}

}  // namespace limber

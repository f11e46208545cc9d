#include "limber/solver/least_squares/lexicographic.h"

namespace limber {

Lexicographic::Status Lexicographic::solve() noexcept {
  if (!hierarchy_->solve()) return Status::bad_input;
  return hierarchy_->search().has_given_up() ? Status::gave_up : Status::optimal;
}

int Lexicographic::met_bound(int unknown) const noexcept {
  const double x = solution()[unknown];
  if (held_bound(unknown) != 0) return held_bound(unknown);
  const LevelProblem& problem = hierarchy_->problem();
  return x >= problem.upper()[unknown] - met ? 1 : x <= problem.lower()[unknown] + met ? -1 : 0;
}

}  // namespace limber

// Matches the rows of a problem with those of the last one.

#include "limber/solver/least_squares/warm_start.h"

namespace limber {

WarmStart::WarmStart(int max_unknowns, int max_rows, int max_levels)
    : before_(static_cast<std::size_t>(max_rows), -1),
      sides_(max_levels + 1, max_unknowns),
      rows_(max_levels + 1, max_rows),
      held_anything_(static_cast<std::size_t>(max_levels + 1), 0) {
  names_.reserve(static_cast<std::size_t>(max_rows));
  sides_.setZero();
  rows_.setZero();
}

void WarmStart::forget() noexcept {
  for (int level = 0; level < static_cast<int>(held_anything_.size()); ++level) clear_level(level);
  remembers_ = false;
}

void WarmStart::recognise(const LevelProblem& problem) noexcept {
  remembers_ = remembers_ && problem.unknowns() == unknowns_ && problem.level_count() == levels_;
  if (!remembers_) return;
  const int count = static_cast<int>(names_.size());
  int next = 0;  // of those without a name
  const auto skip_named = [&] {
    while (next < count && at(names_, next) != 0) ++next;
  };
  int guess = 0;  // rows with a name mostly come in the same order
  for (int r = 0; r < problem.row_count(); ++r) {
    int& before = at(before_, r);
    const std::uint64_t name = problem.row(r).name;
    before = -1;
    if (name == 0) {
      skip_named();
      remembers_ = remembers_ && next < count;
      before = next++;
      continue;
    }
    for (int tried = 0; tried < count && before < 0; ++tried, guess = (guess + 1) % count) {
      if (at(names_, guess) == name) before = guess;
    }
  }
  skip_named();
  remembers_ = remembers_ && next >= count;
}

void WarmStart::clear_level(int level) noexcept {
  if (!held_anything(level)) return;
  sides_.row(level).setZero();
  rows_.row(level).setZero();
  at(held_anything_, level) = 0;
}

void WarmStart::copy_level(int from, int to) noexcept {
  at(held_anything_, to) = at(held_anything_, from);
  sides_.row(to) = sides_.row(from);
  rows_.row(to) = rows_.row(from);
}

void WarmStart::keep(const LevelProblem& problem) noexcept {
  remembers_ = true;
  unknowns_ = problem.unknowns();
  levels_ = problem.level_count();
  names_.clear();
  for (const LevelProblem::Row& row : problem.rows()) names_.push_back(row.name);
}

}  // namespace limber

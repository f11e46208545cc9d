// How far to go: the linear step is cut level by level until errors really fall in order of priority.
//
// The linear problem gives, besides its solution, where it stood after each level: x_1, x_2, ..., x_p, and
// x_z with the criteria. The step tried is
//
//   dq = f_1 x_1 + f_2 (x_2 - x_1) + ... + f_z (x_z - x_p),      1 >= f_1 >= f_2 >= ... >= f_z >= 0,
//
// a mean of points that keep all limits, so it keeps them too. When a level does not get what it was
// promised, the fractions of the levels below it are cut first: it is their steps that it need not suffer.

#include <algorithm>
#include <cmath>

#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

constexpr double enough = 0.1;  // of the promised improvement must come true
constexpr double good = 0.75;   // more than this: the linear model is trusted farther
constexpr double poor = 0.25;
constexpr double longest_radius = 3.0;
constexpr double shortest_radius = 1e-9;
constexpr double negligible_part = 0.1;  // of a step: cutting it would not help

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

void Solver::Parts::keep_parts() noexcept {
  if (projectors) {  // does not tell who moved what
    parts.setZero();
    parts.col(0) = solution;
    part_length = parts.colwise().norm();
    return;
  }
  contribution.setZero();
  for (int level = 0; level <= levels.level_count(); ++level) {
    parts.col(level) = -contribution;
    if (level < levels.level_count()) {
      contribution = problem.level_point(problem_level(level));
    } else {
      contribution = problem.solution();
    }
    parts.col(level) += contribution;
    part_length[level] = parts.col(level).norm();
  }
}

void Solver::Parts::compose() noexcept {
  const int count = levels.level_count();
  displacement.setZero();
  for (int level = 0; level <= count; ++level) {
    displacement += fraction[level] * parts.col(level);
  }
  displacement = displacement.cwiseProduct(scale);
  const double longest = displacement.size() > 0 ? displacement.cwiseAbs().maxCoeff() : 0.0;
  if (longest > options.largest_turn) {
    displacement *= options.largest_turn / longest;
    fraction *= options.largest_turn / longest;
  }
  if (clearance.comes_first()) {
    const double safe = clearance.safe_fraction(kinematics, displacement);
    displacement *= safe;
    fraction *= safe;
  }
}

void Solver::Parts::move(const Posture& from, Posture& to) noexcept {
  to.values = from.values;
  if (options.limits == LimitMethod::clipping)
    displacement *= constraints.clipped_fraction(from, displacement);
  integrate(figure, displacement, to);
  if (options.limits == LimitMethod::active_set) constraints.repair(to);
  if (options.limits == LimitMethod::projection) constraints.project_onto_limits(to);
}

// The candidate is off what was promised by the curvature of the way there, which a level may not afford
// while one below it takes long steps. One Newton step from the candidate brings all levels above the one
// that moves most to where they were promised to be, the others being asked to stay.
void Solver::Parts::correct(int mover, const TaskList& tasks, const CriterionList& criteria) noexcept {
  for (const TaskSlot& slot : levels.slots()) {
    held_levels[at(slot.level)] = slot.level >= mover;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
      const double promised = here.error[r] - here.jacobian.row(r).dot(displacement);
      there.error[r] -= slot.kind == RowKind::equality ? promised : std::min(0.0, promised);
    }
  }
  kept_displacement = displacement;
  kept_pull = pull;
  pull.setZero();
  correcting = true;
  std::swap(here, there);
  linear_step();
  std::swap(here, there);
  correcting = false;
  displacement = scale.cwiseProduct(solution);
  move(seen, candidate);
  displacement = kept_displacement;
  pull = kept_pull;
  evaluate(tasks, criteria, candidate, there, criteria_there);
  std::fill(held_levels.begin(), held_levels.end(), std::uint8_t{0});
}

// In order of priority: a level that was to improve and does decides for the step; one that gets worse than
// it may decides against it. A level inside its tolerance may move there freely (it is brought to zero at the
// end); one that cannot be satisfied may lose as much as its tolerance against its best. Returns the level
// that objects, or -1.
int Solver::Parts::objecting_level() const noexcept {
  for (int level = 0; level < levels.level_count(); ++level) {
    const double band = levels.level_tolerance(level);
    const double before = here.level_error[level], after = there.level_error[level];
    if (!(after < std::numeric_limits<double>::infinity())) return level;
    if (before <= band) {
      if (after > band) return level;
      continue;
    }
    const double promised = before - predicted[level];
    if (promised > 1e-6 * before && before - after >= enough * promised) return -1;
    if (after > std::min(before, best[level]) + band) return level;
  }
  return -1;
}

// The level whose part of the step is the longest.
int Solver::Parts::moving_most() const noexcept {
  Eigen::Index level = 0;
  fraction.cwiseProduct(part_length).maxCoeff(&level);
  return static_cast<int>(level);
}

void Solver::Parts::cut(int level) noexcept {
  const int count = levels.level_count();
  double below = 0.0;
  for (int k = level + 1; k <= count; ++k) below = std::max(below, fraction[k] * part_length[k]);
  const int first = below > negligible_part * fraction[level] * part_length[level] ? level + 1 : level;
  fraction.tail(count + 1 - first) *= 0.3;
}

void Solver::Parts::adapt_radii() noexcept {
  const int count = levels.level_count();
  for (int level = 0; level < levels.level_count(); ++level) {
    const double before = here.level_error[level];
    if (before <= levels.level_tolerance(level)) continue;
    const double promised = before - predicted[level];
    if (promised <= 1e-9 * before) continue;
    const double kept = (before - there.level_error[level]) / promised;
    const double length = fraction[level] * part_length[level];
    // Not to blame for what a longer step below it spoils.
    const auto below = fraction.tail(count - level).cwiseProduct(part_length.tail(count - level));
    if (kept < poor && below.maxCoeff() <= length)
      radius[level] = std::max(shortest_radius, 0.5 * std::min(radius[level], length));
    if (kept > good) radius[level] = std::min(longest_radius, 2.0 * radius[level]);
  }
}

// No part of the step was any good: another direction, nearer to the gradient, next time.
void Solver::Parts::take_smaller_radii() noexcept {
  fraction.setOnes();
  for (int level = 0; level < levels.level_count(); ++level) {
    if (here.level_error[level] <= levels.level_tolerance(level)) continue;
    radius[level] = std::max(shortest_radius, 0.2 * std::min(radius[level], part_length[level]));
  }
}

void Solver::Parts::note_moved_targets() noexcept {
  bool moved = idle_steps < 0;
  for (int level = 0; level < levels.level_count(); ++level) {
    moved |= std::abs(here.level_error[level] - expected[level]) > 1e-9 + 1e-6 * expected[level];
  }
  if (!moved) return;
  radius.setConstant(options.damping.bound);
  if (idle_steps < 0) fraction.setOnes();
  best = here.level_error;
  best_criteria = criteria_here;
  idle_steps = 0;
}

// Did the step just taken make anything better, in order of priority?
bool Solver::Parts::note_progress() noexcept {
  for (int level = 0; level < levels.level_count(); ++level) {
    const double tolerance = levels.level_tolerance(level);
    const double after = there.level_error[level];
    const double noticeable = std::max(1e-3 * tolerance, 5e-5 * best[level]);
    if (best[level] > tolerance && after < best[level] - noticeable) {
      // What is below may have become worse for it.
      best.tail(levels.level_count() - level) = there.level_error.tail(levels.level_count() - level);
      best_criteria = criteria_there;
      return true;
    }
    best[level] = std::min(best[level], after);
  }
  if (criteria_there < best_criteria - 1e-6 * std::abs(best_criteria) - 1e-12) {
    best_criteria = criteria_there;
    return true;
  }
  return false;
}

}  // namespace limber

// Compares errors level by level, in order of priority.

#include "limber/solver/step/progress.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

namespace {

constexpr double enough = 0.1;          // of the promised improvement must come true
constexpr double least_promise = 1e-6;  // of the error: a smaller one does not decide for a step
// Errors differ by more than this from what the last step left: a target has moved. (Kinematics computed
// again for the same posture agree to rounding.)
constexpr double moved = 1e-9, relatively_moved = 1e-6;
// An error has fallen noticeably: by this part of its tolerance, and of itself.
constexpr double noticeable_of_tolerance = 1e-3, noticeable_of_error = 5e-5;
constexpr double far_from_mark = 0.99;
constexpr double noticeable_criteria = 1e-6, least_criteria = 1e-12;
constexpr double drift = 0.1;        // of its tolerance: a satisfied level stays well inside
constexpr double same_error = 1e-9;  // [m]
// Where solving again ends elsewhere, a level must have gained this part of its error, and its tolerance, and
// none above it may have lost more than these parts, for that to be news.
constexpr double notable_gain = 1e-3, notable_loss = 1e-5, notable_loss_of_tolerance = 1e-2;

bool keeps_promise(double before, double predicted, double after) {
  const double promised = before - predicted;
  return promised > least_promise * before && before - after >= enough * promised;
}

}  // namespace

void Progress::resize(int levels) {
  best_ = marked_ = expected_ = VecX::Zero(levels);
}

bool Progress::begin_step(const Evaluation& here) noexcept {
  const VecX& error = here.tasks.level_error;
  bool has_moved = idle_steps_ < 0;
  for (Eigen::Index level = 0; level < error.size(); ++level) {
    has_moved |= std::abs(error[level] - expected_[level]) > moved + relatively_moved * expected_[level];
  }
  if (!has_moved) return false;
  best_ = marked_ = error;
  marked_criteria_ = here.criteria;
  idle_steps_ = 0;
  return true;
}

int Progress::drifting_level(const TaskLevels& levels, const VecX& before, const VecX& after) noexcept {
  int level = 0;
  for (; level < levels.level_count(); ++level) {
    const double band = levels.level_tolerance(level);
    if (before[level] <= band && after[level] > std::max(before[level], drift * band)) break;
  }
  return level;
}

bool Progress::gains(const TaskLevels& levels, const VecX& before, const VecX& predicted,
                     const VecX& after) noexcept {
  for (int level = 0; level < levels.level_count(); ++level) {
    if (before[level] > levels.level_tolerance(level) &&
        keeps_promise(before[level], predicted[level], after[level]))
      return true;
  }
  return false;
}

int Progress::objecting_level(const TaskLevels& levels, const VecX& before, const VecX& predicted,
                              const VecX& after) const noexcept {
  for (int level = 0; level < levels.level_count(); ++level) {
    const double band = levels.level_tolerance(level);
    if (!(after[level] < std::numeric_limits<double>::infinity())) return level;
    if (before[level] <= band) {
      if (after[level] > band) return level;
      continue;
    }
    if (keeps_promise(before[level], predicted[level], after[level])) return -1;
    // What the levels above ask for may cost it: that is in the prediction. Nothing else may, not even little
    // by little: those below would take it.
    const double cost = std::max(0.0, predicted[level] - before[level]);
    if (after[level] > std::min(before[level], best_[level]) + cost + band) return level;
  }
  return -1;
}

void Progress::concede(const VecX& before, const VecX& predicted) noexcept {
  best_ += (predicted - before).cwiseMax(0.0);
}

bool Progress::improves(const TaskLevels& levels, const Evaluation& there) noexcept {
  const int count = levels.level_count();
  for (int level = 0; level < count; ++level) {
    const double tolerance = levels.level_tolerance(level);
    const double after = there.tasks.level_error[level];
    const double noticeable =
        std::max(noticeable_of_tolerance * tolerance, noticeable_of_error * marked_[level]);
    if (marked_[level] > tolerance && after < marked_[level] - noticeable) {
      // What is below may have become worse for it.
      best_.tail(count - level) = there.tasks.level_error.tail(count - level);
      // Where it has come a long way, they start anew. Otherwise they would gain again and again what they
      // lose in between, by small moves to and fro.
      const bool far = after < far_from_mark * marked_[level];
      for (int below = level; below < count; ++below) {
        const double error = there.tasks.level_error[below];
        marked_[below] = far || below == level ? error : std::min(marked_[below], error);
      }
      marked_criteria_ = far ? there.criteria : std::min(marked_criteria_, there.criteria);
      return true;
    }
    best_[level] = std::min(best_[level], after);
  }
  if (there.criteria < marked_criteria_ - noticeable_criteria * std::abs(marked_criteria_) - least_criteria) {
    marked_criteria_ = there.criteria;
    return true;
  }
  return false;
}

bool is_better(const TaskLevels& levels, const VecX& a, const VecX& b) noexcept {
  for (int level = 0; level < a.size(); ++level) {
    const double tolerance = levels.level_tolerance(level);
    const double first = a[level] <= tolerance ? 0.0 : a[level],
                 second = b[level] <= tolerance ? 0.0 : b[level];
    if (first < second - same_error) return true;
    if (first > second + same_error) return false;
  }
  return false;
}

bool is_notably_better(const TaskLevels& levels, const Outcome& a, const Outcome& b) noexcept {
  for (int level = 0; level < a.errors.size(); ++level) {
    const double tolerance = levels.level_tolerance(level);
    const double first = a.errors[level] <= tolerance ? 0.0 : a.errors[level];
    const double second = b.errors[level] <= tolerance ? 0.0 : b.errors[level];
    if (first < second - std::max(tolerance, notable_gain * second)) return true;
    if (first > second + notable_loss * second + notable_loss_of_tolerance * tolerance) return false;
  }
  return a.criteria < b.criteria - notable_gain * std::abs(b.criteria) - least_criteria;
}

}  // namespace limber

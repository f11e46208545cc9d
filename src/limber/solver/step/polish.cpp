// Steps on the first unsatisfied level until its error falls no more; then Newton steps on the satisfied
// levels, shortened or freed of the unsatisfied ones until errors fall.

#include "limber/solver/step/polish.h"

#include <algorithm>

#include "limber/solver/step/trust_radii.h"

namespace limber {

namespace {

constexpr int most_steps = 40;  // Newton's need few; this bounds the slow ones
constexpr double zero = 1e-13;  // [m] the rounding of kinematics: nothing left to polish
// Of its tolerance: where every level is satisfied, an error below this is as good as none.
constexpr double next_to_zero = 1e-5;
constexpr double shortest_part = 0.1;  // of a step: 1, 1/2, 1/4 and 1/8 are tried
constexpr double least_gain = 0.95;    // a step must leave less than this of the error
constexpr int most_sharpenings = 20;
constexpr double at_zero = 0.01;           // of its tolerance, that a level above may be off after a step
constexpr double shortest_radius = 1e-5;   // [rad] shorter steps gain nothing
constexpr double worth_sharpening = 1e-9;  // of its error, that a level must gain by a step
// Of its error, that a level asked to stay may lose: at first, and once it is where it should be.
constexpr double at_first = 5e-3, at_last = 1e-7;

}  // namespace

Polish::Polish(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
               Observation& observation, const TaskLevels& levels, LinearStep& linear, KeepClear& keep_clear)
    : setup_(setup),
      constraints_(constraints),
      clearance_(clearance),
      observation_(observation),
      levels_(levels),
      linear_(linear),
      keep_clear_(keep_clear) {}

void Polish::resize() {
  radius_ = VecX::Constant(levels_.level_count(), setup_.options.damping.bound);
  held_.assign(static_cast<std::size_t>(levels_.level_count()), 0);
}

// Returns the largest error of those that are satisfied; 0: there is nothing left to polish.
double Polish::hold_unsatisfied(const VecX& level_error) noexcept {
  double left = 0.0;
  bool done = true;
  for (int level = 0; level < levels_.level_count(); ++level) {
    const double error = level_error[level], tolerance = levels_.level_tolerance(level);
    at(held_, level) = error > tolerance;
    done = done && error <= next_to_zero * tolerance;
    if (error <= tolerance) left = std::max(left, error);
  }
  return done || left < zero ? 0.0 : left;
}

// The satisfied levels are nearer to zero than `left`, and those that were asked to stay did.
bool Polish::is_improved(const VecX& before, const VecX& after, double left) const noexcept {
  double left_there = 0.0;
  bool worse = false;
  for (int level = 0; level < levels_.level_count(); ++level) {
    if (at(held_, level) != 0) {
      worse |= after[level] > before[level] * (1.0 + largest_loss_);
    } else {
      left_there = std::max(left_there, after[level]);
    }
  }
  return !worse && left_there < least_gain * left;
}

// First with the unsatisfied levels asked to stay, then, where that would take long steps, without them.
bool Polish::improve(const TaskList& tasks, const CriterionList& criteria, const Posture& from,
                     const Evaluation& here, double left, Attempt& attempt) noexcept {
  for (const bool without : {false, true}) {
    const VecX& solution = linear_.solve({.values = here.tasks,
                                          .radius = radius_,
                                          .held_levels = held_,
                                          .leave_out_held = without,
                                          .hurry_satisfied = true});
    for (double part = 1.0; part > shortest_part; part *= 0.5) {
      attempt.displacement = part * setup_.scale.cwiseProduct(solution);
      constraints_.move(from, attempt.displacement, attempt.posture);
      if (!keep_clear_.clear_step(attempt.posture)) continue;
      observation_.evaluate(tasks, criteria, levels_, attempt.posture, attempt.evaluation);
      if (is_improved(here.tasks.level_error, attempt.evaluation.tasks.level_error, left)) return true;
    }
    observation_.look_at(from);
  }
  return false;
}

// Returns the level; the level count: all are satisfied.
int Polish::hold_below_first_unsatisfied(const VecX& level_error) noexcept {
  const int first = levels_.first_unsatisfied(level_error);
  for (int level = 0; level < levels_.level_count(); ++level) at(held_, level) = level > first;
  return first;
}

// One damped step; the radius of the level learns from it.
bool Polish::sharpen_once(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                          const Evaluation& here, int level, Attempt& attempt) noexcept {
  // Those below are asked to stay, but not by longer moves than this level's own: they would spoil its gain.
  radius_.tail(levels_.level_count() - level - 1).setConstant(radius_[level]);
  const VecX& solution = linear_.solve({.values = here.tasks, .radius = radius_, .held_levels = held_});
  attempt.displacement = setup_.scale.cwiseProduct(solution);
  const double length = solution.norm();
  constraints_.move(posture, attempt.displacement, attempt.posture);
  bool good = keep_clear_.clear_step(attempt.posture);
  observation_.evaluate(tasks, criteria, levels_, attempt.posture, attempt.evaluation);
  const VecX& after = attempt.evaluation.tasks.level_error;
  good = good && after[level] < here.tasks.level_error[level];
  for (int above = 0; above < level; ++above) {
    const double allowed = at_zero * levels_.level_tolerance(above);
    good = good && after[above] <= std::max(here.tasks.level_error[above], allowed);
  }
  if (good) posture.values = attempt.posture.values;
  // No longer than other steps: where an error falls for ever, as that of a gaze from a sliding joint without
  // limits, what doubles leads millions of metres away.
  const double longest = std::max(radius_[level], TrustRadii::longest);
  radius_[level] =
      good ? std::clamp(2.0 * length, radius_[level], longest) : 0.3 * std::min(radius_[level], length);
  return good;
}

// One damped step on the first unsatisfied level, or a shorter one after one that gained nothing. False: it
// gains no more.
bool Polish::sharpen(const TaskList& tasks, const CriterionList& criteria, Posture& posture, Evaluation& here,
                     Attempt& attempt) noexcept {
  if (!tries_again_) {
    if (step_ == most_sharpenings) return false;
    observation_.evaluate(tasks, criteria, levels_, posture, here);
    level_ = hold_below_first_unsatisfied(here.tasks.level_error);
    if (level_ == levels_.level_count()) return false;
    const double error = here.tasks.level_error[level_];
    if (step_ > 0 && last_error_ - error < worth_sharpening * error && last_error_ > error) return false;
    last_error_ = error;
    if (clearance_.comes_first()) clearance_.start_step(posture, observation_.kinematics());
  }
  if (!(radius_[level_] > shortest_radius)) return false;
  tries_again_ = !sharpen_once(tasks, criteria, posture, here, level_, attempt);
  if (tries_again_) {
    observation_.look_at(posture);
  } else {
    ++step_;
  }
  return true;
}

// One Newton step. False: there is nothing left to gain.
bool Polish::bring_nearer_to_zero(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                                  Evaluation& here, Attempt& attempt) noexcept {
  if (step_ == most_steps) return false;
  const double left = hold_unsatisfied(here.tasks.level_error);
  if (left == 0.0) return false;
  if (clearance_.comes_first()) clearance_.start_step(posture, observation_.kinematics());
  if (!improve(tasks, criteria, posture, here, left, attempt)) return false;
  posture.values = attempt.posture.values;
  std::swap(here, attempt.evaluation);
  ++step_;
  return true;
}

void Polish::begin() noexcept {
  begin_stage(Stage::first_zero);
}

void Polish::begin_stage(Stage stage) noexcept {
  stage_ = stage;
  step_ = 0;
  tries_again_ = false;
  largest_loss_ = stage == Stage::first_zero ? at_first : at_last;
  if (stage != Stage::sharpen) radius_.setConstant(setup_.options.damping.bound);
}

bool Polish::advance(const TaskList& tasks, const CriterionList& criteria, Posture& posture, Evaluation& here,
                     Attempt& attempt) noexcept {
  switch (stage_) {
    case Stage::first_zero:
      if (bring_nearer_to_zero(tasks, criteria, posture, here, attempt)) return false;
      begin_stage(Stage::sharpen);
      return hold_below_first_unsatisfied(here.tasks.level_error) == levels_.level_count();
    case Stage::sharpen:
      if (sharpen(tasks, criteria, posture, here, attempt)) return false;
      observation_.evaluate(tasks, criteria, levels_, posture, here);
      begin_stage(Stage::last_zero);
      return false;
    case Stage::last_zero:
      break;
  }
  return !bring_nearer_to_zero(tasks, criteria, posture, here, attempt);
}

}  // namespace limber

// Composes a step from the fractions of its levels, moves, corrects what curvature cost, and asks whether any
// level objects; if one does, cuts the step and tries again.

#include "limber/solver/step/trial.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int most_corrections = 2;      // of one attempt; more hardly ever help
constexpr int most_trials = 8;           // of one step: 0.3^8 of it is next to nothing
constexpr double shortest_move = 1e-10;  // [rad] shorter steps are rest
// Rest: an error falls by less than this per radian of a step, as part of the figure's reach; what can still
// be gained is about the square of it.
constexpr double rest_slope = 1e-4;
constexpr double rest_pull = 2e-5;           // [rad] and the criteria pull by less than this
constexpr double rest_rounding = 1e-12;      // of an error
constexpr double enough_of_criteria = 0.1;   // of what they were promised must come true
constexpr double criteria_rounding = 1e-12;  // of their value

}  // namespace

Trial::Trial(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
             Observation& observation, const TaskLevels& levels, LinearStep& linear, KeepClear& keep_clear)
    : setup_(setup),
      constraints_(constraints),
      clearance_(clearance),
      observation_(observation),
      levels_(levels),
      linear_(linear),
      keep_clear_(keep_clear),
      correction_(VecX::Zero(setup.figure.dof_count())) {}

void Trial::resize() {
  const int count = levels_.level_count();
  split_.resize(setup_.figure.dof_count(), count);
  radii_.resize(count);
  progress_.resize(count);
  predicted_ = VecX::Zero(count);
  multipliers_ = VecX::Zero(levels_.row_count());
  held_.assign(static_cast<std::size_t>(count), 0);
  forget();
}

void Trial::forget() noexcept {
  progress_.start_anew();
}

bool Trial::begin(const Evaluation& here) noexcept {
  const bool first = progress_.is_first_step();
  if (!progress_.begin_step(here)) return false;
  reset_radius();
  if (first) split_.take_all();
  return true;
}

void Trial::take_linear_step(const VecX& criteria_gradient, const VecX& multipliers) noexcept {
  linear_.split(split_);
  predicted_whole_ = false;
  criteria_slope_ = criteria_gradient.dot(split_.part(levels_.level_count()));
  multipliers_ = multipliers;
}

bool Trial::is_stationary(const Evaluation& here) noexcept {
  const int count = levels_.level_count();
  if (levels_.anyone_fading() || split_.length(count) > rest_pull) return false;
  correction_ = setup_.scale.cwiseProduct(linear_.solution());
  levels_.predict(here.tasks, correction_, predicted_);
  predicted_whole_ = true;
  for (int level = 0; level < count; ++level) {
    const double error = here.tasks.level_error[level];
    if (error <= levels_.level_tolerance(level)) continue;
    const double slope = rest_slope * setup_.reach * split_.length(level);
    if (error - predicted_[level] > slope + rest_rounding * error) return false;
  }
  return true;
}

void Trial::compose(VecX& displacement) noexcept {
  split_.compose(displacement);
  displacement = displacement.cwiseProduct(setup_.scale);
  const auto shorten = [&](double factor) {
    displacement *= factor;
    split_.shorten(factor);
  };
  const double longest = displacement.size() > 0 ? displacement.cwiseAbs().maxCoeff() : 0.0;
  if (longest > setup_.options.largest_turn) shorten(setup_.options.largest_turn / longest);
}

int Trial::objecting_level(const Evaluation& here, const Attempt& attempt) const noexcept {
  const VecX& after = attempt.evaluation.tasks.level_error;
  const int level = progress_.objecting_level(levels_, here.tasks.level_error, predicted_, after);
  return level < 0 && criteria_object(here, attempt) ? levels_.level_count() : level;
}

// Where no task gains, the criteria must: by a part of what their own part of the step promised.
bool Trial::criteria_object(const Evaluation& here, const Attempt& attempt) const noexcept {
  const int count = levels_.level_count();
  const VecX& after = attempt.evaluation.tasks.level_error;
  if (split_.taken(count) == 0.0 || Progress::gains(levels_, here.tasks.level_error, predicted_, after))
    return false;
  const double change = attempt.evaluation.criteria - here.criteria +
                        multipliers_.dot(attempt.evaluation.tasks.error - here.tasks.error);
  const double allowed = enough_of_criteria * split_.fraction(count) * criteria_slope_ +
                         criteria_rounding * std::abs(here.criteria);
  return !(change <= allowed);
}

bool Trial::run(const TaskList& tasks, const CriterionList& criteria, const Posture& from,
                const Evaluation& here, Attempt& attempt) noexcept {
  split_.take_twice();
  objection_ = {};
  for (int trial = 0; trial < most_trials; ++trial) {
    compose(attempt.displacement);
    constraints_.move(from, attempt.displacement, attempt.posture);
    if (!keep_clear_.clear_step(attempt.posture)) {
      split_.shorten(SplitStep::cut);
      if (objection_.level < 0) objection_.clearance = true;
      continue;
    }
    if (!setup_.options.line_search || is_acceptable(tasks, criteria, here, attempt)) return true;
  }
  return false;
}

// If not, the step is cut for the level that objects.
bool Trial::is_acceptable(const TaskList& tasks, const CriterionList& criteria, const Evaluation& here,
                          Attempt& attempt) noexcept {
  const bool is_whole = split_.is_whole() && setup_.options.limits != LimitMethod::clipping;
  if (!predicted_whole_ || !is_whole) {
    levels_.predict(here.tasks, attempt.displacement, predicted_);
    predicted_whole_ = false;
  }
  observation_.evaluate(tasks, criteria, levels_, attempt.posture, attempt.evaluation);
  int objecting = objecting_level(here, attempt);
  const int mover = split_.longest_part();
  const auto needs_correction = [&](int round) {
    const VecX& after = attempt.evaluation.tasks.level_error;
    const bool drifts =
        round == 0 && Progress::drifting_level(levels_, here.tasks.level_error, after) < mover;
    return (objecting >= 0 && objecting < mover) || drifts;
  };
  for (int round = 0; round < most_corrections && needs_correction(round); ++round) {
    correct(mover, tasks, criteria, here, attempt);
    objecting = clearance_.comes_first() && !clearance_.holds(attempt.posture, observation_.kinematics())
                    ? mover
                    : objecting_level(here, attempt);
  }
  if (objecting >= 0) split_.cut_for(objecting);
  if (objection_.level < 0 && !objection_.clearance) objection_.level = objecting;
  return objecting < 0;
}

// Curvature on the way brought the attempt off what was promised, which a level may not afford while one
// below it takes long steps. One Newton step brings all levels above `mover`, the one that moves most, to
// where they were promised to be, the others being asked to stay.
void Trial::correct(int mover, const TaskList& tasks, const CriterionList& criteria, const Evaluation& here,
                    Attempt& attempt) noexcept {
  TaskValues& off = attempt.evaluation.tasks;
  for (const TaskSlot& slot : levels_.slots()) {
    at(held_, slot.level) = slot.level >= mover;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
      const double promised = here.tasks.error[r] - here.tasks.jacobian.row(r).dot(attempt.displacement);
      off.error[r] -= slot.kind == RowKind::equality ? promised : std::min(0.0, promised);
    }
  }
  const VecX& solution =
      linear_.solve({.values = off, .radius = radii_.radius(), .held_levels = held_, .whole_errors = true});
  correction_ = setup_.scale.cwiseProduct(solution);
  constraints_.move(observation_.posture(), correction_, attempt.posture);
  observation_.evaluate(tasks, criteria, levels_, attempt.posture, attempt.evaluation);
}

bool Trial::end(const Evaluation& here, const Attempt& attempt, bool accepted) noexcept {
  const VecX& before = here.tasks.level_error;
  const VecX& after = attempt.evaluation.tasks.level_error;
  bool improved = true;  // without a search every step counts as progress
  if (setup_.options.line_search) {
    if (accepted) {
      progress_.concede(before, predicted_);
      radii_.adapt(levels_, split_, before, predicted_, after);
    } else {
      split_.take_all();
      radii_.shrink(levels_, split_, before);
    }
    improved = accepted && progress_.improves(levels_, attempt.evaluation);
  }
  if (!accepted) progress_.expect(before);
  if (accepted && setup_.options.line_search) progress_.expect(after);
  progress_.end_step(improved);
  return progress_.is_idle() || (accepted && attempt.displacement.norm() < shortest_move);
}

}  // namespace limber

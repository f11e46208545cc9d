// The stages of the question, each left where the last piece stopped.

#include "limber/solver/rest_check.h"

#include <algorithm>

#include "limber/figure/joint_motion.h"
#include "limber/math/portable.h"

namespace limber {

namespace {

constexpr double push_size = 0.03;  // [rad] enough to leave a singular posture, small against a usual step
// A push must gain at least this factor in some level, or the posture stays where it was.
constexpr double worth_a_push = 1.01;
constexpr int trials_per_step = 10;  // times the steps of a solve, tried in all
constexpr int enough_steps = 200;  // an attempt of so many that leads nowhere tells as much as one that rests
// While both kinds of steps lead on they take turns after so few solves: below a level that cannot be
// satisfied linear steps gain little by little what steps of second order gain at once. (With six turns one
// of a thousand random scenes was called at rest though it gained 0.6 % when solved again.)
constexpr int most_confirmations = 2, most_turns = 20;

// Of the figure's reach, per radian: a level whose error can still fall faster is not at rest. What there is
// to gain is about the square of it, 1e-4 of the reach, which is the tolerance of a usual task.
constexpr double rest_optimality = 1e-2;
constexpr int most_second_order_rounds = 3, most_second_order_steps = 20;
constexpr int most_lines = 10;  // straight ways down that gain something, one after the other

// Numbers kept of a trail; the studio jumps from there to its end.
constexpr std::size_t most_trail_values = 1'000'000;

void add_to(Trail* trail, const Posture& posture) {
  if (trail == nullptr) return;
  const auto size = static_cast<std::size_t>(posture.values.size());
  if ((trail->size() + 1) * size <= most_trail_values) trail->push_back(posture);
}

}  // namespace

bool SolveProblem::may_stop_when_satisfied() const {
  const SolverOptions& options = stepper.setup().options;
  const bool pulled = std::any_of(criteria.begin(), criteria.end(),
                                  [](const WeightedCriterion& c) { return c.enabled && c.gain > 0.0; });
  return !pulled && options.line_search && options.fade_steps == 0;
}

int SolveProblem::first_unsatisfied(const Posture& posture) const {
  return stepper.levels().first_unsatisfied(stepper.level_errors(tasks, criteria, posture));
}

bool SolveProblem::leads_on(const Posture& from, const Posture& to) const {
  const Outcome here = stepper.outcome(tasks, criteria, from);
  const bool was_clear = stepper.keep_clear().is_clear();
  const Outcome there = stepper.outcome(tasks, criteria, to);
  return (stepper.keep_clear().is_clear() || !was_clear) && is_notably_better(stepper.levels(), there, here);
}

void TrialSolve::begin(const SolveProblem& problem, const Posture& from, int most_steps, Trail* trail) {
  problem.stepper.forget();
  posture_ = from;
  trail_ = trail;
  status_ = StepStatus::moving;
  steps_left_ = most_steps;
  stops_ = problem.may_stop_when_satisfied();
  is_polishing_ = false;
}

bool TrialSolve::advance(const SolveProblem& problem) {
  Stepper& stepper = problem.stepper;
  if (steps_left_ > 0 && status_ == StepStatus::moving) {
    --steps_left_;
    status_ = stepper.advance(problem.tasks, problem.criteria, posture_, stepper.level_count());
    if (status_ == StepStatus::moving && stops_ && stepper.is_satisfied(problem.tasks))
      status_ = StepStatus::at_rest;
    add_to(trail_, posture_);
    return false;
  }
  if (stepper.setup().options.line_search && status_ != StepStatus::bad_input) {
    if (!is_polishing_) stepper.begin_polish(problem.tasks, problem.criteria, posture_);
    is_polishing_ = true;
    if (!stepper.advance_polish(problem.tasks, problem.criteria, posture_)) return false;
  }
  add_to(trail_, posture_);
  return true;
}

void TrialPush::begin(const SolveProblem& problem, const Posture& from, int level_count, int most_steps,
                      Trail* trail) {
  Stepper& stepper = problem.stepper;
  before_ = stepper.level_errors(problem.tasks, problem.criteria, from).head(level_count);
  was_clear_ = stepper.keep_clear().is_clear();
  is_better_ = false;
  const Figure& figure = stepper.setup().figure;
  VecX step(figure.dof_count());
  // Every joint by another amount, so that no symmetry is kept; but none that may not be used, or by whose
  // motion others would be made to help, push after push.
  for (Eigen::Index i = 0; i < step.size(); ++i) {
    const DofId dof{static_cast<int>(i)};
    const bool may_move =
        stepper.levels().may_use(level_count - 1, dof) && !stepper.calls_for_others(level_count - 1, dof);
    step[i] = may_move ? push_size * portable::sin(1.0 + 2.4 * static_cast<double>(i)) : 0.0;
  }
  Posture pushed = from;
  integrate(figure, step, pushed);
  stepper.constraints().bring_inside(pushed);
  trial_.begin(problem, pushed, most_steps, trail);
}

bool TrialPush::advance(const SolveProblem& problem) {
  if (!trial_.advance(problem)) return false;
  Stepper& stepper = problem.stepper;
  const VecX& errors = stepper.level_errors(problem.tasks, problem.criteria, trial_.posture());
  // With no steps left it stays where it was pushed, which may be inside an obstacle.
  const bool keeps_clear = stepper.keep_clear().is_clear() || !was_clear_;
  is_better_ =
      keeps_clear && limber::is_better(stepper.levels(), worth_a_push * errors.head(before_.size()), before_);
  return true;
}

bool RestCheck::tells(StepStatus status, int most_steps) {
  return status == StepStatus::at_rest || (status == StepStatus::moving && most_steps >= enough_steps);
}

RestCheck::RestCheck(int most_steps, Known known, Pace pace)
    : most_steps_(most_steps), stage_(known == Known::nothing ? Stage::start : Stage::confirm), pace_(pace) {
  if (known == Known::confirmed) end_confirming(StepStatus::at_rest);
}

bool RestCheck::has_trials_left() const {
  return trial_steps_ / trials_per_step < most_steps_;
}

void RestCheck::finish(StepStatus status) {
  status_ = status;
  stage_ = Stage::done;
}

Trail* RestCheck::new_trail() {
  trail_.clear();
  return pace_ == Pace::step_by_step ? &trail_ : nullptr;
}

// What the trials went through leads there; a push that did not pay is at the end of the trail, behind it.
void RestCheck::take(const Posture& answer, Posture& posture) {
  if (pace_ == Pace::at_once) {
    posture = answer;
    return;
  }
  way_to_answer_.swap(trail_);
  while (!way_to_answer_.empty() && !(way_to_answer_.back() == answer)) way_to_answer_.pop_back();
  if (way_to_answer_.empty()) way_to_answer_.push_back(answer);
  gone_ = 0;
}

bool RestCheck::advance(const SolveProblem& problem, Posture& posture) {
  if (gone_ < way_to_answer_.size()) {
    posture = way_to_answer_[gone_++];
    return false;
  }
  const int count = problem.stepper.level_count();
  switch (stage_) {
    case Stage::start:
      problem.stepper.begin_polish(problem.tasks, problem.criteria, posture);
      stage_ = Stage::touch;
      [[fallthrough]];
    case Stage::touch: {
      if (!problem.stepper.advance_polish(problem.tasks, problem.criteria, posture)) break;
      const int stuck = problem.first_unsatisfied(posture);
      if (stuck == count) {
        finish(StepStatus::at_rest);
      } else {
        push_.begin(problem, posture, stuck + 1, most_steps_, new_trail());
        stage_ = Stage::push;
      }
      break;
    }
    case Stage::push:
      if (!push_.advance(problem)) break;
      if (push_.is_better()) take(push_.posture(), posture);
      stage_ = Stage::confirm;
      break;
    case Stage::confirm:
      if (!is_confirming_) {
        begin_round(problem, posture);
      } else if (trial_.advance(problem)) {
        answer_ = trial_.posture();
        const int stuck = problem.first_unsatisfied(answer_);
        if (stuck == count || trial_.status() == StepStatus::bad_input) {
          end_round(problem, posture);
        } else {
          push_.begin(problem, answer_, stuck + 1, trial_.steps_left(),
                      pace_ == Pace::step_by_step ? &trail_ : nullptr);
          stage_ = Stage::confirm_push;
        }
      }
      break;
    case Stage::confirm_push:
      if (!push_.advance(problem)) break;
      if (push_.is_better()) answer_ = push_.posture();
      end_round(problem, posture);
      break;
    case Stage::look:
      look(problem, posture);
      break;
    case Stage::second_order:
      take_second_order_step(problem, posture);
      break;
    case Stage::follow:
      follow(problem, posture);
      break;
    case Stage::done:
      break;
  }
  return stage_ == Stage::done && gone_ == way_to_answer_.size();
}

// Solving again.
void RestCheck::begin_round(const SolveProblem& problem, const Posture& posture) {
  if (round_ == most_confirmations || !has_trials_left()) return end_confirming(StepStatus::moving);
  is_confirming_ = true;
  answer_ = posture;
  trial_.begin(problem, posture, most_steps_, new_trail());
}

void RestCheck::end_round(const SolveProblem& problem, Posture& posture) {
  const int left = stage_ == Stage::confirm_push ? push_.steps_left() : trial_.steps_left();
  trial_steps_ += most_steps_ - left;
  stage_ = Stage::confirm;
  const bool leads_on = problem.leads_on(posture, answer_);
  const bool is_all = problem.first_unsatisfied(answer_) == problem.stepper.level_count();
  if (leads_on) take(answer_, posture);
  is_confirming_ = false;
  const StepStatus status = trial_.status();
  if (!leads_on) return end_confirming(tells(status, most_steps_) ? StepStatus::at_rest : status);
  is_new_ = true;
  ++round_;
  if (is_all) finish(status);
}

void RestCheck::end_confirming(StepStatus status) {
  status_ = status;
  if (turn_ > 0 && !is_new_) return finish(status);
  stage_ = Stage::look;
  line_ = 0;
  has_moved_ = false;
}

// Can an error still fall by more than rest allows, and if so, how?
void RestCheck::look(const SolveProblem& problem, const Posture& posture) {
  Stepper& stepper = problem.stepper;
  const double rest = rest_optimality * stepper.setup().reach;
  stage_ = Stage::follow;
  way_.resize(0);
  optimality_.resize(0);  // of another posture
  const int open = problem.first_unsatisfied(posture);
  if (open == stepper.level_count()) return;
  const VecX errors = stepper.errors();
  StepReport report;
  stepper.report_on(problem.tasks, problem.criteria, posture, report);
  const bool is_rest = std::all_of(report.levels.begin(), report.levels.end(),
                                   [&](const LevelReport& level) { return level.optimality <= rest; });
  if (is_rest) return;
  SecondOrder& second_order = stepper.second_order();
  if (!second_order.applies(errors)) {  // to first order the first of these levels has it right
    if (report.levels[static_cast<std::size_t>(open)].optimality > rest) way_ = stepper.steepest_way();
    return;
  }
  optimality_ = second_order.optimality(problem.tasks, posture);
  if (optimality_.maxCoeff() <= rest) return;
  second_order_round_ = second_order_steps_ = 0;
  second_order.begin(problem.tasks, posture);
  stage_ = Stage::second_order;
}

// Second derivatives tell how errors fall; their steps are taken as long as they gain.
void RestCheck::take_second_order_step(const SolveProblem& problem, Posture& posture) {
  SecondOrder& second_order = problem.stepper.second_order();
  if (second_order_steps_ < most_second_order_steps && second_order.advance(problem.tasks, posture)) {
    ++second_order_steps_;
    ++steps_;
    has_moved_ = true;
    return;
  }
  const double rest = rest_optimality * problem.stepper.setup().reach;
  const bool has_stepped = second_order_steps_ > 0;
  if (has_stepped) optimality_ = second_order.optimality(problem.tasks, posture);
  if (has_stepped && optimality_.maxCoeff() > rest && ++second_order_round_ < most_second_order_rounds) {
    second_order_steps_ = 0;
    second_order.begin(problem.tasks, posture);
    return;
  }
  if (optimality_.maxCoeff() > rest) way_ = second_order.steepest_way();
  stage_ = Stage::follow;
}

// It is rest if no error can fall, or if going the way where one can gains next to nothing because it soon
// rises again.
void RestCheck::follow(const SolveProblem& problem, Posture& posture) {
  if (way_.size() == 0 || !problem.stepper.follow(way_, problem.tasks, problem.criteria, posture))
    return end_turn(problem, posture, StepStatus::at_rest);
  has_moved_ = true;
  stage_ = Stage::look;
  if (++line_ == most_lines) end_turn(problem, posture, StepStatus::moving);
}

void RestCheck::end_turn(const SolveProblem& problem, const Posture& posture, StepStatus settled) {
  if (!has_moved_ && status_ == StepStatus::at_rest) return finish(settled);
  if (!has_moved_ && !has_trials_left()) return finish(status_);
  if (problem.first_unsatisfied(posture) == problem.stepper.level_count() || ++turn_ == most_turns)
    return finish(settled);
  stage_ = Stage::confirm;
  round_ = 0;
  is_new_ = false;
}

}  // namespace limber

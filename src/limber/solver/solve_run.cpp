// Attempts from several starts. The best answer is checked for rest.

#include "limber/solver/solve_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/figure/joint_motion.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

// Of 396 reachable poses of 44 robots one start finds 276, and with these 395 are found, as many as when
// asked for 20 (benchmarks/robot_poses.cpp).
constexpr int automatic_restarts = 20;
// While other starts remain an attempt is given up after so many steps in a row that did not bring its error
// below `paying` times the least so far: most attempts that arrive do so in ten steps, and another start
// costs less than waiting. From some start on they are patient, for goals that every start finds hard.
constexpr int hasty_starts = 8, hasty_idle_steps = 2, patient_idle_steps = 5;
constexpr double paying = 0.9;
constexpr int steps_between_clocks = 4;  // to look at a clock takes as long as a good part of a small step
// Starts lie in the middle of the ranges, where most goals have an answer nearby; from the fourth on every
// second one is anywhere.
constexpr double middle_share = 0.7;
double share_of_range(int start) {
  return start > 3 && start % 2 == 1 ? 1.0 : middle_share;
}

// A random value of a coordinate that stays near what people find usual where there is no limit.
double random_value(Random& random, const Range& range, double share, double around, double unlimited_width) {
  const double low = range.min > -unlimited ? range.min : around - unlimited_width;
  const double high = range.max < unlimited ? range.max : around + unlimited_width;
  const double aside = 0.5 * (1.0 - share) * (high - low);
  return random.between(low + aside, high - aside);
}

// Another start: all joints but free ones somewhere inside their limits.
Posture random_start(const Figure& figure, const HardConstraints& constraints, const Posture& like,
                     double share, Random& random) {
  Posture posture = like;
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    double* values = posture.values.data() + figure.first_value(j);
    switch (joint.type) {
      case JointType::fixed:
      case JointType::free:
        break;
      case JointType::revolute:
      case JointType::prismatic:
        values[0] = random_value(random, joint.ranges[0], share, values[0], std::numbers::pi);
        break;
      case JointType::elbow:
      case JointType::swing:
        for (int i = 0; i < 2; ++i) {
          values[i] = random_value(random, at(joint.ranges, i), share, values[i], 0.5 * std::numbers::pi);
        }
        break;
      case JointType::ball: {
        Vec3 turn;
        for (int i = 0; i < 3; ++i) turn[i] = random.between(-0.5, 0.5) * std::numbers::pi;
        Eigen::Map<Eigen::Vector4d>(values, 4) = exp_quaternion(turn).coeffs();
        break;
      }
    }
  }
  constraints.project_onto_limits(posture);
  return posture;
}

}  // namespace

SolveRun::SolveRun(Stepper& stepper, const TaskList& tasks, const CriterionList& criteria,
                   const SolveOptions& options)
    : stepper_(stepper),
      problem_{stepper, tasks, criteria},
      tasks_(tasks),
      criteria_(criteria),
      options_(options) {}

bool SolveRun::out_of_time() const {
  return options_.most_seconds > 0.0 &&
         std::chrono::duration<double>(Clock::now() - begin_).count() >= options_.most_seconds;
}

// -> errors_ of all levels, and the first one that is not satisfied (the number of levels: all are).
int SolveRun::first_unsatisfied(const Posture& posture) {
  errors_ = stepper_.level_errors(tasks_, criteria_, posture);
  return stepper_.levels().first_unsatisfied(errors_);
}

bool SolveRun::has_stalled(int step) {
  const VecX& errors = stepper_.errors();
  const int level = stepper_.levels().first_unsatisfied(errors);
  if (level == stepper_.level_count()) return false;
  if (step == 0 || level > best_level_ || (level == best_level_ && errors[level] < paying * best_error_)) {
    best_level_ = level;
    best_error_ = errors[level];
    idle_steps_ = 0;
    return false;
  }
  return ++idle_steps_ > (start_ < hasty_starts ? hasty_idle_steps : patient_idle_steps);
}

StepStatus SolveRun::step(Posture& posture, int level_count) {
  --steps_left_;
  StepStatus status;
  if (options_.observe) {
    const StepReport report = stepper_.step(tasks_, criteria_, posture, level_count);
    options_.observe(report, posture);
    status = report.status;
  } else {
    status = stepper_.advance(tasks_, criteria_, posture, level_count);
  }
  if (result_.steps == 0) result_.start_correction = stepper_.start_correction();
  ++result_.steps;
  return status;
}

// Steps with the first levels until they rest, or this attempt has no steps left.
StepStatus SolveRun::settle(int level_count, Posture& posture, Effort effort) {
  stepper_.forget();
  const bool stops = problem_.may_stop_when_satisfied();
  StepStatus status = StepStatus::moving;
  bool gives_up = false;
  for (int i = 0; steps_left_ > 0 && status == StepStatus::moving && !gives_up; ++i) {
    if (i % steps_between_clocks == 0 && out_of_time()) break;
    status = step(posture, level_count);
    if (status != StepStatus::moving) break;
    if (stops && stepper_.is_satisfied(tasks_)) status = StepStatus::at_rest;
    gives_up = effort == Effort::while_it_pays && has_stalled(i);
  }
  const bool given_up = effort == Effort::while_it_pays && status == StepStatus::moving;
  const bool polish = stepper_.setup().options.line_search && status != StepStatus::bad_input && !given_up;
  if (polish) stepper_.polish(tasks_, criteria_, posture);
  return status;
}

// From one start.
StepStatus SolveRun::attempt(Posture& posture, Effort effort, bool with_push) {
  steps_left_ = options_.most_steps;
  const int count = stepper_.level_count();
  const StepStatus status = settle(count, posture, effort);
  if (status == StepStatus::bad_input || !stepper_.setup().options.line_search) return status;
  if (effort == Effort::while_it_pays && status == StepStatus::moving) return status;
  const int stuck = first_unsatisfied(posture);
  if (stuck < count && with_push) push(stuck + 1, posture);
  return status;
}

void SolveRun::push(int level_count, Posture& posture) {
  TrialPush trial;
  trial.begin(problem_, posture, level_count, steps_left_);
  while (!trial.advance(problem_)) {
    if (out_of_time()) return;
  }
  if (trial.is_better()) posture = trial.posture();
}

// Something is not satisfied: is that rest?
void SolveRun::check_rest(Posture& posture, RestCheck::Known known) {
  RestCheck check(options_.most_steps, known, RestCheck::Pace::at_once);
  bool is_done = false;
  while (!is_done && !out_of_time()) is_done = check.advance(problem_, posture);
  result_.status = is_done ? check.status() : StepStatus::moving;
  result_.steps += check.steps();
  optimality_ = check.optimality();
}

// The first answer is where the solve started, if that was as good: then it is at rest.
bool SolveRun::is_still_at(const Posture& start, const Posture& answer, StepStatus status) {
  return RestCheck::tells(status, options_.most_steps) && stepper_.setup().options.line_search &&
         result_.start_correction == 0.0 && first_unsatisfied(answer) < stepper_.level_count() &&
         !problem_.leads_on(start, answer);
}

// Not even the first priority is satisfied, for reasons that may be those of a local minimum: another start
// may lead elsewhere. Among obstacles it would jump over them, so nothing is tried unasked.
bool SolveRun::other_starts_may_help(const Posture& posture) {
  StepReport report;
  stepper_.report_on(tasks_, criteria_, posture, report);
  return report.light == Light::red &&
         std::any_of(report.tasks.begin(), report.tasks.end(), [](const TaskReport& task) {
           return std::any_of(std::begin(task.reasons), std::end(task.reasons), [](const Reason& reason) {
             return reason.blocker == Blocker::equal_task || reason.blocker == Blocker::joint_limit ||
                    reason.blocker == Blocker::own_body;
           });
         });
}

SolveReport SolveRun::run(Posture& posture) {
  const bool automatic = options_.restarts == SolveOptions::automatic;
  const int most = automatic ? automatic_restarts : options_.restarts;
  Random random(options_.seed);
  Posture best = posture;
  VecX best_error;
  bool best_is_clear = false, is_confirmed = false;
  for (int start = 0; start <= most; ++start) {
    start_ = start;
    Posture trial = start == 0 ? posture
                               : random_start(stepper_.setup().figure, stepper_.constraints(), posture,
                                              share_of_range(start), random);
    const bool is_first_answer = automatic && start == 0, is_last = start == most;
    StepStatus status = attempt(trial, is_first_answer || is_last ? Effort::whole : Effort::while_it_pays,
                                is_first_answer || (is_last && !automatic));
    if (status == StepStatus::bad_input) {
      result_.status = status;
      result_.light = Light::red;
      return std::move(result_);
    }
    if (start == 0 && is_still_at(posture, trial, status)) {
      trial = posture;
      status = StepStatus::at_rest;
      is_confirmed = true;
    }
    const int satisfied = first_unsatisfied(trial);
    const bool is_clear = stepper_.keep_clear().is_clear(), first = best_error.size() == 0;
    const bool all = is_clear && satisfied == stepper_.level_count();
    // Unasked, another start must satisfy a level that the first one did not.
    const bool is_chosen = first || (is_clear && !best_is_clear && !automatic) ||
                           (is_clear == best_is_clear && is_better(stepper_.levels(), errors_, best_error) &&
                            (!automatic || satisfied > stepper_.levels().first_unsatisfied(best_error)));
    if (is_chosen) {
      best = trial;
      best_is_clear = is_clear;
      best_error = errors_;
      result_.status = status;
      is_confirmed &= start == 0;
    }
    result_.restarts = start;
    if (all || out_of_time()) break;
    if (is_first_answer) {
      const bool may_help = other_starts_may_help(best);
      if (!may_help || stepper_.clearance().has_obstacles() || !stepper_.setup().options.line_search) {
        result_.other_starts_may_help = may_help;
        break;
      }
    }
  }
  if (result_.status == StepStatus::moving && result_.restarts > 0 && !out_of_time())
    result_.status = attempt(best, Effort::whole, !automatic);  // it was given up too early to be the answer
  // Where so many steps did not come to rest, it is rest all the same if as many more do not lead on.
  const bool is_open = RestCheck::tells(result_.status, options_.most_steps) && !out_of_time() &&
                       stepper_.setup().options.line_search &&
                       first_unsatisfied(best) < stepper_.level_count();
  if (is_open) check_rest(best, is_confirmed ? RestCheck::Known::confirmed : RestCheck::Known::pushed);
  posture = best;
  stepper_.level_errors(tasks_, criteria_, posture);
  stepper_.report_on(tasks_, criteria_, posture, result_);
  if (optimality_.size() > 0) stepper_.report_optimality(optimality_, result_);
  result_.kept.assign(result_.tasks.begin(), result_.tasks.end());
  result_.tasks = result_.kept;
  result_.kept_levels.assign(result_.levels.begin(), result_.levels.end());
  result_.levels = result_.kept_levels;
  return std::move(result_);
}

}  // namespace limber

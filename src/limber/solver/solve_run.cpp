// Attempts from several starts. In each, levels settle in order of priority; a small push tells rest from a
// balance that any touch would end.

#include "limber/solver/solve_run.h"

#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

constexpr double push_size = 0.03;  // [rad] enough to leave a singular posture, small against a usual step
// A push must gain at least this factor in some level, or the posture stays where it was.
constexpr double worth_a_push = 1.01;

// A random value of a coordinate that stays near what people find usual where there is no limit.
double random_value(Random& random, const Range& range, double around, double unlimited_width) {
  const double low = range.min > -unlimited ? range.min : around - unlimited_width;
  const double high = range.max < unlimited ? range.max : around + unlimited_width;
  return random.between(low, high);
}

// Another start: all joints but free ones somewhere inside their limits.
Posture random_start(const Figure& figure, const HardConstraints& constraints, const Posture& like,
                     Random& random) {
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
        values[0] = random_value(random, joint.ranges[0], values[0], std::numbers::pi);
        break;
      case JointType::elbow:
      case JointType::swing:
        for (int i = 0; i < 2; ++i) {
          values[i] = random_value(random, at(joint.ranges, i), values[i], 0.5 * std::numbers::pi);
        }
        break;
      case JointType::ball: {
        VecX turn(3);
        for (int i = 0; i < 3; ++i) turn[i] = random.between(-0.5, 0.5) * std::numbers::pi;
        const double angle = turn.norm();
        const Quat q = angle > 0.0 ? Quat(Eigen::AngleAxisd(angle, Vec3(turn / angle))) : Quat::Identity();
        Eigen::Map<Eigen::Vector4d>(values, 4) = q.coeffs();
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
    : stepper_(stepper), tasks_(tasks), criteria_(criteria), options_(options) {}

bool SolveRun::out_of_time() const {
  return options_.most_seconds > 0.0 &&
         std::chrono::duration<double>(Clock::now() - start_).count() >= options_.most_seconds;
}

// -> errors_ of all levels, and the first one that is not satisfied (the number of levels: all are).
int SolveRun::first_unsatisfied(const Posture& posture) {
  errors_ = stepper_.level_errors(tasks_, criteria_, posture);
  int level = 0;
  while (level < stepper_.level_count() && errors_[level] <= stepper_.levels().level_tolerance(level)) {
    ++level;
  }
  return level;
}

// Steps with the first levels until they rest, or this attempt has no steps left. A push is an experiment:
// its steps are neither counted nor observed.
StepStatus SolveRun::settle(int level_count, Posture& posture, bool is_push) {
  stepper_.forget();
  StepStatus status = StepStatus::moving;
  while (steps_left_ > 0 && status == StepStatus::moving && !out_of_time()) {
    const StepReport report = stepper_.step(tasks_, criteria_, posture, level_count);
    status = report.status;
    --steps_left_;
    if (is_push) continue;
    if (result_.steps == 0) result_.start_correction = report.start_correction;
    if (options_.observe) options_.observe(report, posture);
    ++result_.steps;
  }
  const bool polish = stepper_.setup().options.line_search && status != StepStatus::bad_input;
  if (polish) stepper_.polish(tasks_, criteria_, posture);
  return status;
}

// From one start. Where a level cannot be satisfied, those below it must have no say in where it comes to
// rest: it settles without them first.
StepStatus SolveRun::attempt(Posture& posture, bool is_last) {
  steps_left_ = options_.most_steps;
  const Posture from = posture;
  const int count = stepper_.level_count();
  StepStatus status = settle(count, posture);
  if (status == StepStatus::bad_input || !stepper_.setup().options.line_search) return status;
  const int stuck = first_unsatisfied(posture);
  if (stuck == count) return status;
  if (stuck + 1 < count) {
    posture = from;
    status = settle(stuck + 1, posture);
  }
  if (is_last) push(stuck + 1, posture);
  return stuck + 1 < count ? settle(count, posture) : status;
}

// A straight arm that ought to fold feels no pull, and stands still as if nothing could be gained. A small
// push tells such a posture from rest.
void SolveRun::push(int level_count, Posture& posture) {
  first_unsatisfied(posture);
  const VecX before = errors_.head(level_count);
  const bool was_clear = stepper_.keep_clear().is_clear();
  const Figure& figure = stepper_.setup().figure;
  Posture pushed = posture;
  VecX step(figure.dof_count());
  // Every joint by another amount, so that no symmetry is kept.
  for (Eigen::Index i = 0; i < step.size(); ++i)
    step[i] = push_size * std::sin(1.0 + 2.4 * static_cast<double>(i));
  integrate(figure, step, pushed);
  stepper_.constraints().bring_inside(pushed);
  settle(level_count, pushed, true);
  first_unsatisfied(pushed);
  // With no steps left it stays where it was pushed, which may be inside an obstacle.
  const bool keeps_clear = stepper_.keep_clear().is_clear() || !was_clear;
  if (keeps_clear && is_better(stepper_.levels(), worth_a_push * errors_.head(level_count), before))
    posture = pushed;
}

SolveReport SolveRun::run(Posture& posture) {
  Random random(options_.seed);
  Posture best = posture;
  VecX best_error;
  bool best_is_clear = false;
  for (int start = 0; start <= options_.restarts; ++start) {
    Posture trial =
        start == 0 ? posture : random_start(stepper_.setup().figure, stepper_.constraints(), posture, random);
    const StepStatus status = attempt(trial, start == options_.restarts);
    if (status == StepStatus::bad_input) {
      result_.status = status;
      result_.light = Light::red;
      return std::move(result_);
    }
    const int satisfied = first_unsatisfied(trial);
    const bool is_clear = stepper_.keep_clear().is_clear(), first = best_error.size() == 0;
    if (first || (is_clear && !best_is_clear) ||
        (is_clear == best_is_clear && is_better(stepper_.levels(), errors_, best_error))) {
      best = trial;
      best_is_clear = is_clear;
      best_error = errors_;
      result_.status = status;
    }
    result_.restarts = start;
    if ((is_clear && satisfied == stepper_.level_count()) || out_of_time()) break;
  }
  posture = best;
  stepper_.report_on(tasks_, criteria_, posture, result_);
  result_.kept.assign(result_.tasks.begin(), result_.tasks.end());
  result_.tasks = result_.kept;
  return std::move(result_);
}

}  // namespace limber

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "limber/figure/joint_motion.h"
#include "limber/math/random.h"
#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double push_size = 0.03;  // [rad]

// A random value of a coordinate that stays near what people find usual where there is no limit.
double random_value(Random& random, const Range& range, double around, double unlimited_width) {
  const double low = range.min > -unlimited ? range.min : around - unlimited_width;
  const double high = range.max < unlimited ? range.max : around + unlimited_width;
  return random.between(low, high);
}

// Another start: all joints but free ones somewhere inside their limits.
Posture random_posture(const Figure& figure, const HardConstraints& constraints, const Posture& like,
                       Random& random) {
  Posture posture = like;
  for (int j = 0; j < figure.segment_count(); ++j) {
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
          values[i] = random_value(random, joint.ranges[static_cast<std::size_t>(i)], values[i],
                                   0.5 * std::numbers::pi);
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

// Is a better than b, in order of priority? Errors inside their tolerance are as good as none.
bool Solver::Parts::better(const VecX& a, const VecX& b) const noexcept {
  for (int level = 0; level < a.size(); ++level) {
    const double tolerance = levels.level_tolerance(level);
    const double first = a[level] <= tolerance ? 0.0 : a[level],
                 second = b[level] <= tolerance ? 0.0 : b[level];
    if (first < second - 1e-9) return true;
    if (first > second + 1e-9) return false;
  }
  return false;
}

// The satisfied levels of `there` are nearer to zero than `left`, and those that were asked to stay did.
bool Solver::Parts::is_more_polished(double left) const noexcept {
  double left_there = 0.0;
  bool worse = false;
  for (int level = 0; level < levels.level_count(); ++level) {
    const double before = here.level_error[level], after = there.level_error[level];
    if (held_levels[static_cast<std::size_t>(level)] != 0) {
      worse |= after > before * (1.0 + 5e-3);
    } else {
      left_there = std::max(left_there, after);
    }
  }
  return !worse && left_there < 0.95 * left;
}

// Brings what is satisfied from somewhere inside its tolerance to zero, while what cannot be satisfied is
// asked to stay: plain Newton steps, which a goal out of reach cannot disturb.
void Solver::Parts::polish(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  constexpr int most_steps = 40;
  polishing = true;
  for (int step = 0; step < most_steps; ++step) {
    evaluate(tasks, criteria, posture, here, criteria_here);
    double left = 0.0;
    for (int level = 0; level < levels.level_count(); ++level) {
      const bool unsatisfied = here.level_error[level] > levels.level_tolerance(level);
      held_levels[static_cast<std::size_t>(level)] = unsatisfied;
      radius[level] = options.damping.bound;
      if (!unsatisfied) left = std::max(left, here.level_error[level]);
    }
    if (left < 1e-13) break;
    if (clearance.comes_first()) clearance.start_step();
    pull.setZero();
    // First with the unsatisfied levels asked to stay, then, where that would take long steps, without them.
    bool improved = false;
    for (const bool without : {false, true}) {
      leave_out_held = without;
      linear_step();
      for (double part = 1.0; part > 0.1 && !improved; part *= 0.5) {
        displacement = part * scale.cwiseProduct(solution);
        move(posture, candidate);
        if (!candidate_keeps_clear()) continue;
        evaluate(tasks, criteria, candidate, there, criteria_there);
        improved = is_more_polished(left);
      }
      if (improved) break;
      look_at(posture);
    }
    if (!improved) break;
    posture.values = candidate.values;
  }
  polishing = leave_out_held = false;
  std::fill(held_levels.begin(), held_levels.end(), std::uint8_t{0});
}

// One solve: what it has been asked, and how far it got.
struct Solver::Parts::Run {
  Parts& parts;
  const TaskList& tasks;
  const CriterionList& criteria;
  const SolveOptions& options;
  SolveReport& result;
  Clock::time_point start = Clock::now();
  int steps_left = 0;  // of this attempt
  bool pushing = false;

  bool out_of_time() const {
    return options.most_seconds > 0.0 &&
           std::chrono::duration<double>(Clock::now() - start).count() >= options.most_seconds;
  }

  // Steps with the first `count` levels until they rest, or this attempt has no steps left.
  StepStatus settle(int count, Posture& posture) {
    parts.levels_in_use = count;
    parts.forget();
    StepStatus status = StepStatus::moving;
    while (steps_left > 0 && status == StepStatus::moving && !out_of_time()) {
      const StepReport report = parts.step(tasks, criteria, posture);
      status = report.status;
      --steps_left;
      if (pushing) continue;  // an experiment, not part of the way
      if (result.steps == 0) result.start_correction = report.start_correction;
      if (options.observe) options.observe(report, posture);
      ++result.steps;
    }
    if (parts.options.line_search && status != StepStatus::bad_input) parts.polish(tasks, criteria, posture);
    parts.levels_in_use = parts.levels.level_count();
    return status;
  }

  // From one start. Where a level cannot be satisfied, those below it must have no say in where it comes to
  // rest: it settles without them first.
  StepStatus attempt(Posture& posture, bool last) {
    steps_left = options.most_steps;
    const Posture from = posture;
    const int count = parts.levels.level_count();
    StepStatus status = settle(count, posture);
    if (status == StepStatus::bad_input || !parts.options.line_search) return status;
    const int stuck = first_unsatisfied(posture);
    if (stuck == count) return status;
    if (stuck + 1 < count) {
      posture = from;
      status = settle(stuck + 1, posture);
    }
    if (last) push(stuck + 1, posture);
    return stuck + 1 < count ? settle(count, posture) : status;
  }

  // A straight arm that ought to fold feels no pull, and stands still as if nothing could be gained. A small
  // push tells such a posture from rest.
  void push(int count, Posture& posture) {
    first_unsatisfied(posture);
    const VecX before = parts.here.level_error;
    const bool was_clear = parts.is_clear();
    Posture pushed = posture;
    VecX step(parts.figure.dof_count());
    for (Eigen::Index i = 0; i < step.size(); ++i)
      step[i] = push_size * std::sin(1.0 + 2.4 * static_cast<double>(i));
    integrate(parts.figure, step, pushed);
    if (parts.options.limits == LimitMethod::active_set) parts.constraints.repair(pushed);
    pushing = true;
    settle(count, pushed);
    pushing = false;
    first_unsatisfied(pushed);
    // With no steps left it stays where it was pushed, which may be inside an obstacle.
    const bool keeps_clear = parts.is_clear() || !was_clear;
    if (keeps_clear && parts.better(1.01 * parts.here.level_error.head(count), before.head(count)))
      posture = pushed;
  }

  int first_unsatisfied(const Posture& posture) {
    parts.levels.refresh(tasks, 0, parts.levels_in_use);
    parts.evaluate(tasks, criteria, posture, parts.here, parts.criteria_here);
    int level = 0;
    while (level < parts.levels.level_count() &&
           parts.here.level_error[level] <= parts.levels.level_tolerance(level)) {
      ++level;
    }
    return level;
  }
};

SolveReport Solver::solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                          const SolveOptions& solve_options) {
  Parts& parts = *parts_;
  parts.prepare(tasks, criteria);
  SolveReport result;
  Parts::Run run{parts, tasks, criteria, solve_options, result};
  Random random(solve_options.seed);
  Posture best = posture;
  VecX best_error;
  bool best_is_clear = false;
  for (int attempt = 0; attempt <= solve_options.restarts; ++attempt) {
    Posture trial = attempt == 0 ? posture : random_posture(parts.figure, parts.constraints, posture, random);
    const StepStatus status = run.attempt(trial, attempt == solve_options.restarts);
    if (status == StepStatus::bad_input) {
      result.status = status;
      result.light = Light::red;
      return result;
    }
    const int satisfied = run.first_unsatisfied(trial);
    const bool is_clear = parts.is_clear(), first = best_error.size() == 0;
    if (first || (is_clear && !best_is_clear) ||
        (is_clear == best_is_clear && parts.better(parts.here.level_error, best_error))) {
      best = trial;
      best_is_clear = is_clear;
      best_error = parts.here.level_error;
      result.status = status;
    }
    result.restarts = attempt;
    if ((is_clear && satisfied == parts.levels.level_count()) || run.out_of_time()) break;
  }
  posture = best;
  parts.report_on(tasks, criteria, posture, result);
  result.kept = parts.reports;
  result.tasks = result.kept;
  return result;
}

// The reports of a posture, without moving it.
void Solver::Parts::report_on(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                              StepReport& report) noexcept {
  problem.forget();  // so that a posture has its reasons, however it was found
  evaluate(tasks, criteria, posture, here, criteria_here);
  radius.setConstant(options.damping.bound);
  compute_pull(criteria, posture);
  linear_step();
  explain_all(tasks);
  finish_reports(tasks, here);
  report.light = light;
  const HardConstraints::Excess excess = constraints.coupling_excess(posture);
  report.coupling_excess = excess.amount;
  report.broken_coupling = excess.coupling;
  report_clearance(posture, report);
  report.tasks = reports;
}

SolveReport Solver::solve(const TaskList& tasks, Posture& posture, const SolveOptions& options) {
  return solve(tasks, {}, posture, options);
}

SolveReport what_if(const Figure& figure, const SolverOptions& options, const TaskList& tasks,
                    const CriterionList& criteria, const Posture& posture, const WhatIf& change,
                    const World* world) {
  TaskList changed = tasks;
  for (const int number : change.without_tasks) changed.entry(number).settings.enabled = false;
  SolverOptions without = options;
  without.ignored_limits = change.without_limits;
  without.ignored_couplings = change.without_couplings;
  Solver solver(figure, std::move(without));
  if (world != nullptr) solver.surround(*world);
  Posture moved = posture;
  return solver.solve(changed, criteria, moved);
}

}  // namespace limber

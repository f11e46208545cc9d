#include "limber/solver/solver.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "limber/figure/joint_chain.h"
#include "limber/figure/posture.h"
#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

constexpr int most_corrections = 2;      // of one trial
constexpr int most_trials = 8;           // of one step
constexpr int idle_steps_to_rest = 15;   // without anything getting better
constexpr double shortest_move = 1e-10;  // [rad] shorter steps are rest

VecX column_scale(const Figure& figure, const SolverOptions& options) {
  VecX scale = VecX::Ones(figure.dof_count());
  if (options.recruitment.empty()) return scale;
  if (static_cast<int>(options.recruitment.size()) != figure.dof_count()) {
    throw std::invalid_argument("recruitment has " + std::to_string(options.recruitment.size()) +
                                " weights; the figure has " + std::to_string(figure.dof_count()) +
                                " degrees of freedom");
  }
  for (int i = 0; i < figure.dof_count(); ++i) {
    const double weight = options.recruitment[static_cast<std::size_t>(i)];
    if (!(weight > 0.0)) {
      throw std::invalid_argument("the recruitment weight of " + figure.dof_name(i) + " must be above 0");
    }
    scale[i] = 1.0 / std::sqrt(weight);  // an infinite weight locks the joint
  }
  return scale;
}

ProjectorOptions projector_options(const SolverOptions& options) {
  ProjectorOptions result;
  result.formulation = options.formulation;
  result.svd.method = options.svd;
  result.damping.lambda = options.damping.lambda;
  result.damping.bound = options.damping.bound;
  switch (options.damping.rule) {
    case Damping::Rule::none:
      result.damping.rule = StepDamping::Rule::none;
      break;
    case Damping::Rule::fixed:
      result.damping.rule = StepDamping::Rule::fixed;
      break;
    case Damping::Rule::step_bound:
      result.damping.rule = StepDamping::Rule::step_bound;
      break;
    case Damping::Rule::numerical_filtering:
      result.damping.rule = StepDamping::Rule::numerical_filtering;
      break;
    case Damping::Rule::automatic:
    case Damping::Rule::smallest_singular_value:
      result.damping.rule = StepDamping::Rule::smallest_singular_value;
      break;
  }
  return result;
}

}  // namespace

Solver::Parts::Parts(Figure figure_given, SolverOptions options_given)
    : figure(std::move(figure_given)),
      options(std::move(options_given)),
      reach(longest_reach(figure)),
      kinematics(figure),
      masses(figure),
      constraints(figure, options),
      clearance(figure, options.clearance, reach),
      problem(figure.dof_count(), constraints.most_rows(), HardConstraints::level_count),
      clearing(0, 0, 0) {
  largest_error = options.largest_error > 0.0 ? options.largest_error : reach / 10.0;
  metres_per_radian = options.metres_per_radian > 0.0 ? options.metres_per_radian : reach / 6.0;
  scale = column_scale(figure, options);
  const int n = figure.dof_count();
  scratch = RowMatrix::Zero(12, n);
  for (VecX* vector : {&displacement, &solution, &free_displacement, &kept_displacement, &kept_pull,
                       &gradient, &pull, &task_gradient, &contribution, &nudged}) {
    *vector = VecX::Zero(n);
  }
  ones = VecX::Ones(n);
  candidate = figure.rest_posture();
  overlapping = nearest_out = candidate;
  look_at(candidate);
}

void Solver::Parts::prepare(const TaskList& tasks, const CriterionList&) {
  TaskLevels next(figure, tasks, metres_per_radian);
  if (prepared && options.fade_steps > 0) next.fade_from(levels);
  levels = std::move(next);
  clearance.let_touch(tasks);
  make_room();
  here = levels.make_values();
  there = levels.make_values();
  const int count = levels.level_count();
  predicted = radius = best = expected = VecX::Zero(count);
  fraction = part_length = VecX::Ones(count + 1);
  parts = Eigen::MatrixXd::Zero(figure.dof_count(), count + 1);
  held_levels.assign(static_cast<std::size_t>(count), 0);
  first_problem_row.assign(levels.slots().size(), -1);
  reports.reserve(levels.slots().size());
  views.assign(static_cast<std::size_t>(count), LevelView{});
  prepared = true;
  levels_in_use = count;
  forget();
}

void Solver::Parts::make_room() {
  const int n = figure.dof_count(), hard_rows = constraints.most_rows() + clearance.most_rows();
  constexpr int hard_levels = HardConstraints::level_count + 1;
  problem = Lexicographic(n, hard_rows + levels.row_count(), hard_levels + levels.level_count());
  clearing = Lexicographic(clearance.is_on() ? n : 0, hard_rows, hard_levels);
  if (options.formulation != Formulation::lexicographic) {
    // Room for two bounds of each degree of freedom, which are inequalities like others there.
    projectors.emplace(n, levels.row_count() + 2 * n + hard_rows, levels.level_count(),
                       projector_options(options));
  }
  clear_level = 0;
  while (clear_level < levels.level_count() && levels.priority(clear_level) <= options.clearance.priority) {
    ++clear_level;
  }
}

void Solver::Parts::surround(const World& world) {
  clearance.surround(world);
  make_room();
  forget();
}

void Solver::Parts::forget() noexcept {
  problem.forget();
  clearing.forget();
  clearance.forget_holding();
  steps_to_next_try = steps_to_next_nudge = 0;
  idle_steps = -1;  // the next step starts anew
}

TaskContext Solver::Parts::context(const Posture& posture) noexcept {
  if (!masses_are_up_to_date) masses.update(kinematics);
  masses_are_up_to_date = true;
  return {kinematics, masses, posture, scratch};
}

void Solver::Parts::look_at(const Posture& posture) noexcept {
  if (!(seen == posture)) {
    seen.values = posture.values;
    kinematics.update(seen);
    masses_are_up_to_date = false;
  } else if (!clearance.must_look()) {
    return;
  }
  if (clearance.is_on()) clearance.look(kinematics);
}

void Solver::Parts::evaluate(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                             TaskValues& values, double& criteria_value) noexcept {
  look_at(posture);
  levels.evaluate(tasks, context(seen), values);
  criteria_value = 0.0;
  for (const WeightedCriterion& weighted : criteria) {
    if (weighted.enabled) criteria_value += weighted.gain * value(weighted.criterion, context(seen));
  }
}

StepReport Solver::Parts::step(const TaskList& tasks, const CriterionList& criteria,
                               Posture& posture) noexcept {
  StepReport report;
  const auto stop = [&](StepStatus status) {
    report.status = status;
    report.light = Light::red;
    return report;
  };
  if (!prepared || !levels.fits(tasks)) return stop(StepStatus::not_prepared);
  levels.refresh(tasks, options.fade_steps, levels_in_use);
  if (posture.values.size() != figure.value_count() || !is_finite(posture))
    return stop(StepStatus::bad_input);

  // A posture this solver made is inside already.
  candidate.values = posture.values;
  if (options.limits == LimitMethod::active_set && !(seen == posture)) {
    report.start_correction = constraints.repair(candidate);
  }
  if (clearance.comes_first()) report.start_correction = std::max(report.start_correction, leave_overlap());
  evaluate(tasks, criteria, candidate, here, criteria_here);
  if (!here.finite) return stop(StepStatus::bad_input);
  posture.values = candidate.values;
  note_moved_targets();
  compute_pull(criteria, posture);
  if (clearance.comes_first()) clearance.start_step();

  bool accepted = false;
  linear_step();
  keep_parts();
  explain_all(tasks);
  fraction = (2.0 * fraction).cwiseMin(1.0);
  for (int trial = 0; trial < most_trials && !accepted; ++trial) {
    compose();
    move(posture, candidate);
    if (!candidate_keeps_clear()) {
      fraction *= 0.3;
      continue;
    }
    if (!options.line_search) {
      accepted = true;
      break;
    }
    levels.predict(here, displacement, 1.0, predicted);
    evaluate(tasks, criteria, candidate, there, criteria_there);
    int objecting = objecting_level();
    const int mover = moving_most();
    for (int round = 0; round < most_corrections && objecting >= 0 && objecting < mover; ++round) {
      correct(mover, tasks, criteria);
      objecting = clearance.comes_first() && !clearance.holds() ? mover : objecting_level();
    }
    accepted = objecting < 0;
    if (!accepted) cut(objecting);
  }
  if (options.line_search) {
    if (accepted) {
      adapt_radii();
    } else {
      take_smaller_radii();
    }
  }
  report.step_length = accepted ? displacement.norm() : 0.0;
  const bool progress = !options.line_search || (accepted && note_progress());
  if (accepted) {
    posture.values = candidate.values;
    if (options.line_search) {
      expected = there.level_error;
      std::swap(here, there);
    }
  } else {
    expected = here.level_error;
  }
  idle_steps = progress ? 0 : idle_steps + 1;
  finish_reports(tasks, here);
  report.tasks = reports;
  report.light = light;
  const HardConstraints::Excess excess = constraints.coupling_excess(posture);
  report.coupling_excess = excess.amount;
  report.broken_coupling = excess.coupling;
  report_clearance(posture, report);
  const bool at_rest = idle_steps >= idle_steps_to_rest || (accepted && report.step_length < shortest_move);
  report.status = at_rest ? StepStatus::at_rest : StepStatus::moving;
  return report;
}

Solver::Solver(Figure figure, SolverOptions options)
    : parts_(std::make_unique<Parts>(std::move(figure), std::move(options))) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const Figure& Solver::figure() const {
  return parts_->figure;
}
const SolverOptions& Solver::options() const {
  return parts_->options;
}
void Solver::prepare(const TaskList& tasks, const CriterionList& criteria) {
  parts_->prepare(tasks, criteria);
}
void Solver::surround(const World& world) {
  parts_->surround(world);
}
void Solver::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  parts_->clearance.move_obstacle(obstacle, shape, velocity);
}
std::span<const Contact> Solver::contacts() const noexcept {
  return parts_->clearance.contacts();
}
StepReport Solver::step(const TaskList& tasks, Posture& posture) noexcept {
  return parts_->step(tasks, parts_->no_criteria, posture);
}
StepReport Solver::step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  return parts_->step(tasks, criteria, posture);
}
void Solver::forget() noexcept {
  parts_->forget();
}
std::span<const Solver::LevelView> Solver::levels() const noexcept {
  return parts_->views;
}
const VecX& Solver::last_step() const noexcept {
  return parts_->displacement;
}

}  // namespace limber

#include <algorithm>
#include <cmath>

#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

using Index = Eigen::Index;

constexpr double longest_pull = 0.1;  // [rad] of a criterion, per step
constexpr double calm_gain = 2000.0;  // a satisfied level may turn joints this many times error/reach

}  // namespace

// Errors of a level longer than the largest are shortened by one factor, so that the compromise inside the
// level stays what it is. Levels have factors of their own: a goal far away at the end of the list would
// otherwise slow down everything above it, and where a level comes to rest does not depend on its factor.
double Solver::Parts::error_factor(int level) const noexcept {
  double factor = 1.0;
  if (correcting) return factor;
  for (std::size_t i = 0; i < levels.slots().size(); ++i) {
    const TaskSlot& slot = levels.slots()[i];
    if (!slot.takes_part || (options.clamp == ErrorClamp::per_level && slot.level != level)) continue;
    const double error =
        here.task_error[static_cast<Index>(i)] * (slot.unit == TaskUnit::radian ? metres_per_radian : 1.0);
    if (error > largest_error) factor = std::min(factor, largest_error / error);
  }
  return factor;
}

LevelDamping Solver::Parts::damping_of(int level) const noexcept {
  switch (options.damping.rule) {
    case Damping::Rule::none:
      return {};
    case Damping::Rule::fixed:
      return {LevelDamping::Rule::fixed, options.damping.lambda, 0.0};
    case Damping::Rule::automatic: {
      // What is satisfied is in no hurry: near a singular posture even a tiny error would ask for a long way.
      const double error = here.level_error[level];
      const bool calm = !polishing && error <= levels.level_tolerance(level);
      const double enough = calm_gain * error / reach;
      return {LevelDamping::Rule::step_bound, 0.0, calm ? std::min(radius[level], enough) : radius[level]};
    }
    default:
      return {LevelDamping::Rule::step_bound, 0.0, options.damping.bound};
  }
}

void Solver::Parts::compute_pull(const CriterionList& criteria, const Posture& posture) noexcept {
  gradient.setZero();
  for (const WeightedCriterion& weighted : criteria) {
    if (!weighted.enabled || weighted.gain == 0.0) continue;
    pull.setZero();
    add_gradient(weighted.criterion, context(posture), pull);
    gradient += weighted.gain * pull;
  }
  // In the unknowns y = W^1/2 dq: z_y = -W^-1/2 grad h. Kept as short as a step may be.
  pull = -scale.cwiseProduct(gradient);
  const double longest = pull.size() > 0 ? pull.cwiseAbs().maxCoeff() : 0.0;
  if (longest > longest_pull) pull *= longest_pull / longest;
}

template <class Problem>
void Solver::Parts::add_limits(Problem& to) noexcept {
  constraint_rows = 0;
  if (options.limits == LimitMethod::active_set) {
    constraints.add_to(to, seen, scale);
    constraint_rows = constraints.row_count();
  } else {
    for (int level = 0; level < HardConstraints::level_count; ++level) to.begin_level();
  }
}

// `wanted`: the step the other tasks would take without those that fade in or out; nullptr: leave those out.
void Solver::Parts::solve_lexicographic(const VecX* wanted) noexcept {
  if (clearance.is_on()) clearance.select_touching(clearance.damping());
  do {
    write_problem(wanted);
    problem.solve();
  } while (breaks_clearance(problem.solution()));
  clearance.forget_holding();
  for (int row = 0; row < clearance.row_count(); ++row) {
    if (problem.is_active(first_clear_row + row)) clearance.note_holding(row);
  }
}

// Does a solution come nearer to something than it may that had no row? It has one now.
bool Solver::Parts::breaks_clearance(const VecX& scaled_step) noexcept {
  if (!clearance.is_on()) return false;
  contribution = scale.cwiseProduct(scaled_step.head(figure.dof_count()));
  return clearance.select_broken(kinematics, contribution);
}

void Solver::Parts::write_problem(const VecX* wanted) noexcept {
  const int n = figure.dof_count();
  problem.clear(n);
  add_limits(problem);
  int next_row = constraint_rows;
  std::fill(first_problem_row.begin(), first_problem_row.end(), -1);
  std::size_t next = 0;
  for (int level = 0; level <= levels.level_count(); ++level) {
    if (level == clear_level && clearance.is_on()) {
      problem.begin_level();
      first_clear_row = next_row;
      clearance.add_to(problem, kinematics, scale);
      next_row += clearance.row_count();
    }
    if (level == levels.level_count()) break;
    problem.begin_level(damping_of(level));
    const bool held = held_levels[static_cast<std::size_t>(level)] != 0;
    const double factor = error_factor(level);
    for (; next < levels.slots().size() && levels.slots()[next].level == level; ++next) {
      const TaskSlot& slot = levels.slots()[next];
      const bool fading = slot.activation < 1.0;
      if (!slot.takes_part || (fading && wanted == nullptr) || (held && leave_out_held)) continue;
      first_problem_row[next] = next_row;
      next_row += slot.row_count;
      for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
        double error = here.error[r];
        if (slot.kind == RowKind::equality || error < 0.0) error = held ? 0.0 : factor * error;
        if (fading) {
          const double without = here.jacobian.row(r).dot(*wanted);
          const double blended = slot.activation * error + (1.0 - slot.activation) * without;
          error = slot.kind == RowKind::equality ? blended : std::max(error, blended);
        }
        double* row = slot.kind == RowKind::equality ? problem.add_equality(slot.row_scale * error)
                                                     : problem.add_at_most(slot.row_scale * error);
        Eigen::Map<VecX>(row, n) = slot.row_scale * here.jacobian.row(r).transpose().cwiseProduct(scale);
        if (slot.restricted && freed_slot != static_cast<int>(next))
          problem.restrict_last_row(slot.allowed.data());
      }
    }
  }
  problem.set_pull(pull);
}

// The same rows for the formulations of the source documents. Their hierarchy knows no inequalities at a
// level: a region counts as an equality while it is violated, and not otherwise.
void Solver::Parts::solve_by_projectors() noexcept {
  if (clearance.is_on()) clearance.select_touching(clearance.damping());
  do {
    write_projectors();
    projectors->solve();
  } while (breaks_clearance(projectors->solution()));
}

void Solver::Parts::write_projectors() noexcept {
  const int n = figure.dof_count();
  projectors->clear(n);
  ProjectorConstraints hard{*projectors};
  add_limits(hard);
  // Inequalities have no levels there: what keeps clear comes before all tasks.
  if (clearance.is_on()) clearance.add_to(hard, kinematics, scale);
  std::size_t next = 0;
  for (int level = 0; level < levels.level_count(); ++level) {
    projectors->begin_level();
    const bool held = held_levels[static_cast<std::size_t>(level)] != 0;
    const double factor = error_factor(level);
    for (; next < levels.slots().size() && levels.slots()[next].level == level; ++next) {
      const TaskSlot& slot = levels.slots()[next];
      if (!slot.takes_part) continue;
      for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
        if (slot.kind == RowKind::at_most && here.error[r] >= 0.0) continue;
        const double error = held ? 0.0 : factor * here.error[r];
        double* row = projectors->add_row(slot.row_scale * error);
        Eigen::Map<VecX>(row, n) = slot.row_scale * here.jacobian.row(r).transpose().cwiseProduct(scale);
      }
    }
  }
  projectors->set_pull(pull);
}

void Solver::Parts::linear_step() noexcept {
  if (projectors) {
    solve_by_projectors();
    solution = projectors->solution().head(figure.dof_count());
    return;
  }
  if (levels.anyone_fading()) {
    solve_lexicographic(nullptr);
    free_displacement = scale.cwiseProduct(problem.solution());
    solve_lexicographic(&free_displacement);
  } else {
    solve_lexicographic(nullptr);
  }
  solution = problem.solution();
}

}  // namespace limber

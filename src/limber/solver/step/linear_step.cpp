// Writes the rows of a linear problem and solves it, again until no contact and no wall without a row is
// broken.

#include "limber/solver/step/linear_step.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// A satisfied level may turn joints by this many times error / reach: near a singular posture even a tiny
// error would otherwise ask for long steps that gain nothing.
constexpr double calm_gain = 2000.0;
constexpr double firm = 1.0;  // [rad] a pull that no other outweighs

ProjectorOptions projector_options(const SolverOptions& options) {
  ProjectorOptions result;
  result.formulation = options.formulation;
  result.svd = svd_options(options.svd, options.svd_mode);
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

bool is_held(const LinearRequest& request, int level) {
  return !request.held_levels.empty() && at(request.held_levels, level) != 0;
}

}  // namespace

LinearStep::LinearStep(const SolverSetup& setup, HardConstraints& constraints, ClearanceRows& clearance,
                       const Observation& observation, const TaskLevels& levels)
    : setup_(setup),
      constraints_(constraints),
      clearance_(clearance),
      observation_(observation),
      levels_(levels),
      problem_(0, 0, 0),
      solution_(VecX::Zero(setup.figure.dof_count())),
      displacement_(VecX::Zero(setup.figure.dof_count())) {}

void LinearStep::make_room() {
  const int n = setup_.figure.dof_count(), hard_rows = constraints_.most_rows() + clearance_.most();
  const int rows = hard_rows + levels_.row_count(),
            count = HardConstraints::level_count + 1 + levels_.level_count();
  // Joints that a task may not use are locked one by one, and may be nearly all.
  problem_ = Lexicographic(levels_.anyone_restricted() ? LevelRoom(n, rows, count)
                                                       : LevelRoom::lean(n, rows, count));
  if (setup_.uses_projectors()) {
    // Room for two bounds of each degree of freedom, which are inequalities like others there.
    projectors_.emplace(n, levels_.row_count() + 2 * n + hard_rows, levels_.level_count(),
                        projector_options(setup_.options));
  }
  first_row_.assign(levels_.slots().size(), -1);
  clearance_level_ = 0;
  while (clearance_level_ < levels_.level_count() &&
         levels_.priority(clearance_level_) <= setup_.options.clearance.priority) {
    ++clearance_level_;
  }
}

void LinearStep::forget() noexcept {
  problem_.forget();
}

int LinearStep::problem_level(int level) const noexcept {
  const bool clearance_is_above = clearance_.is_on() && clearance_comes_before(level);
  return HardConstraints::level_count + level + (clearance_is_above ? 1 : 0);
}

// Levels have factors of their own: a goal far away at the end of the list would otherwise slow down
// everything above it, and where a level comes to rest does not depend on its factor.
double LinearStep::error_factor(const LinearRequest& request, int level) const noexcept {
  const TaskValues& values = request.values;
  double factor = 1.0;
  const double largest = setup_.largest_error_within(request.radius[level]);
  const bool own_level_only = setup_.options.clamp == ErrorClamp::per_level;
  for (int i = 0; i < levels_.slot_count(); ++i) {
    const TaskSlot& slot = levels_.slot(i);
    if (!slot.takes_part || (own_level_only && slot.level != level)) continue;
    const double error =
        values.task_error[i] * (slot.unit == TaskUnit::radian ? setup_.metres_per_radian : 1.0);
    if (error > largest) factor = std::min(factor, largest / error);
  }
  return factor;
}

LevelDamping LinearStep::damping_of(const LinearRequest& request, int level) const noexcept {
  const Damping& damping = setup_.options.damping;
  switch (damping.rule) {
    case Damping::Rule::none:
      return {};
    case Damping::Rule::fixed:
      return {LevelDamping::Rule::fixed, damping.lambda, 0.0};
    case Damping::Rule::automatic: {
      const double error = request.values.level_error[level], radius = request.radius[level];
      const bool calm = !request.hurry_satisfied && error <= levels_.level_tolerance(level);
      const double enough = calm_gain * error / setup_.reach;
      return {LevelDamping::Rule::step_bound, 0.0, calm ? std::min(radius, enough) : radius};
    }
    default:
      return {LevelDamping::Rule::step_bound, 0.0, damping.bound};
  }
}

bool LinearStep::are_limits_rows(const LinearRequest& request) const noexcept {
  return setup_.limits_are_rows() || (request.with_limits && setup_.has_limits());
}

template <class Problem>
void LinearStep::add_limits(const LinearRequest& request, Problem& to) noexcept {
  limit_rows_ = 0;
  if (are_limits_rows(request)) {
    constraints_.add_to(to, observation_.posture(), setup_.scale);
    limit_rows_ = constraints_.row_count();
  } else {
    for (int level = 0; level < HardConstraints::level_count; ++level) to.begin_level();
  }
}

const VecX& LinearStep::solve(const LinearRequest& request) noexcept {
  if (projectors_) {
    solve_by_projectors(request);
    solution_ = projectors_->solution().head(setup_.figure.dof_count());
    return solution_;
  }
  solve_lexicographic(request, nullptr);
  if (levels_.anyone_fading()) {
    // solution_ holds the step without those that fade until they are asked for, too.
    solution_ = setup_.scale.cwiseProduct(problem_.solution());
    solve_lexicographic(request, &solution_);
  }
  solution_ = problem_.solution();
  return solution_;
}

void LinearStep::solve_lexicographic(const LinearRequest& request, const VecX* others_step) noexcept {
  if (clearance_.is_on()) clearance_.select_touching(setup_.options.clearance.damping, request.closed_gaps);
  const bool leaves_out_walls = are_limits_rows(request);
  if (leaves_out_walls) constraints_.leave_out_walls(observation_.posture());
  do {
    write_problem(request, others_step);
    problem_.solve();
  } while (breaks_clearance(problem_.solution()) || (leaves_out_walls && meets_walls(problem_.solution())));
  constraints_.count_all_walls();
  clearance_.forget_holding();
  for (int row = 0; row < clearance_.count(); ++row) {
    if (problem_.is_active(first_clearance_row_ + row)) clearance_.note_holding(row);
  }
}

// Does a solution come nearer than allowed to something that had no row? It has one now.
bool LinearStep::breaks_clearance(const VecX& solution) noexcept {
  if (!clearance_.is_on()) return false;
  displacement_ = setup_.scale.cwiseProduct(solution.head(setup_.figure.dof_count()));
  return clearance_.select_broken(observation_.kinematics(), displacement_);
}

// Does a solution lead across a wall of a concave limit that had no row?
bool LinearStep::meets_walls(const VecX& solution) noexcept {
  displacement_ = setup_.scale.cwiseProduct(solution.head(setup_.figure.dof_count()));
  return constraints_.meets_walls(observation_.posture(), displacement_);
}

void LinearStep::write_problem(const LinearRequest& request, const VecX* others_step) noexcept {
  problem_.clear(setup_.figure.dof_count());
  add_limits(request, problem_);
  int next_row = limit_rows_;
  std::fill(first_row_.begin(), first_row_.end(), -1);
  int slot = 0;
  for (int level = 0; level <= levels_.level_count(); ++level) {
    if (level == clearance_level_ && clearance_.is_on()) {
      problem_.begin_level();
      first_clearance_row_ = next_row;
      clearance_.add_to(problem_, observation_.kinematics(), setup_.scale);
      next_row += clearance_.count();
    }
    if (level < levels_.level_count()) write_level(request, others_step, level, slot, next_row);
  }
  if (request.pull != nullptr) problem_.set_pull(*request.pull);
}

// `slot`: the first of the level -> the first of the next one.
void LinearStep::write_level(const LinearRequest& request, const VecX* others_step, int level, int& slot,
                             int& next_row) noexcept {
  const int n = setup_.figure.dof_count();
  const TaskValues& values = request.values;
  problem_.begin_level(damping_of(request, level));
  const bool held = is_held(request, level);
  const double factor = request.whole_errors ? 1.0 : error_factor(request, level);
  for (; slot < levels_.slot_count() && levels_.slot(slot).level == level; ++slot) {
    const TaskSlot& task = levels_.slot(slot);
    const bool fading = task.activation < 1.0;
    if (!task.takes_part || (fading && others_step == nullptr) || (held && request.leave_out_held)) continue;
    at(first_row_, slot) = next_row;
    next_row += task.row_count;
    for (int r = task.first_row; r < task.first_row + task.row_count; ++r) {
      double error = values.error[r];
      if (task.kind == RowKind::equality || error < 0.0) error = held ? 0.0 : factor * error;
      if (fading) {
        const double without = values.jacobian.row(r).dot(*others_step);
        const double blended = task.activation * error + (1.0 - task.activation) * without;
        error = task.kind == RowKind::equality ? blended : std::max(error, blended);
      }
      double* row = problem_.add_full_row(task.row_scale * error, task.kind != RowKind::equality);
      const double* const given = values.jacobian.data() + r * values.jacobian.cols();
      for (int i = 0; i < n; ++i) row[i] = task.row_scale * given[i] * setup_.scale[i];
      if (task.restricted && request.freed_slot != slot) problem_.restrict_last_row(task.allowed.data());
    }
  }
}

// The same rows for the formulations of the source documents. Their hierarchy knows no inequalities at a
// level: a region counts as an equality while it is violated, and not otherwise.
void LinearStep::solve_by_projectors(const LinearRequest& request) noexcept {
  if (clearance_.is_on()) clearance_.select_touching(setup_.options.clearance.damping, request.closed_gaps);
  do {
    write_projectors(request);
    projectors_->solve();
  } while (breaks_clearance(projectors_->solution()));
}

void LinearStep::write_projectors(const LinearRequest& request) noexcept {
  const int n = setup_.figure.dof_count();
  const TaskValues& values = request.values;
  projectors_->clear(n);
  ProjectorConstraints hard{*projectors_};
  add_limits(request, hard);
  // Inequalities have no levels there: what keeps clear comes before all tasks.
  if (clearance_.is_on()) clearance_.add_to(hard, observation_.kinematics(), setup_.scale);
  int slot = 0;
  for (int level = 0; level < levels_.level_count(); ++level) {
    projectors_->begin_level();
    const bool held = is_held(request, level);
    const double factor = request.whole_errors ? 1.0 : error_factor(request, level);
    for (; slot < levels_.slot_count() && levels_.slot(slot).level == level; ++slot) {
      const TaskSlot& task = levels_.slot(slot);
      if (!task.takes_part) continue;
      for (int r = task.first_row; r < task.first_row + task.row_count; ++r) {
        if (task.kind == RowKind::at_most && values.error[r] >= 0.0) continue;
        const double error = held ? 0.0 : factor * values.error[r];
        double* row = projectors_->add_row(task.row_scale * error);
        Eigen::Map<VecX>(row, n) =
            task.row_scale * values.jacobian.row(r).transpose().cwiseProduct(setup_.scale);
        if (task.restricted) projectors_->restrict_last_row(task.allowed.data());
      }
    }
  }
  if (request.pull != nullptr) projectors_->set_pull(*request.pull);
}

void LinearStep::write_free_part(VecX& part) const noexcept {
  part = solution_;
  const int count = levels_.level_count();
  if (projectors_) {
    part.setZero();
  } else if (count > 0) {
    part -= problem_.level_point(problem_level(count - 1));
  }
}

int LinearStep::pull_level() const noexcept {
  return HardConstraints::level_count + levels_.level_count() + (clearance_.is_on() ? 1 : 0);
}

void LinearStep::press_on_held(VecX& pull) const noexcept {
  if (projectors_) return;
  const int n = setup_.figure.dof_count();
  const auto press_on = [&](int first, int count) {
    for (int row = first; row < first + count; ++row) {
      if (!(problem_.row_multiplier(pull_level(), row) > 0.0) || !problem_.is_at_most(row)) continue;
      const Eigen::Map<const VecX> coefficients(problem_.coefficients(row), n);
      const double length = coefficients.norm();
      if (length > 0.0) pull += (firm / length) * coefficients;
    }
  };
  press_on(0, limit_rows_);
  if (clearance_.is_on()) press_on(first_clearance_row_, clearance_.count());
  for (int i = 0; i < n; ++i) {
    if (problem_.held_bound(i) != 0) pull[i] = problem_.held_bound(i) * firm;
  }
}

void LinearStep::write_pull_multipliers(VecX& multipliers) const noexcept {
  multipliers.setZero();
  if (projectors_) return;
  for (int i = 0; i < levels_.slot_count(); ++i) {
    const TaskSlot& slot = levels_.slot(i);
    const int first_row = first_row_of(i);
    for (int r = 0; first_row >= 0 && r < slot.row_count; ++r)
      multipliers[slot.first_row + r] = slot.row_scale * problem_.row_multiplier(pull_level(), first_row + r);
  }
}

void LinearStep::split(SplitStep& step) const noexcept {
  const int count = levels_.level_count();
  if (projectors_) {
    step.set_whole(solution_);
    return;
  }
  for (int level = 0; level < count; ++level)
    step.add_point(level, problem_.level_point(problem_level(level)));
  if (count == 0 || problem_.is_pulled()) {
    step.add_point(count, problem_.solution());
  } else {
    step.add_nothing(count);
  }
}

}  // namespace limber

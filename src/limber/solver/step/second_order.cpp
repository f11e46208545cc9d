// A linear problem in which unsatisfied levels have the rows of their second-order model; steps along it.

#include "limber/solver/step/second_order.h"

#include <algorithm>
#include <utility>

namespace limber {

namespace {

constexpr int most_unknowns = 64;      // a step takes milliseconds then; 142 take a quarter of a second
constexpr double look_length = 1e-3;   // [rad] short against all curvature, long against rounding
constexpr double touching_gap = 1e-4;  // of the reach: contacts with less room touch
constexpr double first_radius = 0.2;   // [rad] longest step of a level at first
constexpr double largest_radius = 0.5;
constexpr int most_attempts = 3, most_cuts = 8;
constexpr double allowed_loss = 0.1;      // of its tolerance, that an unsatisfied level may lose in all
constexpr double noticeable_gain = 1e-6;  // of its error, that a step must gain some level
constexpr double stay_satisfied = 0.5;    // of its tolerance, where a satisfied level must stay

}  // namespace

SecondOrder::SecondOrder(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
                         ClearanceRows& clearance_rows, Observation& observation, const TaskLevels& levels,
                         LinearStep& linear, KeepClear& keep_clear)
    : setup_(setup),
      constraints_(constraints),
      clearance_(clearance),
      rows_(clearance_rows),
      observation_(observation),
      levels_(levels),
      linear_(linear),
      keep_clear_(keep_clear),
      curvature_(setup, levels, clearance, observation),
      problem_(LevelRoom(setup.figure.dof_count(),
                         constraints.most_rows() + clearance_rows.most() + levels.row_count() +
                             levels.level_count() * setup.figure.dof_count(),
                         HardConstraints::level_count + 1 + levels.level_count())),
      models_(static_cast<std::size_t>(levels.level_count())),
      first_row_(levels.slots().size(), -1),
      radius_(VecX::Constant(levels.level_count(), first_radius)) {
  here_.tasks = levels.make_values();
  split_.resize(setup.figure.dof_count(), levels.level_count());
}

bool SecondOrder::applies(const VecX& level_error) const {
  const bool any = levels_.first_unsatisfied(level_error) < levels_.level_count();
  return any && setup_.figure.dof_count() <= most_unknowns && !levels_.anyone_restricted() &&
         !levels_.anyone_fading() && setup_.options.line_search && setup_.has_limits() &&
         (!clearance_.is_on() || clearance_.comes_first());
}

void SecondOrder::observe(const TaskList& tasks, const Posture& posture) {
  observation_.evaluate(tasks, {}, levels_, posture, here_);
  if (clearance_.comes_first()) clearance_.start_step(posture, observation_.kinematics());
}

void SecondOrder::write_task_level(int level, double radius) {
  problem_.begin_level({LevelDamping::Rule::step_bound, 0.0, radius});
  const LevelModel& model = at(models_, level);
  for (Eigen::Index i = 0; i < model.rows.cols(); ++i)
    Eigen::Map<VecX>(problem_.add_equality(model.targets[i]), model.rows.rows()) = model.rows.col(i);
}

// The problem of the first levels. Those without a model have their own rows.
void SecondOrder::solve(const VecX& radius, int level_count, double closed) {
  const int n = setup_.figure.dof_count();
  if (rows_.is_on()) rows_.select_touching(setup_.options.clearance.damping, closed);
  VecX displacement;
  do {
    problem_.clear(n);
    constraints_.add_to(problem_, observation_.posture(), setup_.scale);
    int next_row = constraints_.row_count();
    if (rows_.is_on()) {
      problem_.begin_level();
      first_clearance_row_ = next_row;
      rows_.add_to(problem_, observation_.kinematics(), setup_.scale);
      next_row += rows_.count();
    }
    std::fill(first_row_.begin(), first_row_.end(), -1);
    for (int level = 0; level < level_count; ++level) {
      write_task_level(level, radius[level]);
      next_row += static_cast<int>(at(models_, level).rows.cols());
      if (at(models_, level).rows.cols() > 0) continue;
      for (int i = 0; i < levels_.slot_count(); ++i) {
        const TaskSlot& slot = levels_.slot(i);
        if (slot.level != level || !slot.takes_part) continue;
        at(first_row_, i) = next_row;
        next_row += slot.row_count;
        for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
          double error = here_.tasks.error[r];
          // To correct what is inside its tolerance would count as a gain or a loss of those below.
          if (above_stay_ && level + 1 < level_count && (slot.kind == RowKind::equality || error < 0.0))
            error = 0.0;
          double* row = problem_.add_full_row(slot.row_scale * error, slot.kind != RowKind::equality);
          Eigen::Map<VecX>(row, n) =
              slot.row_scale * here_.tasks.jacobian.row(r).transpose().cwiseProduct(setup_.scale);
        }
      }
    }
    problem_.solve();
    displacement = setup_.scale.cwiseProduct(problem_.solution().head(n));
  } while (rows_.is_on() && rows_.select_broken(observation_.kinematics(), displacement));
}

// What the last problem says holds a level, the last one it had.
std::vector<LevelCurvature::Held> SecondOrder::held_by(int level) const {
  const int n = setup_.figure.dof_count(), l = problem_level(level);
  std::vector<LevelCurvature::Held> result;
  const auto add_row = [&](int row, std::uint64_t contact, int task_row) {
    const double multiplier = problem_.row_multiplier(l, row);
    const bool is_inequality = problem_.is_at_most(row);
    if (multiplier == 0.0 || (is_inequality && multiplier < 0.0)) return;
    result.push_back({contact, task_row, multiplier, Eigen::Map<const VecX>(problem_.coefficients(row), n),
                      is_inequality});
  };
  for (int row = 0; row < constraints_.row_count(); ++row) add_row(row, 0, -1);
  for (int row = 0; rows_.is_on() && row < rows_.count(); ++row)
    add_row(first_clearance_row_ + row, rows_.name(row), -1);
  for (int i = 0; i < levels_.slot_count(); ++i) {
    const TaskSlot& slot = levels_.slot(i);
    for (int r = 0; slot.level < level && at(first_row_, i) >= 0 && r < slot.row_count; ++r)
      add_row(at(first_row_, i) + r, 0, slot.first_row + r);
  }
  for (int i = 0; i < n; ++i) {
    const double multiplier = problem_.bound_multiplier(l, i);
    if (!(multiplier > 0.0)) continue;
    VecX normal = VecX::Zero(n);
    normal[i] = problem_.held_bound(i) < 0 ? -1.0 : 1.0;
    result.push_back({0, -1, multiplier, normal, true});
  }
  return result;
}

// From the first level on, each with those above as they are by then.
void SecondOrder::build_models(const TaskList& tasks, const Posture& posture, double closed) {
  const int n = setup_.figure.dof_count();
  const VecX radius = VecX::Constant(levels_.level_count(), look_length);
  for (LevelModel& model : models_) model = {};
  std::vector<VecX> fixed;
  for (int level = 0; level < levels_.level_count(); ++level) {
    if (is_satisfied(level)) {
      for (const TaskSlot& slot : levels_.slots()) {
        if (slot.level != level || !slot.takes_part || slot.kind != RowKind::equality) continue;
        for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r)
          fixed.emplace_back(here_.tasks.jacobian.row(r).transpose().cwiseProduct(setup_.scale));
      }
      continue;
    }
    solve(radius, level + 1, closed);
    LevelModel model = curvature_.model(tasks, posture, level, held_by(level), fixed);
    for (Eigen::Index i = 0; i < model.rows.cols(); ++i) fixed.emplace_back(model.rows.col(i).head(n));
    at(models_, level) = std::move(model);
  }
  if (clearance_.comes_first()) {
    observation_.look_at(posture);
    clearance_.start_step(posture, observation_.kinematics());
  }
}

VecX SecondOrder::optimality(const TaskList& tasks, const Posture& posture) {
  observe(tasks, posture);
  const double closed = touching_gap * setup_.reach;
  build_models(tasks, posture, closed);
  for (LevelModel& model : models_) model.targets.setZero();  // all above stay where they are
  VecX result = VecX::Zero(levels_.level_count());
  const VecX radius = VecX::Constant(levels_.level_count(), look_length);
  VecX predicted = result;
  above_stay_ = true;
  for (int level = 0; level < levels_.level_count(); ++level) {
    if (is_satisfied(level)) continue;
    LevelModel model = std::exchange(at(models_, level), {});  // its own rows, while it is looked at
    solve(radius, level + 1, closed);
    at(models_, level) = std::move(model);
    const VecX way = setup_.scale.cwiseProduct(problem_.solution().head(setup_.scale.size()));
    levels_.predict(here_.tasks, way, predicted);
    result[level] = std::max(0.0, here_.tasks.level_error[level] - predicted[level]) / look_length;
    if (result[level] >= result.maxCoeff()) steepest_way_ = way;
  }
  above_stay_ = false;
  return result;
}

// The first level that may not go there; -1: none, and one gains; the level count: nobody gains.
int SecondOrder::objector(const VecX& after) const {
  for (int level = 0; level < levels_.level_count(); ++level) {
    const double tolerance = levels_.level_tolerance(level), before = here_.tasks.level_error[level];
    if (is_satisfied(level)) {
      if (!(after[level] <= std::max(before, stay_satisfied * tolerance))) return level;
      continue;
    }
    if (after[level] < std::min(before, best_[level]) - noticeable_gain * before) return -1;
    if (!(after[level] <= best_[level] + allowed_loss * tolerance)) return level;
  }
  return levels_.level_count();
}

// Curvature takes satisfied levels out of their tolerance on the way: Newton steps without the others.
void SecondOrder::bring_satisfied_back(const TaskList& tasks, Attempt& attempt) {
  std::vector<std::uint8_t> held(static_cast<std::size_t>(levels_.level_count()));
  for (int level = 0; level < levels_.level_count(); ++level) at(held, level) = !is_satisfied(level);
  const VecX radius = VecX::Constant(levels_.level_count(), largest_radius);
  VecX move;
  for (int round = 0; round < 2; ++round) {
    move = setup_.scale.cwiseProduct(linear_.solve({.values = attempt.evaluation.tasks,
                                                    .radius = radius,
                                                    .held_levels = held,
                                                    .leave_out_held = true,
                                                    .whole_errors = true,
                                                    .hurry_satisfied = true}));
    constraints_.move(observation_.posture(), move, attempt.posture);
    observation_.evaluate(tasks, {}, levels_, attempt.posture, attempt.evaluation);
  }
}

// A level that has next to nothing to gain stays where it is. Otherwise its last tiny steps, which count as
// no gain, cost levels below what they may not lose, and nobody moves any more.
void SecondOrder::let_resting_levels_stay() {
  for (int level = 0; level < levels_.level_count(); ++level) {
    LevelModel& model = at(models_, level);
    const double error = here_.tasks.level_error[level];
    if (0.5 * model.targets.squaredNorm() <= noticeable_gain * error * error) model.targets.setZero();
  }
}

bool SecondOrder::take_step(const TaskList& tasks, Posture& posture) {
  observe(tasks, posture);
  build_models(tasks, posture, 0.0);
  let_resting_levels_stay();
  const int count = levels_.level_count();
  const bool any_above = is_satisfied(0);
  Attempt attempt;
  attempt.evaluation.tasks = levels_.make_values();
  attempt.posture = posture;
  for (int attempts = 0; attempts < most_attempts; ++attempts) {
    solve(radius_, count, 0.0);
    for (int level = 0; level < count; ++level)
      split_.add_point(level, problem_.level_point(problem_level(level)));
    split_.add_nothing(count);
    split_.take_all();
    int objecting = count;
    for (int trial = 0; trial < most_cuts; ++trial) {
      split_.compose(attempt.displacement);
      attempt.displacement = attempt.displacement.cwiseProduct(setup_.scale);
      constraints_.move(posture, attempt.displacement, attempt.posture);
      observation_.evaluate(tasks, {}, levels_, attempt.posture, attempt.evaluation);
      if (any_above) bring_satisfied_back(tasks, attempt);
      if (!keep_clear_.clear_step(attempt.posture)) {
        split_.shorten(SplitStep::cut);
        continue;
      }
      observation_.evaluate(tasks, {}, levels_, attempt.posture, attempt.evaluation);
      objecting = objector(attempt.evaluation.tasks.level_error);
      if (objecting < 0) break;
      if (objecting == count) {
        split_.shorten(SplitStep::cut);
      } else {
        split_.cut_for(objecting);
      }
    }
    for (int level = 0; level < count; ++level) {
      if (is_satisfied(level)) continue;
      const double taken = split_.taken(level);
      radius_[level] = objecting < 0 ? std::clamp(2.0 * taken, 0.5 * radius_[level], largest_radius)
                                     : 0.1 * std::min(radius_[level], split_.length(level));
    }
    if (objecting < 0) {
      posture.values = attempt.posture.values;
      return true;
    }
    observation_.look_at(posture);
  }
  return false;
}

void SecondOrder::begin(const TaskList& tasks, const Posture& posture) {
  observe(tasks, posture);
  best_ = here_.tasks.level_error;
  radius_.setConstant(first_radius);
}

bool SecondOrder::advance(const TaskList& tasks, Posture& posture) {
  const bool has_stepped = take_step(tasks, posture);
  if (has_stepped) {
    observe(tasks, posture);
    // What gained decides; those below start anew from there.
    for (int level = 0; level < levels_.level_count(); ++level) {
      const double error = here_.tasks.level_error[level];
      const bool gained = error < best_[level] - noticeable_gain * best_[level];
      best_[level] = std::min(best_[level], error);
      if (!gained) continue;
      best_.tail(levels_.level_count() - level) = here_.tasks.level_error.tail(levels_.level_count() - level);
      break;
    }
  }
  observation_.look_at(posture);
  return has_stepped;
}

}  // namespace limber

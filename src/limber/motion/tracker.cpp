// A time step: what is asked, the linear problem, what is left for the redundancy method, the move.

#include "limber/motion/tracker.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

namespace {

constexpr double fastest_level =
    20.0;  // [rad/s] of one level's step: near singular postures it is damped to this
// [rad/s] of a joint, beyond what tasks need: where the best posture bends away it would move at any speed,
// and so far in a step that tasks suffer. (0.005 rad in 5 ms cost an elephant's trunk of 3 m less than 1 mm.)
constexpr double fastest_proposal = 1.0;
// A level whose rows, beside those before it, are this near to dependent (of their length) is damped: a joint
// speed that would grow without bound falls to nothing instead, in a time that does not depend on the time
// step.
constexpr double nearly_dependent = 0.2, strongest_damping = 0.1;
constexpr double time_of_return = 0.03;  // [s] in which an error falls to a third
// [rad^2/s^2]: a step of joints at a speed v leaves about half of v^2 dt^2, by the reach. Joints that the
// best posture bends away from move at 1 rad/s together, 90 of them in a trunk.
constexpr double curvature_of_step = 25.0;
constexpr double difference_step = 1e-5;  // [rad] of a one-sided difference along a direction
constexpr int most_halvings_of_move = 6;  // to keep clear, before the calmest displacement is taken
constexpr int most_freezings = 4;         // rounds in which proposals meet bounds
constexpr double curvature_floor = 1e-3;  // of the largest second derivative of the criteria

}  // namespace

Tracker::Tracker(const TrackProblem& problem, double dt)
    : n_(problem.figure.dof_count()),
      dt_(dt),
      tasks_(problem.tasks),
      criteria_(problem),
      world_(problem.world),
      paths_(problem.paths),
      setup_(problem.figure, problem.solver),
      constraints_(setup_.figure, setup_.options),
      clearance_(setup_.figure, setup_.options.clearance, setup_.reach),
      clearance_rows_(setup_.figure, clearance_),
      observation_(setup_.figure, clearance_),
      levels_(setup_.figure, tasks_, setup_.metres_per_radian),
      bounds_(setup_.figure, problem.motion, problem.solver.ignored_limits, dt),
      stopping_(setup_.figure, setup_.options, bounds_),
      options_(problem.motion.redundancy),
      redundancy_(options_.method, n_, options_.gain),
      problem_(0, 0, 0),
      hard_(n_, constraints_.most_rows()),
      near_(n_, 0),
      posture_(problem.start),
      next_(problem.start) {
  observation_.prepare(tasks_, criteria_.criteria());
  if (has_solids(world_)) clearance_.surround(world_);
  clearance_.let_touch(tasks_);
  near_ = RowBuffer(n_, clearance_rows_.most());
  const int rows = constraints_.most_rows() + clearance_rows_.most() + levels_.row_count();
  problem_ = Lexicographic(LevelRoom(n_, rows, HardConstraints::level_count + 1 + levels_.level_count()));
  here_.tasks = levels_.make_values();
  there_.tasks = levels_.make_values();
  error_before_ = asked_ = VecX::Zero(levels_.row_count());
  last_ = base_ = displacement_ = pull_ = gradient_ = diagonal_ = one_ = frozen_ = VecX::Zero(n_);
  scale_ = ones_ = VecX::Ones(n_);
  free_gradient_ = gradient_there_ = along_ = VecX::Zero(n_);
  first_row_.assign(levels_.slots().size(), -1);
  fastest_return_ = setup_.reach;
  damping_.resize(static_cast<std::size_t>(levels_.level_count()));
  span_ = RowMatrix::Zero(levels_.row_count(), n_);
}

double Tracker::clearance() const {
  const Contact* nearest = clearance_.is_on() ? clearance_.nearest() : nullptr;
  return nearest ? nearest->clearance : std::numeric_limits<double>::infinity();
}

std::vector<Tracker::TaskState> Tracker::states() const {
  std::vector<TaskState> result;
  for (const int i : levels_.slots_in_list_order()) {
    const TaskSlot& slot = levels_.slot(i);
    if (!slot.takes_part) continue;
    result.push_back(
        {slot.number, here_.tasks.task_error[i], (tasks_.begin() + slot.entry)->settings.tolerance});
  }
  return result;
}

void Tracker::begin(const Posture& posture, double time, const VecX* last) {
  posture_.values = posture.values;
  constraints_.bring_inside(posture_);
  if (last) {
    last_ = *last;
  } else {
    last_.setZero();
  }
  redundancy_.begin(last_ / dt_);
  set_targets(tasks_, paths_, time);
  move_obstacles(world_, paths_, time, clearance_);
  levels_.refresh(tasks_, 0, levels_.level_count());
  observation_.evaluate(tasks_, {}, levels_, posture_, here_);
}

// Of an error [m], as much as a step takes back. All of what the curvature of a step may have left; more
// than that little by little, or a target that comes back into reach makes joints jump. With limits of
// acceleration little by little always: an error taken back at once is overshot, because joints cannot stop
// at once.
double Tracker::made_up_for(double error) const {
  const double at_once =
      bounds_.has_acceleration_limits() ? 0.0 : curvature_of_step * setup_.reach * dt_ * dt_;
  if (error <= at_once) return error;
  return std::min(fastest_return_ * dt_, std::max(at_once, error * std::min(1.0, dt_ / time_of_return)));
}

// Each row: what its target moves in this step, and of the error there was as much as is made up for.
void Tracker::aim() {
  for (int i = 0; i < levels_.slot_count(); ++i) {
    const TaskSlot& slot = levels_.slot(i);
    if (!slot.takes_part) continue;
    const auto now = here_.tasks.error.segment(slot.first_row, slot.row_count);
    auto asked = asked_.segment(slot.first_row, slot.row_count);
    if (slot.kind != RowKind::equality) {  // room that is left, or an excess to be taken back
      asked = now.cwiseMax(-fastest_return_ * dt_);
      continue;
    }
    const auto before = error_before_.segment(slot.first_row, slot.row_count);
    const double unit = slot.unit == TaskUnit::radian ? setup_.metres_per_radian : 1.0;
    const double length = unit * before.norm();
    asked = now - before * (length > 0.0 ? 1.0 - made_up_for(length) / length : 0.0);
  }
}

// The others say all they have to say by what the linear problem is pulled to.
bool Tracker::proposes() const {
  return options_.method != RedundancyMethod::pseudo_inverse &&
         (options_.method != RedundancyMethod::simplified || criteria_.full());
}

// The least that is left of a row beside all others, the longest first: near the smallest singular value.
void Tracker::find_dampings() {
  int above = 0, slot = 0;
  for (int level = 0; level < levels_.level_count(); ++level) {
    int count = above;
    double longest = 0.0, least = unlimited;
    for (; slot < levels_.slot_count() && levels_.slot(slot).level == level; ++slot) {
      const TaskSlot& task = levels_.slot(slot);
      if (!task.takes_part || task.kind != RowKind::equality) continue;
      for (int r = task.first_row; r < task.first_row + task.row_count; ++r) {
        span_.row(count) = task.row_scale * here_.tasks.jacobian.row(r);
        longest = std::max(longest, span_.row(count).norm());
        for (int q = 0; q < above; ++q) span_.row(count) -= span_.row(q).dot(span_.row(count)) * span_.row(q);
        ++count;
      }
    }
    for (int k = above; k < count; ++k) {
      int next = k;
      for (int r = k + 1; r < count; ++r) {
        if (span_.row(r).squaredNorm() > span_.row(next).squaredNorm()) next = r;
      }
      if (next != k) span_.row(k).swap(span_.row(next));
      const double left = span_.row(k).norm();
      least = std::min(least, left);
      if (!(left > 1e-9 * longest)) {
        count = k;
        break;
      }
      span_.row(k) /= left;
      for (int r = k + 1; r < count; ++r) span_.row(r) -= span_.row(k).dot(span_.row(r)) * span_.row(k);
    }
    above = count;
    LevelDamping& damping = at(damping_, level);
    damping = {LevelDamping::Rule::step_bound, 0.0, fastest_level * dt_};
    const double near = longest > 0.0 ? least / (nearly_dependent * longest) : 1.0;
    if (near < 1.0)
      damping = {LevelDamping::Rule::fixed, strongest_damping * longest * (1.0 - near * near), 0.0};
  }
}

// Gradient and second derivatives, with the largest on their diagonal 1. Where they are not known, the
// diagonal is how much the gradient changes along itself.
void Tracker::look_at_criteria() {
  double largest = criteria_.look_at(observation_.context(), gradient_, diagonal_);
  if (!criteria_.knows_curvature()) {
    const double length = gradient_.norm();
    if (length > 0.0) {
      one_ = difference_step / length * gradient_;
      gradient_after(one_);
      diagonal_.array() += (gradient_there_ - gradient_).norm() / difference_step;
    }
    largest = diagonal_.size() > 0 ? diagonal_.maxCoeff() : 0.0;
  }
  unit_of_criteria_ = largest > 0.0 ? largest : 1.0;
  if (!(largest > 0.0)) diagonal_.setOnes();
  gradient_ /= unit_of_criteria_;
  diagonal_ = (diagonal_ / unit_of_criteria_).cwiseMax(curvature_floor);
  if (criteria_.full()) full_ = *criteria_.full() / unit_of_criteria_;
}

void Tracker::gradient_after(const VecX& step) {
  next_.values = posture_.values;
  integrate(setup_.figure, step, next_);
  observation_.evaluate(tasks_, criteria_.criteria(), levels_, next_, there_);
  criteria_.look_at(observation_.context(), gradient_there_);
  observation_.look_at(posture_);
}

// The linear problem in y, d = base + scale y. `proposal`: a displacement to stay near to.
void Tracker::solve(const VecX* proposal) {
  problem_.clear(n_);
  for (int i = 0; i < n_; ++i) {
    problem_.set_bounds(i, std::min(0.0, (bounds_.lower(i) - base_[i]) / scale_[i]),
                        std::max(0.0, (bounds_.upper(i) - base_[i]) / scale_[i]));
  }
  const auto add = [&](const auto& row, double rhs, bool at_most, std::uint64_t name) {
    Eigen::Map<Eigen::RowVectorXd> to(problem_.add_full_row(rhs - row.dot(base_), at_most), n_);
    to = row.cwiseProduct(scale_.transpose());
    if (name != 0) problem_.name_last_row(name);
  };
  const auto room = [&](const auto& row, double rhs) {
    if (!bounds_.has_acceleration_limits() || !(rhs > 0.0)) return rhs;
    double slowing = 0.0;
    for (int i = 0; i < n_; ++i) slowing += std::abs(row[i]) * bounds_.slowing(i);
    return slowing > 0.0 ? std::min(rhs, JointBounds::brake(rhs, slowing)) : rhs;
  };
  int next = 0;
  const auto add_buffer = [&](const RowBuffer& buffer, int level) {
    for (int r = 0; r < buffer.count(); ++r) {
      const RowBuffer::Info& info = buffer.info(r);
      if (level >= 0 && info.level != level) continue;
      add(buffer.row(r), info.at_most ? room(buffer.row(r), info.rhs) : info.rhs, info.at_most, info.name);
      ++next;
    }
  };
  for (int level = 0; level < HardConstraints::level_count; ++level) {
    problem_.begin_level();
    if (setup_.limits_are_rows()) add_buffer(hard_, level);
  }
  problem_.begin_level();
  first_near_row_ = next;
  add_buffer(near_, -1);
  std::fill(first_row_.begin(), first_row_.end(), -1);
  int slot = 0;
  for (int level = 0; level < levels_.level_count(); ++level) {
    problem_.begin_level(at(damping_, level));
    for (; slot < levels_.slot_count() && levels_.slot(slot).level == level; ++slot) {
      const TaskSlot& task = levels_.slot(slot);
      if (!task.takes_part) continue;
      at(first_row_, slot) = next;
      next += task.row_count;
      for (int r = task.first_row; r < task.first_row + task.row_count; ++r) {
        add(task.row_scale * here_.tasks.jacobian.row(r), task.row_scale * asked_[r],
            task.kind != RowKind::equality, 0);
        if (task.restricted) problem_.restrict_last_row(task.allowed.data());
      }
    }
  }
  if (proposal) {
    pull_ = (*proposal - base_).cwiseQuotient(scale_);
    problem_.set_pull(pull_);
  }
  problem_.solve();
  displacement_ = base_ + scale_.cwiseProduct(problem_.solution().head(n_));
  for (int i = 0; i < n_; ++i)
    displacement_[i] = std::clamp(displacement_[i], bounds_.lower(i), bounds_.upper(i));
}

void Tracker::stack(const TaskValues& values, RowMatrix& rows) const {
  int next = 0;
  for (const TaskSlot& slot : levels_.slots()) {
    if (!slot.takes_part || slot.kind != RowKind::equality) continue;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r)
      rows.row(next++) = slot.row_scale * values.jacobian.row(r);
  }
}

void Tracker::jacobian_after(const VecX& step, RowMatrix& jacobian) {
  next_.values = posture_.values;
  integrate(setup_.figure, step, next_);
  observation_.evaluate(tasks_, criteria_.criteria(), levels_, next_, there_);
  jacobian = stacked_;
  stack(there_.tasks, jacobian);
  observation_.look_at(posture_);
}

void Tracker::product(const VecX& lambda, const VecX& direction, VecX& out) {
  out.setZero(n_);
  const double length = direction.norm();
  if (!(length > 0.0)) return;
  one_ = difference_step / length * direction;
  if (criteria_.knows_curvature()) {
    jacobian_after(one_, stacked_there_);
  } else {
    gradient_after(one_);
    along_ = (gradient_there_ / unit_of_criteria_ - gradient_) * (length / difference_step);
    stacked_there_ = stacked_;
    stack(there_.tasks, stacked_there_);
  }
  out.noalias() = (stacked_there_ - stacked_).transpose() * (lambda * (length / difference_step));
}

void Tracker::curvature(const VecX& lambda, Eigen::MatrixXd& matrix) {
  matrix.setZero(n_, n_);
  VecX column(n_);
  for (int k = 0; k < n_; ++k) {
    product(lambda, VecX::Unit(n_, k), column);
    matrix.col(k) = column;
  }
}

// Rows of equality tasks, and those of limits and contacts that hold the last solution back.
void Tracker::find_held() {
  task_rows_ = 0;
  for (const TaskSlot& slot : levels_.slots()) {
    if (slot.takes_part && slot.kind == RowKind::equality) task_rows_ += slot.row_count;
  }
  int held = 0;
  for (int r = 0; r < hard_.count(); ++r) held += problem_.is_active(r) ? 1 : 0;
  for (int r = 0; r < near_.count(); ++r) held += problem_.is_active(first_near_row_ + r) ? 1 : 0;
  stacked_.setZero(task_rows_ + held, n_);
  stack(here_.tasks, stacked_);
  int next = task_rows_;
  for (int r = 0; r < hard_.count(); ++r) {
    if (problem_.is_active(r)) stacked_.row(next++) = hard_.row(r);
  }
  for (int r = 0; r < near_.count(); ++r) {
    if (problem_.is_active(first_near_row_ + r)) stacked_.row(next++) = near_.row(r);
  }
}

void Tracker::find_free_gradient() {
  one_.setOnes();
  for (int i = 0; i < n_; ++i) {
    if (problem_.held_bound(i) != 0) one_[i] = 0.0;
  }
  gram_.factorise(stacked_, &one_);
  free_gradient_ = one_.cwiseProduct(gradient_);
  multipliers_.noalias() = stacked_ * free_gradient_;
  gram_.solve(multipliers_);
  free_gradient_.noalias() -= stacked_.transpose() * multipliers_;
  free_gradient_ = one_.cwiseProduct(free_gradient_);
}

// The displacement that the method would like, with the rows as the first solution has them. What meets a
// bound in it is frozen there, and the rest proposed again.
void Tracker::propose() {
  first_ = displacement_;
  wanted_ = stacked_ * displacement_ / dt_;
  const CriterionNow criterion{gradient_, diagonal_, criteria_.full() ? &full_ : nullptr};
  redundancy_.release();
  for (int round = 0; round < most_freezings; ++round) {
    displacement_ = dt_ * redundancy_.velocity(*this, wanted_, criterion, dt_);
    const double beyond = (displacement_ - first_).cwiseAbs().maxCoeff();
    if (!(beyond <= fastest_proposal * dt_)) {
      if (std::isfinite(beyond)) {
        displacement_ = first_ + fastest_proposal * dt_ / beyond * (displacement_ - first_);
      } else {
        displacement_ = first_;
      }
      redundancy_.begin(displacement_ / dt_);
      return;
    }
    if (options_.method != RedundancyMethod::repeatable) return;
    bool met = false;
    for (int i = 0; i < n_; ++i) {
      const double inside = std::clamp(displacement_[i], bounds_.lower(i), bounds_.upper(i));
      if (inside == displacement_[i] || redundancy_.is_frozen(i)) continue;
      redundancy_.freeze(i, inside / dt_);
      met = true;
    }
    if (!met) return;
  }
}

void Tracker::move() {
  const auto go = [&] {
    stopping_.keep_room(posture_, base_, displacement_);
    next_.values = posture_.values;
    integrate(setup_.figure, displacement_, next_);
    if (setup_.limits_are_rows()) constraints_.repair(next_);
  };
  go();
  if (clearance_.comes_first()) {
    for (int round = 0; round < most_halvings_of_move; ++round) {
      observation_.look_at(next_);
      if (clearance_.holds(next_, observation_.kinematics())) break;
      displacement_ = round + 1 == most_halvings_of_move ? base_ : VecX(0.5 * (displacement_ + base_));
      go();
    }
  }
  // What was really moved, limits and rounding included.
  difference(setup_.figure, posture_, next_, displacement_);
  excess_ = bounds_.excess(displacement_, last_);
  last_ = displacement_;
  posture_.values = next_.values;
}

void Tracker::step(double time) noexcept {
  error_before_ = here_.tasks.error;
  set_targets(tasks_, paths_, time);
  move_obstacles(world_, paths_, time, clearance_);
  observation_.evaluate(tasks_, criteria_.criteria(), levels_, posture_, here_);
  if (clearance_.comes_first()) clearance_.start_step(posture_, observation_.kinematics());
  aim();
  find_dampings();
  look_at_criteria();
  bounds_.compute(posture_, last_);
  for (int i = 0; i < n_; ++i) base_[i] = bounds_.calmest(i);
  stopping_.brake(last_, base_);
  hard_.clear();
  if (setup_.limits_are_rows()) constraints_.add_to(hard_, posture_, ones_);
  near_.clear();
  near_.begin_level();
  if (clearance_.is_on()) {
    clearance_rows_.select_touching(setup_.options.clearance.damping);
    clearance_rows_.add_to(near_, observation_.kinematics(), ones_);
  }
  const bool weighted = options_.method != RedundancyMethod::pseudo_inverse;
  scale_ = weighted ? VecX(diagonal_.cwiseSqrt().cwiseInverse()) : ones_;
  displacement_ = -options_.gain * dt_ * gradient_;
  if (weighted) displacement_ = displacement_.cwiseQuotient(diagonal_);
  one_ = displacement_;
  solve(&one_);
  for (int round = 0; clearance_.is_on() && round < 3;
       ++round) {  // contacts without a row that it would break
    if (!clearance_rows_.select_broken(observation_.kinematics(), displacement_)) break;
    near_.clear();
    near_.begin_level();
    clearance_rows_.add_to(near_, observation_.kinematics(), ones_);
    solve(&one_);
  }
  find_held();
  find_free_gradient();
  if (proposes() && n_ > 0) {
    propose();
    one_ = displacement_;
    solve(&one_);
  }
  move();
  observation_.evaluate(tasks_, criteria_.criteria(), levels_, posture_, here_);
}

// By the multipliers of the task's level: what would have to give way for it to get nearer.
Tracker::Cause Tracker::cause(TaskId<> task) const {
  int index = -1;
  for (int i = 0; i < levels_.slot_count(); ++i) {
    if (int{levels_.slot(i).number} == int{task}) index = i;
  }
  if (index < 0) return {};
  const int level = levels_.slot(index).level, problem_level = HardConstraints::level_count + 1 + level;
  // All that was asked is done: then the step itself, or what was asked, is too little.
  const TaskSlot& own = levels_.slot(index);
  bool served = at(first_row_, index) >= 0;
  for (int r = 0; served && r < own.row_count; ++r)
    served = std::abs(problem_.residual(at(first_row_, index) + r)) < 1e-9 * setup_.reach;
  if (served) {
    const double unit = own.unit == TaskUnit::radian ? setup_.metres_per_radian : 1.0;
    const double before = unit * error_before_.segment(own.first_row, own.row_count).norm();
    return {made_up_for(before) < before ? LagReason::catching_up : LagReason::time_step, -1};
  }
  Cause best{LagReason::out_of_reach, -1};
  double largest = 1e-9 * setup_.reach;  // [m] less is rounding
  const auto consider = [&](double multiplier, LagReason reason, int number) {
    if (!(multiplier > largest)) return;
    largest = multiplier;
    best = {reason, number};
  };
  for (int i = 0; i < n_; ++i) {
    const int side = problem_.held_bound(i);
    if (side == 0) continue;
    const BoundKind kind = side > 0 ? bounds_.upper_kind(i) : bounds_.lower_kind(i);
    consider(problem_.bound_multiplier(problem_level, i),
             kind == BoundKind::speed          ? LagReason::joint_speed
             : kind == BoundKind::acceleration ? LagReason::joint_acceleration
                                               : LagReason::joint_range,
             i);
  }
  for (int r = 0; r < first_near_row_; ++r)
    consider(std::abs(problem_.row_multiplier(problem_level, r)), LagReason::other_limit, -1);
  for (int r = 0; r < near_.count(); ++r)
    consider(std::abs(problem_.row_multiplier(problem_level, first_near_row_ + r)), LagReason::obstacle, -1);
  for (int i = 0; i < levels_.slot_count(); ++i) {
    const TaskSlot& slot = levels_.slot(i);
    for (int r = 0; slot.level < level && at(first_row_, i) >= 0 && r < slot.row_count; ++r)
      consider(std::abs(problem_.row_multiplier(problem_level, at(first_row_, i) + r)),
               LagReason::higher_task, int{slot.number});
  }
  return best;
}

}  // namespace limber

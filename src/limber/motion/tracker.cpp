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
// [rad/s^2] Joints change their speed no faster than this to stop at a limit, and for tasks below the first
// priority, where the scene gives no limits of its own.
constexpr double calm_acceleration = 50.0;
constexpr double time_of_return = 0.03;  // [s] in which an error falls to a third
// [rad^2/s^2]: a step of joints at a speed v leaves about half of v^2 dt^2, by the reach. Joints that the
// best posture bends away from move at 1 rad/s together, 90 of them in a trunk.
constexpr double curvature_of_step = 25.0;
constexpr int most_solutions_again = 6;     // with what was learnt of contacts from the one before
constexpr int most_halvings_of_move = 6;    // to keep clear, before the calmest displacement is taken
constexpr int most_rounds_of_contacts = 3;  // without a row, that a solution would break
constexpr int most_rounds_of_calm = 15;     // each allows more acceleration, by this factor
constexpr double more_acceleration = 1.4142135623730951;
constexpr int most_freezings = 4;         // rounds in which proposals meet bounds
constexpr double curvature_floor = 1e-3;  // of the largest second derivative of the criteria

}  // namespace

Tracker::Tracker(const TrackProblem& problem, double dt)
    : n_(problem.figure.dof_count()),
      dt_(dt),
      motion_(problem),
      bounds_(motion_.setup.figure, problem.motion, problem.solver.ignored_limits, dt, calm_acceleration,
              calm_acceleration * motion_.setup.metres_per_radian),
      calm_bounds_(bounds_),
      stopping_(motion_.setup.figure, motion_.setup.options, bounds_),
      dampings_(motion_.levels, n_),
      weak_(motion_.levels),
      problem_(motion_, bounds_),
      calm_problem_(motion_, calm_bounds_),
      options_(problem.motion.redundancy),
      redundancy_(options_.method, n_, options_.gain),
      posture_(problem.start),
      next_(problem.start),
      fastest_return_(motion_.setup.reach) {
  here_.tasks = motion_.levels.make_values();
  there_.tasks = motion_.levels.make_values();
  error_before_ = asked_ = VecX::Zero(motion_.levels.row_count());
  last_ = brake_ = still_ = displacement_ = nearest_ = gradient_ = diagonal_ = one_ = first_ = VecX::Zero(n_);
  scale_ = motion_.ones;
  free_gradient_ = gradient_there_ = along_ = ahead_ = VecX::Zero(n_);
}

std::vector<Tracker::TaskState> Tracker::states() const {
  std::vector<TaskState> result;
  for (const int i : motion_.levels.slots_in_list_order()) {
    const TaskSlot& slot = motion_.levels.slot(i);
    if (!slot.takes_part) continue;
    result.push_back(
        {slot.number, here_.tasks.task_error[i], (motion_.tasks.begin() + slot.entry)->settings.tolerance});
  }
  return result;
}

void Tracker::begin(const Posture& posture, double time, const VecX* last) {
  posture_.values = posture.values;
  motion_.constraints.bring_inside(posture_);
  if (last) {
    last_ = *last;
  } else {
    last_.setZero();
  }
  first_level_waits_ = false;
  weak_.begin();
  redundancy_.begin(last_ / dt_);
  motion_.go_to(time);
  motion_.look_at(posture_, here_);
}

// Of an error [m], as much as a step takes back. All of what the curvature of a step may have left; more
// than that little by little, or a target that comes back into reach makes joints jump. With limits of
// acceleration little by little always: an error taken back at once is overshot, because joints cannot stop
// at once.
double Tracker::made_up_for(double error) const {
  const double at_once =
      bounds_.has_acceleration_limits() ? 0.0 : curvature_of_step * motion_.setup.reach * dt_ * dt_;
  if (error <= at_once) return error;
  return std::min(fastest_return_ * dt_, std::max(at_once, error * std::min(1.0, dt_ / time_of_return)));
}

// Each row: what its target moves in this step, and of the error there was as much as is made up for.
void Tracker::aim() {
  for (int i = 0; i < motion_.levels.slot_count(); ++i) {
    const TaskSlot& slot = motion_.levels.slot(i);
    if (!slot.takes_part) continue;
    const auto now = here_.tasks.error.segment(slot.first_row, slot.row_count);
    auto asked = asked_.segment(slot.first_row, slot.row_count);
    if (slot.kind != RowKind::equality) {  // room that is left, or an excess to be taken back
      asked = now.cwiseMax(-fastest_return_ * dt_);
      continue;
    }
    const auto before = error_before_.segment(slot.first_row, slot.row_count);
    const double unit = slot.unit == TaskUnit::radian ? motion_.setup.metres_per_radian : 1.0;
    const double length = unit * before.norm();
    asked = now - before * (length > 0.0 ? 1.0 - made_up_for(length) / length : 0.0);
  }
}

// The others say all they have to say by what the linear problem is pulled to.
bool Tracker::proposes() const {
  return options_.method != RedundancyMethod::pseudo_inverse &&
         (options_.method != RedundancyMethod::simplified || motion_.criteria.full());
}

// Gradient and second derivatives, with the largest on their diagonal 1. Where they are not known, the
// diagonal is how much the gradient changes along itself.
void Tracker::look_at_criteria() {
  double largest = motion_.criteria.look_at(motion_.observation.context(), gradient_, diagonal_);
  if (!motion_.criteria.knows_curvature()) {
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
  if (motion_.criteria.full()) full_ = *motion_.criteria.full() / unit_of_criteria_;
}

void Tracker::solve(const VecX& wish) {
  problem_.solve({still_, scale_, here_.tasks, asked_, dampings_}, wish, displacement_);
}

// Rows of equality tasks, and those of limits and contacts that hold the last solution back.
void Tracker::find_held() {
  task_rows_ = 0;
  for (const TaskSlot& slot : motion_.levels.slots()) {
    if (slot.takes_part && slot.kind == RowKind::equality) task_rows_ += slot.row_count;
  }
  int held = 0;
  for (int r = 0; r < motion_.limits.count(); ++r) held += problem_.limit_holds(r) ? 1 : 0;
  for (int r = 0; r < motion_.contacts.count(); ++r) held += problem_.contact_holds(r) ? 1 : 0;
  stacked_.setZero(task_rows_ + held, n_);
  stack(here_.tasks, stacked_);
  int next = task_rows_;
  for (int r = 0; r < motion_.limits.count(); ++r) {
    if (problem_.limit_holds(r)) stacked_.row(next++) = motion_.limits.row(r);
  }
  for (int r = 0; r < motion_.contacts.count(); ++r) {
    if (problem_.contact_holds(r)) stacked_.row(next++) = motion_.contacts.row(r);
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
  const CriterionNow criterion{gradient_, diagonal_, motion_.criteria.full() ? &full_ : nullptr};
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
    stopping_.keep_room(posture_, brake_, displacement_);
    next_.values = posture_.values;
    integrate(motion_.setup.figure, displacement_, next_);
    if (motion_.setup.limits_are_rows()) motion_.constraints.repair(next_);
  };
  go();
  if (motion_.clearance.comes_first()) {
    constexpr int most = most_solutions_again + most_halvings_of_move;
    for (int round = 0; round < most; ++round) {
      motion_.observation.look_at(next_);
      if (motion_.clearance.holds(next_, motion_.observation.kinematics())) break;
      if (round < most_solutions_again && motion_.learn_from_overlap(posture_)) {
        asked_ = aimed_;
        solve(wish_);
        calm_down();
      } else if (round + 1 == most) {
        displacement_ = brake_;
      } else {
        displacement_ = 0.5 * (displacement_ + brake_);
      }
      go();
    }
  }
  // What was really moved, limits and rounding included.
  difference(motion_.setup.figure, posture_, next_, displacement_);
  excess_ = bounds_.excess(displacement_, last_);
  last_ = displacement_;
  posture_.values = next_.values;
}

// The displacement found may ask joints to change their speeds at once: where a task becomes singular, one of
// a lower level gets or loses a direction. So the rows of each level are asked for what they get by it, among
// the displacements within the accelerations allowed. Those of the scene always hold. Where it has none,
// joints are calm, but limits, contacts and a first level that is not near a singular posture get as much as
// they need.
void Tracker::calm_down() {
  was_calmed_ = false;
  const bool limited = bounds_.has_acceleration_limits();
  const int first = motion_.levels.first_level_in_use();
  const bool may_wait =
      first >= motion_.levels.level_count() || dampings_.is_near_singular(first) || first_level_waits_;
  first_level_waits_ = false;
  const double nothing = StepProblem::rounding * motion_.setup.reach;
  const double beyond = problem_.residual_of_limits() + nothing;
  first_ = displacement_;
  for (const TaskSlot& slot : motion_.levels.slots()) {
    for (int r = slot.first_row; slot.kind == RowKind::equality && r < slot.first_row + slot.row_count; ++r)
      asked_[r] = here_.tasks.jacobian.row(r).dot(first_);
  }
  double calmness = 1.0;
  for (int round = 0; limited || round < most_rounds_of_calm; ++round, calmness *= more_acceleration) {
    if (bounds_.are_calm(first_, last_, calmness)) break;
    calm_bounds_.compute(posture_, last_, calmness);
    for (int i = 0; i < n_; ++i)
      nearest_[i] = std::clamp(first_[i], calm_bounds_.lower(i), calm_bounds_.upper(i));
    calm_problem_.solve({nearest_, scale_, here_.tasks, asked_, dampings_}, first_, displacement_);
    // A calm displacement goes where the best one does not, and may meet something else there.
    for (int more = 0; more < most_rounds_of_contacts && finds_more_contacts(1.0, displacement_); ++more)
      calm_problem_.solve({nearest_, scale_, here_.tasks, asked_, dampings_}, first_, displacement_);
    was_calmed_ = true;
    if (limited) return;
    first_level_waits_ = calm_problem_.level_residual(first) > nothing;
    if (calm_problem_.residual_of_limits() <= beyond && (may_wait || !first_level_waits_)) return;
  }
  was_calmed_ = first_level_waits_ = false;
  displacement_ = first_;
}

// The calmest displacement: with limits of acceleration a figure in motion cannot stop at once.
void Tracker::find_brake() {
  const bool limited = bounds_.has_acceleration_limits();
  if (limited) calm_bounds_.compute(posture_, last_, 1.0);
  for (int i = 0; i < n_; ++i) {
    still_[i] = bounds_.calmest(i);
    brake_[i] = limited ? calm_bounds_.calmest(i) : still_[i];
  }
  stopping_.brake(last_, brake_);
}

void Tracker::step(double time) {
  error_before_ = here_.tasks.error;
  motion_.go_to(time);
  motion_.look_at(posture_, here_);
  if (motion_.clearance.comes_first())
    motion_.clearance.start_step(posture_, motion_.observation.kinematics());
  aim();
  dampings_.find(motion_.levels, here_.tasks, fastest_level * dt_);
  weak_.hold_back(motion_.levels, dt_, dampings_, asked_);
  look_at_criteria();
  bounds_.compute(posture_, last_);
  find_brake();
  motion_.find_limits(posture_);
  if (motion_.clearance.is_on())
    motion_.clearance_rows.select_touching(motion_.setup.options.clearance.damping);
  motion_.find_contacts();
  follow();
  weak_.look_at(motion_.levels, dampings_, here_.tasks, asked_, displacement_);
  aimed_ = asked_;
  calm_down();
  move();
  motion_.look_at(posture_, here_);
}

// How many times its displacement a figure goes on until it stands, all joints braking in time with the
// fastest: what is met on that way must have a row, so that one brakes before it.
double Tracker::way_to_stop(const VecX& displacement) const {
  double steps = 1.0;
  for (int i = 0; i < n_; ++i) steps = std::max(steps, std::abs(displacement[i]) / bounds_.braking(i));
  return 0.5 * (steps + 1.0);
}

// Gives rows to contacts that so many times a displacement does not keep. False: there are none.
bool Tracker::finds_more_contacts(double times, const VecX& displacement) {
  if (!motion_.clearance.is_on()) return false;
  ahead_ = times * displacement;
  if (!motion_.clearance_rows.select_broken(motion_.observation.kinematics(), ahead_)) return false;
  motion_.find_more_contacts();
  return true;
}

// The tasks, and what the redundancy method proposes.
void Tracker::follow() {
  const bool weighted = options_.method != RedundancyMethod::pseudo_inverse;
  scale_ = motion_.ones;
  if (weighted) scale_ = diagonal_.cwiseSqrt().cwiseInverse();
  one_ = -options_.gain * dt_ * gradient_;
  if (weighted) one_ = one_.cwiseQuotient(diagonal_);
  // What joints that go on as they did would meet before they stand must have a row, whatever is best now.
  finds_more_contacts(way_to_stop(last_), last_);
  solve(one_);
  for (int round = 0; round < most_rounds_of_contacts; ++round) {
    if (!finds_more_contacts(round == 0 ? way_to_stop(displacement_) : 1.0, displacement_)) break;
    solve(one_);
  }
  wish_ = one_;
  find_held();
  find_free_gradient();
  if (proposes() && n_ > 0) {
    propose();
    wish_ = displacement_;
    solve(wish_);
  }
}

Tracker::Cause Tracker::cause(TaskId<> task) const {
  int index = -1;
  for (int i = 0; i < motion_.levels.slot_count(); ++i) {
    if (int{motion_.levels.slot(i).number} == int{task}) index = i;
  }
  if (index < 0) return {};
  const TaskSlot& own = motion_.levels.slot(index);
  // Accelerations that are given come first; calmness, that nobody asked for, is named where nothing else is.
  const bool waits = was_calmed_ && !calm_problem_.serves(index), limited = bounds_.has_acceleration_limits();
  if (waits && limited) return calm_problem_.holding_back(index);
  if (!problem_.serves(index)) return problem_.holding_back(index);
  if (waits) {
    Cause cause = calm_problem_.holding_back(index);
    if (cause.reason == LagReason::joint_acceleration) cause.reason = LagReason::calm_joint;
    return cause;
  }
  // All that was asked is done: then the step itself, or what was asked, is too little.
  const double unit = own.unit == TaskUnit::radian ? motion_.setup.metres_per_radian : 1.0;
  const double before = unit * error_before_.segment(own.first_row, own.row_count).norm();
  return {made_up_for(before) < before ? LagReason::catching_up : LagReason::time_step, -1};
}

}  // namespace limber

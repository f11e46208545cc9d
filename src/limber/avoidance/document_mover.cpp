// The documents' iteration: find the tasks' chain, stack the tasks, ask the technique, keep the joint limits,
// cancel what would collide.

#include "limber/avoidance/document_mover.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "limber/avoidance/scope.h"
#include "limber/figure/joint_chain.h"
#include "limber/statics/load_state.h"
#include "limber/tasks/can_evaluate.h"
#include "limber/tasks/immovable.h"

namespace limber {

namespace {

constexpr double shortest_turn =
    1e-6;  // [rad] a step that turns every joint by less counts as standing still
constexpr int still_steps_to_rest = 5;  // in a row: one short step may be chance
constexpr double deeper = 1e-12;        // [m] beyond rounding: only then has an overlap become deeper

Reason blocker(const Contact& contact) {
  if (contact.obstacle.is_valid()) return {Blocker::obstacle, contact.obstacle, 1.0};
  return {Blocker::own_body, contact.other_segment, 1.0};
}

}  // namespace

DocumentMover::DocumentMover(Figure figure, SolverOptions solver, const AvoidanceOptions& avoidance)
    : figure_(std::move(figure)),
      solver_(std::move(solver)),
      wanted_(avoidance),
      avoidance_(resolved(avoidance, figure_)),
      chain_(figure_),
      kinematics_(figure_),
      masses_(figure_),
      constraints_(figure_, solver_),
      contacts_(figure_, avoidance_, avoidance_.self ? OwnParts::are_obstacles : OwnParts::ignored),
      scratch_(RowMatrix::Zero(12, figure_.dof_count())),
      chain_step_(VecX::Zero(figure_.dof_count())),
      asked_(VecX::Zero(figure_.dof_count())),
      step_(VecX::Zero(figure_.dof_count())),
      from_(figure_.rest_posture()),
      candidate_(from_),
      seen_(from_) {}

DocumentMover::~DocumentMover() = default;

void DocumentMover::surround(const World& world) {
  world_ = world;
  surfaces_ = std::make_shared<Surfaces>(world);
  if (loads_) loads_->statics.stand_on(surfaces_);
  contacts_.surround(world);
  world_seen_ = false;
  question_.reset();
}

void DocumentMover::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  if (obstacle.is_valid() && std::size_t(int{obstacle}) < world_.obstacles.size())
    at(world_.obstacles, obstacle).shape = shape;
  if (surfaces_) surfaces_->move(obstacle, shape);
  contacts_.move_obstacle(obstacle, shape, velocity);
  world_seen_ = false;
  question_.reset();
}

AvoidanceOptions DocumentMover::chain_options() const {
  AvoidanceOptions options = wanted_;
  if (options.unit == 0.0) options.unit = chain_.mean_link();
  return resolved(options, figure_);
}

void DocumentMover::prepare(const TaskList& tasks) {
  check(tasks, figure_);
  chain_.follow(tasks);
  avoidance_ = chain_options();
  contacts_.prepare_own(tasks, avoidance_.influence);
  contacts_.follow(chain_);
  needs_masses_ = std::any_of(tasks.begin(), tasks.end(), [](const TaskList::Entry& entry) {
    return std::holds_alternative<CenterOfMass>(entry.task) || std::holds_alternative<Inertia>(entry.task) ||
           reads_loads(entry.task);
  });
  loads_ = tasks.loads.empty() ? nullptr : std::make_unique<LoadState>(figure_, tasks.loads);
  if (loads_) loads_->statics.stand_on(surfaces_);
  TaskLevels next(figure_, tasks, metres_per_radian());
  if (prepared_ && solver_.fade_steps > 0) next.fade_from(levels_);
  levels_ = std::move(next);
  values_ = levels_.make_values();
  jacobian_ = RowMatrix::Zero(levels_.row_count(), figure_.dof_count());
  error_ = VecX::Zero(levels_.row_count());
  reports_.reserve(levels_.slots().size());
  technique_ = make_technique(figure_, avoidance_,
                              {.dofs = figure_.dof_count(),
                               .task_rows = levels_.row_count(),
                               .contacts = contacts_.most(),
                               .svd = svd_options(solver_.svd, solver_.svd_mode)});
  prepared_ = true;
  forget();
}

double DocumentMover::metres_per_radian() const noexcept {
  constexpr double reach_per_radian = 6.0;  // as the Solver's own default
  return solver_.metres_per_radian > 0.0 ? solver_.metres_per_radian : chain_.reach() / reach_per_radian;
}

void DocumentMover::forget() noexcept {
  still_steps_ = 0;
  question_.reset();
  world_seen_ = false;
  if (technique_) technique_->forget();
}

// Tasks may be switched on and off, and moved to other places, without preparing.
void DocumentMover::follow_chain(const TaskList& tasks) noexcept {
  if (!chain_.follow(tasks)) return;
  contacts_.follow(chain_);
  forget();
}

void DocumentMover::look_at(const TaskList& tasks, const Posture& posture) noexcept {
  // A step usually begins where the last one ended.
  if (!world_seen_ || !(seen_ == posture)) {
    seen_.values = posture.values;
    kinematics_.update(seen_);
    if (needs_masses_) masses_.update(kinematics_);
    if (loads_ && needs_masses_) loads_->update(kinematics_, masses_, seen_);
    near_ = contacts_.find(kinematics_, technique_->search_distance());
    world_seen_ = true;
  }
  levels_.evaluate(tasks, {kinematics_, masses_, seen_, scratch_, loads_.get()}, values_);
}

double DocumentMover::clearance() const noexcept {
  return contacts_.worst() ? contacts_.worst()->clearance : std::numeric_limits<double>::infinity();
}

// J_e and e: the weighted rows of all tasks that take part, the error shortened to largest_error.
int DocumentMover::stack_tasks() noexcept {
  int count = 0;
  for (const TaskSlot& slot : levels_.slots()) {
    if (!slot.takes_part) continue;
    const double scale = slot.row_scale * slot.activation;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
      if (slot.kind == RowKind::at_most && values_.error[r] >= 0.0) continue;  // satisfied
      for (std::size_t k = 0; k < chain_.columns().size(); ++k) {
        const DofId dof = chain_.columns()[k].dof;
        const bool may_use = !slot.restricted || at(slot.allowed, dof) != 0;
        jacobian_(count, static_cast<Eigen::Index>(k)) =
            may_use ? scale * values_.jacobian(r, int{dof}) : 0.0;
      }
      error_[count++] = scale * values_.error[r];
    }
  }
  const double length = error_.head(count).norm();
  if (length > avoidance_.largest_error) error_.head(count) *= avoidance_.largest_error / length;
  return count;
}

std::optional<AvoidanceQuestion::Goal> DocumentMover::goal(const TaskList& tasks) const noexcept {
  using Goal = AvoidanceQuestion::Goal;
  const TaskList::Entry* entry = leading_task(tasks);
  if (entry == nullptr) return std::nullopt;
  if (const auto* drag = std::get_if<Drag>(&entry->task))
    return Goal{drag->segment, drag->point, drag->target};
  const Reach& reach = std::get<Reach>(entry->task);
  const PlaceNow place = now(reach.frame, kinematics_);
  const Transform segment = kinematics_.segment_pose(place.segment);
  // Coordinates that do not count keep their values.
  Vec3 target = reach.in.pose.inverse() * place.pose.translation;
  for (int axis = 0; axis < 3; ++axis) {
    if (reach.axes[axis]) target[axis] = reach.target[axis];
  }
  return Goal{place.segment, segment.inverse() * place.pose.translation, reach.in.pose * target};
}

// to <- from moved by a part of the technique's dq, inside the joint limits.
void DocumentMover::move(const Posture& from, double part, Posture& to) noexcept {
  step_ = part * asked_;
  if (solver_.limits == LimitMethod::clipping) step_ *= constraints_.clipped_fraction(from, step_);
  to.values = from.values;
  integrate(figure_, step_, to);
  if (solver_.limits == LimitMethod::active_set || solver_.limits == LimitMethod::projection) {
    constraints_.project_onto_limits(to, chain_.joints());
  }
  keep_outside(chain_, figure_, from, to);
}

// Takes the step, or half of it, a quarter, ...; false if none of them ends clear of all obstacles.
bool DocumentMover::move_unless_blocked(const TaskList& tasks, Posture& posture) noexcept {
  const double before = clearance();
  double part = 1.0;
  for (int halving = 0; halving <= avoidance_.halvings; ++halving, part *= 0.5) {
    move(from_, part, candidate_);
    look_at(tasks, candidate_);
    const bool retreats = avoidance_.retreat && before < 0.0 && clearance() >= before - deeper;
    if (!avoidance_.cancel || clearance() >= 0.0 || retreats) {
      posture.values = candidate_.values;
      return true;
    }
    blocking_ = blocker(*contacts_.worst());
  }
  look_at(tasks, from_);
  return false;
}

StepReport DocumentMover::step(const TaskList& tasks, Posture& posture) noexcept {
  StepReport report;
  question_.reset();
  const auto stop = [&](StepStatus status) {
    report.status = status;
    report.light = Light::red;
    return report;
  };
  if (!prepared_ || !levels_.fits(tasks)) return stop(StepStatus::not_prepared);
  levels_.refresh(tasks, solver_.fade_steps, levels_.level_count());
  if (posture.values.size() != figure_.value_count() || !is_finite(posture) || !can_evaluate(tasks, figure_))
    return stop(StepStatus::bad_input);

  follow_chain(tasks);
  from_.values = posture.values;
  if (solver_.limits == LimitMethod::active_set || solver_.limits == LimitMethod::projection) {
    if (constraints_.project_onto_limits(from_, chain_.joints()) > 0.0) {
      keep_outside(chain_, figure_, posture, from_);
      difference(figure_, posture, from_, step_);
      report.start_correction = step_.lpNorm<Eigen::Infinity>();
    }
  }
  look_at(tasks, from_);
  if (!values_.finite) return stop(StepStatus::bad_input);
  posture.values = from_.values;

  const int rows = stack_tasks();
  const auto columns = static_cast<Eigen::Index>(chain_.columns().size());
  const AvoidanceQuestion question{.kinematics = kinematics_,
                                   .posture = from_,
                                   .columns = chain_.columns(),
                                   .jacobian = jacobian_.topLeftCorner(rows, columns),
                                   .error = error_.head(rows),
                                   .contacts = near_,
                                   .goal = goal(tasks),
                                   .obstacles = contacts_.obstacles(),
                                   .own_parts = avoidance_.self ? &contacts_.body() : nullptr,
                                   .limits = solver_.limits == LimitMethod::off ? nullptr : &constraints_,
                                   .joints = chain_.joints()};
  const auto outcome = technique_->displace(question, chain_step_.head(columns));
  asked_.setZero();
  for (Eigen::Index k = 0; k < columns; ++k)
    asked_[at(chain_.columns(), static_cast<int>(k)).dof] = chain_step_[k];
  bool moved = outcome == AvoidanceTechnique::Outcome::moves && asked_.allFinite();
  // Virtual arms may as well be stopped by their own links, or by an obstacle beside the nearest.
  const bool nearest_stops = outcome == AvoidanceTechnique::Outcome::stands_still && !near_.empty() &&
                             avoidance_.technique != Technique::virtual_arms;
  blocking_ = nearest_stops ? blocker(near_.front()) : Reason{};
  if (moved) moved = move_unless_blocked(tasks, posture);
  step_.setZero();
  if (moved) {
    blocking_ = {};
    difference(figure_, from_, posture, asked_);
    for (const ChainColumn& column : chain_.columns()) step_[column.dof] = asked_[column.dof];
  }
  report.step_length = step_.norm();
  const bool still = figure_.dof_count() == 0 || step_.lpNorm<Eigen::Infinity>() < shortest_turn;
  still_steps_ = still ? still_steps_ + 1 : 0;
  report.status = still_steps_ >= still_steps_to_rest ? StepStatus::at_rest : StepStatus::moving;
  report_on(tasks, report);
  return report;
}

StepReport DocumentMover::settle(const TaskList& tasks, const Posture& posture) {
  StepReport report;
  report.status = StepStatus::at_rest;
  if (!prepared_ || !levels_.fits(tasks) || posture.values.size() != figure_.value_count() ||
      !is_finite(posture) || !can_evaluate(tasks, figure_)) {
    report.light = Light::red;
    return report;
  }
  if (!question_) {
    look_at(tasks, posture);
    report_on(tasks, report);
    const bool is_open = std::any_of(reports_.begin(), reports_.end(), [](const TaskReport& task) {
      return !task.satisfied && task.reasons[0].blocker == Blocker::none;
    });
    if (!is_open) return report;
    question_ = std::make_unique<RestQuestion>(figure_, solver_, avoidance_, world_, metres_per_radian(),
                                               tasks, posture);
  }
  if (!question_->advance()) {
    report = {};
    return report;
  }
  look_at(tasks, posture);
  report_on(tasks, report);
  question_->answer(reports_);
  question_.reset();
  return report;
}

// Reports on the posture that look_at() saw last.
void DocumentMover::report_on(const TaskList& tasks, StepReport& report) noexcept {
  reports_.clear();
  for (const int index : levels_.slots_in_list_order()) {
    const TaskSlot& slot = levels_.slot(index);
    const TaskList::Entry& entry = tasks.begin()[slot.entry];
    if (!entry.settings.enabled) continue;
    TaskReport task;
    task.number = TaskId<>{slot.number};
    task.unit = slot.unit;
    task.error = values_.task_error[static_cast<Eigen::Index>(index)];
    task.satisfied = task.error <= entry.settings.tolerance;
    if (!task.satisfied) {
      if (report.light != Light::red)
        report.light = slot.level == levels_.first_level_in_use() ? Light::red : Light::orange;
      task.reasons[0] = known_reason(tasks, entry);
      task.blocked_by = task.reasons[0].blocker;
      task.blocking_index = task.reasons[0].index;
    }
    reports_.push_back(task);
  }
  report.tasks = reports_;
  const HardConstraints::Excess excess = constraints_.coupling_excess(seen_);
  report.coupling_excess = excess.amount;
  report.broken_coupling = excess.coupling;
  const HardConstraints::Excess loose = constraints_.tie_excess(seen_);
  report.tie_excess = loose.amount;
  report.broken_tie = loose.tie;
  if (!report.holds_together()) report.light = Light::red;
  if (!contacts_.worst()) return;
  report.clearance = contacts_.worst()->clearance;
  report.nearest_segment = contacts_.worst()->segment;
  report.nearest_obstacle = contacts_.worst()->obstacle;
  report.nearest_other_segment = contacts_.worst()->other_segment;
}

// The reasons that a step knows: what is in its way, and what the technique does not even try.
Reason DocumentMover::known_reason(const TaskList& tasks, const TaskList::Entry& entry) const noexcept {
  const SegmentId fixed = immovable_segment(entry.task, figure_);
  if (fixed.is_valid()) return {Blocker::fixed_root, fixed, 1.0};
  if (!follows(avoidance_.technique, tasks, entry)) {
    return {.blocker = Blocker::not_followed,
            .index = -1,
            .share = 1.0,
            .technique = describe(avoidance_.technique).key};
  }
  return blocking_;
}

SolveReport DocumentMover::solve(const TaskList& tasks, Posture& posture, const SolveOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  prepare(tasks);
  SolveReport result;
  for (int count = 0; count < options.most_steps; ++count) {
    static_cast<StepReport&>(result) = step(tasks, posture);
    if (result.status == StepStatus::bad_input) return result;
    result.steps = count + 1;
    if (options.observe) options.observe(result, posture);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (result.status == StepStatus::at_rest ||
        (options.most_seconds > 0.0 && seconds >= options.most_seconds))
      break;
  }
  if (result.status == StepStatus::at_rest) {
    const auto is_in_time = [&] {
      return options.most_seconds <= 0.0 ||
             std::chrono::duration<double>(Clock::now() - start).count() < options.most_seconds;
    };
    while (is_in_time() && settle(tasks, posture).status == StepStatus::moving) {
    }
  }
  result.kept = reports_;
  result.tasks = result.kept;
  return result;
}

}  // namespace limber

// Fills in the report of every task: the shares of what holds it back, and whether other joints could help.

#include "limber/solver/step/explanation.h"

#include <algorithm>
#include <cmath>

#include "limber/solver/step/reason_list.h"
#include "limber/tasks/immovable.h"

namespace limber {

namespace {

// |J^T r| below this part of |J| |r|: a pull no joint feels.
constexpr double no_leverage = 5e-3;
// A linear step that leaves less than this part of an error is getting there: there is nothing to explain.
constexpr double getting_there = 0.5;
// Other joints would help if they gained this many times what the allowed ones gain, and more than a
// thousandth of the error.
constexpr double others_gain = 2.0, worth_telling = 1e-3;
constexpr double negligible_share = 1e-6;  // of a limit: rounding of its multiplier
// When all reasons together explain less than this, what is left is damping: a joint that hardly feels the
// pull any more.
constexpr double explained = 0.5;

LinearRequest with_limits(LinearRequest request) {
  request.with_limits = true;
  return request;
}

}  // namespace

Explanation::Explanation(const SolverSetup& setup, const HardConstraints& constraints,
                         const ClearanceRows& clearance, const TaskLevels& levels, LinearStep& linear)
    : setup_(setup), constraints_(constraints), clearance_(clearance), levels_(levels), linear_(linear) {
  gradient_ = other_gradient_ = displacement_ = VecX::Zero(setup.figure.dof_count());
}

void Explanation::resize() {
  reports_.reserve(levels_.slots().size());
  views_.assign(static_cast<std::size_t>(levels_.level_count()), Solver::LevelView{});
  radius_ = predicted_ = VecX::Zero(levels_.level_count());
}

// sum over the rows of a task of (row as restricted) * residual, in the unknowns of the linear problem.
void Explanation::pull_of_task(int index, const TaskValues& values, VecX& sum) const noexcept {
  const TaskSlot& slot = levels_.slot(index);
  sum.setZero();
  for (int r = 0; r < slot.row_count; ++r) {
    double left = linear_.problem().residual(linear_.first_row_of(index) + r);
    if (slot.kind == RowKind::at_most) left = std::min(left, 0.0);
    sum += slot.row_scale * left *
           values.jacobian.row(slot.first_row + r).transpose().cwiseProduct(setup_.scale);
  }
  if (slot.restricted) {
    for (int i = 0; i < sum.size(); ++i) {
      if (at(slot.allowed, i) == 0) sum[i] = 0.0;
    }
  }
}

// How long that sum could be at most: |J| |r|.
double Explanation::largest_pull_of_task(int index, const TaskValues& values) const noexcept {
  const TaskSlot& slot = levels_.slot(index);
  double rows = 0.0, residuals = 0.0;
  for (int r = 0; r < slot.row_count; ++r) {
    const double left = linear_.problem().residual(linear_.first_row_of(index) + r);
    residuals += left * left;
    rows += slot.row_scale * slot.row_scale *
            values.jacobian.row(slot.first_row + r).transpose().cwiseProduct(setup_.scale).squaredNorm();
  }
  return std::sqrt(rows * residuals);
}

// The part of a row of the problem along the gradient of the task.
double Explanation::row_share(int level, int row) const noexcept {
  const Lexicographic& problem = linear_.problem();
  return problem.row_multiplier(level, row) * problem.row_product(row, gradient_) / gradient_square_;
}

void Explanation::explain_task(int index, const TaskValues& values, TaskReport& report) noexcept {
  const TaskSlot& slot = levels_.slot(index);
  const int level = linear_.problem_level(slot.level);
  pull_of_task(index, values, gradient_);
  gradient_square_ = gradient_.squaredNorm();
  const double largest = largest_pull_of_task(index, values);
  if (!(largest > 0.0) || std::sqrt(gradient_square_) < no_leverage * largest) {
    report.reasons[0] = {Blocker::out_of_reach, -1, 1.0};
    return;
  }
  ReasonList reasons;
  add_limits(level, reasons);
  if (linear_.clearance_comes_before(slot.level)) add_contacts(level, reasons);
  add_other_tasks(index, values, reasons);
  if (reasons.total() < explained) reasons.add(Blocker::out_of_reach, -1, 1.0 - reasons.total());
  reasons.write(report);
}

void Explanation::add_limits(int level, ReasonList& reasons) const noexcept {
  const Lexicographic& problem = linear_.problem();
  for (int i = 0; i < setup_.figure.dof_count(); ++i) {
    const int held = problem.met_bound(i);
    if (held == 0) continue;
    const double share = problem.bound_multiplier(level, i) * held * gradient_[i] / gradient_square_;
    if (std::abs(share) > negligible_share) reasons.add(Blocker::joint_limit, i, share);
  }
  for (int row = 0; row < linear_.limit_rows(); ++row) {
    if (problem.row_multiplier(level, row) == 0.0) continue;
    const HardConstraints::RowSource& source = constraints_.source(row);
    const double share = row_share(level, row);
    if (source.coupling.is_valid()) {
      reasons.add(Blocker::coupling, source.coupling, share);
    } else if (source.tie.is_valid()) {
      reasons.add(Blocker::tie, source.tie, share);
    } else {
      reasons.add(Blocker::joint_limit, source.dof, share);
    }
  }
}

void Explanation::add_contacts(int level, ReasonList& reasons) const noexcept {
  for (int i = 0; i < clearance_.count(); ++i) {
    const int row = linear_.first_clearance_row() + i;
    if (linear_.problem().row_multiplier(level, row) == 0.0) continue;
    const Contact& contact = clearance_.contact(i);
    const bool is_obstacle = contact.obstacle.is_valid();
    reasons.add(is_obstacle ? Blocker::obstacle : Blocker::own_body,
                is_obstacle ? int{contact.obstacle} : int{contact.other_segment}, row_share(level, row));
  }
}

void Explanation::add_other_tasks(int index, const TaskValues& values, ReasonList& reasons) noexcept {
  const TaskSlot& slot = levels_.slot(index);
  const int level = linear_.problem_level(slot.level);
  for (int other = 0; other < levels_.slot_count(); ++other) {
    const TaskSlot& theirs = levels_.slot(other);
    const int first_row = linear_.first_row_of(other);
    if (first_row < 0 || theirs.level > slot.level || other == index) continue;
    if (theirs.level == slot.level) {
      pull_of_task(other, values, other_gradient_);
      reasons.add(Blocker::equal_task, theirs.number, -other_gradient_.dot(gradient_) / gradient_square_);
      continue;
    }
    double share = 0.0;
    for (int r = 0; r < theirs.row_count; ++r) share += row_share(level, first_row + r);
    reasons.add(Blocker::higher_task, theirs.number, share);
  }
}

// Would it get nearer if it might use all joints? Asks the linear problem, with the task freed.
void Explanation::explain_subset(int index, const LinearRequest& asked, TaskReport& report) noexcept {
  const TaskSlot& slot = levels_.slot(index);
  if (!slot.restricted) return;
  radius_ = asked.radius;
  radius_[slot.level] = setup_.options.damping.bound;
  const auto error_left = [&](int freed_slot) {
    linear_.solve_lexicographic({.values = asked.values,
                                 .radius = radius_,
                                 .pull = asked.pull,
                                 .with_limits = true,
                                 .freed_slot = freed_slot});
    displacement_ = setup_.scale.cwiseProduct(linear_.problem().solution());
    levels_.predict(asked.values, displacement_, predicted_);
    return predicted_[slot.level];
  };
  const double as_allowed = error_left(-1);
  const double with_all = error_left(index);

  const double before = asked.values.level_error[slot.level];
  if (before - with_all < others_gain * (before - as_allowed) + worth_telling * before) return;
  int most = -1;
  for (int i = 0; i < setup_.figure.dof_count(); ++i) {
    if (at(slot.allowed, i) != 0) continue;
    if (most < 0 || std::abs(displacement_[i]) > std::abs(displacement_[most])) most = i;
  }
  if (most < 0) return;  // the subset is the whole figure
  // Instead of "out of reach": with all joints it is not.
  if (report.reasons[0].blocker != Blocker::out_of_reach) {
    std::move_backward(report.reasons, report.reasons + TaskReport::most_reasons - 1,
                       report.reasons + TaskReport::most_reasons);
  }
  report.reasons[0] = {Blocker::joint_subset, most, 1.0};
}

void Explanation::fill_views(const LinearRequest& request) noexcept {
  const Lexicographic& problem = linear_.problem();
  const ProjectorHierarchy* projectors = linear_.projectors();
  if (projectors != nullptr) {
    displacement_ = setup_.scale.cwiseProduct(linear_.solution());
    levels_.predict(request.values, displacement_, predicted_);
  }
  for (int level = 0; level < levels_.level_count(); ++level) {
    Solver::LevelView& view = at(views_, level);
    const int problem_level = linear_.problem_level(level);
    view.priority = levels_.priority(level);
    view.error = request.values.level_error[level];
    view.linear_residual = projectors ? predicted_[level] : problem.level_residual(problem_level);
    view.rank = projectors ? projectors->rank(level) : problem.rank(problem_level);
    view.lambda = projectors ? projectors->lambda(level) : problem.lambda(problem_level);
    view.singular_values = projectors ? projectors->singular_values(level) : std::span<const double>();
  }
}

void Explanation::explain_nothing(const TaskList& tasks, const LinearRequest& request) noexcept {
  reports_.clear();
  fill_views(request);
  for (const int index : levels_.slots_in_list_order()) {
    const TaskSlot& slot = levels_.slot(index);
    if (!tasks.begin()[slot.entry].settings.enabled) continue;
    TaskReport report;
    report.number = slot.number;
    report.unit = slot.unit;
    reports_.push_back(report);
  }
}

void Explanation::explain(const TaskList& tasks, const LinearRequest& request) noexcept {
  reports_.clear();
  // The reasons are then asked of the lexicographic problem at the same posture, with its limits.
  const bool limits_come_later = setup_.has_limits() && !setup_.limits_are_rows();
  if (linear_.projectors() != nullptr) linear_.solve_lexicographic(with_limits(request));
  fill_views(request);
  if (limits_come_later && linear_.projectors() == nullptr) linear_.solve_lexicographic(with_limits(request));
  for (const int index : levels_.slots_in_list_order()) {
    const TaskSlot& slot = levels_.slot(index);
    const TaskSettings& settings = tasks.begin()[slot.entry].settings;
    if (!settings.enabled) continue;
    TaskReport report;
    report.number = slot.number;
    report.unit = slot.unit;
    const double asked = linear_.error_factor(request, slot.level) * request.values.level_error[slot.level];
    const bool satisfied = request.values.task_error[index] <= settings.tolerance;
    const double left = limits_come_later
                            ? linear_.problem().level_residual(linear_.problem_level(slot.level))
                            : at(views_, slot.level).linear_residual;
    const bool stuck = left > getting_there * asked;
    if (!satisfied && linear_.first_row_of(index) >= 0 && stuck) {
      const SegmentId fixed = immovable_segment(tasks.begin()[slot.entry].task, setup_.figure);
      if (fixed.is_valid()) {
        report.reasons[0] = {Blocker::fixed_root, fixed, 1.0};
      } else {
        explain_task(index, request.values, report);
      }
    }
    reports_.push_back(report);
  }
  // Later, since it solves the linear problem again.
  int next = 0;
  for (const int index : levels_.slots_in_list_order()) {
    if (!tasks.begin()[levels_.slot(index).entry].settings.enabled) continue;
    TaskReport& report = at(reports_, next++);
    if (report.reasons[0].blocker != Blocker::none) explain_subset(index, request, report);
  }
}

// The task of a level that is farthest from satisfied.
int Explanation::worst_task_of(int level, const VecX& task_error) const noexcept {
  int worst = -1;
  for (int i = 0; i < levels_.slot_count(); ++i) {
    if (levels_.slot(i).level != level || !levels_.slot(i).takes_part) continue;
    if (worst < 0 || task_error[i] > task_error[worst]) worst = i;
  }
  return worst;
}

Reason Explanation::objector(int index, const Trial::Objection& objection, const Contact* nearest,
                             const TaskValues& values) const noexcept {
  const VecX &task_error = values.task_error, &level_error = values.level_error;
  if (objection.clearance && nearest != nullptr) {
    const bool is_obstacle = nearest->obstacle.is_valid();
    return {is_obstacle ? Blocker::obstacle : Blocker::own_body,
            is_obstacle ? int{nearest->obstacle} : int{nearest->other_segment}, 1.0};
  }
  const TaskSlot& slot = levels_.slot(index);
  int level = objection.level;
  // Where nobody objects to a single step, what it gains is taken back later, by a level that comes first.
  if (level < 0) {
    level = slot.level - 1;
    while (level >= 0 && !(level_error[level] > levels_.level_tolerance(level))) --level;
  }
  const int worst = level >= 0 && level < slot.level ? worst_task_of(level, task_error) : -1;
  if (worst >= 0) return {Blocker::higher_task, levels_.slot(worst).number, 1.0};
  return {Blocker::out_of_reach, -1, 1.0};
}

void Explanation::name_objector(const TaskList& tasks, const TaskValues& values,
                                const Trial::Objection& objection, const Contact* nearest) noexcept {
  int next = 0;
  for (const int index : levels_.slots_in_list_order()) {
    const TaskSettings& settings = tasks.begin()[levels_.slot(index).entry].settings;
    if (!settings.enabled) continue;
    TaskReport& report = at(reports_, next++);
    const bool satisfied = values.task_error[index] <= settings.tolerance;
    if (!satisfied && report.reasons[0].blocker == Blocker::none)
      report.reasons[0] = objector(index, objection, nearest, values);
  }
}

void Explanation::finish(const TaskList& tasks, const TaskValues& values) noexcept {
  light_ = Light::green;
  int next = 0;
  for (const int index : levels_.slots_in_list_order()) {
    const TaskSlot& slot = levels_.slot(index);
    const TaskSettings& settings = tasks.begin()[slot.entry].settings;
    if (!settings.enabled) continue;
    TaskReport& report = at(reports_, next++);
    report.error = values.task_error[index];
    report.satisfied = report.error <= settings.tolerance;
    if (report.satisfied) {
      std::fill(std::begin(report.reasons), std::end(report.reasons), Reason{});
    } else if (light_ != Light::red) {
      light_ = slot.level == levels_.first_level_in_use() ? Light::red : Light::orange;
    }
    report.blocked_by = report.reasons[0].blocker;
    report.blocking_index = report.reasons[0].index;
  }
}

void Explanation::blame_supports(const TaskList& tasks, Observation& observation) noexcept {
  int next = 0;
  for (const int index : levels_.slots_in_list_order()) {
    const TaskList::Entry& entry = tasks.begin()[levels_.slot(index).entry];
    if (!entry.settings.enabled) continue;
    TaskReport& report = at(reports_, next++);
    const auto* balance = std::get_if<Balance>(&entry.task);
    if (report.satisfied || (balance == nullptr && !std::holds_alternative<Equilibrium>(entry.task)))
      continue;
    const TaskContext context = observation.context();
    if (context.loads == nullptr || context.loads->statics.contact_count() == 0) continue;
    FeasibleRegion& region = context.loads->region;
    const Statics& statics = context.loads->statics;
    region.look(statics, context.masses);
    Reason reason;
    if (!statics.is_balanced() && region.is_empty())
      reason = {Blocker::support, region.gives_way(statics), 1.0};
    else if (balance != nullptr && region.half_width(statics, context.masses) < balance->margin)
      reason = {Blocker::support, -1, 1.0};
    if (reason.blocker == Blocker::none) continue;
    std::fill(std::begin(report.reasons), std::end(report.reasons), Reason{});
    report.reasons[0] = reason;
    report.blocked_by = reason.blocker;
    report.blocking_index = reason.index;
  }
}

}  // namespace limber

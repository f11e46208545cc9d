// Why a task is not satisfied, from the multipliers of the linear problem at rest.
//
// For task t with residual r_t, in a level whose other tasks are o,
//
//   g_t = J_t^T r_t  =  sum over bounds mu_i e_i  +  sum over rows above nu_j a_j  -  sum over others J_o^T
//   r_o
//
// the left side says where the joints would like to go for it, the right side who forbids it. The share of
// each is its part along g_t; the shares add up to one at rest. Where g_t vanishes no joint can help: out of
// reach.

#include <algorithm>
#include <cmath>

#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

using Index = Eigen::Index;

// |J^T r| below this part of |J| |r|: a pull no joint feels.
constexpr double no_leverage = 5e-3;
// A linear step that leaves less than this part of an error is on its way: there is nothing to explain.
constexpr double on_its_way = 0.5;
// Other joints would help if they gained this many times what the allowed ones gain, and more than a
// thousandth of the error.
constexpr double others_gain = 2.0, worth_telling = 1e-3;

// Keeps the largest shares; the same blocker named twice (two limits of one joint, three rows of one task)
// counts as one.
class ReasonList {
 public:
  void add(Blocker blocker, int index, double share) noexcept {
    for (int i = 0; i < count_; ++i) {
      if (all_[i].blocker == blocker && all_[i].index == index) {
        all_[i].share += share;
        return;
      }
    }
    if (count_ < capacity) {
      all_[count_++] = {blocker, index, share};
    } else {
      Reason* least = std::min_element(all_, all_ + count_, by_share_upwards);
      if (least->share < share) *least = {blocker, index, share};
    }
  }
  double total() const noexcept {
    double sum = 0.0;
    for (int i = 0; i < count_; ++i) sum += std::max(0.0, all_[i].share);
    return sum;
  }
  void write(TaskReport& report) noexcept {
    // Ties by kind and number, so that the order is the same everywhere (a stable sort would allocate).
    std::sort(all_, all_ + count_, [](const Reason& a, const Reason& b) {
      if (a.share != b.share) return a.share > b.share;
      return a.blocker != b.blocker ? a.blocker < b.blocker : a.index < b.index;
    });
    // Some push the task the right way: against them the others hold more than all of it.
    const double all = std::max(1.0, total());
    int written = 0;
    for (int i = 0; i < count_ && written < TaskReport::most_reasons; ++i) {
      all_[i].share /= all;
      if (all_[i].share > 0.01) report.reasons[written++] = all_[i];
    }
  }

 private:
  static bool by_share_upwards(const Reason& a, const Reason& b) { return a.share < b.share; }
  static constexpr int capacity = 64;
  Reason all_[capacity] = {};
  int count_ = 0;
};

}  // namespace

// sum over the rows of a task of (row as restricted) * residual, in the unknowns of the linear problem.
void Solver::Parts::pull_of_task(std::size_t index, VecX& sum) const noexcept {
  const TaskSlot& slot = levels.slots()[index];
  sum.setZero();
  for (int r = 0; r < slot.row_count; ++r) {
    double left = problem.residual(first_problem_row[index] + r);
    if (slot.kind == RowKind::at_most) left = std::min(left, 0.0);
    sum += slot.row_scale * left * here.jacobian.row(slot.first_row + r).transpose().cwiseProduct(scale);
  }
  if (slot.restricted) {
    for (Index i = 0; i < sum.size(); ++i) {
      if (slot.allowed[static_cast<std::size_t>(i)] == 0) sum[i] = 0.0;
    }
  }
}

// How long that sum could be at most: |J| |r|.
double Solver::Parts::largest_pull_of_task(std::size_t index) const noexcept {
  const TaskSlot& slot = levels.slots()[index];
  double rows = 0.0, residuals = 0.0;
  for (int r = 0; r < slot.row_count; ++r) {
    const double left = problem.residual(first_problem_row[index] + r);
    residuals += left * left;
    rows += slot.row_scale * slot.row_scale *
            here.jacobian.row(slot.first_row + r).transpose().cwiseProduct(scale).squaredNorm();
  }
  return std::sqrt(rows * residuals);
}

void Solver::Parts::explain(std::size_t index, TaskReport& report) noexcept {
  const TaskSlot& slot = levels.slots()[index];
  const int level = problem_level(slot.level);
  pull_of_task(index, task_gradient);
  const double size = task_gradient.squaredNorm();
  const double largest = largest_pull_of_task(index);
  ReasonList reasons;
  if (!(largest > 0.0) || std::sqrt(size) < no_leverage * largest) {
    report.reasons[0] = {Blocker::out_of_reach, -1, 1.0};
    return;
  }
  for (int i = 0; i < figure.dof_count(); ++i) {
    const int held = problem.met_bound(i);
    if (held == 0) continue;
    const double share = problem.bound_multiplier(level, i) * held * task_gradient[i] / size;
    if (std::abs(share) > 1e-6) reasons.add(Blocker::joint_limit, i, share);
  }
  for (int row = 0; row < constraint_rows; ++row) {
    const double multiplier = problem.row_multiplier(level, row);
    if (multiplier == 0.0) continue;
    const double share = multiplier * problem.row_product(row, task_gradient) / size;
    const HardConstraints::RowSource& source = constraints.source(row);
    reasons.add(source.coupling >= 0 ? Blocker::coupling : Blocker::joint_limit,
                source.coupling >= 0 ? source.coupling : source.dof, share);
  }
  for (int i = 0; i < clearance.row_count(); ++i) {
    const int row = first_clear_row + i;
    if (clear_level > slot.level) break;  // comes after this one
    const double multiplier = problem.row_multiplier(level, row);
    if (multiplier == 0.0) continue;
    const Contact& contact = clearance.of_row(i);
    const bool is_obstacle = contact.obstacle.is_valid();
    reasons.add(is_obstacle ? Blocker::obstacle : Blocker::own_body,
                is_obstacle ? int{contact.obstacle} : int{contact.other_segment},
                multiplier * problem.row_product(row, task_gradient) / size);
  }
  for (std::size_t other = 0; other < levels.slots().size(); ++other) {
    const TaskSlot& theirs = levels.slots()[other];
    if (first_problem_row[other] < 0 || theirs.level > slot.level || other == index) continue;
    if (theirs.level == slot.level) {
      pull_of_task(other, contribution);
      reasons.add(Blocker::equal_task, theirs.number, -contribution.dot(task_gradient) / size);
      continue;
    }
    double share = 0.0;
    for (int r = 0; r < theirs.row_count; ++r) {
      const int row = first_problem_row[other] + r;
      share += problem.row_multiplier(level, row) * problem.row_product(row, task_gradient) / size;
    }
    reasons.add(Blocker::higher_task, theirs.number, share);
  }
  // What is left is damping: a joint that hardly feels the pull any more.
  if (reasons.total() < 0.5) reasons.add(Blocker::out_of_reach, -1, 1.0 - reasons.total());
  reasons.write(report);
}

// Would it get nearer if it might use all joints? Asks the linear problem, with the task let free.
void Solver::Parts::explain_subset(std::size_t index, TaskReport& report) noexcept {
  const TaskSlot& slot = levels.slots()[index];
  if (!slot.restricted) return;
  const auto linear_error = [&] {
    levels.predict(here, free_displacement, 1.0, predicted);
    return predicted[slot.level];
  };
  const double kept_radius = radius[slot.level];
  radius[slot.level] = options.damping.bound;
  solve_lexicographic(nullptr);
  free_displacement = scale.cwiseProduct(problem.solution());
  const double as_allowed = linear_error();
  freed_slot = static_cast<int>(index);
  solve_lexicographic(nullptr);
  freed_slot = -1;
  free_displacement = scale.cwiseProduct(problem.solution());
  const double with_all = linear_error();
  radius[slot.level] = kept_radius;

  const double before = here.level_error[slot.level];
  if (before - with_all < others_gain * (before - as_allowed) + worth_telling * before) return;
  int most = -1;
  for (int i = 0; i < figure.dof_count(); ++i) {
    if (slot.allowed[static_cast<std::size_t>(i)] != 0) continue;
    if (most < 0 || std::abs(free_displacement[i]) > std::abs(free_displacement[most])) most = i;
  }
  // Instead of "out of reach": it is not, with all joints.
  if (report.reasons[0].blocker != Blocker::out_of_reach) {
    std::move_backward(report.reasons, report.reasons + TaskReport::most_reasons - 1,
                       report.reasons + TaskReport::most_reasons);
  }
  report.reasons[0] = {Blocker::joint_subset, most, 1.0};
}

void Solver::Parts::explain_all(const TaskList& tasks) noexcept {
  reports.clear();
  // Projectors know no multipliers: the reasons are asked of the lexicographic problem of the same posture.
  if (projectors) {
    solve_lexicographic(nullptr);
    levels.predict(here, scale.cwiseProduct(solution), 1.0, predicted);
  }
  for (int level = 0; level < levels.level_count(); ++level) {
    LevelView& view = views[static_cast<std::size_t>(level)];
    view.priority = levels.priority(level);
    view.error = here.level_error[level];
    view.linear_residual = projectors ? predicted[level] : problem.level_residual(problem_level(level));
    view.rank = projectors ? projectors->rank(level) : problem.rank(problem_level(level));
    view.lambda = projectors ? projectors->lambda(level) : problem.lambda(problem_level(level));
    view.singular_values = projectors ? projectors->singular_values(level) : std::span<const double>();
  }
  for (const std::size_t index : levels.slots_in_list_order()) {
    const TaskSlot& slot = levels.slots()[index];
    const TaskList::Entry& entry = tasks.begin()[slot.entry];
    if (!entry.settings.enabled) continue;
    TaskReport report;
    report.number = slot.number;
    report.unit = slot.unit;
    const double asked = error_factor(slot.level) * here.level_error[slot.level];
    const LevelView& view = views[static_cast<std::size_t>(slot.level)];
    const bool satisfied = here.task_error[static_cast<Index>(index)] <= entry.settings.tolerance;
    if (!satisfied && first_problem_row[index] >= 0 && view.linear_residual > on_its_way * asked) {
      explain(index, report);
    }
    reports.push_back(report);
  }
  // Later, since it asks the linear problem again.
  std::size_t next = 0;
  for (const std::size_t index : levels.slots_in_list_order()) {
    const TaskList::Entry& entry = tasks.begin()[levels.slots()[index].entry];
    if (!entry.settings.enabled) continue;
    TaskReport& report = reports[next++];
    if (report.reasons[0].blocker != Blocker::none) explain_subset(index, report);
  }
}

void Solver::Parts::finish_reports(const TaskList& tasks, const TaskValues& values) noexcept {
  light = Light::green;
  std::size_t next = 0;
  for (const std::size_t index : levels.slots_in_list_order()) {
    const TaskSlot& slot = levels.slots()[index];
    const TaskList::Entry& entry = tasks.begin()[slot.entry];
    if (!entry.settings.enabled) continue;
    TaskReport& report = reports[next++];
    report.error = values.task_error[static_cast<Index>(index)];
    report.satisfied = report.error <= entry.settings.tolerance;
    if (report.satisfied) {
      std::fill(std::begin(report.reasons), std::end(report.reasons), Reason{});
    } else if (light != Light::red) {
      light = slot.level == levels.first_level_in_use() ? Light::red : Light::orange;
    }
    report.blocked_by = report.reasons[0].blocker;
    report.blocking_index = report.reasons[0].index;
  }
}

}  // namespace limber

// Sorts tasks into slots by priority, and evaluates their rows slot by slot.

#include "limber/solver/step/task_levels.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/figure.h"

namespace limber {

namespace {

// The part of an error that counts: of an inequality only what is violated.
double counting(RowKind kind, double error) {
  return kind == RowKind::equality ? error : std::min(error, 0.0);
}

// Of its Jacobian, whatever was there: it need not be zero first.
bool writes_every_entry(const Task& task) {
  return std::holds_alternative<Reach>(task) || std::holds_alternative<Orient>(task) ||
         std::holds_alternative<RelativePosition>(task) ||
         std::holds_alternative<RelativeOrientation>(task) || std::holds_alternative<Drag>(task);
}

}  // namespace

TaskLevels::TaskLevels(const Figure& figure, const TaskList& tasks, double metres_per_radian)
    : dofs_(figure.dof_count()), metres_per_radian_(metres_per_radian), prepared_(tasks) {
  check(tasks, figure);
  int position = 0;
  for (const TaskList::Entry& entry : tasks) {
    TaskSlot slot;
    slot.entry = position++;
    slot.number = entry.number;
    slot.row_count = limber::row_count(entry.task);
    slot.kind = row_kind(entry.task);
    slot.unit = limber::unit(entry.task, figure);
    slot.restricted = !entry.settings.joints.empty();
    if (slot.restricted) {
      slot.allowed.assign(static_cast<std::size_t>(dofs_), 0);
      for (const JointId joint : entry.settings.joints) {
        for (const DofId dof : figure.dofs(joint)) at(slot.allowed, dof) = 1;
      }
    }
    priorities_.push_back(entry.settings.priority);
    slots_.push_back(std::move(slot));
  }
  const std::vector<int> priority_of_entry = priorities_;
  std::sort(priorities_.begin(), priorities_.end());
  priorities_.erase(std::unique(priorities_.begin(), priorities_.end()), priorities_.end());
  for (TaskSlot& slot : slots_) {
    const int priority = at(priority_of_entry, slot.entry);
    slot.level = static_cast<int>(std::lower_bound(priorities_.begin(), priorities_.end(), priority) -
                                  priorities_.begin());
  }
  std::stable_sort(slots_.begin(), slots_.end(),
                   [](const TaskSlot& a, const TaskSlot& b) { return a.level < b.level; });
  for (TaskSlot& slot : slots_) {
    slot.first_row = row_count_;
    row_count_ += slot.row_count;
  }
  list_order_.resize(slots_.size());
  for (int i = 0; i < slot_count(); ++i) at(list_order_, slot(i).entry) = i;
  level_tolerance_ = VecX::Zero(level_count());
}

void TaskLevels::fade_from(const TaskLevels& before) {
  for (TaskSlot& slot : slots_) {
    slot.activation = 0.0;
    for (const TaskSlot& old : before.slots_) {
      if (old.number == slot.number) slot.activation = old.activation;
    }
  }
}

bool TaskLevels::anyone_restricted() const {
  return std::any_of(slots_.begin(), slots_.end(), [](const TaskSlot& slot) { return slot.restricted; });
}

bool TaskLevels::may_use(int level, DofId dof) const noexcept {
  return std::all_of(slots_.begin(), slots_.end(), [&](const TaskSlot& slot) {
    return slot.level != level || !slot.takes_part || !slot.restricted || at(slot.allowed, dof) != 0;
  });
}

bool TaskLevels::calls_for_others(int level, DofId dof, const TaskValues& values) const noexcept {
  if (!anyone_restricted()) return false;
  const auto has_others = [&](const TaskSlot& slot) {
    for (DofId i{0}; i < dofs_; ++i) {
      if ((!slot.restricted || at(slot.allowed, i) != 0) && !may_use(level, i)) return true;
    }
    return false;
  };
  return std::any_of(slots_.begin(), slots_.end(), [&](const TaskSlot& slot) {
    return slot.level < level && slot.takes_part && has_others(slot) &&
           !values.jacobian.middleRows(slot.first_row, slot.row_count).col(dof).isZero(0.0);
  });
}

int TaskLevels::first_unsatisfied(const VecX& level_error) const noexcept {
  int level = 0;
  while (level < level_count() && level_error[level] <= level_tolerance(level)) ++level;
  return level;
}

int TaskLevels::first_level_in_use() const noexcept {
  for (const TaskSlot& slot : slots_) {
    if (slot.takes_part) return slot.level;
  }
  return level_count();
}

void TaskLevels::refresh(const TaskList& tasks, int fade_steps, int levels_in_use) noexcept {
  level_tolerance_.setConstant(std::numeric_limits<double>::infinity());
  fading_ = false;
  const double pace = fade_steps > 0 ? 1.0 / fade_steps : 1.0;
  for (TaskSlot& slot : slots_) {
    const TaskList::Entry& entry = tasks.begin()[slot.entry];
    const double wanted = entry.settings.enabled ? 1.0 : 0.0;
    slot.activation += std::clamp(wanted - slot.activation, -pace, pace);
    slot.is_on = slot.activation > 0.0;
    slot.takes_part = slot.is_on && slot.level < levels_in_use;
    fading_ |= slot.activation > 0.0 && slot.activation < 1.0;
    slot.row_scale =
        std::sqrt(entry.settings.weight) * (slot.unit == TaskUnit::radian ? metres_per_radian_ : 1.0);
    if (!slot.takes_part) continue;
    double& tolerance = level_tolerance_[slot.level];
    tolerance = std::min(tolerance, slot.row_scale * entry.settings.tolerance);
  }
}

TaskValues TaskLevels::make_values() const {
  TaskValues values;
  values.jacobian = RowMatrix::Zero(row_count_, dofs_);
  values.error = VecX::Zero(row_count_);
  values.task_error = VecX::Zero(static_cast<Eigen::Index>(slots_.size()));
  values.level_error = VecX::Zero(level_count());
  return values;
}

void TaskLevels::evaluate(const TaskList& tasks, const TaskContext& context,
                          TaskValues& values) const noexcept {
  values.finite = true;
  values.level_error.setZero();
  for (int i = 0; i < slot_count(); ++i) {
    const TaskSlot& slot = at(slots_, i);
    double sum = 0.0;
    if (slot.is_on) {
      TaskRows rows{values.jacobian.middleRows(slot.first_row, slot.row_count),
                    values.error.segment(slot.first_row, slot.row_count)};
      const Task& task = tasks.begin()[slot.entry].task;
      if (!writes_every_entry(task)) {
        rows.jacobian.setZero();
        rows.error.setZero();
      }
      limber::evaluate(task, context, rows);
      // One sum tells: a NaN or infinity anywhere survives it.
      const Eigen::Map<const VecX> entries(values.jacobian.data() + slot.first_row * values.jacobian.cols(),
                                           slot.row_count * values.jacobian.cols());
      values.finite = values.finite && std::isfinite(entries.sum()) && std::isfinite(rows.error.sum());
      for (int r = 0; r < slot.row_count; ++r) {
        const double error = counting(slot.kind, values.error[slot.first_row + r]);
        sum += error * error;
      }
    }
    values.task_error[i] = std::sqrt(sum);
    if (slot.takes_part) values.level_error[slot.level] += slot.row_scale * slot.row_scale * sum;
  }
  values.level_error = values.level_error.cwiseSqrt();
}

void TaskLevels::predict(const TaskValues& values, const VecX& step, VecX& level_error) const noexcept {
  level_error.setZero();
  for (const TaskSlot& slot : slots_) {
    if (!slot.takes_part) continue;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
      const double left = counting(slot.kind, values.error[r] - values.jacobian.row(r).dot(step));
      level_error[slot.level] += slot.row_scale * slot.row_scale * left * left;
    }
  }
  level_error = level_error.cwiseSqrt();
}

}  // namespace limber

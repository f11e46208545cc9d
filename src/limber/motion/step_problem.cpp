// Writes the rows down, and reads from their multipliers what holds a task back.

#include "limber/motion/step_problem.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int levels_before_tasks = HardConstraints::level_count + 1;  // limits; contacts

}  // namespace

StepProblem::StepProblem(const MovingProblem& motion, const JointBounds& bounds)
    : motion_(motion),
      bounds_(bounds),
      problem_(
          LevelRoom(motion.dofs,
                    motion.constraints.most_rows() + motion.clearance_rows.most() + motion.levels.row_count(),
                    levels_before_tasks + motion.levels.level_count())),
      pull_(VecX::Zero(motion.dofs)),
      first_row_(motion.levels.slots().size(), -1) {}

void StepProblem::solve(const Question& question, const VecX& wish, VecX& displacement) noexcept {
  const VecX &base = question.base, &scale = question.scale;
  const int n = motion_.dofs;
  problem_.clear(n);
  for (int i = 0; i < n; ++i) {
    problem_.set_bounds(i, std::min(0.0, (bounds_.lower(i) - base[i]) / scale[i]),
                        std::max(0.0, (bounds_.upper(i) - base[i]) / scale[i]));
  }
  int next = 0;
  const auto add = [&](const auto& row, double rhs, bool at_most, std::uint64_t name) {
    Eigen::Map<Eigen::RowVectorXd> to(problem_.add_full_row(rhs - row.dot(base), at_most), n);
    to = row.cwiseProduct(scale.transpose());
    if (name != 0) problem_.name_last_row(name);
    ++next;
  };
  // Of the room to a limit, as much as joints that brake together can still stop within. The few of a swing
  // or a coupling brake as hard as they can. Half the figure moves a contact, and tasks want it for other
  // things: there each brakes in proportion to what it does to the clearance, the least change of speeds.
  enum class Braking { hardest, least };
  const auto room = [&](const auto& row, double rhs, Braking how) {
    if (!(rhs > 0.0)) return rhs;
    double sum = 0.0, squares = 0.0, most = 0.0;
    for (int i = 0; i < n; ++i) {
      if (row[i] == 0.0) continue;
      const double share = std::abs(row[i]) * bounds_.braking(i);
      sum += share;
      squares += share * share;
      most = std::max(most, share);
    }
    if (!(sum > 0.0 && sum < unlimited)) return rhs;
    return std::min(rhs, JointBounds::brake(rhs, how == Braking::hardest ? sum : squares / most));
  };
  const auto add_buffer = [&](const RowBuffer& buffer, int level) {
    for (int r = 0; r < buffer.count(); ++r) {
      const RowBuffer::Info& info = buffer.info(r);
      if (info.level != level) continue;
      const double rhs = info.at_most ? room(buffer.row(r), info.rhs, Braking::hardest) : info.rhs;
      add(buffer.row(r), rhs, info.at_most, info.name);
    }
  };
  for (int level = 0; level < HardConstraints::level_count; ++level) {
    problem_.begin_level();
    add_buffer(motion_.limits, level);
  }
  problem_.begin_level();
  first_contact_ = next;
  contact_count_ = motion_.contacts.count();
  for (int r = 0; r < motion_.contacts.count(); ++r) {
    const auto row = motion_.contacts.row(r);
    add(row, room(row, motion_.contact_room(r), Braking::least), true, motion_.contacts.info(r).name);
  }
  std::fill(first_row_.begin(), first_row_.end(), -1);
  int slot = 0;
  for (int level = 0; level < motion_.levels.level_count(); ++level) {
    problem_.begin_level(question.dampings.of(level));
    for (; slot < motion_.levels.slot_count() && motion_.levels.slot(slot).level == level; ++slot) {
      const TaskSlot& task = motion_.levels.slot(slot);
      if (!task.takes_part) continue;
      at(first_row_, slot) = next;
      for (int r = task.first_row; r < task.first_row + task.row_count; ++r) {
        add(task.row_scale * question.tasks.jacobian.row(r), task.row_scale * question.asked[r],
            task.kind != RowKind::equality, 0);
        if (task.restricted) problem_.restrict_last_row(task.allowed.data());
      }
    }
  }
  pull_ = (wish - base).cwiseQuotient(scale);
  problem_.set_pull(pull_);
  problem_.solve();
  displacement = base + scale.cwiseProduct(problem_.solution().head(n));
  for (int i = 0; i < n; ++i)
    displacement[i] = std::clamp(displacement[i], bounds_.lower(i), bounds_.upper(i));
}

double StepProblem::residual_of_limits() const noexcept {
  double worst = 0.0;
  for (int level = 0; level < levels_before_tasks; ++level)
    worst = std::max(worst, problem_.level_residual(level));
  return worst;
}

double StepProblem::level_residual(int level) const noexcept {
  return level < motion_.levels.level_count() ? problem_.level_residual(levels_before_tasks + level) : 0.0;
}

bool StepProblem::serves(int slot) const noexcept {
  const int first = at(first_row_, slot);
  bool served = first >= 0;
  for (int r = 0; served && r < motion_.levels.slot(slot).row_count; ++r)
    served = std::abs(problem_.residual(first + r)) < rounding * motion_.setup.reach;
  return served;
}

// By the multipliers of the task's level.
StepProblem::Cause StepProblem::holding_back(int slot) const noexcept {
  const int level = motion_.levels.slot(slot).level, problem_level = levels_before_tasks + level;
  Cause best{LagReason::out_of_reach, -1};
  double largest = rounding * motion_.setup.reach;
  const auto consider = [&](double multiplier, LagReason reason, int number) {
    if (!(multiplier > largest)) return;
    largest = multiplier;
    best = {reason, number};
  };
  for (int i = 0; i < motion_.dofs; ++i) {
    const int side = problem_.held_bound(i);
    if (side == 0) continue;
    const BoundKind kind = side > 0 ? bounds_.upper_kind(i) : bounds_.lower_kind(i);
    consider(problem_.bound_multiplier(problem_level, i),
             kind == BoundKind::speed          ? LagReason::joint_speed
             : kind == BoundKind::acceleration ? LagReason::joint_acceleration
                                               : LagReason::joint_range,
             i);
  }
  for (int r = 0; r < first_contact_; ++r)
    consider(std::abs(problem_.row_multiplier(problem_level, r)), LagReason::other_limit, -1);
  for (int r = 0; r < contact_count_; ++r)
    consider(std::abs(problem_.row_multiplier(problem_level, first_contact_ + r)), LagReason::obstacle, -1);
  for (int i = 0; i < motion_.levels.slot_count(); ++i) {
    const TaskSlot& other = motion_.levels.slot(i);
    for (int r = 0; other.level < level && at(first_row_, i) >= 0 && r < other.row_count; ++r)
      consider(std::abs(problem_.row_multiplier(problem_level, at(first_row_, i) + r)),
               LagReason::higher_task, int{other.number});
  }
  return best;
}

}  // namespace limber

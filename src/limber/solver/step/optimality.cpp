// Steps of one level at a time, with those above held, and how far its error would fall along them.

#include "limber/solver/step/optimality.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double probe = 1e-3;        // [rad] short against all curvature, long against rounding
constexpr double probed = 0.05;       // of the probe: the slope there, before the error comes near to zero
constexpr double closed_gaps = 1e-4;  // of the reach: contacts with less room touch

}  // namespace

Optimality::Optimality(const SolverSetup& setup, const TaskLevels& levels, LinearStep& linear)
    : setup_(setup), levels_(levels), linear_(linear) {
  displacement_ = predicted_step_ = way_ = VecX::Zero(setup.figure.dof_count());
}

void Optimality::resize() {
  reports_.reserve(static_cast<std::size_t>(levels_.level_count()));
  held_.assign(static_cast<std::size_t>(levels_.level_count()), 0);
  radius_ = VecX::Constant(levels_.level_count(), probe);
  predicted_ = VecX::Zero(levels_.level_count());
}

void Optimality::measure(const TaskValues& here) noexcept {
  reports_.clear();
  bool is_first = true;
  for (int level = 0; level < levels_.level_count(); ++level) {
    LevelReport report;
    report.priority = levels_.priority(level);
    report.error = here.level_error[level];
    report.tolerance = levels_.level_tolerance(level);
    if (report.error > report.tolerance) {
      look_along(here, level);
      report.optimality = std::max(0.0, report.error - predicted_[level]) / (probed * probe);
      if (is_first) way_ = displacement_;
      is_first = false;
    }
    reports_.push_back(report);
    at(held_, level) = 1;
  }
  std::fill(held_.begin(), held_.end(), std::uint8_t{0});
}

// The levels above are asked to stay: a step of their own would count as a gain or a loss of this one.
void Optimality::look_along(const TaskValues& here, int level) noexcept {
  linear_.solve_lexicographic({.values = here,
                               .radius = radius_,
                               .held_levels = held_,
                               .closed_gaps = closed_gaps * setup_.reach,
                               .with_limits = true});
  const auto point = linear_.problem().level_point(linear_.problem_level(level));
  displacement_ = setup_.scale.cwiseProduct(point.head(setup_.figure.dof_count()));
  predicted_step_ = probed * displacement_;
  levels_.predict(here, predicted_step_, predicted_);
}

void Optimality::replace(const VecX& optimality) noexcept {
  for (std::size_t level = 0; level < reports_.size(); ++level)
    reports_[level].optimality = optimality[static_cast<Eigen::Index>(level)];
}

}  // namespace limber

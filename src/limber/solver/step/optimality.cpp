#include "limber/solver/step/optimality.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double probe = 1e-3;        // [rad] short against all curvature, long against rounding
constexpr double closed_gaps = 1e-4;  // of the reach: contacts with less room touch

}  // namespace

Optimality::Optimality(const SolverSetup& setup, const TaskLevels& levels, LinearStep& linear)
    : setup_(setup), levels_(levels), linear_(linear), displacement_(VecX::Zero(setup.figure.dof_count())) {}

void Optimality::resize() {
  reports_.reserve(static_cast<std::size_t>(levels_.level_count()));
  radius_ = VecX::Constant(levels_.level_count(), probe);
  predicted_ = VecX::Zero(levels_.level_count());
}

void Optimality::measure(const TaskValues& here) noexcept {
  if (levels_.first_unsatisfied(here.level_error) < levels_.level_count()) {
    linear_.solve_lexicographic(
        {.values = here, .radius = radius_, .closed_gaps = closed_gaps * setup_.reach});
    displacement_ = setup_.scale.cwiseProduct(linear_.problem().solution());
    levels_.predict(here, displacement_, predicted_);
  }
  reports_.clear();
  for (int level = 0; level < levels_.level_count(); ++level) {
    LevelReport report;
    report.priority = levels_.priority(level);
    report.error = here.level_error[level];
    report.tolerance = levels_.level_tolerance(level);
    if (report.error > report.tolerance) {
      report.optimality = std::max(0.0, report.error - predicted_[level]) / probe;
    }
    reports_.push_back(report);
  }
}

void Optimality::replace(const VecX& optimality) noexcept {
  for (std::size_t level = 0; level < reports_.size(); ++level)
    reports_[level].optimality = optimality[static_cast<Eigen::Index>(level)];
}

}  // namespace limber

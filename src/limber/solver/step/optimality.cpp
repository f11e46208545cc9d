#include "limber/solver/step/optimality.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double probe = 1e-3;      // [rad] short against all curvature, long against rounding
constexpr double shortest = 1e-12;  // [rad] a level that moves less than this gains nothing

}  // namespace

Optimality::Optimality(const SolverSetup& setup, const TaskLevels& levels, LinearStep& linear)
    : setup_(setup), levels_(levels), linear_(linear), displacement_(VecX::Zero(setup.figure.dof_count())) {}

void Optimality::resize() {
  reports_.reserve(static_cast<std::size_t>(levels_.level_count()));
  radius_ = VecX::Constant(levels_.level_count(), probe);
  predicted_ = VecX::Zero(levels_.level_count());
}

bool Optimality::all_satisfied(const TaskValues& here) const noexcept {
  int level = 0;
  while (level < levels_.level_count() && here.level_error[level] <= levels_.level_tolerance(level)) ++level;
  return level == levels_.level_count();
}

void Optimality::measure(const TaskValues& here) noexcept {
  if (!all_satisfied(here)) {
    linear_.solve_lexicographic({.values = here, .radius = radius_});
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
      const double length = linear_.problem().level_step(linear_.problem_level(level)).norm();
      if (length > shortest) report.optimality = std::max(0.0, report.error - predicted_[level]) / length;
    }
    reports_.push_back(report);
  }
}

}  // namespace limber

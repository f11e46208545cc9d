// Adds up what each technique missed, and puts the techniques in order.

#include "analysis/ranking.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "limber/avoidance/scope.h"
#include "limber/figure/joint_chain.h"

namespace limber::cli {

TasksOnCourse::TasksOnCourse(const Figure& figure, const SolverOptions& solver, Technique technique,
                             const TaskList& tasks)
    : list_(tasks), technique_(technique) {
  constexpr double reach_per_radian = 6.0;  // the solver's default
  metres_per_radian_ =
      solver.metres_per_radian > 0.0 ? solver.metres_per_radian : longest_reach(figure) / reach_per_radian;
}

void TasksOnCourse::add(const StepReport& report) {
  ++frames_;
  if (courses_.size() != report.tasks.size()) courses_.assign(report.tasks.size(), {});
  double all = 0.0, missed = 0.0;
  for (std::size_t i = 0; i < courses_.size(); ++i) {
    const TaskReport& now = report.tasks[i];
    const TaskList::Entry& entry = list_.entry(now.number);
    TaskCourse& course = courses_[i];
    course.task = now.number;
    course.unit = now.unit;
    course.final_error = now.error;
    course.mean_error += (now.error - course.mean_error) / frames_;
    course.largest_error = std::max(course.largest_error, now.error);
    course.is_satisfied = now.satisfied;
    course.is_followed = follows(technique_, list_, entry);
    const double length = now.error * (now.unit == TaskUnit::radian ? metres_per_radian_ : 1.0);
    all += entry.settings.weight * length * length;
    if (!now.satisfied) missed += entry.settings.weight * length * length;
  }
  missed_by_ = std::sqrt(missed);
  error_sum_ += std::sqrt(all);
  broken_by_ = report.holds_together() ? 0.0 : std::max(report.coupling_excess, report.tie_excess);
}

int TasksOnCourse::missed() const {
  return static_cast<int>(std::count_if(courses_.begin(), courses_.end(),
                                        [](const TaskCourse& course) { return !course.is_satisfied; }));
}

double TasksOnCourse::mean_error() const {
  return frames_ > 0 ? error_sum_ / frames_ : 0.0;
}

Standing standing_of(const Measures& measures, const TasksOnCourse& tasks) {
  return {.is_whole = measures.penetrations == 0 && tasks.broken_by() == 0.0,
          .missed = tasks.missed(),
          .missed_by = tasks.missed_by(),
          .mean_error = tasks.mean_error()};
}

bool ranks_before(const Standing& one, const Standing& other) {
  const auto key = [](const Standing& s) {
    return std::tuple(!s.is_whole, s.missed, s.missed_by, s.mean_error);
  };
  return key(one) < key(other);
}

}  // namespace limber::cli

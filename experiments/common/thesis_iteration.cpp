#include "experiments/common/thesis_iteration.h"

#include <algorithm>

#include "experiments/common/task_values.h"
#include "limber/figure/figure.h"

namespace limber::experiments {

namespace {

constexpr int most_rows = 32, most_levels = 8;

ProjectorOptions options_for(const ThesisIteration::Settings& settings) {
  ProjectorOptions options;
  options.formulation = settings.way == Way::b ? Formulation::chiaverini : Formulation::projector;
  options.svd.method = SvdMethod::golub_reinsch;
  options.damping.rule =
      settings.way == Way::a_undamped ? StepDamping::Rule::none : StepDamping::Rule::smallest_singular_value;
  options.damping.bound = settings.bound;
  return options;
}

}  // namespace

ThesisIteration::ThesisIteration(const Figure& figure, const Settings& settings)
    : figure_(figure),
      settings_(settings),
      hierarchy_(figure.dof_count(), most_rows, most_levels, options_for(settings)) {}

double ThesisIteration::step(const TaskList& tasks, Posture& posture) {
  const std::vector<TaskValue> values = task_values(figure_, tasks, posture);
  double factor = 1.0;
  for (const TaskValue& value : values) {
    factor = std::min(factor, settings_.largest_error / std::max(value.error.norm(), 1e-300));
  }
  hierarchy_.clear(figure_.dof_count());
  int priority = -1;
  for (const TaskValue& value : values) {
    if (value.priority != priority) hierarchy_.begin_level();
    priority = value.priority;
    const double scale = std::sqrt(value.weight);
    for (Eigen::Index r = 0; r < value.error.size(); ++r) {
      double* row = hierarchy_.add_row(scale * factor * value.error[r]);
      Eigen::Map<VecX>(row, figure_.dof_count()) = scale * value.jacobian.row(r).transpose();
    }
  }
  hierarchy_.solve();
  const VecX displacement = hierarchy_.solution().head(figure_.dof_count());
  integrate(figure_, displacement, posture);
  return displacement.norm();
}

}  // namespace limber::experiments

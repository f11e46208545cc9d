#include "experiments/common/thesis_iteration.h"

#include <algorithm>

#include "limber/figure/figure.h"

namespace limber::experiments {

namespace {

constexpr int most_rows = 32, most_levels = 8;

ProjectorOptions options_for(const ThesisIteration::Settings& settings) {
  ProjectorOptions options;
  options.formulation = settings.form == ThesisForm::b ? Formulation::chiaverini : Formulation::projector;
  options.svd.method = SvdMethod::golub_reinsch;
  options.damping.rule = settings.form == ThesisForm::a_undamped ? StepDamping::Rule::none
                                                                 : StepDamping::Rule::smallest_singular_value;
  options.damping.bound = settings.bound;
  return options;
}

}  // namespace

ThesisForm form_a(const RunOptions& options) {
  if (options.replaces("no-projector")) return ThesisForm::no_projector;
  return options.replaces("no-compensation") ? ThesisForm::no_compensation : ThesisForm::a;
}

std::vector<Replacement> form_a_replacements() {
  return {{"no-projector", "the second task is solved as if there were no first"},
          {"no-compensation", "the second task ignores what the first does to it"}};
}

ThesisIteration::ThesisIteration(const Figure& figure, const Settings& settings)
    : figure_(figure),
      settings_(settings),
      hierarchy_(figure.dof_count(), most_rows, most_levels, options_for(settings)) {}

// `done`: what the levels above have moved already, and this one is to be asked for in addition.
void ThesisIteration::add_rows(const TaskValue& value, double factor, const VecX& done) {
  const double scale = std::sqrt(value.weight);
  const VecX wanted = factor * value.error + value.jacobian * done;
  for (Eigen::Index r = 0; r < value.error.size(); ++r) {
    double* row = hierarchy_.add_row(scale * wanted[r]);
    Eigen::Map<VecX>(row, figure_.dof_count()) = scale * value.jacobian.row(r).transpose();
  }
}

double ThesisIteration::step(const TaskList& tasks, Posture& posture) {
  const std::vector<TaskValue> values = task_values(figure_, tasks, posture);
  const int n = figure_.dof_count();
  double factor = 1.0;
  for (const TaskValue& value : values) {
    factor = std::min(factor, settings_.largest_error / std::max(value.error.norm(), 1e-300));
  }
  VecX displacement = VecX::Zero(n), done = VecX::Zero(n);
  hierarchy_.clear(n);
  int priority = -1;
  for (const TaskValue& value : values) {
    if (value.priority != priority && priority >= 0) {
      if (settings_.form == ThesisForm::no_projector) {  // every level by itself
        hierarchy_.solve();
        displacement += hierarchy_.solution().head(n);
        hierarchy_.clear(n);
      } else if (settings_.form == ThesisForm::no_compensation) {
        hierarchy_.solve();
        done = hierarchy_.solution().head(n);
      }
    }
    if (value.priority != priority) hierarchy_.begin_level();
    priority = value.priority;
    add_rows(value, factor, done);
  }
  hierarchy_.solve();
  displacement += hierarchy_.solution().head(n);
  integrate(figure_, displacement, posture);
  return displacement.norm();
}

}  // namespace limber::experiments

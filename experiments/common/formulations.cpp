#include "experiments/common/formulations.h"

namespace limber::experiments {

SolverOptions as_in_the_thesis(Way way, double largest_error, double bound) {
  SolverOptions options;
  options.limits = LimitMethod::off;
  options.formulation = way == Way::b ? Formulation::chiaverini : Formulation::projector;
  options.svd = SvdMethod::golub_reinsch;
  options.damping.rule =
      way == Way::a_undamped ? Damping::Rule::none : Damping::Rule::smallest_singular_value;
  options.damping.bound = bound;
  options.largest_error = largest_error;
  options.largest_turn = 1e3;  // the thesis has no such bound
  options.line_search = false;
  return options;
}

}  // namespace limber::experiments

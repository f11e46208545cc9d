// Checks the options that name joints, and derives from the figure what all parts of a step share.

#include "limber/solver/step/setup.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "limber/base/ids.h"
#include "limber/figure/joint_chain.h"

namespace limber {

namespace {

void check_ignored(const Figure& figure, const SolverOptions& options) {
  for (const DofId dof : options.ignored_limits) {
    if (dof.is_valid() && dof < figure.dof_count()) continue;
    throw std::invalid_argument("ignored_limits: there is no degree of freedom number " +
                                std::to_string(int{dof}) + "; the figure has " +
                                std::to_string(figure.dof_count()) + ", counted from 0");
  }
  for (const CouplingId coupling : options.ignored_couplings) {
    if (coupling.is_valid() && coupling < static_cast<int>(figure.couplings().size())) continue;
    throw std::invalid_argument("ignored_couplings: there is no coupling number " +
                                std::to_string(int{coupling}) + "; the figure has " +
                                std::to_string(figure.couplings().size()) + ", counted from 0");
  }
}

}  // namespace

SolverSetup::SolverSetup(Figure figure_given, SolverOptions options_given)
    : figure(std::move(figure_given)),
      options(std::move(options_given)),
      reach(longest_reach(figure)),
      largest_error(options.largest_error > 0.0 ? options.largest_error : reach / 10.0),
      metres_per_radian(options.metres_per_radian > 0.0 ? options.metres_per_radian : reach / 6.0),
      recruitment(figure, options),
      scale(recruitment.scale()) {
  check_ignored(figure, options);
}

double SolverSetup::largest_error_within(double radius) const noexcept {
  if (options.damping.rule != Damping::Rule::automatic || options.largest_error > 0.0) return largest_error;
  return largest_error * std::max(1.0, radius / options.damping.bound);
}

}  // namespace limber

#pragma once
// Derivatives of what supports carry, by central differences, where there is one.

#include <functional>

#include "statics/statics_support.h"

namespace limber::test {

// What a number is computed from: where that has a kink, so has the number.
enum class Reads { nothing, middles, corners, region };

// Next to the edge of what can be balanced, or with shares that cannot be kept, digits of the forces are
// lost to rounding: multipliers are the cost of a little more load, and grow without end there.
inline bool is_far_from_the_edge(const statics::SupportModel& model) {
  constexpr double far =
      1e4;  // a sideways force of the load costs about that where as little as possible is asked
  for (const statics::ConeContact& contact : model.problem.contacts) {
    if (!contact.reference.isZero(0.0)) return false;  // balanced, but not by the cheapest forces
  }
  return model.is_balanced && model.problem.multipliers.norm() < far;
}

// Which contacts carry nothing, slide or stick: where that changes, the forces have a kink.
inline std::vector<int> contact_cases(const statics::ConeProblem& problem) {
  std::vector<int> cases;
  // How well shares are kept changes by leaps where they cannot be.
  cases.push_back(problem.row_count() > 6 && problem.softness[6] > 1e-5 ? 1 : 0);
  for (const statics::ConeContact& c : problem.contacts) {
    const double n = c.normal.dot(c.force), t = (c.force - n * c.normal).norm();
    cases.push_back(c.force.isZero(0.0) ? 0 : c.grips || t < c.friction * n * (1 - 1e-9) ? 1 : 2);
  }
  return cases;
}

// Forces so many times the load hold the edge of a region only in a figure that is jammed; they are known
// to few digits.
inline bool is_jammed(const statics::ConeProblem& problem) {
  constexpr double jammed = 50.0;
  for (const statics::ConeContact& contact : problem.contacts) {
    if (contact.force.norm() > jammed) return true;
  }
  return false;
}

// The same for what a number reads.
template <class Bench>
std::vector<int> cases_of(Bench& bench, Reads reads) {
  if (reads == Reads::nothing) return {};
  if constexpr (requires { bench.loads(); }) {
    if (reads == Reads::region) return contact_cases(bench.loads().region.problem());
  }
  const Statics& statics = bench.statics();
  const statics::SupportModel& model = reads == Reads::middles ? statics.middles() : statics.corners();
  std::vector<int> cases = contact_cases(model.problem);
  cases.push_back(model.is_balanced ? 1 : 0);
  return cases;
}

struct Derivative {
  Eigen::MatrixXd by_differences;
  bool is_smooth;  // no contact changed its case on the way, and differences with half the step agree
};
template <class Bench>
Derivative differentiate(const StandingFigure& standing, Bench& bench, Reads reads,
                         const std::function<VecX(const Posture&)>& value) {
  const Figure& figure = standing.figure;
  Derivative result{Eigen::MatrixXd(value(standing.posture).size(), figure.dof_count()), true};
  const std::vector<int> cases = cases_of(bench, reads);
  const auto at = [&](int dof, double h) -> VecX {
    VecX step = VecX::Zero(figure.dof_count());
    step[dof] = h;
    Posture posture = standing.posture;
    integrate(figure, step, posture);
    bench.statics().forget();
    bench.move_to(posture);
    const VecX result_there = value(posture);
    result.is_smooth = result.is_smooth && cases_of(bench, reads) == cases;
    return result_there;
  };
  const Statics& statics = bench.statics();
  if (reads == Reads::middles) result.is_smooth = is_far_from_the_edge(statics.middles());
  if (reads == Reads::corners) result.is_smooth = is_far_from_the_edge(statics.corners());
  if constexpr (requires { bench.loads(); }) {
    if (reads == Reads::region) result.is_smooth = !is_jammed(bench.loads().region.problem());
  }
  const double h = 1e-4, settled = 1e-5;  // what is left after extrapolation is far less
  for (int c = 0; c < figure.dof_count() && result.is_smooth; ++c) {
    const auto central = [&](double step) -> VecX { return (at(c, step) - at(c, -step)) / (2 * step); };
    const VecX wide = central(h), narrow = central(h / 2);
    result.by_differences.col(c) = (4.0 * narrow - wide) / 3.0;
    const double size = 1.0 + narrow.lpNorm<Eigen::Infinity>();
    result.is_smooth = result.is_smooth && (narrow - wide).lpNorm<Eigen::Infinity>() < settled * size;
  }
  return result;
}

}  // namespace limber::test

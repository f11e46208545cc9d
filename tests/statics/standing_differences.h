#pragma once
// Derivatives of what supports carry, by central differences, where there is one.

#include <functional>

#include "statics/statics_support.h"

namespace limber::test {

// Next to the edge of what can be balanced, or with shares that cannot be kept, digits of the forces are lost to rounding.
inline bool is_far_from_the_edge(const Statics& statics) {
  constexpr double far = 100.0;
  for (const statics::SupportModel* model : {&statics.corners(), &statics.middles()}) {
    for (const statics::ConeContact& contact : model->problem.contacts) {
      if (!contact.reference.isZero(0.0)) return false;  // balanced, but not by the cheapest forces
      // About to lift: the kink at the tip of the cone is nearer than differences can tell.
      if (!contact.force.isZero(0.0) && contact.force.norm() < 1e-2) return false;
    }
  }
  return statics.corners().problem.multipliers.norm() < far &&
         statics.middles().problem.multipliers.norm() < far;
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

struct Derivative {
  Eigen::MatrixXd by_differences;
  bool is_smooth;  // no contact changed its case on the way
};
template <class Bench>
Derivative differentiate(const StandingFigure& standing, Bench& bench,
                         const std::function<VecX(const Posture&)>& value) {
  const Figure& figure = standing.figure;
  Derivative result{Eigen::MatrixXd(value(standing.posture).size(), figure.dof_count()), true};
  const auto corners = contact_cases(bench.statics().corners().problem);
  const auto middles = contact_cases(bench.statics().middles().problem);
  const auto at = [&](int dof, double h) -> VecX {
    VecX step = VecX::Zero(figure.dof_count());
    step[dof] = h;
    Posture posture = standing.posture;
    integrate(figure, step, posture);
    bench.statics().forget();
    bench.move_to(posture);
    result.is_smooth = result.is_smooth && bench.statics().is_balanced() &&
                       bench.statics().middles().is_balanced &&
                       contact_cases(bench.statics().corners().problem) == corners &&
                       contact_cases(bench.statics().middles().problem) == middles;
    return value(posture);
  };
  result.is_smooth = is_far_from_the_edge(bench.statics());
  const double h = 1e-4;
  for (int c = 0; c < figure.dof_count() && result.is_smooth; ++c) {
    const auto central = [&](double step) -> VecX { return (at(c, step) - at(c, -step)) / (2 * step); };
    result.by_differences.col(c) = (4.0 * central(h / 2) - central(h)) / 3.0;
  }
  return result;
}

}  // namespace limber::test

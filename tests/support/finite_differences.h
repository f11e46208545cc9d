#pragma once
// The derivative of anything by central differences in the tangent space of a figure, with one Richardson
// step: the error is O(h^4), so that 1e-7 tells a wrong Jacobian from a right one.

#include <functional>

#include "limber/figure/figure.h"

namespace limber::test {

// Column c: d value/dq_c at `posture`.
inline Eigen::MatrixXd finite_differences(const Figure& figure, const Posture& posture,
                                          const std::function<VecX(const Posture&)>& value) {
  const auto central = [&](int dof, double h) -> VecX {
    VecX step = VecX::Zero(figure.dof_count());
    Posture ahead = posture, behind = posture;
    step[dof] = h;
    integrate(figure, step, ahead);
    step[dof] = -h;
    integrate(figure, step, behind);
    return (value(ahead) - value(behind)) / (2 * h);
  };
  Eigen::MatrixXd result(value(posture).size(), figure.dof_count());
  const double h = 1e-3;
  for (const DofId dof : figure.dofs()) {
    result.col(dof) = (4.0 * central(dof, h / 2) - central(dof, h)) / 3.0;
  }
  return result;
}

}  // namespace limber::test

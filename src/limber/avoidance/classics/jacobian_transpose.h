#pragma once
// The Jacobian transpose (Wolovich and Elliott 1984): the torques that a force e at the goal would cause,
//
//   dq = alpha J_e^T e,     alpha = <e, J J^T e>/<J J^T e, J J^T e>       the best length to first order
//
// All tasks, every joint, no matrix to invert, no singularity to mind. It is the steepest descent of |e|^2/2
// and as slow: joints with long levers do nearly everything, and the last millimetres take hundreds of steps.

#include "limber/avoidance/technique.h"

namespace limber::classics {

class JacobianTranspose : public AvoidanceTechnique {
 public:
  JacobianTranspose(const AvoidanceOptions& options, const TechniqueSetup& setup)
      : search_distance_(options.influence), moved_(VecX::Zero(setup.task_rows)) {}

  double search_distance() const noexcept override { return search_distance_; }  // what is reported as near
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override {
    dq.noalias() = question.jacobian.transpose() * question.error;
    auto moved = moved_.head(question.error.size());
    moved.noalias() = question.jacobian * dq;
    const double most = moved.squaredNorm();
    dq *= most > 0.0 ? question.error.dot(moved) / most : 0.0;
    const double longest = dq.size() > 0 ? dq.cwiseAbs().maxCoeff() : 0.0;
    if (longest > largest_turn) dq *= largest_turn / longest;
    return Outcome::moves;
  }

 private:
  static constexpr double largest_turn = 0.5;  // [rad] near singular postures alpha grows without bound
  double search_distance_;
  VecX moved_;  // J J^T e
};

}  // namespace limber::classics

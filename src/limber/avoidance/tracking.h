#pragma once
// Tracking alone: the general solution of the documents without a secondary task (Ge 2000, ch. 2),
//
//   dq = J_e^{+lambda} e
//
// For the collision test without a technique, and to see what the techniques add.

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/technique.h"

namespace limber {

class Tracking : public AvoidanceTechnique {
 public:
  Tracking(const AvoidanceOptions& options, const TechniqueSetup& setup)
      : search_distance_(options.influence),
        tracking_({setup.task_rows, setup.dofs}, options.damping, setup.svd) {}

  double search_distance() const noexcept override { return search_distance_; }  // what is reported as near
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override {
    tracking_.decompose(question.jacobian);
    tracking_.solve(question.error, dq);
    return Outcome::moves;
  }
  void forget() noexcept override { tracking_.forget(); }

 private:
  double search_distance_;
  DampedTask tracking_;
};

}  // namespace limber

#pragma once
// What a motion keeps minimal with the freedom left, as one function g: a posture measure, or the criteria
// with their gains. With its gradient and what is known of its second derivatives.

#include "limber/motion/measured_posture.h"
#include "limber/motion/track.h"
#include "limber/solver/step/clearance.h"

namespace limber {

class CriteriaSum {
 public:
  // Criteria that are switched on; none: stay near the start. Throws std::invalid_argument for what does not
  // fit the figure.
  explicit CriteriaSum(const TrackProblem& problem);

  const CriterionList& criteria() const { return criteria_; }
  // False: of some criterion no second derivatives are known.
  bool knows_curvature() const { return knows_curvature_; }

  // At the posture of `context`, the gradient alone. Allocates nothing but for a measure by a function.
  void look_at(const TaskContext& context, VecX& gradient);
  // And the diagonal of the second derivatives; returns its largest entry, 0: nothing is known of it.
  double look_at(const TaskContext& context, VecX& gradient, VecX& diagonal);
  double value(const TaskContext& context);  // g
  // All second derivatives, of the posture looked at last; nullptr: the diagonal is all that is known of
  // them.
  const Eigen::MatrixXd* full() const { return has_full_ ? &full_ : nullptr; }

 private:
  CriterionList criteria_;
  std::optional<MeasuredPosture> measure_;
  bool knows_curvature_ = true, has_full_ = false;
  VecX one_;
  Eigen::MatrixXd full_;
};

// Where obstacles that follow paths are at a time; `world` is as it is at time 0.
void move_obstacles(const World& world, const Paths& paths, double time, Clearance& clearance);

}  // namespace limber

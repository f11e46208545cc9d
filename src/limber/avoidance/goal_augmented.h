#pragma once
// Task space augmentation (Ge 2000, 4.1.1): the goal and the escapes from all near obstacles in one task,
//
//   [ J_e     ]        [ e       ]
//   [ a_i J_i ] dq  =  [ a_i v_i ],     dq = [J_e; a_i J_i]^{+lambda} [e; a_i v_i]
//
//   J_i  of the critical point of obstacle i           v_i = alpha_o(d_i) n_i
//   a_i = alpha_h(d_i)  lets the rows of an obstacle fade in as it comes near (ours; the thesis has one
//                       obstacle)
//
// No task comes first: where both cannot be had, the error is shared in the least-squares sense, so the goal
// is missed by about as much as an obstacle is not escaped.

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/gains.h"
#include "limber/avoidance/technique.h"

namespace limber {

class GoalAugmented : public AvoidanceTechnique {
 public:
  GoalAugmented(const AvoidanceOptions& options, const TechniqueSetup& setup);

  double search_distance() const noexcept override { return urgency_.distances().influence; }
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override;
  void forget() noexcept override;

 private:
  Urgency urgency_;
  DampedTask both_;
  RowMatrix rows_;  // J_e, then three rows for each obstacle
  VecX wanted_;
};

}  // namespace limber

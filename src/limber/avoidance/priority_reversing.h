#pragma once
// Priority reversing (Ge 2000, 5.3.4): the escape first, then the goal with the remaining freedom.
//
//   dq_o = J_o^{+lambda_o} (v_o n)
//   dq_r = dq_o + [J_e N_o]^{+lambda} (e - J_e dq_o)
//
//   as printed   dq = dq_r                                        v_o = v_max always: never comes to rest
//   gated, ours  dq = (1 - alpha_h) J_e^{+lambda} e + alpha_h dq_r     v_o = alpha_o(d)
//
//   J_o  3 x n, of the critical point of the worst obstacle     n  away from it     N_o  projector of J_o

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/gains.h"
#include "limber/avoidance/technique.h"

namespace limber {

class PriorityReversing : public AvoidanceTechnique {
 public:
  enum class Variant : std::uint8_t { as_printed, gated };

  PriorityReversing(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup);

  double search_distance() const noexcept override { return search_distance_; }
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override;
  void forget() noexcept override;

 private:
  Variant variant_;
  double push_, search_distance_;
  DampedTask::Projector projector_;
  Urgency urgency_;
  DampedTask tracking_, escaping_, tracking_in_rest_;
  RowMatrix escape_rows_;    // J_o
  RowMatrix tracking_rows_;  // J_e N_o
  VecX escape_;              // dq_o
  VecX missing_;             // e - J_e dq_o
  VecX rest_;
};

}  // namespace limber

#pragma once
// Task priority with all near obstacles in one secondary task (Ge 2000, 5.3.4), and the form of it in the
// COMP 477 lab. With J_O the stack of all J_i and v the stack of all alpha_o(d_i) n_i, d_i < d_soi,
//
//   dq = dq_e + alpha_h(d_1) [J_O N]^{+lambda_o} (v - J_O dq_e),       dq_e = J_e^{+lambda} e
//
//   lab     N = I - J_e^{+lambda} J_e, alpha_o of the nearest obstacle for all rows, dq = 0 while d_1 < d_ta
//   fading  (ours) row block i of J_O N and of the bracket times alpha_h(d_i); smooth because lambda_o > 0
//
// A least-squares solution for any number k of obstacles, exact while the 3 k rows are independent of each
// other and of tracking. Unless rows fade, an obstacle that comes within d_soi adds all its rows at once.

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/gains.h"
#include "limber/avoidance/technique.h"

namespace limber {

class TaskAugmented : public AvoidanceTechnique {
 public:
  enum class Variant : std::uint8_t { thesis, lab };

  TaskAugmented(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup);

  double search_distance() const noexcept override { return urgency_.distances().influence; }
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override;
  void forget() noexcept override;

 private:
  bool shortest_gain_, fade_rows_, abort_;
  DampedTask::Projector projector_;
  Urgency urgency_;
  DampedTask tracking_, escaping_;
  RowMatrix rows_;  // J_O, then J_O N
  VecX wanted_;     // v - J_O dq_e
  VecX tracked_, escape_;
};

}  // namespace limber

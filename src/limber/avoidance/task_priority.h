#pragma once
// Task priority (Maciejewski and Klein 1985; Ge 2000, eqs. 4.6 and 5.2): tracking first, then the escape of
// the critical point with the remaining freedom.
//
//   dq_e = J_e^{+lambda} e
//   h_i  = alpha_h(d_i) [J_i N]^{+lambda_o} (alpha_o(d_i) n_i - J_i dq_e)
//
//   worst        dq = dq_e + h_1
//   two worst    dq = dq_e + a_1 h_1 + a_2 h_2,    a_2 = d_1^2/(d_1^2 + d_2^2),  a_1 = 1 - alpha_h(d_2) a_2
//   normal only  dq = dq_e + alpha_h r N j/(|N j|^2 + lambda_o^2),   j = J_1^T n_1,  r = alpha_o - j.dq_e > 0
//
//   J_e, e  tracking                        J_i  3 x n, of the critical point of obstacle i
//   d_i     clearance, d_1 the least        n_i  unit normal from the obstacle to the figure
//   N       projector of J_e                alpha_h, alpha_o  gains.h
//
// As printed, a_1 = 1 - a_2 as long as there is a second obstacle, however far it is; but beyond d_soi there
// is none, and a_1 jumps to 1. With alpha_h(d_2), which is 1 up to d_ug, it gets there smoothly.
//
// With all three components the critical point is also held sideways, which kinks long chains. A critical
// point at the tip cannot be moved (J_i N = 0): tracking takes all its freedom.

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/gains.h"
#include "limber/avoidance/technique.h"

namespace limber {

class TaskPriority : public AvoidanceTechnique {
 public:
  enum class Variant : std::uint8_t { worst, two_worst, normal_only };

  TaskPriority(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup);

  double search_distance() const noexcept override { return urgency_.distances().influence; }
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override;
  void forget() noexcept override;

 private:
  void add_escape(const AvoidanceQuestion& question, const Contact& contact, double share, DampedTask& task,
                  Eigen::Ref<VecX> dq) noexcept;
  void add_escape_along_normal(const AvoidanceQuestion& question, const Contact& contact,
                               Eigen::Ref<VecX> dq) noexcept;

  Variant variant_;
  double least_distance_, obstacle_damping_;
  DampedTask::Projector projector_;
  Urgency urgency_;
  DampedTask tracking_;
  DampedTask first_, second_;  // separate: each SVD starts from its own last basis
  RowMatrix rows_;             // J_i, then J_i N
  Eigen::RowVectorXd row_;     // j, then N j
  VecX tracked_, escape_;      // dq_e, h
};

}  // namespace limber

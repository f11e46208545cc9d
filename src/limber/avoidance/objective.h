#pragma once
// The objective function (Samson, Le Borgne and Espiau 1991; Ge 2000, 5.3.3), Ge's choice and the best of the
// documents' techniques: a step along the negative gradient of
//
//   P(q) = sum_i d_i^-k,      grad P = - sum_i k d_i^-(k+1) J_i^T n_i
//   dq   = J_e^{+lambda} e - alpha N grad P
//
//   d_i  clearance of obstacle i, at least d_min       n_i  normal away from it     J_i^T n_i = grad d_i
//   alpha  one gain for any number of obstacles and joints                         N  projector of J_e
//
// Eq. 5.5 as printed, + 2 alpha/d^4 J^T (x_S - x_R), increases P: x_S - x_R points into the obstacle. Lengths
// are in the unit of the options. N grad P is shortened so that no joint turns by more than z_max: near
// contact 1/d^(k+1) would ask for many full turns.

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/technique.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

class Objective : public AvoidanceTechnique {
 public:
  Objective(const AvoidanceOptions& options, const TechniqueSetup& setup);

  double search_distance() const noexcept override { return search_distance_; }
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override;
  void forget() noexcept override { tracking_.forget(); }

  // P of these contacts, and its gradient, one entry per column of the question; the gradient is right where
  // no clearance is below d_min.
  double value(std::span<const Contact> contacts) const noexcept;
  void gradient(const AvoidanceQuestion& question, Eigen::Ref<VecX> gradient) noexcept;

 private:
  double distance(const Contact& contact) const noexcept;  // in units, at least d_min

  double gain_, unit_, search_distance_, least_distance_, longest_turn_;
  int power_;
  DampedTask::Projector projector_;
  DampedTask tracking_;
  Eigen::RowVectorXd row_;
  VecX push_;
};

}  // namespace limber

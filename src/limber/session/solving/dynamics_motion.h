#pragma once
// Moves a figure by joint torques instead of by the solver (Tsuji, Nakayama and Ito 1990, section 3):
//
//   tau = K dtheta - B theta' + J_d^T F + J_v^T F_v
//   dtheta = argmin  sum w_i |J_i dtheta - e_i|^2 + lambda^2 |dtheta|^2
//
//   e_i, J_i  the errors of all tasks that are on, and what is asked of the virtual end-points: every joint
//             and the centre of mass of every segment stay, go to the base, or go to the goal of the first
//             reach
//   F         pull * (target - p) of a drag at the point p
//   F_v       the forces of the scene, at as many points as it has (eq. 5); of a carried mass its weight, not
//             its inertia
//   B         implicit in the step, so that any stiffness is stable (dynamics/simulation.h)
//
// Joints that run into their limits stop there. Obstacles are not felt.

#include <optional>
#include <vector>

#include "limber/dynamics/simulation.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/scene/scene.h"

namespace limber {

struct Energy {
  double kinetic = 0.0, potential = 0.0;  // [J]
};

class DynamicsMotion {
 public:
  explicit DynamicsMotion(const Scene& scene);

  // One millisecond. False: the torques are not finite, and the figure stays.
  bool step(const TaskList& tasks, Posture& posture);
  void stop() { state_.velocity.setZero(); }
  bool is_at_rest() const { return still_steps_ >= still_steps_to_rest; }
  void wake() { still_steps_ = 0; }

  const Energy& energy() const { return energy_; }
  const VecX& velocity() const { return state_.velocity; }
  void set_velocity(const VecX& velocity) { state_.velocity = velocity; }

 private:
  static constexpr int still_steps_to_rest = 200;

  void torque(const TaskList& tasks, const MotionState& at, VecX& tau);
  void add(const Eigen::Ref<const RowMatrix, 0, Eigen::OuterStride<>>& rows,
           const Eigen::Ref<const VecX>& error, double weight);
  void ask_tasks(const TaskList& tasks, const MotionState& at);
  void ask_virtual_arms(const TaskList& tasks);
  void add_drag(const TaskList& tasks, VecX& tau);
  void add_forces(const Loads& loads, VecX& tau);

  DynamicsOptions options_;
  Figure figure_;
  Simulation simulation_;
  Kinematics kinematics_;
  MassDistribution masses_;
  double metres_per_radian_, damping_, pull_;
  MotionState state_;
  VecX friction_, wanted_, right_;
  Eigen::MatrixXd normal_;  // sum w J^T J + lambda^2 I
  RowMatrix rows_, scratch_;
  VecX error_;
  Energy energy_;
  int still_steps_ = 0;
};

}  // namespace limber

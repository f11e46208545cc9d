#pragma once
// Inverse kinematics as unconstrained optimisation (Zhao and Badler 1994): everything wanted is a term of one
// function, and a variable metric method goes down it,
//
//   f(q) = 1/2 |t - p(q)|^2 + k/2 sum_i max(0, d_0 - d_i)^2          penalty: goal and obstacles in one
//   dq   = -s H grad f,   s <= 1 halved until f falls enough (Armijo),   H by the formula of Broyden,
//        Fletcher,
//                                                                        Goldfarb and Shanno
//
//   d_i  clearance of obstacle i, to first order       d_0  full_distance       k  gain
//
// Steps end inside the joint limits: joints that -grad f would lead out of them stay, and f must fall at the
// posture brought inside (Bertsekas 1982). Obstacles and goal are weighed against each other, so that the
// goal is missed a little beside an obstacle, and whatever is not worth its penalty is given up: nothing is
// guaranteed. One point.

#include "limber/avoidance/classics/point_technique.h"

namespace limber::classics {

class Optimisation : public PointTechnique {
 public:
  Optimisation(const Figure& figure, const AvoidanceOptions& options, const TechniqueSetup& setup);
  void forget() noexcept override { known_ = 0; }

 protected:
  bool lead(const AvoidanceQuestion& question, const Goal& goal) noexcept override;

 private:
  double value(const AvoidanceQuestion& question, const Goal& goal, const Vec3& point, int n) noexcept;
  void gradient(const AvoidanceQuestion& question, const Goal& goal, const Kinematics& at, const Vec3& point,
                VecX& result) noexcept;
  void learn(int n) noexcept;
  void lead_to(const AvoidanceQuestion& question, const VecX& displacement) noexcept;
  bool hold_at_limits(const AvoidanceQuestion& question, int n) noexcept;
  bool descend(const AvoidanceQuestion& question, const Goal& goal, int n) noexcept;

  double gain_, wanted_clearance_;
  Kinematics kinematics_;
  RowMatrix clearance_rows_;  // per contact
  RowMatrix inverse_;         // H
  VecX step_, gradient_, next_gradient_, change_, product_, tangent_;
  VecX free_gradient_;  // without the unknowns that limits hold
  VecX displacement_;
  int known_ = 0;  // H is known for this many unknowns; 0: nothing is
};

}  // namespace limber::classics

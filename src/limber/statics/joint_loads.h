#pragma once
// What the joints bear, and what it costs.
//
//   F_b, M_b    force and moment (about the world's origin) of everything on the branch beyond a joint:
//               weight, forces,
//               supports
//   tau_c = -(w_c . M_b + u_c . F_b)        the torque degree of freedom c acts with to hold it [N m], or
//                                           force [N]
//   M_j = M_b - O_j x F_b                   the moment about the joint's centre; of a ball or swing its
//                                           components
//                                           along the coordinates say nothing: M_j itself counts
//
// In equilibrium none of them depends on the root: what is beyond the joint on one side pulls as the other
// side does.
//
//   load ratio   tau_c/strength, of a ball or swing |M_j|/strength, or by axes (strength_axes.h)
//   effort       sum of the squares of all ratios
//
// Derivatives are exact, with the forces at the supports distributed anew in every posture (statics.h,
// add_rates).

#include <span>
#include <vector>

#include "limber/statics/statics.h"
#include "limber/statics/strength_axes.h"

namespace limber {

struct Posture;

inline constexpr double usual_strength =
    100.0;  // [N m] of joints to which neither the scene nor the figure gives one

class JointLoads {
 public:
  JointLoads(const Figure& figure, const Loads& loads);

  void update(const Statics& statics, const Kinematics& kinematics, const Posture& posture) noexcept;

  double torque(DofId dof) const noexcept { return torques_[dof]; }
  const VecX& torques() const noexcept { return torques_; }
  // What the inner part does to the branch through the joint: force [N], moment about its centre [N m], world
  // axes.
  Wrench carried(JointId joint) const noexcept;
  Vec3 center(JointId joint) const noexcept { return at(centers_, joint); }

  // How the strength of a joint is counted: each coordinate by itself, or the whole moment (ball, swing).
  static bool counts_whole_moment(JointType type) {
    return type == JointType::ball || type == JointType::swing;
  }
  // In the direction in which the torque acts now. One per degree of freedom; of a ball or swing about each
  // of its axes, the same for all where it is given as one number.
  double strength(DofId dof) const noexcept { return at(strengths_, dof).now; }
  bool has_strength(JointId joint) const noexcept { return at(given_, joint).is_known(); }
  // [N m] what the joint could bear the way it is loaded now: of its hardest coordinate, or of its moment.
  double strength_now(JointId joint) const noexcept;
  // |torque|/strength; the largest of a joint's coordinates.
  double load_ratio(JointId joint) const noexcept;
  double effort() const noexcept;

  // row += factor * d effort/dq. Needs a scratch of its own, so it is not const.
  void add_effort_gradient(Statics& statics, const Kinematics& kinematics, double factor,
                           Eigen::Ref<Eigen::RowVectorXd> row) noexcept;
  // row += factor * d(tau_c/strength)/dq; of a ball or swing, of its load ratio.
  void add_ratio_gradient(Statics& statics, const Kinematics& kinematics, DofId dof, double factor,
                          Eigen::Ref<Eigen::RowVectorXd> row) noexcept;

 private:
  struct StrengthNow {
    double now = usual_strength;
    double slope = 0.0;  // by the coordinate, of a table
  };
  struct Sum {  // over the joints on the way to a segment: what a unit of force there does to the number
    Vec3 turn = Vec3::Zero(), move = Vec3::Zero();
  };
  void clear() noexcept;
  void count_torque(int dof, double factor) noexcept;             // factor * d tau_c
  void count_moment(JointId joint, const Vec3& factor) noexcept;  // factor . d M_j
  void sweep(Statics& statics, const Kinematics& kinematics, Eigen::Ref<Eigen::RowVectorXd> row) noexcept;
  void find_strengths(const Kinematics& kinematics, const Posture& posture) noexcept;
  bool counts_by_axes(JointId joint) const noexcept {
    return counts_whole_moment(figure_.joint(joint).type) && !at(given_, joint).axes.empty();
  }
  Vec3 moment_by_axes(JointId joint) const noexcept;       // m_k
  void count_axes(JointId joint, double factor) noexcept;  // factor * d sum (m_k/strength_k)^2

  Figure figure_;
  std::vector<Strength> given_;              // per joint: the scene's, else the figure's
  std::vector<StrengthNow> strengths_;       // per degree of freedom
  std::vector<statics::StrengthAxes> axes_;  // per joint; of those that count by axes
  std::vector<Wrench> on_segment_, on_branch_;
  std::vector<Vec3> centers_;
  VecX torques_;
  RowMatrix screws_;
  // Scratch of the derivatives.
  std::vector<Sum> sums_;
  std::vector<Vec3> by_contact_;
  statics::BranchRates rates_;
  VecX own_;  // what a degree of freedom does directly: an elbow's second axis, a table by angle
};

}  // namespace limber

#pragma once
// Centre of mass and inertia of a figure, of every branch, and how they change with the joints.
//
//   m, G, T           mass, centre and inertia of the whole figure; T about G, in world axes
//   m_U, G_U, T_U     the same for the branch moved by degree of freedom c: one backward sweep
//
//   dG/dq_c = (m_U/m) v,                                                   v = u_c + w_c x G_U
//   dT/dq_c = [w_c] T_U - T_U [w_c] + m_U (2 (g.v) I - g v^T - v g^T),     g = G_U - G
//
// w_c, u_c: the screw of c, see kinematics/kinematics.h.

#include "limber/kinematics/kinematics.h"

namespace limber {

class MassDistribution {
 public:
  explicit MassDistribution(const Figure& figure);

  // After kinematics.update(); allocates nothing, O(n).
  void update(const Kinematics& kinematics) noexcept;

  double total_mass() const noexcept { return branch_mass_[0]; }
  const Vec3& center() const noexcept { return branch_center_[0]; }
  const Mat3& inertia() const noexcept { return branch_inertia_[0]; }

  double branch_mass(SegmentId segment) const noexcept { return at(branch_mass_, segment); }
  const Vec3& branch_center(SegmentId segment) const noexcept { return at(branch_center_, segment); }
  const Mat3& branch_inertia(SegmentId segment) const noexcept { return at(branch_inertia_, segment); }

  // 3 x dof_count(); zero when the figure has no mass.
  void center_jacobian(const Kinematics& kinematics, RowMatrixRef rows) const noexcept;
  // 6 x dof_count(): rows xx, yy, zz, xy, xz, yz of dT/dq.
  void inertia_gradient(const Kinematics& kinematics, RowMatrixRef rows) const noexcept;

 private:
  std::vector<double> branch_mass_;
  std::vector<Vec3> branch_center_;
  std::vector<Mat3> branch_inertia_;
};

}  // namespace limber

#pragma once
// How Jacobians change with the posture, in closed form for every joint type and both ways round.
//
//   v_j = u_j + w_j x P     what degree of freedom j does to a point P beyond it (kinematics.h)
//
//   d w_j/dq_k = w_k x w_j,   d u_j/dq_k = w_k x u_j + u_k x w_j      k in a joint before that of j
//                0            0                                      k in a joint after it
//
// so that, for a fixed force f at P, summed over what it meets (a symmetric matrix but within ball joints),
//
//   C_jk = d(f . v_j)/dq_k = f . (w_k x v_j)   k before j,      f . (w_j x v_k)   k after j
//
// Within a joint: an elbow is two joints, one after the other; the vectors of a ball are fixed in its base;
// those of a swing are columns of L(s) and change with its derivative; a free joint turns about where it is.
//
// The same holds for the centre of mass, with its own Jacobian in place of v; and for turning,
// C_jk = d(m . w_j)/dq_k = m . (w_k x w_j), k before j, else 0.

#include <Eigen/Dense>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"

namespace limber {

class JacobianDerivative {
 public:
  explicit JacobianDerivative(const Figure& figure);

  // The posture that kinematics, below, has seen.
  void look_at(const Posture& posture) { posture_.values = posture.values; }

  // matrix += C for a force at a point of a segment, for the centre of mass, for a moment on a segment.
  void add_translation(const Kinematics& kinematics, SegmentId segment, const Vec3& point, const Vec3& force,
                       Eigen::MatrixXd& matrix) const;
  void add_center(const Kinematics& kinematics, const MassDistribution& masses, const Vec3& force,
                  Eigen::MatrixXd& matrix) const;
  void add_rotation(const Kinematics& kinematics, SegmentId segment, const Vec3& moment,
                    Eigen::MatrixXd& matrix) const;

  // True if all joints are hinges, slides or elbows, the right way round: then C d for a force takes O(n).
  bool is_simple() const { return simple_; }
  // out += C direction, where rows is the 3 x n Jacobian of the point or of the centre of mass.
  void add_product(const Kinematics& kinematics, const double* x, const double* y, const double* z,
                   const Vec3& force, const VecX& direction, VecX& out) const noexcept;

 private:
  struct Change {  // of the screw of j with k, both of one joint
    Vec3 turn = Vec3::Zero(), slide = Vec3::Zero();
  };
  // Before: the joint of k comes before that of j on the way from the root.
  enum class Order : std::uint8_t { unrelated, before, same, after };
  Order order(DofId k, DofId j) const;
  Change change_within(const Kinematics& kinematics, DofId j, DofId k) const;
  std::vector<int> carriers(SegmentId segment) const;  // degrees of freedom, from the root on

  Figure figure_;
  std::vector<JointId> joint_;  // per degree of freedom
  bool simple_ = true, chain_ = true;
  Posture posture_;
  mutable std::vector<Vec3> turned_, moved_;  // per segment: scratch of add_product
};

}  // namespace limber

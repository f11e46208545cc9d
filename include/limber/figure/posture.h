#pragma once
// The values of all joints of a figure: plain data. Figure::first_value says where the values of a joint
// begin. Steps between postures are tangent vectors of size Figure::dof_count().

#include <span>
#include <vector>

#include "limber/base/ids.h"
#include "limber/math/types.h"

namespace limber {

class Figure;

struct Posture {
  VecX values;  // joint after joint in the figure's order; quaternions as x, y, z, w
  bool operator==(const Posture& other) const {
    return values.size() == other.values.size() && values == other.values;
  }
};

// posture <- posture moved by a tangent step; ball and free joints by the exponential map. Allocates nothing.
void integrate(const Figure& figure, const VecX& step, Posture& posture) noexcept;

// The step from one posture to another by the shortest turns: integrate(from, difference(from, to)) == to.
VecX difference(const Figure& figure, const Posture& from, const Posture& to);
// The same into `step`, of size dof_count(); allocates nothing.
void difference(const Figure& figure, const Posture& from, const Posture& to, Eigen::Ref<VecX> step) noexcept;

// The parameters of one joint: angles and lengths; a rotation vector for a ball joint, translation and
// rotation vector for a free one.
std::vector<double> joint_parameters(const Figure& figure, const Posture& posture, JointId joint);
void set_joint_parameters(const Figure& figure, Posture& posture, JointId joint,
                          std::span<const double> parameters);

// How far a posture is outside its joint limits (couplings are not looked at).
struct LimitExcess {
  double amount = 0.0;  // [rad] or [m] the largest of all joints; 0: inside
  JointId joint;        // the joint farthest outside; none: inside
};
LimitExcess largest_limit_excess(const Figure& figure, const Posture& posture);

// The posture with every joint at its nearest allowed value; joints inside their limits do not change.
Posture inside_limits(const Figure& figure, Posture posture);

bool is_finite(const Posture& posture);

}  // namespace limber

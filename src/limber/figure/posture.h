#pragma once
// The values of all joints of a figure: a plain value; copy it to undo, compare it to test. Which value
// belongs to which joint is the figure's to say (Figure::first_value); steps live in the tangent space of
// size Figure::dof_count().

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

// The step that leads from one posture to another: integrate(from, difference(from, to)) == to, by the
// shortest turns.
VecX difference(const Figure& figure, const Posture& from, const Posture& to);
// The same into `step`, of size dof_count(); allocates nothing.
void difference(const Figure& figure, const Posture& from, const Posture& to, Eigen::Ref<VecX> step) noexcept;

// One joint as people write it: angles and lengths; rotation vectors for ball joints, translation then
// rotation vector for free ones.
std::vector<double> joint_parameters(const Figure& figure, const Posture& posture, JointId joint);
void set_joint_parameters(const Figure& figure, Posture& posture, JointId joint,
                          std::span<const double> parameters);

// How far a posture is outside the limits, couplings aside: the largest excess over all joints, in rad or m,
// 0 inside.
struct LimitExcess {
  double amount = 0.0;
  JointId joint;
};
LimitExcess largest_limit_excess(const Figure& figure, const Posture& posture);

// Every joint brought to its nearest allowed value; joints inside keep their bits.
Posture inside_limits(const Figure& figure, Posture posture);

bool is_finite(const Posture& posture);

}  // namespace limber

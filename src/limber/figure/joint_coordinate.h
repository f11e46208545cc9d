#pragma once
// The coordinates of a joint, as couplings, joint-value tasks and criteria number them, and how they change
// with a step:
//
//   joint                        coordinates
//   revolute, prismatic, elbow   its values
//   swing                        s_x, s_y
//   ball                         0, 1: swing s_x, s_y;  2: twist tau       (math/swing_twist.h)
//   free                         0, 1, 2: translation;  3, 4, 5: rotation vector
//
// An inverted joint has the same values, and so the same coordinates and rows. Nothing here allocates.

#include "limber/figure/figure.h"

namespace limber {

inline int coordinate_count(JointType type) {
  return dof_count(type);
}
// The coordinate is a length [m], not an angle [rad].
bool is_length(JointType type, int coordinate);

double joint_coordinate(const Figure& figure, const Posture& posture, JointId joint, int coordinate) noexcept;

// The sum that a coupling keeps in its range.
double coupling_value(const Figure& figure, const Posture& posture, const Coupling& coupling) noexcept;

// row += factor * d(coordinate)/dq; `row` has an entry for every degree of freedom of the figure. The rows of
// a ball joint grow without bound near |s| = pi, where swing and twist cannot be told apart.
void add_joint_coordinate_row(const Figure& figure, const Posture& posture, JointId joint, int coordinate,
                              double factor, Eigen::Ref<Eigen::RowVectorXd> row) noexcept;

}  // namespace limber

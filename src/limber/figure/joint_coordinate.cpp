#include "limber/figure/joint_coordinate.h"

#include "limber/figure/compiled.h"
#include "limber/figure/joint_motion.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber {

bool is_length(JointType type, int coordinate) {
  return type == JointType::prismatic || (type == JointType::free && coordinate < 3);
}

double joint_coordinate(const Figure& figure, const Posture& posture, JointId joint,
                        int coordinate) noexcept {
  const double* values = posture.values.data() + figure.first_value(joint);
  const JointType type = figure.joint(joint).type;
  if (type == JointType::ball) {
    const SwingTwist parts = swing_twist(quaternion_at(values));
    return coordinate < 2 ? parts.swing[coordinate] : parts.twist;
  }
  if (type == JointType::free && coordinate >= 3) {
    return log_rotation(quaternion_at(values + 3))[coordinate - 3];
  }
  return values[coordinate];
}

void add_joint_coordinate_row(const Figure& figure, const Posture& posture, JointId joint, int coordinate,
                              double factor, Eigen::Ref<Eigen::RowVectorXd> row) noexcept {
  const double* values = posture.values.data() + figure.first_value(joint);
  const JointType type = figure.joint(joint).type;
  const int first = figure.first_dof(joint);
  if (type == JointType::ball) {
    const Mat3 rates = swing_twist_rates(swing_twist(quaternion_at(values)));
    row.segment<3>(first) += factor * rates.row(coordinate);
  } else if (type == JointType::free && coordinate >= 3) {
    // exp(w) exp(k) = exp(k + L(k)^-1 w) to first order.
    const Mat3 rates = left_jacobian_inverse(log_rotation(quaternion_at(values + 3)));
    row.segment<3>(first + 3) += factor * rates.row(coordinate - 3);
  } else {
    row[first + coordinate] += factor;
  }
}

double coupling_value(const Figure& figure, const Posture& posture, const Coupling& coupling) noexcept {
  double sum = 0.0;
  for (const Coupling::Term& term : coupling.terms)
    sum += term.coefficient * joint_coordinate(figure, posture, term.joint, term.coordinate);
  return sum;
}

}  // namespace limber

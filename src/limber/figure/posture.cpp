// Steps between postures, parameters of joints, and limits of whole postures.

#include "limber/figure/posture.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "limber/figure/compiled.h"
#include "limber/figure/figure.h"
#include "limber/figure/joint_motion.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

void turn(double* values, const double* rotation_vector) {
  const Vec3 w(rotation_vector[0], rotation_vector[1], rotation_vector[2]);
  const Quat turned = (exp_quaternion(w) * quaternion_at(values)).normalized();
  Eigen::Vector4d::Map(values) = turned.coeffs();
}

Vec3 turn_between(const double* from, const double* to) {
  return log_rotation(Quat(quaternion_at(to) * quaternion_at(from).conjugate()));
}

void require_posture_of(const Figure& figure, const Posture& posture) {
  if (posture.values.size() != figure.value_count()) {
    throw std::invalid_argument("the posture has " + std::to_string(posture.values.size()) +
                                " values, figure \"" + figure.name() + "\" needs " +
                                std::to_string(figure.value_count()));
  }
}

}  // namespace

void integrate(const Figure& figure, const VecX& step, Posture& posture) noexcept {
  assert(step.size() == figure.dof_count() && posture.values.size() == figure.value_count());
  if (figure.value_count() == figure.dof_count()) {  // no ball and no free joint
    posture.values += step;
    return;
  }
  const FigureData& data = data_of(figure);
  for (std::size_t i = 0; i < data.joints.size(); ++i) {
    const double* d = step.data() + data.first_dof[i];
    double* v = posture.values.data() + data.first_value[i];
    switch (data.joints[i].type) {
      case JointType::ball:
        turn(v, d);
        break;
      case JointType::free:
        for (int k = 0; k < 3; ++k) v[k] += d[k];
        turn(v + 3, d + 3);
        break;
      default:
        for (int k = 0; k < data.first_dof[i + 1] - data.first_dof[i]; ++k) v[k] += d[k];
    }
  }
}

VecX difference(const Figure& figure, const Posture& from, const Posture& to) {
  require_posture_of(figure, from);
  require_posture_of(figure, to);
  VecX step(figure.dof_count());
  difference(figure, from, to, step);
  return step;
}

void difference(const Figure& figure, const Posture& from, const Posture& to,
                Eigen::Ref<VecX> step) noexcept {
  const FigureData& data = data_of(figure);
  for (std::size_t i = 0; i < data.joints.size(); ++i) {
    double* d = step.data() + data.first_dof[i];
    const double* a = from.values.data() + data.first_value[i];
    const double* b = to.values.data() + data.first_value[i];
    switch (data.joints[i].type) {
      case JointType::ball:
        Vec3::Map(d) = turn_between(a, b);
        break;
      case JointType::free:
        for (int k = 0; k < 3; ++k) d[k] = b[k] - a[k];
        Vec3::Map(d + 3) = turn_between(a + 3, b + 3);
        break;
      default:
        for (int k = 0; k < data.first_dof[i + 1] - data.first_dof[i]; ++k) d[k] = b[k] - a[k];
    }
  }
}

std::vector<double> joint_parameters(const Figure& figure, const Posture& posture, JointId joint) {
  require_posture_of(figure, posture);
  return parameters_of_values(figure.joint(joint).type, values_of(figure, posture, joint));
}

void set_joint_parameters(const Figure& figure, Posture& posture, JointId joint,
                          std::span<const double> parameters) {
  require_posture_of(figure, posture);
  const JointType type = figure.joint(joint).type;
  if (static_cast<int>(parameters.size()) != parameter_count(type)) {
    throw std::invalid_argument("joint \"" + figure.joint_name(joint) + "\" is " +
                                std::string(joint_type_name(type)) + " and takes " +
                                std::to_string(parameter_count(type)) + " parameters, got " +
                                std::to_string(parameters.size()));
  }
  const std::vector<double> values = values_of_parameters(type, parameters);
  std::copy(values.begin(), values.end(), posture.values.data() + figure.first_value(joint));
}

LimitExcess largest_limit_excess(const Figure& figure, const Posture& posture) {
  require_posture_of(figure, posture);
  LimitExcess largest;
  for (const JointId j : figure.joints()) {
    const double amount = limit_excess(figure.joint(j), values_of(figure, posture, j));
    if (amount > largest.amount) largest = {amount, j};
  }
  return largest;
}

Posture inside_limits(const Figure& figure, Posture posture) {
  require_posture_of(figure, posture);
  for (const JointId j : figure.joints()) {
    const std::vector<double> values = inside_limits(figure.joint(j), values_of(figure, posture, j));
    std::copy(values.begin(), values.end(), posture.values.data() + figure.first_value(j));
  }
  return posture;
}

// Zero times a number is zero, times anything else it is not a number, which a sum keeps.
bool is_finite(const Posture& posture) {
  return (0.0 * posture.values).sum() == 0.0;
}

}  // namespace limber

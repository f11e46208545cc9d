#include "limber/kinematics/plane_of_motion.h"

#include <cmath>

namespace limber {

namespace {

// The plane of some columns of turns and slides [angular; linear], by which everything moves.
std::optional<Vec3> common_plane(const RowMatrix& columns) {
  constexpr double parallel = 1e-9;
  std::optional<Vec3> normal;
  for (Eigen::Index c = 0; c < columns.cols(); ++c) {
    const Vec3 axis = columns.col(c).head<3>();
    if (axis.norm() < parallel) continue;
    if (!normal) normal = axis.normalized();
    if (axis.cross(*normal).norm() > parallel) return std::nullopt;
  }
  if (!normal) return std::nullopt;
  for (Eigen::Index c = 0; c < columns.cols(); ++c) {
    const Vec3 axis = columns.col(c).head<3>(), slide = columns.col(c).tail<3>();
    if (axis.norm() < parallel && std::abs(slide.dot(*normal)) > parallel) return std::nullopt;
  }
  // Of the two directions the one that mostly points along an axis, not against it.
  Eigen::Index largest = 0;
  normal->cwiseAbs().maxCoeff(&largest);
  return (*normal)[largest] < 0.0 ? Vec3(-*normal) : *normal;
}

}  // namespace

std::optional<Vec3> plane_of_motion(const Figure& figure) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  return common_plane(kinematics.screws());
}

std::optional<Vec3> plane_of_motion(const Figure& figure, FrameId frame) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  RowMatrix jacobian(6, figure.dof_count());
  kinematics.frame_jacobian(frame, jacobian);
  RowMatrix carrying = kinematics.screws();
  for (Eigen::Index c = 0; c < carrying.cols(); ++c) {
    if (jacobian.col(c).isZero(0.0)) carrying.col(c).setZero();
  }
  return common_plane(carrying);
}

}  // namespace limber

#include "limber/session/edits/plane_of_motion.h"

#include <cmath>

namespace limber {

std::optional<Vec3> plane_of_motion(const Figure& figure) {
  constexpr double parallel = 1e-9;
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  const RowMatrix& screws = kinematics.screws();
  std::optional<Vec3> normal;
  for (int dof = 0; dof < figure.dof_count(); ++dof) {
    const Vec3 axis = screws.col(dof).head<3>();
    if (axis.norm() < parallel) continue;
    if (!normal) normal = axis.normalized();
    if (axis.cross(*normal).norm() > parallel) return std::nullopt;
  }
  if (!normal) return std::nullopt;
  for (int dof = 0; dof < figure.dof_count(); ++dof) {
    const Vec3 axis = screws.col(dof).head<3>(), slide = screws.col(dof).tail<3>();
    if (axis.norm() < parallel && std::abs(slide.dot(*normal)) > parallel) return std::nullopt;
  }
  // Of the two directions the one that mostly points along an axis, not against it.
  Eigen::Index largest = 0;
  normal->cwiseAbs().maxCoeff(&largest);
  return (*normal)[largest] < 0.0 ? Vec3(-*normal) : *normal;
}

}  // namespace limber

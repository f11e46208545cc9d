// Points carried by several segments: blended linearly, or by dual quaternions.

#include "limber/shapes/skinning.h"

#include <cmath>

namespace limber {

namespace {

using Affine = Eigen::Matrix<double, 3, 4>;

struct DualQuaternion {
  Eigen::Vector4d real, dual;  // x, y, z, w
};

DualQuaternion dual_quaternion(const Affine& motion) {
  const Quat turn = Quat(Mat3(motion.leftCols<3>())).normalized();
  const Vec3 t = motion.col(3);
  const Quat dual = Quat(0.0, t.x(), t.y(), t.z()) * turn;
  return {turn.coeffs(), 0.5 * dual.coeffs()};
}

Affine affine(const DualQuaternion& blended) {
  const double length = blended.real.norm();
  const Quat turn(Eigen::Vector4d(blended.real / length));
  const Quat dual(Eigen::Vector4d(blended.dual / length));
  Affine made;
  made << turn.toRotationMatrix(), 2.0 * (dual * turn.conjugate()).vec();
  return made;
}

Vec3 vec_of(const std::array<float, 3>& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

std::array<float, 3> point_of(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

}  // namespace

Mesh posed(const Skin& skin, std::span<const Transform> poses, SkinBlending blending) {
  std::vector<Affine> motions;
  std::vector<DualQuaternion> duals;
  const bool by_duals = blending == SkinBlending::dual_quaternion && skin.is_rigid;
  for (std::size_t b = 0; b < skin.bones.size(); ++b) {
    Affine motion = poses[b].rotation * skin.bones[b].from_mesh;
    motion.col(3) += poses[b].translation;
    motions.push_back(motion);
    if (by_duals) duals.push_back(dual_quaternion(motion));
  }
  Mesh mesh = *skin.mesh;
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    const Mesh::Influence& influence = mesh.influences[k];
    Affine motion = Affine::Zero();
    DualQuaternion sum{Eigen::Vector4d::Zero(), Eigen::Vector4d::Zero()};
    for (std::size_t i = 0; i < 4; ++i) {
      const double weight = static_cast<double>(influence.weights[i]);
      if (weight == 0.0) continue;
      const std::size_t bone = influence.bones[i];
      if (!by_duals) {
        motion += weight * motions[bone];
        continue;
      }
      // q and -q are the same turn: the one on the side of the first bone's.
      const double sign = duals[bone].real.dot(duals[influence.bones[0]].real) < 0.0 ? -weight : weight;
      sum.real += sign * duals[bone].real;
      sum.dual += sign * duals[bone].dual;
    }
    if (by_duals) motion = affine(sum);
    mesh.points[k] = point_of(motion.leftCols<3>() * vec_of(mesh.points[k]) + motion.col(3));
    const Vec3 normal = motion.leftCols<3>() * vec_of(mesh.normals[k]);
    if (normal.squaredNorm() > 0.0) mesh.normals[k] = point_of(normal.normalized());
  }
  return mesh;
}

}  // namespace limber

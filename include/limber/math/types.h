#pragma once
// The vectors and matrices everything is written with. SI units, radians, right-handed frames, z up, column
// vectors.

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace limber {

static_assert(EIGEN_MAX_ALIGN_BYTES == 16 && EIGEN_MALLOC_ALREADY_ALIGNED == 1,
              "Limber's library and this file would not agree on Eigen's memory. Compile with "
              "-DEIGEN_MAX_ALIGN_BYTES=16 -DEIGEN_MALLOC_ALREADY_ALIGNED=1, as find_package(limber) and "
              "pkg-config limber do by themselves");

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using VecX = Eigen::VectorXd;

// Jacobians: one row per task coordinate, one column per degree of freedom. Row-major, so that a row, which
// is what kinematics fills and the solver combines, lies in one piece of memory.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowMatrixRef = Eigen::Ref<RowMatrix, 0, Eigen::OuterStride<>>;

// [v], the matrix of the cross product: cross_matrix(v) * x == v.cross(x).
inline Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

}  // namespace limber

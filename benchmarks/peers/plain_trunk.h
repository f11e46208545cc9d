#pragma once
// The plain loops for the trunk: links of three hinges about x, y and z at one point, then a length along
// x. Positions only.
//
//   (J J^T + l I) y = e,   dq = J^T y                      a 3 x 3 system, whatever the number of joints
//
// PlainTrunk is what one writes with Eigen in an afternoon; FlatTrunk has every quantity in an array of its
// own and sums on the way.

#include <vector>

#include "limber/math/sincos.h"
#include "limber/math/types.h"

namespace limber::peers {

class PlainTrunk {
 public:
  PlainTrunk(int links, double length) : links_(links), length_(length / links), jacobian_(3, 3 * links) {}

  // Position of the tip; fills jacobian().
  Vec3 tip(const VecX& q) {
    Mat3 r = Mat3::Identity();
    Vec3 p = Vec3::Zero();
    origins_.resize(static_cast<std::size_t>(links_));
    for (int i = 0; i < links_; ++i) {
      origins_[static_cast<std::size_t>(i)] = p;
      for (int axis = 0; axis < 3; ++axis) {
        jacobian_.col(3 * i + axis) = r.col(axis);
        const double c = std::cos(q[3 * i + axis]), s = std::sin(q[3 * i + axis]);
        const Vec3 a = r.col((axis + 1) % 3), b = r.col((axis + 2) % 3);
        r.col((axis + 1) % 3) = c * a + s * b;
        r.col((axis + 2) % 3) = c * b - s * a;
      }
      p += length_ * r.col(0);
    }
    for (int i = 0; i < 3 * links_; ++i) {
      const Vec3 axis = jacobian_.col(i);
      jacobian_.col(i) = axis.cross(p - origins_[static_cast<std::size_t>(i / 3)]);
    }
    return p;
  }
  const Eigen::Matrix3Xd& jacobian() const { return jacobian_; }

  void step(const Vec3& error, double damping, VecX& dq) const { damped_step(jacobian_, error, damping, dq); }

  template <class Jacobian>
  static void damped_step(const Jacobian& jacobian, const Vec3& error, double damping, VecX& dq) {
    Mat3 m = jacobian * jacobian.transpose();
    m.diagonal().array() += damping;
    dq.noalias() = jacobian.transpose() * m.ldlt().solve(error);
  }

 private:
  int links_;
  double length_;  // of a link
  Eigen::Matrix3Xd jacobian_;
  std::vector<Vec3> origins_;
};

class FlatTrunk {
 public:
  FlatTrunk(int links, double length)
      : links_(links),
        length_(length / links),
        sines_(3 * links),
        cosines_(3 * links),
        origins_(3, links),
        rows_(3 * links, 3) {}

  Vec3 tip(const VecX& q) {
    sincos(q.data(), 3 * links_, sines_.data(), cosines_.data());
    double xx = 1, xy = 0, xz = 0, yx = 0, yy = 1, yz = 0, zx = 0, zy = 0, zz = 1, px = 0, py = 0, pz = 0;
    const auto turn = [](double c, double s, double& a, double& b) {
      const double t = c * a + s * b;
      b = c * b - s * a;
      a = t;
    };
    double* const jx = rows_.col(0).data();
    double* const jy = rows_.col(1).data();
    double* const jz = rows_.col(2).data();
    for (int i = 0, j = 0; i < links_; ++i, j += 3) {
      origins_.col(i) << px, py, pz;
      const double *c = cosines_.data() + j, *s = sines_.data() + j;
      jx[j] = xx, jy[j] = xy, jz[j] = xz;
      turn(c[0], s[0], yx, zx), turn(c[0], s[0], yy, zy), turn(c[0], s[0], yz, zz);
      jx[j + 1] = yx, jy[j + 1] = yy, jz[j + 1] = yz;
      turn(c[1], s[1], zx, xx), turn(c[1], s[1], zy, xy), turn(c[1], s[1], zz, xz);
      jx[j + 2] = zx, jy[j + 2] = zy, jz[j + 2] = zz;
      turn(c[2], s[2], xx, yx), turn(c[2], s[2], xy, yy), turn(c[2], s[2], xz, yz);
      px += length_ * xx, py += length_ * xy, pz += length_ * xz;
    }
    for (int j = 0; j < 3 * links_; ++j) {
      const double dx = px - origins_(0, j / 3), dy = py - origins_(1, j / 3), dz = pz - origins_(2, j / 3);
      const double ax = jx[j], ay = jy[j], az = jz[j];
      jx[j] = ay * dz - az * dy;
      jy[j] = az * dx - ax * dz;
      jz[j] = ax * dy - ay * dx;
    }
    return {px, py, pz};
  }

  // J J^T as a whole.
  Mat3 square() const { return rows_.transpose() * rows_; }
  void step(const Mat3& square, const Vec3& error, double damping, VecX& dq) const {
    const Mat3 m = square + damping * Mat3::Identity();
    dq.noalias() = rows_ * (m.inverse() * error);
  }

 private:
  int links_;
  double length_;
  VecX sines_, cosines_;
  Eigen::Matrix3Xd origins_;
  Eigen::Matrix<double, Eigen::Dynamic, 3> rows_;  // J^T
};

}  // namespace limber::peers

// Damped Newton steps on the equations of a contact (contact_newton.h).

#include "limber/shapes/contact_newton.h"

#include <Eigen/QR>
#include <cmath>

#include "limber/shapes/core_point.h"

namespace limber {

namespace {

using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

struct Equations {
  const Solid& a;
  const Solid& b;
  double tau;

  struct Value {
    Vec4 residual;
    Mat4 derivative;
    Closest contact;
  };

  bool evaluate(const Vec4& unknowns, Value& value) const {
    const Vec3 y = unknowns.head<3>();
    const double d = unknowns[3];
    const Projection on_b = project(b, y);
    const Vec3 off = y - on_b.point;
    const double height = off.norm();
    if (!(height > 0.0)) return false;
    const Vec3 n = off / height;
    const Projection on_a = project(a, on_b.point + (d - tau) * n);
    value.residual.head<3>() = on_a.point - on_b.point - d * n;
    value.residual[3] = height - tau;
    // dn/dy = (I - n n^T)(I - dP_B)/height, and n is in the kernel of dP_B.
    const Mat3 turn = (Mat3::Identity() - on_b.derivative - n * n.transpose()) / height;
    value.derivative.topLeftCorner<3, 3>() =
        on_a.derivative * (on_b.derivative + (d - tau) * turn) - on_b.derivative - d * turn;
    value.derivative.topRightCorner<3, 1>() = on_a.derivative * n - n;
    value.derivative.bottomLeftCorner<1, 3>() = n.transpose();
    value.derivative(3, 3) = 0.0;
    value.contact = {on_a.point, on_b.point, n, d};
    return value.residual.allFinite();
  }
};

// A Levenberg-Marquardt step, damped in proportion to the error: converges quadratically even if the
// solutions are not isolated, as between parallel edges and faces; coordinates that are free there keep their
// values.
Vec4 damped_step(const Equations::Value& value, double damping) {
  Eigen::Matrix<double, 8, 4> stacked;
  stacked << value.derivative, damping * Mat4::Identity();
  Eigen::Matrix<double, 8, 1> right;
  right << value.residual, Vec4::Zero();
  return Eigen::HouseholderQR<Eigen::Matrix<double, 8, 4>>(stacked).solve(right);
}

}  // namespace

Closest refined_contact(const Solid& a, const Solid& b, const Closest& estimate) noexcept {
  const double size = reach(a) + reach(b);
  const Equations equations{a, b, 0.5 * size};
  Vec4 x;
  x << estimate.on_b + equations.tau * estimate.normal, estimate.distance;
  Equations::Value here, there;
  if (!equations.evaluate(x, here)) return estimate;
  const double good = 1e-12 * (size + std::abs(estimate.distance));
  for (int round = 0; round < 20; ++round) {
    const double error = here.residual.norm();
    if (error <= 1e-3 * good) break;
    const Vec4 step = damped_step(here, error / size);
    bool better = false;
    double share = 1.0;
    for (int half = 0; half < (error > good ? 6 : 1) && !better; ++half, share *= 0.5) {
      const Vec4 candidate = x - share * step;
      better = equations.evaluate(candidate, there) && there.residual.norm() < error;
      if (better) x = candidate;
    }
    if (!better) break;
    std::swap(here, there);
  }
  Closest contact = here.contact;
  contact.distance = contact.normal.dot(contact.on_a - contact.on_b);
  return contact;
}

}  // namespace limber

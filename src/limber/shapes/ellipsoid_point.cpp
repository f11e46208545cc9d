// Solves the secular equation of the nearest point on an ellipsoid (ellipsoid_point.h).

#include "limber/shapes/ellipsoid_point.h"

#include <algorithm>
#include <cmath>

#include "limber/math/portable.h"

namespace limber {

namespace {

double quotient(double dividend, double divisor) {
  return dividend == 0.0 ? 0.0 : dividend / divisor;
}

struct SecularEquation {
  Vec3 weight;  // r_i |y_i|
  Vec3 gap;     // r_i^2 - r_min^2

  // Where Newton's method on 1/|z| goes from mu.
  double next(double mu) const {
    double squares = 0.0, slope = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double z = quotient(weight[i], gap[i] + mu);
      squares += z * z;
      slope += quotient(z * z, gap[i] + mu);
    }
    const double length = std::sqrt(squares);
    return length > 1.0 ? mu + (length - 1.0) * squares / slope : mu;
  }

  double root(double start) const {
    double mu = start;
    for (int iteration = 0; iteration < 60; ++iteration) {
      const double better = next(mu);
      if (!(better > mu * (1.0 + 4e-16))) break;
      mu = better;
    }
    return mu;
  }
};

}  // namespace

EllipsoidPoint nearest_on_ellipsoid(const Vec3& radii, const Vec3& y) noexcept {
  int flat = 0;  // the axis of the smallest radius
  const double smallest = radii.minCoeff(&flat);
  SecularEquation equation;
  equation.weight = radii.cwiseProduct(y.cwiseAbs());
  for (int i = 0; i < 3; ++i) equation.gap[i] = (radii[i] - smallest) * (radii[i] + smallest);

  // If no term is singular at mu = 0 and |z(0)| < 1, y lies in the middle plane and the nearest point does
  // not (on a disc: it lies on the face). Then mu = 0, and the flat axis alone makes |z| = 1.
  double below = 0.0;
  bool bounded = true;
  for (int i = 0; i < 3; ++i) {
    if (equation.gap[i] == 0.0 && equation.weight[i] > 0.0) bounded = false;
    if (equation.gap[i] > 0.0) below += portable::pow(equation.weight[i] / equation.gap[i], 2);
  }
  const bool aside = bounded && below < 1.0;

  EllipsoidPoint result;
  Vec3 g;
  double mu = 0.0;
  if (aside && smallest == 0.0) {  // on the face of a disc, on the length of a needle
    for (int i = 0; i < 3; ++i) result.point[i] = radii[i] > 0.0 ? y[i] : 0.0;
  } else if (aside) {
    const double height = std::copysign(std::sqrt(1.0 - below), y[flat]);
    for (int i = 0; i < 3; ++i) {
      const double q = quotient(y[i], equation.gap[i]);
      result.point[i] = equation.gap[i] == 0.0 ? 0.0 : radii[i] * radii[i] * q;
      g[i] = equation.gap[i] == 0.0 ? 0.0 : smallest * q;
    }
    result.point[flat] = smallest * height;
    g[flat] = height;
  } else {
    mu = equation.root(std::max(0.0, (equation.weight - equation.gap).maxCoeff()));
    for (int i = 0; i < 3; ++i) {
      g[i] = quotient(y[i], equation.gap[i] + mu);
      result.point[i] = radii[i] * quotient(radii[i] * y[i], equation.gap[i] + mu);
    }
  }
  for (int i = 0; i < 3; ++i) {
    const double stretched = equation.gap[i] + mu;
    result.shrink[i] = radii[i] == 0.0 ? 0.0 : stretched > 0.0 ? radii[i] * radii[i] / stretched : 1.0;
  }
  if (smallest == 0.0) {  // nothing is inside
    g = y - result.point;
    if (g.norm() <= 1e-15 * radii.maxCoeff()) g.setZero();
  }
  result.normal = g.stableNormalized();
  if (result.normal.isZero(0.0)) result.normal = Vec3::Unit(flat);
  result.distance = result.normal.dot(y - result.point);
  return result;
}

}  // namespace limber

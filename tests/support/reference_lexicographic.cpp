#include "support/reference_lexicographic.h"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace limber::test {

namespace {

void append(Eigen::MatrixXd& m, VecX& r, const Eigen::MatrixXd& rows, const VecX& rhs) {
  Eigen::MatrixXd grown(m.rows() + rows.rows(), rows.cols());
  grown << m, rows;
  VecX longer(r.size() + rhs.size());
  longer << r, rhs;
  m = grown;
  r = longer;
}

}  // namespace

VecX interior_point(const Eigen::MatrixXd& h, const VecX& g, const Eigen::MatrixXd& all_rows,
                    const VecX& all_rhs) {
  // Rows that no longer depend on the unknowns have nothing to say, and rounding would make them contradict.
  Eigen::MatrixXd m(0, all_rows.cols());
  VecX r(0);
  for (Eigen::Index i = 0; i < all_rhs.size(); ++i) {
    if (all_rows.row(i).norm() > 1e-9) append(m, r, all_rows.row(i), all_rhs.segment(i, 1));
  }
  const Eigen::Index n = g.size(), k = r.size();
  VecX u = VecX::Zero(n);
  if (n == 0) return u;
  const Eigen::MatrixXd regular = h + 1e-13 * (1 + h.norm()) * Eigen::MatrixXd::Identity(n, n);
  if (k == 0) return regular.ldlt().solve(g);
  VecX s = (r - m * u).cwiseMax(1.0), y = VecX::Ones(k);
  for (int round = 0; round < 100; ++round) {
    const VecX dual = regular * u - g + m.transpose() * y, primal = m * u + s - r;
    const double gap = s.dot(y) / static_cast<double>(k);
    if (dual.norm() < 1e-13 && primal.norm() < 1e-13 && gap < 1e-16) break;
    const Eigen::LDLT<Eigen::MatrixXd> factor(
        Eigen::MatrixXd(regular + m.transpose() * (y.array() / s.array()).matrix().asDiagonal() * m));
    const auto direction = [&](const VecX& complement, VecX& du, VecX& ds, VecX& dy) {
      // s dy + y ds = -complement, m du + ds = -primal, h du + m^T dy = -dual
      const VecX t = ((y.array() * primal.array() - complement.array()) / s.array()).matrix();
      du = factor.solve(-dual - m.transpose() * t);
      ds = -primal - m * du;
      dy = ((-complement.array() - y.array() * ds.array()) / s.array()).matrix();
    };
    const auto longest = [](const VecX& v, const VecX& dv) {
      double t = 1.0;
      for (Eigen::Index i = 0; i < v.size(); ++i) {
        if (dv[i] < 0) t = std::min(t, -v[i] / dv[i]);
      }
      return t;
    };
    VecX du, ds, dy;
    direction(s.cwiseProduct(y), du, ds, dy);
    const double affine = std::min(longest(s, ds), longest(y, dy));
    const double predicted = (s + affine * ds).dot(y + affine * dy) / static_cast<double>(k);
    const double center = std::pow(predicted / gap, 3);
    direction(s.cwiseProduct(y) + ds.cwiseProduct(dy) - VecX::Constant(k, center * gap), du, ds, dy);
    if (!du.allFinite() || !ds.allFinite() || !dy.allFinite()) break;  // as near as rounding allows
    const double t = std::min(1.0, 0.995 * std::min(longest(s, ds), longest(y, dy)));
    u += t * du;
    s += t * ds;
    y += t * dy;
  }
  return u;
}

namespace {

// Orthonormal basis of the null space.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& e) {
  if (e.rows() == 0) return Eigen::MatrixXd::Identity(e.cols(), e.cols());
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(e, Eigen::ComputeFullV);
  const double tolerance = 1e-9 * std::max(1.0, svd.singularValues()[0]);
  const Eigen::Index rank = (svd.singularValues().array() > tolerance).count();
  return svd.matrixV().rightCols(e.cols() - rank);
}

}  // namespace

VecX reference_lexicographic(const VecX& lower, const VecX& upper, const std::vector<ReferenceLevel>& levels,
                             const VecX& z) {
  const Eigen::Index n = z.size();
  Eigen::MatrixXd fixed(0, n), bounded(0, n);  // fixed x = const (through x itself), bounded x <= limit
  VecX limit(0);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::MatrixXd unit = VecX::Unit(n, i).transpose();
    if (std::isfinite(upper[i])) append(bounded, limit, unit, VecX::Constant(1, upper[i]));
    if (std::isfinite(lower[i])) append(bounded, limit, -unit, VecX::Constant(1, -lower[i]));
  }
  VecX x = VecX::Zero(n);
  for (const ReferenceLevel& level : levels) {
    const Eigen::MatrixXd basis = null_space(fixed);
    const Eigen::Index free = basis.cols(), soft = level.d.size();
    // Unknowns: x = x0 + basis u, and the excess w of every inequality of this level.
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(free + soft, free + soft);
    VecX g = VecX::Zero(free + soft);
    const Eigen::MatrixXd restricted = level.a * basis;
    h.topLeftCorner(free, free) = restricted.transpose() * restricted;
    h.bottomRightCorner(soft, soft).setIdentity();
    g.head(free) = restricted.transpose() * (level.b - level.a * x);
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(bounded.rows() + soft, free + soft);
    m.topLeftCorner(bounded.rows(), free) = bounded * basis;
    m.bottomLeftCorner(soft, free) = level.c * basis;
    m.bottomRightCorner(soft, soft) = -Eigen::MatrixXd::Identity(soft, soft);
    VecX r(bounded.rows() + soft);
    r << limit - bounded * x, level.d - level.c * x;
    const VecX u = interior_point(h, g, m, r);
    x += basis * u.head(free);
    VecX none(0), unused(fixed.rows());
    append(fixed, unused, level.a, level.b);
    for (Eigen::Index i = 0; i < soft; ++i) {
      const Eigen::MatrixXd row = level.c.row(i);
      if (u[free + i] > 1e-6) {
        VecX ignored(fixed.rows());
        append(fixed, ignored, row, VecX::Zero(1));  // violated as little as can be: so it stays
      } else {
        append(bounded, limit, row, VecX::Constant(1, level.d[i]));
      }
    }
  }
  const Eigen::MatrixXd basis = null_space(fixed);
  const VecX u = interior_point(Eigen::MatrixXd::Identity(basis.cols(), basis.cols()),
                                basis.transpose() * (z - x), bounded * basis, limit - bounded * x);
  return x + basis * u;
}

}  // namespace limber::test

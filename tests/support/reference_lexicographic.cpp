#include "support/reference_lexicographic.h"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

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
                    const VecX& all_rhs, VecX* multipliers, double* error) {
  // Rows that no longer depend on the unknowns have nothing to say, and rounding would make them contradict.
  Eigen::MatrixXd m(0, all_rows.cols());
  VecX r(0);
  std::vector<Eigen::Index> used;
  if (multipliers) *multipliers = VecX::Zero(all_rhs.size());
  for (Eigen::Index i = 0; i < all_rhs.size(); ++i) {
    if (all_rows.row(i).norm() <= 1e-9) continue;
    append(m, r, all_rows.row(i), all_rhs.segment(i, 1));
    used.push_back(i);
  }
  const Eigen::Index n = g.size(), k = r.size();
  if (n == 0) return VecX::Zero(n);
  const Eigen::MatrixXd regular = h + 1e-13 * (1 + h.norm()) * Eigen::MatrixXd::Identity(n, n);
  if (k == 0) return regular.ldlt().solve(g);
  VecX best_u = VecX::Zero(n), best_y = VecX::Zero(k);
  double best = std::numeric_limits<double>::infinity();
  // Near the end rounding may lead it astray: the best point counts. From other starts it may get nearer.
  for (const double start : {1.0, 30.0, 0.03}) {
    VecX u = VecX::Zero(n), s = r.cwiseMax(start), y = VecX::Constant(k, start);
    for (int round = 0; round < 80 && best > 1e-13; ++round) {
      const VecX dual = regular * u - g + m.transpose() * y, primal = m * u + s - r;
      const double gap = s.dot(y) / static_cast<double>(k);
      const double off = dual.norm() + primal.norm() + gap;
      if (off < best) best = off, best_u = u, best_y = y;
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
    if (best < 1e-11) break;
  }
  for (Eigen::Index i = 0; i < k && multipliers; ++i) {
    (*multipliers)[used[static_cast<std::size_t>(i)]] = best_y[i];
  }
  if (error) *error = std::max(*error, best);
  return best_u;
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
                             const VecX& z, const std::vector<double>& lambda, double* error) {
  const Eigen::Index n = z.size();
  Eigen::MatrixXd fixed(0, n), bounded(0, n);  // fixed x = const (through x itself), bounded x <= limit
  VecX limit(0);
  const auto fix = [&](const Eigen::MatrixXd& row) {
    VecX unused(fixed.rows());
    append(fixed, unused, row, VecX::Zero(row.rows()));
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::MatrixXd unit = VecX::Unit(n, i).transpose();
    if (lower[i] == upper[i]) {
      fix(unit);
      continue;
    }
    if (std::isfinite(upper[i])) append(bounded, limit, unit, VecX::Constant(1, upper[i]));
    if (std::isfinite(lower[i])) append(bounded, limit, -unit, VecX::Constant(1, -lower[i]));
  }
  VecX x = VecX::Zero(n), home = VecX::Zero(n);  // home: where a restricted level left the unknowns
  const auto go_nearest = [&](const VecX& target) {
    const Eigen::MatrixXd basis = null_space(fixed);
    const Eigen::Index free = basis.cols();
    x += basis * interior_point(Eigen::MatrixXd::Identity(free, free), basis.transpose() * (target - x),
                                bounded * basis, limit - bounded * x, nullptr, error);
  };
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const ReferenceLevel& level = levels[l];
    const double damping = lambda.empty() ? 0.0 : lambda[l];
    const bool restricted = level.allowed.size() > 0;
    Eigen::MatrixXd a = level.a, c = level.c, unmoved = fixed;
    if (restricted) {
      a = a.cwiseProduct(level.allowed.topRows(a.rows()).cast<double>());
      c = c.cwiseProduct(level.allowed.bottomRows(c.rows()).cast<double>());
      for (Eigen::Index i = 0; i < n; ++i) {
        VecX ignored(unmoved.rows());
        if (!level.allowed.col(i).any())
          append(unmoved, ignored, VecX::Unit(n, i).transpose(), VecX::Zero(1));
      }
    }
    if (restricted || damping > 0) go_nearest(home);
    const Eigen::MatrixXd basis = null_space(unmoved);
    const Eigen::Index free = basis.cols(), soft = level.d.size();
    // Unknowns: x = x0 + basis u, and the excess w of every inequality of this level.
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(free + soft, free + soft);
    VecX g = VecX::Zero(free + soft);
    const Eigen::MatrixXd own = a * basis;
    h.topLeftCorner(free, free) =
        own.transpose() * own + damping * damping * Eigen::MatrixXd::Identity(free, free);
    h.bottomRightCorner(soft, soft).setIdentity();
    g.head(free) = own.transpose() * (level.b - level.a * x);
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(bounded.rows() + soft, free + soft);
    m.topLeftCorner(bounded.rows(), free) = bounded * basis;
    m.bottomLeftCorner(soft, free) = c * basis;
    m.bottomRightCorner(soft, soft) = -Eigen::MatrixXd::Identity(soft, soft);
    VecX r(bounded.rows() + soft);
    r << limit - bounded * x, level.d - level.c * x;
    VecX multipliers;
    x += basis * interior_point(h, g, m, r, &multipliers, error).head(free);
    fix(level.a);
    // What a level pushes against for all it is worth can never be left again. Said as an equality, because
    // the method needs room inside the inequalities.
    for (Eigen::Index i = 0; i < bounded.rows() && !restricted && damping == 0; ++i) {
      if (multipliers[i] > 1e-6) fix(bounded.row(i));
    }
    for (Eigen::Index i = 0; i < soft; ++i) {
      const Eigen::MatrixXd row = level.c.row(i);
      const double violation = level.c.row(i).dot(x) - level.d[i];
      if (violation > 1e-6) {
        fix(row);  // violated as little as can be: so it stays
      } else {
        append(bounded, limit, row, VecX::Constant(1, std::max(level.d[i], level.d[i] + violation)));
      }
    }
    if (restricted) {
      // Unknowns it may use take the shortest way; the others stay.
      const Eigen::MatrixXd before = fixed;
      for (Eigen::Index i = 0; i < n; ++i) {
        if (!level.allowed.col(i).any()) fix(VecX::Unit(n, i).transpose());
      }
      if (damping == 0) go_nearest(home);
      fixed = before;
      home = x;
    }
  }
  go_nearest(z + home);
  return x;
}

}  // namespace limber::test

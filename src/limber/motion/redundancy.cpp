// The methods, each as one linear system.

#include "limber/motion/redundancy.h"

#include <algorithm>
#include <cmath>

namespace limber {

using Eigen::MatrixXd;

void DampedGram::factorise(const RowMatrix& jacobian, const VecX* diagonal) {
  size_ = static_cast<int>(jacobian.rows());
  const Eigen::Index n = jacobian.cols();
  lower_.resize(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_));
  const RowMatrix* left = &jacobian;
  if (diagonal) {
    if (scaled_.rows() != size_ || scaled_.cols() != n) scaled_.resize(size_, n);
    for (int r = 0; r < size_; ++r) scaled_.row(r) = jacobian.row(r).cwiseProduct(diagonal->transpose());
    left = &scaled_;
  }
  const auto entry = [&](int r, int c) -> double& { return at(lower_, r * size_ + c); };
  double largest = 0.0;
  for (int r = 0; r < size_; ++r) {
    for (int c = 0; c <= r; ++c) entry(r, c) = left->row(r).dot(jacobian.row(c));
    largest = std::max(largest, entry(r, r));
  }
  // Cholesky; a pivot that is too small is raised, as if that row had a little of its own.
  damping_ = 0.0;
  const double least = std::max(least_pivot * largest, std::numeric_limits<double>::min());
  for (int c = 0; c < size_; ++c) {
    double pivot = entry(c, c);
    for (int k = 0; k < c; ++k) pivot -= entry(c, k) * entry(c, k);
    if (pivot < least) {
      damping_ = std::max(damping_, least - pivot);
      pivot = least;
    }
    const double root = std::sqrt(pivot);
    entry(c, c) = root;
    for (int r = c + 1; r < size_; ++r) {
      double sum = entry(r, c);
      for (int k = 0; k < c; ++k) sum -= entry(r, k) * entry(c, k);
      entry(r, c) = sum / root;
    }
  }
}

void DampedGram::solve(VecX& b) const noexcept {
  const auto entry = [&](int r, int c) { return at(lower_, r * size_ + c); };
  for (int r = 0; r < size_; ++r) {
    double sum = b[r];
    for (int c = 0; c < r; ++c) sum -= entry(r, c) * b[c];
    b[r] = sum / entry(r, r);
  }
  for (int r = size_; r-- > 0;) {
    double sum = b[r];
    for (int c = r + 1; c < size_; ++c) sum -= entry(c, r) * b[c];
    b[r] = sum / entry(r, r);
  }
}

double free_gradient_length(const RowMatrix& jacobian, const VecX& gradient) {
  DampedGram gram;
  gram.factorise(jacobian, nullptr);
  VecX lambda = jacobian * gradient;
  gram.solve(lambda);
  return (gradient - jacobian.transpose() * lambda).norm();
}

Redundancy::Redundancy(RedundancyMethod method, int dofs, double gain, EstimateTuning tuning)
    : method_(method), n_(dofs), gain_(gain), tuning_(tuning) {
  velocity_ = inverse_ = residual_ = projected_ = search_ = along_ = VecX::Zero(dofs);
}

void Redundancy::freeze(int dof, double speed) {
  frozen_.resize(static_cast<std::size_t>(n_), 0);
  at(frozen_, dof) = 1;
  velocity_[dof] = speed;
}

void Redundancy::release() {
  std::fill(frozen_.begin(), frozen_.end(), std::uint8_t{0});
}

void Redundancy::begin(const VecX& velocity) {
  forget();
  velocity_ = velocity;
  has_velocity_ = true;
}

void Redundancy::forget() {
  has_velocity_ = has_basis_ = has_step_ = false;
  coordinate_ = 0;
}

const VecX& Redundancy::velocity(CurvedRows& rows, const VecX& xd, const CriterionNow& c, double dt) {
  const RowMatrix& j = rows.jacobian();
  if (lambda_.size() != j.rows()) {
    lambda_ = small_ = VecX::Zero(j.rows());
    has_basis_ = has_step_ = false;  // another null space
  }
  if (j.rows() >= n_) {  // of which nothing is left
    by_gradient(j, xd, c);
    return velocity_;
  }
  switch (method_) {
    case RedundancyMethod::pseudo_inverse:
      by_gradient(j, xd, c);
      break;
    case RedundancyMethod::simplified:
      c.full ? by_extension(rows, xd, c, dt) : by_weights(j, xd, c);
      break;
    case RedundancyMethod::original:
    case RedundancyMethod::estimated:
    case RedundancyMethod::klein_second:
      by_extension(rows, xd, c, dt);
      break;
    case RedundancyMethod::klein_first:
      by_rates(rows, xd, c);
      break;
    case RedundancyMethod::repeatable:
      by_corrections(rows, xd, c);
      break;
  }
  return velocity_;
}

// qd = J+ (xd + gain J grad) - gain grad: the projector is never formed.
void Redundancy::by_gradient(const RowMatrix& j, const VecX& xd, const CriterionNow& c) {
  gram_.factorise(j, nullptr);
  small_.noalias() = j * c.gradient;
  small_ = xd + gain_ * small_;
  gram_.solve(small_);
  velocity_.noalias() = j.transpose() * small_;
  velocity_ -= gain_ * c.gradient;
}

// The same with weights: A = J H^-1 J^T, qd = H^-1 (J^T A^-1 (xd + gain J H^-1 grad) - gain grad).
void Redundancy::by_weights(const RowMatrix& j, const VecX& xd, const CriterionNow& c) {
  inverse_ = c.diagonal.cwiseInverse();
  gram_.factorise(j, &inverse_);
  projected_ = inverse_.cwiseProduct(c.gradient);
  small_.noalias() = j * projected_;
  small_ = xd + gain_ * small_;
  gram_.solve(small_);
  velocity_.noalias() = j.transpose() * small_;
  velocity_ = inverse_.cwiseProduct(velocity_ - gain_ * c.gradient);
}

// Now and then made anew, so that rounding does not add up.
void Redundancy::take_basis(const RowMatrix& j) {
  constexpr int most_without_new = 256;
  const bool fits = has_basis_ && basis_.cols() == j.cols() - j.rows();
  has_basis_ = true;
  if (fits && ++bases_since_new_ < most_without_new) {
    const NearestBasis nearest(j, basis_);
    if (nearest.is_near()) {
      basis_ = nearest.basis();
      return;
    }
  }
  bases_since_new_ = 0;
  basis_ = fits ? aligned(null_space_basis(j), basis_) : null_space_basis(j);
}

// (J2)_ik = grad . dv_i/dq_k, by central differences of bases nearest to the present one.
MatrixXd Redundancy::basis_derivative(CurvedRows& rows, const VecX& gradient) {
  constexpr double step_length = 1e-5;  // [rad] its square is 1e-10, rounding 1e-11
  MatrixXd result(basis_.cols(), n_);
  const VecX seen = basis_.transpose() * gradient;
  VecX step = VecX::Zero(n_);
  RowMatrix there = rows.jacobian();
  for (int k = 0; k < n_; ++k) {
    const auto change = [&](double side) -> VecX {
      step[k] = side * step_length;
      rows.jacobian_after(step, there);
      step[k] = 0.0;
      const NearestBasis nearest(there, basis_);
      // A null space that turns to a right angle within the step, at a singular posture, has no derivative.
      // (To look for the nearest basis all the same would take n^3 for each of these, minutes for 360
      // joints.)
      if (!nearest.is_near()) return VecX::Zero(seen.size());
      return nearest.change(gradient, seen);
    };
    result.col(k) = (change(1.0) - change(-1.0)) / (2.0 * step_length);
  }
  return result;
}

// What the last step taught: G' - G + gain G dt is what V^T H + S missed of it.
void Redundancy::learn(const VecX& free_gradient, double dt) {
  const double lam = tuning_.forgetting;
  const Eigen::Index free = basis_.cols();
  const bool fits = has_step_ && estimate_.rows() == free && last_gradient_.size() == free;
  const double square = has_step_ ? last_step_.squaredNorm() : 0.0;
  if (!fits || precision_.size() == 0) {
    estimate_.setZero(free, n_);
    precision_.resize(0, 0);
  }
  if (square > 0.0) {
    const double information = square / (1.0 - lam);
    const bool starts = precision_.size() == 0;
    // The ridge follows the speed slowly, as fast as the estimate forgets.
    ridge_ = starts ? tuning_.ridge * information : lam * ridge_ + (1.0 - lam) * tuning_.ridge * information;
    if (starts) precision_ = MatrixXd::Identity(n_, n_) / ridge_;
    if (fits) {
      const VecX missed = free_gradient - last_gradient_ + gain_ * dt * last_gradient_;
      VecX gain = precision_ * last_step_;
      precision_ = (precision_ - gain * gain.transpose() / (lam + last_step_.dot(gain))) / lam;
      precision_ = 0.5 * (precision_ + precision_.transpose().eval());
      gain = precision_ * last_step_;
      estimate_ += missed * gain.transpose();
    }
  }
  if (precision_.size() == 0) return;
  // What forgetting takes of the ridge is given back, one coordinate a step.
  double kept = 1.0;
  for (int k = 0; k < n_; ++k) kept *= lam;
  const double back = ridge_ * (1.0 - kept);
  const VecX column = precision_.col(coordinate_);
  const double below = 1.0 / back + column[coordinate_];
  estimate_ -= (estimate_.col(coordinate_) * column.transpose() / below).eval();
  precision_ -= column * column.transpose() / below;
  coordinate_ = (coordinate_ + 1) % n_;
  if (!precision_.allFinite() || !estimate_.allFinite()) {
    precision_.resize(0, 0);
    estimate_.setZero();
  }
}

void Redundancy::by_extension(CurvedRows& rows, const VecX& xd, const CriterionNow& c, double dt) {
  const RowMatrix& j = rows.jacobian();
  const Eigen::Index m = j.rows();
  take_basis(j);
  const VecX free_gradient = basis_.transpose() * c.gradient;
  MatrixXd system(n_, n_);
  system.topRows(m) = j;
  if (c.full) {
    system.bottomRows(n_ - m).noalias() = basis_.transpose() * *c.full;
  } else {
    system.bottomRows(n_ - m) = basis_.transpose() * c.diagonal.asDiagonal();
  }
  if (method_ == RedundancyMethod::original) {
    system.bottomRows(n_ - m) += basis_derivative(rows, c.gradient);
  } else if (method_ == RedundancyMethod::klein_second) {
    gram_.factorise(j, nullptr);
    lambda_.noalias() = j * c.gradient;
    gram_.solve(lambda_);
    MatrixXd curvature;
    rows.curvature(lambda_, curvature);
    system.bottomRows(n_ - m).noalias() -= basis_.transpose() * curvature;
  } else if (method_ == RedundancyMethod::estimated) {
    learn(free_gradient, dt);
    system.bottomRows(n_ - m) += estimate_;
  }
  VecX right(n_);
  right << xd, -gain_ * free_gradient;
  velocity_ = system.partialPivLu().solve(right);
  last_gradient_ = free_gradient;
  last_step_ = dt * velocity_;
  has_step_ = true;
}

// Unknowns qd and, for each basis vector, its rate vd_i:
//   J qd = xd;   v_i^T H qd + grad^T vd_i = -gain G_i;   Qm_i qd + J vd_i = 0;   V^T vd_i = 0
// column k of Qm_i being (dJ/dq_k) v_i, its row r  Q_r^T v_i.
void Redundancy::by_rates(CurvedRows& rows, const VecX& xd, const CriterionNow& c) {
  const RowMatrix& j = rows.jacobian();
  const Eigen::Index m = j.rows(), free = n_ - m, size = n_ + n_ * free;
  take_basis(j);
  std::vector<MatrixXd> second(static_cast<std::size_t>(m));
  for (Eigen::Index r = 0; r < m; ++r) rows.curvature(VecX::Unit(m, r), second[static_cast<std::size_t>(r)]);
  MatrixXd hessian = c.full ? *c.full : MatrixXd(c.diagonal.asDiagonal());
  MatrixXd system = MatrixXd::Zero(size, size);
  VecX right = VecX::Zero(size);
  system.topLeftCorner(m, n_) = j;
  right.head(m) = xd;
  for (Eigen::Index i = 0; i < free; ++i) {
    const Eigen::Index column = n_ + i * n_;
    Eigen::Index row = m + i;
    system.row(row).head(n_) = basis_.col(i).transpose() * hessian;
    system.row(row).segment(column, n_) = c.gradient.transpose();
    right[row] = -gain_ * basis_.col(i).dot(c.gradient);
    row = n_ + i * n_;
    for (Eigen::Index r = 0; r < m; ++r)
      system.row(row + r).head(n_) = basis_.col(i).transpose() * second[static_cast<std::size_t>(r)];
    system.block(row, column, m, n_) = j;
    system.block(row + m, column, free, n_) = basis_.transpose();
  }
  velocity_ = system.partialPivLu().solve(right).head(n_);
}

// along_ = r - J^T A^-1 J H^-1 r, out = H^-1 along_: what of r the task leaves, in the metric of H. Twice: r
// may be large along the task, and what rounding leaves of that has no curvature to speak of.
void Redundancy::project(const RowMatrix& j, const VecX& weights, const VecX& r, VecX& out) {
  along_ = r;
  for (int twice = 0; twice < 2; ++twice) {
    small_.noalias() = gram_.scaled() * along_;
    gram_.solve(small_);
    along_.noalias() -= j.transpose() * small_;
  }
  out = weights.cwiseProduct(along_);
}

// projected_ <- the velocity with H in place of W; what is frozen moves as it must.
void Redundancy::simplify(const RowMatrix& j, const VecX& xd, const CriterionNow& c) {
  search_ = inverse_.cwiseProduct(c.gradient);
  projected_.setZero();
  for (std::size_t i = 0; i < frozen_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (frozen_[i] != 0) projected_[k] = velocity_[k];
  }
  along_ = gain_ * search_ - projected_;
  small_.noalias() = j * along_;
  small_ += xd;
  gram_.solve(small_);
  along_.noalias() = j.transpose() * small_;
  projected_ += inverse_.cwiseProduct(along_) - gain_ * search_;
}

void Redundancy::by_corrections(CurvedRows& rows, const VecX& xd, const CriterionNow& c) {
  const RowMatrix& j = rows.jacobian();
  if (!has_velocity_) {
    velocity_.setZero();
    has_velocity_ = true;
  }
  inverse_ = c.diagonal.cwiseInverse();
  along_.setOnes();
  // What is infinitely dear does not move.
  for (std::size_t i = 0; i < frozen_.size(); ++i) {
    if (frozen_[i] != 0) inverse_[static_cast<Eigen::Index>(i)] = along_[static_cast<Eigen::Index>(i)] = 0.0;
  }
  gram_.factorise(j, &along_);
  lambda_.noalias() = gram_.scaled() * c.gradient;
  gram_.solve(lambda_);
  gram_.factorise(j, &inverse_);
  // W d = H d - C(lambda) d
  const auto times_w = [&](const VecX& d, VecX& out) {
    rows.product(lambda_, d, out);
    if (const VecX* known = rows.criterion_along()) {
      out = *known - out;
    } else if (c.full) {
      out = *c.full * d - out;
    } else {
      out = c.diagonal.cwiseProduct(d) - out;
    }
  };
  // From the velocity of the last step, brought to what the task asks for now.
  small_.noalias() = j * velocity_;
  small_ = xd - small_;
  gram_.solve(small_);
  velocity_.noalias() += gram_.scaled().transpose() * small_;
  times_w(velocity_, residual_);
  residual_ += gain_ * c.gradient;
  project(j, inverse_, residual_, projected_);
  search_ = -projected_;
  double slope = along_.dot(projected_);
  for (int round = 0; round < corrections && slope > 0.0; ++round) {
    times_w(search_, along_);
    // Relative to that of H, which is `slope`.
    const double curvature = search_.dot(along_) / slope;
    const double length = 1.0 / std::max(curvature, flat);
    velocity_ += length * search_;
    if (curvature < firm) {  // the optimum bends away here, or is none: towards what H alone says
      simplify(j, xd, c);
      const double part = std::clamp((curvature - flat) / (firm - flat), 0.0, 1.0);
      velocity_ = part * velocity_ + (1.0 - part) * projected_;
      break;
    }
    if (round + 1 == corrections) break;
    residual_ += length * along_;
    project(j, inverse_, residual_, projected_);
    const double next = along_.dot(projected_);
    search_ = next / slope * search_ - projected_;
    slope = next;
  }
}

}  // namespace limber

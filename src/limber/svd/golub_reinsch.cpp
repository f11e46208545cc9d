// Bidiagonalisation by reflections, then implicit QR steps on the bidiagonal (golub_reinsch.h).

#include "limber/svd/golub_reinsch.h"

#include <algorithm>
#include <cmath>

#include "limber/svd/plane_rotation.h"

namespace limber {

namespace {

constexpr int most_steps_per_value = 60;  // two or three are usual

using Strided = Eigen::Map<VecX, 0, Eigen::InnerStride<>>;

struct Reflection {
  double tau;   // I - tau v v^T, v = (1, tail); 0 if the tail is zero already
  double head;  // the first element after the reflection
};

// The reflection that turns (head, tail) into (head', 0). Leaves v in tail.
template <class Tail>
Reflection reflection(double head, Tail&& tail) {
  const double beyond = tail.squaredNorm();
  if (beyond == 0.0) return {0.0, head};
  const double norm = std::sqrt(head * head + beyond);
  const double result = head >= 0 ? -norm : norm;  // opposite sign: no cancellation
  tail *= 1.0 / (head - result);
  return {(result - head) / result, result};
}

}  // namespace

void GolubReinsch::prepare(int max_rows, int max_columns) {
  const auto rows = static_cast<std::size_t>(max_rows), columns = static_cast<std::size_t>(max_columns);
  const std::size_t least = std::min(rows, columns);
  a_.assign(rows * columns, 0.0);
  w_.assign(least * least, 0.0);
  z_.assign(least * least, 0.0);
  for (auto* values : {&d_, &f_, &tau_left_, &tau_right_}) values->assign(least, 0.0);
}

bool GolubReinsch::decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept {
  const bool tall = factors.rows() >= factors.columns();
  long_ = tall ? factors.rows() : factors.columns();
  short_ = factors.count();
  if (tall) {
    Eigen::Map<Eigen::MatrixXd>(a_.data(), long_, short_) = scale * matrix;
  } else {
    Eigen::Map<RowMatrix>(a_.data(), short_, long_) = scale * matrix;  // column-major: J^T
  }
  bidiagonalise();
  for (int i = 0; i < short_; ++i) {
    std::fill_n(w(i), short_, 0.0);
    std::fill_n(z(i), short_, 0.0);
    w(i)[i] = z(i)[i] = 1.0;
  }
  const bool converged = diagonalise();
  double* const left = tall ? factors.u(0) : factors.v(0);
  double* const right = tall ? factors.v(0) : factors.u(0);
  for (int i = 0; i < short_; ++i) {
    const double sign = at(d_, i) < 0 ? -1.0 : 1.0;
    factors.sigma(i) = std::abs(at(d_, i));
    double* const long_vector = left + static_cast<std::ptrdiff_t>(i) * long_;
    std::copy_n(w(i), short_, long_vector);
    std::fill_n(long_vector + short_, long_ - short_, 0.0);
    double* const short_vector = right + static_cast<std::ptrdiff_t>(i) * short_;
    for (int r = 0; r < short_; ++r) short_vector[r] = sign * z(i)[r];
  }
  reflect_left(left);
  reflect_right(right);
  return converged;
}

void GolubReinsch::bidiagonalise() noexcept {
  for (int k = 0; k < short_; ++k) {
    // Column k, below the diagonal.
    Eigen::Map<VecX> tail(column(k) + k + 1, long_ - k - 1);
    const Reflection below = reflection(column(k)[k], tail);
    at(d_, k) = below.head;
    at(tau_left_, k) = below.tau;
    for (int c = k + 1; c < short_ && below.tau != 0.0; ++c) {
      Eigen::Map<VecX> rest(column(c) + k + 1, long_ - k - 1);
      const double amount = below.tau * (column(c)[k] + tail.dot(rest));
      column(c)[k] -= amount;
      rest -= amount * tail;
    }
    if (k + 1 >= short_) continue;
    // Row k, right of the element beside the diagonal.
    const int beyond = short_ - k - 2;
    Strided across(column(k + 1) + k + (beyond > 0 ? long_ : 0), beyond, Eigen::InnerStride<>(long_));
    const Reflection right = reflection(column(k + 1)[k], across);
    at(f_, k) = right.head;
    at(tau_right_, k) = right.tau;
    if (right.tau == 0.0) continue;
    // Column by column: rows k + 1.. of the columns times (1, across), gathered in the first of them.
    for (int r = k + 1; r < long_; ++r) {
      double sum = column(k + 1)[r];
      for (int c = 0; c < beyond; ++c) sum += across[c] * column(k + 2 + c)[r];
      const double amount = right.tau * sum;
      column(k + 1)[r] -= amount;
      for (int c = 0; c < beyond; ++c) column(k + 2 + c)[r] -= amount * across[c];
    }
  }
}

bool GolubReinsch::diagonalise() noexcept {
  double largest = 0.0;
  for (int i = 0; i < short_; ++i) largest = std::max(largest, std::abs(at(d_, i)));
  for (int i = 0; i + 1 < short_; ++i) largest = std::max(largest, std::abs(at(f_, i)));
  const double negligible = double_epsilon * largest;
  int last = short_ - 1;
  for (int step = 0; step < most_steps_per_value * short_; ++step) {
    for (int i = 0; i < last; ++i) {
      if (std::abs(at(f_, i)) <= double_epsilon * (std::abs(at(d_, i)) + std::abs(at(d_, i + 1))))
        at(f_, i) = 0.0;
    }
    while (last > 0 && at(f_, last - 1) == 0.0) --last;
    if (last <= 0) return true;
    int first = last - 1;  // of the unreduced block that ends at `last`
    while (first > 0 && at(f_, first - 1) != 0.0) --first;
    int empty = first;
    while (empty <= last && std::abs(at(d_, empty)) > negligible) ++empty;
    if (empty > last) {
      qr_step(first, last);
    } else if (empty < last) {
      empty_row(empty, last);
    } else {
      empty_column(first, last);
    }
  }
  return false;
}

void GolubReinsch::qr_step(int first, int last) noexcept {
  // Wilkinson's shift: the eigenvalue of the trailing 2 x 2 of B^T B nearest to its last element.
  const double d1 = at(d_, last - 1), d2 = at(d_, last), f1 = at(f_, last - 1);
  const double f0 = last - 1 > first ? at(f_, last - 2) : 0.0;
  const double t11 = d1 * d1 + f0 * f0, t12 = d1 * f1, t22 = d2 * d2 + f1 * f1;
  const double half = 0.5 * (t11 - t22);
  const double root = std::sqrt(half * half + t12 * t12);
  const double below = half + (half >= 0 ? root : -root);
  const double shift = below == 0.0 ? t22 : t22 - t12 * t12 / below;
  double y = at(d_, first) * at(d_, first) - shift, x = at(d_, first) * at(f_, first);
  for (int k = first; k < last; ++k) {
    const PlaneRotation right = PlaneRotation::that_empties_second(y, x);
    if (k > first) at(f_, k - 1) = right.c * y + right.s * x;
    right.apply(at(d_, k), at(f_, k));
    x = right.s * at(d_, k + 1);
    at(d_, k + 1) *= right.c;
    right.apply(z(k), z(k + 1), short_);

    y = at(d_, k);
    const PlaneRotation left = PlaneRotation::that_empties_second(y, x);
    at(d_, k) = left.c * y + left.s * x;
    left.apply(at(f_, k), at(d_, k + 1));
    left.apply(w(k), w(k + 1), short_);
    if (k + 1 < last) {
      y = at(f_, k);
      x = left.s * at(f_, k + 1);
      at(f_, k + 1) *= left.c;
    }
  }
}

void GolubReinsch::empty_row(int row, int last) noexcept {
  at(d_, row) = 0.0;
  double bulge = at(f_, row);
  at(f_, row) = 0.0;
  for (int k = row + 1; k <= last && bulge != 0.0; ++k) {
    const PlaneRotation rotation = PlaneRotation::that_empties_second(at(d_, k), bulge);
    at(d_, k) = rotation.c * at(d_, k) + rotation.s * bulge;
    rotation.apply(w(k), w(row), short_);
    if (k == last) break;
    bulge = -rotation.s * at(f_, k);
    at(f_, k) *= rotation.c;
  }
}

void GolubReinsch::empty_column(int first, int last) noexcept {
  at(d_, last) = 0.0;
  double bulge = at(f_, last - 1);
  at(f_, last - 1) = 0.0;
  for (int k = last - 1; k >= first && bulge != 0.0; --k) {
    const PlaneRotation rotation = PlaneRotation::that_empties_second(at(d_, k), bulge);
    at(d_, k) = rotation.c * at(d_, k) + rotation.s * bulge;
    rotation.apply(z(k), z(last), short_);
    if (k == first) break;
    bulge = -rotation.s * at(f_, k - 1);
    at(f_, k - 1) *= rotation.c;
  }
}

void GolubReinsch::reflect_left(double* left) noexcept {
  for (int k = short_ - 1; k >= 0; --k) {
    if (at(tau_left_, k) == 0.0) continue;
    const Eigen::Map<const VecX> tail(column(k) + k + 1, long_ - k - 1);
    for (int c = 0; c < short_; ++c) {
      double* const x = left + static_cast<std::ptrdiff_t>(c) * long_ + k;
      Eigen::Map<VecX> rest(x + 1, long_ - k - 1);
      const double amount = at(tau_left_, k) * (*x + tail.dot(rest));
      *x -= amount;
      rest -= amount * tail;
    }
  }
}

void GolubReinsch::reflect_right(double* right) noexcept {
  for (int k = short_ - 3; k >= 0; --k) {
    if (at(tau_right_, k) == 0.0) continue;
    const int beyond = short_ - k - 2;
    const Strided across(column(k + 2) + k, beyond, Eigen::InnerStride<>(long_));
    for (int c = 0; c < short_; ++c) {
      double* const x = right + static_cast<std::ptrdiff_t>(c) * short_ + k + 1;
      Eigen::Map<VecX> rest(x + 1, beyond);
      const double amount = at(tau_right_, k) * (*x + across.dot(rest));
      *x -= amount;
      rest -= amount * across;
    }
  }
}

}  // namespace limber

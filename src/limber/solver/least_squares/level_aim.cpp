// Least squares in the coordinates of the factorisation, where the levels above are the first entries of y.

#include "limber/solver/least_squares/level_aim.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;
using Vector = Eigen::Map<VecX>;

// A bound of zero is taken as this: lambda would be infinite.
constexpr double least_bound = 1e-12;
// Where the working set alone uses up the bound, the level's own step has this much of its square left.
constexpr double least_share_of_bound = 1e-18;

}  // namespace

LevelAim::LevelAim(const LevelProblem& problem, const LevelPoint& point, const LevelFactors& factors,
                   int max_unknowns, int max_rows)
    : problem_(problem),
      point_(point),
      factors_(factors),
      step_(VecX::Zero(max_unknowns)),
      y_(VecX::Zero(max_unknowns)),
      gradient_(VecX::Zero(max_unknowns)),
      offset_(VecX::Zero(max_unknowns)),
      block_(max_rows, std::min(max_rows, max_unknowns)) {}

bool LevelAim::find(bool from_afar) noexcept {
  const int n = problem_.unknowns(), first = factors_.first_member_column(), w = factors_.own_column();
  const LevelStack& stack = factors_.stack();
  const WorkingSet& working = factors_.working();
  y_.head(n).setZero();
  if (from_afar) {
    for (int c = first; c < w; ++c) {
      const int member = factors_.member_at(c);
      double left = member >= 0 ? working.gap(working.member(member), point_.x()) : 0.0;
      for (int j = first; j < c; ++j) left -= stack.row(c)[j] * y_[j];
      y_[c] = left / stack.diagonal(c);
    }
  }
  if (point_.is_pull()) {
    offset_.head(n) = point_.target().head(n) - point_.x().head(n);
    stack.to_coordinates(offset_.data());
    y_.segment(w, n - w) = offset_.segment(w, n - w);
  } else if (!find_for_level(from_afar)) {
    return false;
  }
  step_.head(n) = y_.head(n);
  stack.from_coordinates(step_.data());
  for (int i = 0; i < n; ++i) {
    const int side = working.side(i);
    if (side != 0) step_[i] = from_afar && !working.is_permanent(i) ? side * working.gap(i, point_.x()) : 0.0;
    if (factors_.is_locked(i)) step_[i] = 0.0;
  }
  return true;
}

bool LevelAim::is_damped() const noexcept {
  return point_.own().damping.rule != LevelDamping::Rule::none || point_.own().least_lambda > 0;
}

bool LevelAim::find_for_level(bool from_afar) noexcept {
  const int n = problem_.unknowns(), w = factors_.own_column(), k = factors_.own_rank();
  const LevelProblem::Level& own = point_.own();
  lambda_ = 0.0;
  // The step so far, in coordinates: what is damped is the whole step, not only what is added to it now.
  const bool shortens = is_damped() && point_.has_moved();
  if (shortens) {
    point_.write_offset(offset_);
    factors_.stack().to_coordinates(offset_.data());
    y_.segment(w + k, n - w - k) = -offset_.segment(w + k, n - w - k);
  } else {
    offset_.head(n).setZero();
  }
  const bool square = factors_.counting_rows() == k;
  if (square && own.damping.rule != LevelDamping::Rule::fixed && own.least_lambda == 0 &&
      solve_triangle(from_afar, shortens)) {
    return true;
  }
  return solve_block(from_afar, shortens);
}

double LevelAim::right_side(int i, bool from_afar, bool shortens) const noexcept {
  const int first = factors_.first_member_column(), w = factors_.own_column(), k = factors_.own_rank();
  const double* row = factors_.stack().row(w + i);
  double b = point_.residual(factors_.counting_row(i));
  if (from_afar) b -= ConstVector(row + first, w - first).dot(y_.segment(first, w - first));
  if (shortens) {
    b += ConstVector(row + w, std::min(i, k)).dot(offset_.segment(w, std::min(i, k)));
    if (i < k) b += factors_.stack().diagonal(w + i) * offset_[w + i];
  }
  return b;
}

// Of the part of the step that the working set decides.
double LevelAim::fixed_square() const noexcept {
  const int first = factors_.first_member_column(), w = factors_.own_column();
  return (offset_ + y_).segment(first, w - first).squaredNorm();
}

// y is the whole step so far and now; what is added now remains.
void LevelAim::subtract_offset() noexcept {
  const int n = problem_.unknowns(), w = factors_.own_column(), k = factors_.own_rank();
  const LevelDamping& damping = point_.own().damping;
  double* const y = y_.data() + w;
  const double own = Vector(y, k).squaredNorm();
  Vector(y, k) -= offset_.segment(w, k);
  // Where no damping is needed, what the rows do not see stays as it is: to shorten it would gain nothing.
  if (damping.rule != LevelDamping::Rule::step_bound || lambda_ > 0) return;
  const double fixed = fixed_square();
  const double unseen = offset_.segment(w + k, n - w - k).squaredNorm();
  if (own + fixed + unseen <= damping.bound * damping.bound) y_.segment(w + k, n - w - k).setZero();
}

// All rows are independent and need no damping. False: the step would be too long.
bool LevelAim::solve_triangle(bool from_afar, bool shortens) noexcept {
  const int w = factors_.own_column(), k = factors_.own_rank();
  const LevelStack& stack = factors_.stack();
  const double bound = point_.own().damping.bound;
  double* const y = y_.data() + w;
  double square = 0.0;
  for (int i = 0; i < k; ++i) {
    const double b =
        right_side(i, from_afar, shortens) - ConstVector(stack.row(w + i) + w, i).dot(ConstVector(y, i));
    y[i] = b / stack.diagonal(w + i);
    square += y[i] * y[i];
  }
  const double fixed = fixed_square();
  if (is_damped() && !(square + fixed <= bound * bound)) return false;
  if (shortens) subtract_offset();
  return true;
}

bool LevelAim::solve_block(bool from_afar, bool shortens) noexcept {
  const int w = factors_.own_column(), k = factors_.own_rank(), m = factors_.counting_rows();
  const LevelStack& stack = factors_.stack();
  const LevelDamping& damping = point_.own().damping;
  const double least = point_.own().least_lambda;
  double* const y = y_.data() + w;
  block_.resize(m, k);
  for (int i = 0; i < m; ++i) {
    const double* row = stack.row(w + i) + w;
    for (int j = 0; j < k; ++j) block_.entry(i, j) = j < i ? row[j] : 0.0;
    if (i < k) block_.entry(i, i) = stack.diagonal(w + i);
    block_.right_side(i) = right_side(i, from_afar, shortens);
  }
  block_.reduce();
  if (damping.rule == LevelDamping::Rule::step_bound) {
    const double bound = std::max(damping.bound, least_bound);
    const double left = bound * bound - fixed_square();
    if (from_afar && left <= 0) return false;
    lambda_ = block_.solve_within(std::sqrt(std::max(left, least_share_of_bound * bound * bound)), least, y);
  } else {
    lambda_ = std::max(damping.rule == LevelDamping::Rule::fixed ? damping.lambda : 0.0, least);
    block_.solve(lambda_, y);
  }
  if (shortens) subtract_offset();
  return true;
}

void LevelAim::explain(int first) noexcept {
  const int n = problem_.unknowns(), held = factors_.first_member_column(), w = factors_.own_column();
  const LevelStack& stack = factors_.stack();
  if (point_.is_pull()) {
    gradient_.head(n) = point_.target().head(n) - point_.x().head(n);
    stack.to_coordinates(gradient_.data());
  } else {
    gradient_.head(w).setZero();
    for (int i = 0; i < factors_.counting_rows(); ++i) {
      const double left = point_.residual(factors_.counting_row(i));
      gradient_.head(w) += left * ConstVector(stack.row(w + i), w);
    }
    if (lambda_ > 0 && w > held) {
      point_.write_offset(offset_);
      stack.to_coordinates(offset_.data());
      gradient_.segment(held, w - held) -= lambda_ * lambda_ * offset_.segment(held, w - held);
    }
  }
  stack.explain(gradient_.data(), w, first);
}

}  // namespace limber

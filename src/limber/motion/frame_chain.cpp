// Conjugate gradients over all frames, each joint's own problem as preconditioner.

#include "limber/motion/frame_chain.h"

#include <algorithm>
#include <cmath>

#include "limber/motion/redundancy.h"

namespace limber {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;

namespace {

// What exceeding a limit costs, against the diagonal's largest entry, which is about 1, and against what
// bends the motion most: a wave from frame to frame.
constexpr double penalty = 300.0, penalty_of_waves = 1.0;
constexpr int most_newton_steps = 12;     // of one solve
constexpr int most_gradients = 400;       // iterations of one Newton step
constexpr double gradients_share = 1e-8;  // of the residual: less is nothing
constexpr int most_updates = 8;           // of the multipliers in one solve
constexpr double least_part_of_move = 1e-3;
constexpr int most_polishing = 4;
constexpr double kept = 1e-12;  // [rad] limits are exceeded by less

}  // namespace

// --- five diagonals

FiveDiagonals::FiveDiagonals(int systems, int frames, bool ring)
    : main(ArrayXXd::Zero(systems, frames)),
      next(main),
      after_next(main),
      frames_(frames),
      inner_(ring ? frames - 2 : frames),
      pivot_(main),
      below_(main),
      below2_(main) {}

// L D L^T of the inner frames; the last two of a ring are its border.
void FiveDiagonals::factorise() {
  for (int k = 0; k < inner_; ++k) {
    pivot_.col(k) = main.col(k);
    if (k > 1) {
      below2_.col(k) = after_next.col(k - 2) / pivot_.col(k - 2);
      pivot_.col(k) -= below2_.col(k).square() * pivot_.col(k - 2);
    }
    if (k > 0) {
      below_.col(k) = next.col(k - 1);
      if (k > 1) below_.col(k) -= below2_.col(k) * pivot_.col(k - 2) * below_.col(k - 1);
      below_.col(k) /= pivot_.col(k - 1);
      pivot_.col(k) -= below_.col(k).square() * pivot_.col(k - 1);
    }
  }
  if (inner_ == frames_) return;
  const int a = inner_, b = inner_ + 1;
  for (ArrayXXd& coupling : coupling_) coupling.setZero(main.rows(), frames_);
  coupling_[0].col(a - 1) += next.col(a - 1);
  coupling_[0].col(a - 2) += after_next.col(a - 2);
  coupling_[0].col(0) += after_next.col(a);
  coupling_[1].col(a - 1) += after_next.col(a - 1);
  coupling_[1].col(0) += next.col(b);
  coupling_[1].col(1) += after_next.col(b);
  for (int i = 0; i < 2; ++i) {
    border_[i] = coupling_[i];
    substitute(border_[i]);
  }
  corner_[0] = main.col(a) - (coupling_[0] * border_[0]).rowwise().sum();
  corner_[1] = next.col(a) - (coupling_[0] * border_[1]).rowwise().sum();
  corner_[2] = main.col(b) - (coupling_[1] * border_[1]).rowwise().sum();
  determinant_ = corner_[0] * corner_[2] - corner_[1].square();
}

void FiveDiagonals::substitute(ArrayXXd& b) const {
  for (int k = 0; k < inner_; ++k) {
    if (k > 0) b.col(k) -= below_.col(k) * b.col(k - 1);
    if (k > 1) b.col(k) -= below2_.col(k) * b.col(k - 2);
  }
  for (int k = inner_; k-- > 0;) {
    b.col(k) /= pivot_.col(k);
    if (k + 1 < inner_) b.col(k) -= below_.col(k + 1) * b.col(k + 1);
    if (k + 2 < inner_) b.col(k) -= below2_.col(k + 2) * b.col(k + 2);
  }
}

void FiveDiagonals::solve(ArrayXXd& b) const {
  substitute(b);
  if (inner_ == frames_) return;
  const auto inner = b.leftCols(inner_);
  ArrayXd rest[2];
  for (int i = 0; i < 2; ++i)
    rest[i] = b.col(inner_ + i) - (coupling_[i].leftCols(inner_) * inner).rowwise().sum();
  b.col(inner_) = (corner_[2] * rest[0] - corner_[1] * rest[1]) / determinant_;
  b.col(inner_ + 1) = (corner_[0] * rest[1] - corner_[1] * rest[0]) / determinant_;
  for (int k = 0; k < inner_; ++k)
    b.col(k) -= border_[0].col(k) * b.col(inner_) + border_[1].col(k) * b.col(inner_ + 1);
}

// --- the chain

FrameChain::FrameChain(int frame_count, int dofs, bool ring, double smoothness)
    : frames(static_cast<std::size_t>(frame_count)),
      steps(ArrayXXd::Zero(dofs, frame_count)),
      n_frames_(frame_count),
      n_(dofs),
      ring_(ring),
      square_(smoothness * smoothness),
      fourth_(square_ * square_),
      range_penalty_(penalty + penalty_of_waves * fourth_),
      step_penalty_(penalty * square_ + penalty_of_waves * fourth_),
      change_penalty_(penalty * fourth_),
      x_(steps),
      slope_(steps),
      search_(steps),
      product_(steps),
      preconditioned_(steps),
      residual_(steps),
      move_(steps),
      rows_met_(frames.size()),
      alone_(dofs, frame_count, ring) {
  ranges_ = speeds_ = changes_ = {steps, steps};
}

double FrameChain::step_limit(int k, int dof) const {
  const double usual = largest_step.size() > 0 ? largest_step[dof] : unlimited;
  return k == 0 && largest_first.size() > 0 ? std::min(usual, largest_first[dof]) : usual;
}

double FrameChain::cost() const {
  double sum = 0.0;
  for (int k = 0; k < step_count(); ++k) sum += 0.5 * square_ * steps.col(k).square().sum();
  for (int k = 0; k < n_frames_; ++k) {
    if (has_change(k)) sum += 0.5 * fourth_ * (steps.col(k) - steps.col(before(k))).square().sum();
  }
  return sum;
}

// A limit lower <= v <= upper with multiplier m and weight w counts as w/2 of the square of what
// v + m/w exceeds it by; m <- w times that.
void FrameChain::find_slope(bool improve) {
  exceeded_ = value_ = 0.0;
  const auto count = [&](double value, double lower, double upper, double weight, double& multiplier,
                         double& met) {
    const double shifted = value + multiplier / weight;
    const double excess = shifted - std::clamp(shifted, lower, upper);
    met = excess != 0.0 ? 1.0 : 0.0;
    exceeded_ = std::max(exceeded_, std::abs(value - std::clamp(value, lower, upper)));
    if (improve) multiplier = weight * excess;
    value_ += 0.5 * weight * excess * excess;
    return weight * excess;
  };
  for (int k = 0; k < n_frames_; ++k) {
    FrameRows& frame = frames[static_cast<std::size_t>(k)];
    slope_.col(k) = frame.gradient.array() + frame.diagonal.array() * x_.col(k);
    value_ += (x_.col(k) * (frame.gradient.array() + 0.5 * frame.diagonal.array() * x_.col(k))).sum();
    for (int i = 0; i < n_; ++i) {
      if (frame.lower[i] == -unlimited && frame.upper[i] == unlimited) continue;
      slope_(i, k) += count(x_(i, k), frame.lower[i], frame.upper[i], range_penalty_,
                            ranges_.multiplier(i, k), ranges_.met(i, k));
    }
    VecX& met = rows_met_[static_cast<std::size_t>(k)];
    const Eigen::Index rows = frame.at_most.rows();
    if (frame.multipliers.size() != rows) frame.multipliers = VecX::Zero(rows);
    if (met.size() != rows) met = VecX::Zero(rows);
    for (Eigen::Index r = 0; r < rows; ++r) {
      const double push = count(frame.at_most.row(r).dot(x_.col(k).matrix()), -unlimited, frame.room[r],
                                range_penalty_, frame.multipliers[r], met[r]);
      if (push != 0.0) slope_.col(k) += push * frame.at_most.row(r).transpose().array();
    }
  }
  for (int k = 0; k < step_count(); ++k) {
    for (int i = 0; i < n_; ++i) {
      const double step = steps(i, k) + x_(i, after(k)) - x_(i, k), limit = step_limit(k, i);
      double push = square_ * step;
      value_ += 0.5 * square_ * step * step;
      if (limit < unlimited)
        push += count(step, -limit, limit, step_penalty_, speeds_.multiplier(i, k), speeds_.met(i, k));
      slope_(i, after(k)) += push;
      slope_(i, k) -= push;
    }
  }
  for (int k = 0; k < n_frames_; ++k) {
    if (!has_change(k)) continue;
    const int a = before(k), b = after(k);
    for (int i = 0; i < n_; ++i) {
      const double change = steps(i, k) - steps(i, a) + x_(i, b) - 2.0 * x_(i, k) + x_(i, a);
      double push = fourth_ * change;
      value_ += 0.5 * fourth_ * change * change;
      if (largest_change.size() > 0)
        push += count(change, -largest_change[i], largest_change[i], change_penalty_,
                      changes_.multiplier(i, k), changes_.met(i, k));
      slope_(i, a) += push;
      slope_(i, k) -= 2.0 * push;
      slope_(i, b) += push;
    }
  }
}

void FrameChain::assemble() {
  FiveDiagonals& of = alone_;
  of.next.setZero();
  of.after_next.setZero();
  for (int k = 0; k < n_frames_; ++k) {
    const FrameRows& frame = frames[static_cast<std::size_t>(k)];
    of.main.col(k) = frame.diagonal.array() + range_penalty_ * ranges_.met.col(k);
    for (Eigen::Index r = 0; r < frame.at_most.rows(); ++r) {
      if (rows_met_[static_cast<std::size_t>(k)][r] != 0.0)
        of.main.col(k) += range_penalty_ * frame.at_most.row(r).transpose().array().square();
    }
  }
  for (int k = 0; k < step_count(); ++k) {
    const ArrayXd weight = (square_ + step_penalty_ * speeds_.met.col(k));
    of.main.col(k) += weight;
    of.main.col(after(k)) += weight;
    of.next.col(k) -= weight;
  }
  for (int k = 0; k < n_frames_; ++k) {
    if (!has_change(k)) continue;
    const int a = before(k), b = after(k);
    const ArrayXd weight = (fourth_ + change_penalty_ * changes_.met.col(k));
    of.main.col(a) += weight;
    of.main.col(k) += 4.0 * weight;
    of.main.col(b) += weight;
    of.next.col(a) -= 2.0 * weight;
    of.next.col(k) -= 2.0 * weight;
    of.after_next.col(a) += weight;
  }
  of.factorise();
}

void FrameChain::multiply(const ArrayXXd& p, ArrayXXd& out) const {
  for (int k = 0; k < n_frames_; ++k) {
    const FrameRows& frame = frames[static_cast<std::size_t>(k)];
    out.col(k) = (frame.diagonal.array() + range_penalty_ * ranges_.met.col(k)) * p.col(k);
    for (Eigen::Index r = 0; r < frame.at_most.rows(); ++r) {
      if (rows_met_[static_cast<std::size_t>(k)][r] != 0.0)
        out.col(k) += range_penalty_ * frame.at_most.row(r).dot(p.col(k).matrix()) *
                      frame.at_most.row(r).transpose().array();
    }
  }
  ArrayXd push(n_);
  for (int k = 0; k < step_count(); ++k) {
    push = (square_ + step_penalty_ * speeds_.met.col(k)) * (p.col(after(k)) - p.col(k));
    out.col(after(k)) += push;
    out.col(k) -= push;
  }
  for (int k = 0; k < n_frames_; ++k) {
    if (!has_change(k)) continue;
    const int a = before(k), b = after(k);
    push = (fourth_ + change_penalty_ * changes_.met.col(k)) * (p.col(b) - 2.0 * p.col(k) + p.col(a));
    out.col(a) += push;
    out.col(k) -= 2.0 * push;
    out.col(b) += push;
  }
}

void FrameChain::project(ArrayXXd& v) const {
  for (int k = 0; k < n_frames_; ++k) {
    const FrameRows& frame = frames[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < frame.frozen.size(); ++i) {
      if (frame.frozen[i] != 0) v(static_cast<Eigen::Index>(i), k) = 0.0;
    }
    if (frame.held.rows() == 0) continue;
    auto column = v.col(k).matrix();
    const VecX along = frame.held * column;
    column.noalias() -= frame.held.transpose() * along;
  }
}

bool FrameChain::descend() {
  assemble();
  residual_ = -slope_;
  project(residual_);
  const double scale = residual_.abs().maxCoeff();
  if (!(scale > 1e-14)) return false;
  move_.setZero();
  double last = 0.0, first = 0.0;
  for (int round = 0; round < most_gradients; ++round) {
    preconditioned_ = residual_;
    alone_.solve(preconditioned_);
    project(preconditioned_);
    const double now = (residual_ * preconditioned_).sum();
    if (round == 0) first = now;
    if (!(now > gradients_share * gradients_share * first)) break;
    search_ = round == 0 ? preconditioned_ : ArrayXXd(preconditioned_ + now / last * search_);
    multiply(search_, product_);
    project(product_);
    const double curvature = (search_ * product_).sum();
    if (!(curvature > 0.0)) break;
    const double length = now / curvature;
    move_ += length * search_;
    residual_ -= length * product_;
    last = now;
    ++iterations_;
  }
  // Limits that are met on the way bend the cost: no farther than it falls.
  const double before = value_, falls = (slope_ * move_).sum();
  double part = 1.0;
  for (x_ += move_; part > least_part_of_move; part *= 0.5, x_ -= part * move_) {
    find_slope(false);
    if (value_ <= before + 1e-4 * part * falls + 1e-13 * std::abs(before)) return true;
  }
  return false;
}

const ArrayXXd& FrameChain::solve() {
  for (int k = 0; k < n_frames_; ++k) x_.col(k) = frames[static_cast<std::size_t>(k)].start.array();
  for (int update = 0; update < most_updates; ++update) {
    for (int round = 0; round < most_newton_steps; ++round) {
      find_slope(false);
      const ArrayXXd met[] = {ranges_.met, speeds_.met, changes_.met};
      const std::vector<VecX> rows = rows_met_;
      if (!descend()) break;
      const bool same = (met[0] == ranges_.met).all() && (met[1] == speeds_.met).all() &&
                        (met[2] == changes_.met).all() && rows == rows_met_;
      if (same) break;
    }
    find_slope(true);
    if (exceeded_ < kept) break;
  }
  for (int k = 0; k < n_frames_; ++k) polish(k);
  return x_;
}

// What multipliers leave: the frame's joints inside their ranges exactly, and its rows held by the others.
void FrameChain::polish(int k) {
  const FrameRows& frame = frames[static_cast<std::size_t>(k)];
  const VecX& met = rows_met_[static_cast<std::size_t>(k)];
  const Eigen::Index held = frame.held.rows();
  const auto limits = static_cast<Eigen::Index>((met.array() != 0.0).count());
  VecX free(n_), missing(held + limits);
  RowMatrix rows(held + limits, n_);
  DampedGram gram;
  auto x = x_.col(k).matrix();
  for (int round = 0; round < most_polishing; ++round) {
    bool inside = true;
    for (int i = 0; i < n_; ++i) {
      const double value = std::clamp(x[i], frame.lower[i], frame.upper[i]);
      inside = inside && value == x[i];
      x[i] = value;
      const bool fixed = !frame.frozen.empty() && frame.frozen[static_cast<std::size_t>(i)] != 0;
      free[i] =
          fixed || ranges_.met(i, k) != 0.0 || value == frame.lower[i] || value == frame.upper[i] ? 0.0 : 1.0;
    }
    rows.topRows(held) = frame.held;
    missing.head(held) = frame.held * (frame.start - x);
    for (Eigen::Index r = 0, next = held; r < met.size(); ++r) {
      if (met[r] == 0.0) continue;
      rows.row(next) = frame.at_most.row(r);
      missing[next++] = std::min(0.0, frame.room[r] - frame.at_most.row(r).dot(x));
    }
    if (inside && missing.lpNorm<Eigen::Infinity>() < kept) return;
    if (missing.size() == 0) return;
    gram.factorise(rows, &free);
    gram.solve(missing);
    x += free.cwiseProduct(rows.transpose() * missing);
  }
}

}  // namespace limber

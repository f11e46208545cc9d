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
constexpr int most_newton_steps = 12;  // of one solve
constexpr int most_gradients = 400;    // iterations of one Newton step
constexpr int most_updates = 8;        // of the multipliers in one solve
constexpr double least_part_of_move = 1e-3;
constexpr int most_polishing = 4;
constexpr double kept = 1e-12;  // [rad] limits are exceeded by less
constexpr double nothing_pulls = 1e-12;
constexpr double dependent_row = 1e-3;  // of a row: what is left of it beside rows held before

}  // namespace

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
      held_(frames.size()),
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
    const RowMatrix& held = held_[static_cast<std::size_t>(k)].basis;
    if (held.rows() == 0) continue;
    auto column = v.col(k).matrix();
    const VecX along = held * column;
    column.noalias() -= held.transpose() * along;
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
    if (!(now > precision * precision * first)) break;
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
    whole_step_ = part == 1.0;
    if (value_ <= before + 1e-4 * part * falls + 1e-13 * std::abs(before)) return true;
  }
  return false;
}

void FrameChain::hold_rows(int k) {
  const auto index = static_cast<std::size_t>(k);
  const FrameRows& frame = frames[index];
  const VecX& met = rows_met_[index];
  HeldRows& held = held_[index];
  held.rows.clear();
  Eigen::Index count = frame.held.rows();
  held.basis.resize(count + (met.array() != 0.0).count(), n_);
  held.basis.topRows(count) = frame.held;
  VecX rest(n_);
  for (Eigen::Index r = 0; r < met.size(); ++r) {
    if (met[r] == 0.0) continue;
    rest = frame.at_most.row(r).transpose();
    for (std::size_t i = 0; i < frame.frozen.size(); ++i) {
      if (frame.frozen[i] != 0) rest[static_cast<Eigen::Index>(i)] = 0.0;
    }
    for (int twice = 0; twice < 2; ++twice) {
      for (Eigen::Index q = 0; q < count; ++q)
        rest -= held.basis.row(q).dot(rest) * held.basis.row(q).transpose();
    }
    const double left = rest.norm();
    if (!(left > dependent_row * frame.at_most.row(r).norm())) continue;
    held.basis.row(count++) = rest.transpose() / left;
    held.rows.push_back(r);
    const double missing = frame.room[r] - frame.at_most.row(r).dot(x_.col(k).matrix());
    x_.col(k) += missing / (left * left) * rest.array();
  }
  held.basis.conservativeResize(count, n_);
}

// slope + sum of multiplier * row = 0  along what the rows add to the basis, which is triangular.
void FrameChain::find_multipliers(int k) {
  const auto index = static_cast<std::size_t>(k);
  FrameRows& frame = frames[index];
  const HeldRows& held = held_[index];
  const Eigen::Index first = frame.held.rows();
  frame.multipliers.setZero();
  for (std::size_t i = held.rows.size(); i-- > 0;) {
    const auto along = held.basis.row(first + static_cast<Eigen::Index>(i));
    double push = -along.dot(slope_.col(k).matrix());
    for (std::size_t j = i + 1; j < held.rows.size(); ++j)
      push -= frame.multipliers[held.rows[j]] * along.dot(frame.at_most.row(held.rows[j]));
    frame.multipliers[held.rows[i]] = push / along.dot(frame.at_most.row(held.rows[i]));
  }
}

// What pulls is let go, what is beyond its room is held. Of what pulls only the worse half: if all goes at
// once, the same rows may come and go for ever.
bool FrameChain::revise_rows() {
  double least = 0.0;
  for (int k = 0; k < n_frames_; ++k) {
    find_multipliers(k);
    const VecX& multipliers = frames[static_cast<std::size_t>(k)].multipliers;
    if (multipliers.size() > 0) least = std::min(least, multipliers.minCoeff());
  }
  const double pulls = std::min(-nothing_pulls, 0.5 * least);
  bool revised = false;
  for (int k = 0; k < n_frames_; ++k) {
    const FrameRows& frame = frames[static_cast<std::size_t>(k)];
    VecX& met = rows_met_[static_cast<std::size_t>(k)];
    for (Eigen::Index r = 0; r < met.size(); ++r) {
      const double beyond = frame.at_most.row(r).dot(x_.col(k).matrix()) - frame.room[r];
      const bool holds = met[r] != 0.0 ? !(frame.multipliers[r] < pulls) : beyond > kept;
      revised = revised || holds != (met[r] != 0.0);
      met[r] = holds ? 1.0 : 0.0;
    }
  }
  return revised;
}

const ArrayXXd& FrameChain::solve() {
  for (int k = 0; k < n_frames_; ++k) {
    FrameRows& frame = frames[static_cast<std::size_t>(k)];
    x_.col(k) = frame.start.array();
    const Eigen::Index rows = frame.at_most.rows();
    if (frame.multipliers.size() != rows) frame.multipliers = VecX::Zero(rows);
    rows_met_[static_cast<std::size_t>(k)] = (frame.multipliers.array() > 0.0).cast<double>();
  }
  bool improved = false;
  for (int update = 0; update < most_updates; ++update) {
    bool settled = false;
    for (int round = 0; round < most_newton_steps; ++round) {
      for (int k = 0; k < n_frames_; ++k) hold_rows(k);
      find_slope(false);
      const ArrayXXd met[] = {ranges_.met, speeds_.met, changes_.met};
      const bool moved = descend();
      const bool revised = revise_rows();
      const bool same =
          (met[0] == ranges_.met).all() && (met[1] == speeds_.met).all() && (met[2] == changes_.met).all();
      settled = !revised && ((same && whole_step_) || !moved);
      if (settled) break;
    }
    // By what an unfinished answer exceeds limits, multipliers would lose what earlier solves found.
    if (settled || (update + 1 == most_updates && !improved)) {
      find_slope(true);
      improved = true;
    }
    if (exceeded_ < kept && settled) break;
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

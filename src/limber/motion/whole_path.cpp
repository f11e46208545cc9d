// Rounds of making a motion linear, solving for all frames, and moving them.

#include "limber/motion/whole_path.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int most_rounds_of_path = 60;
constexpr double farthest_move = 0.3;    // [rad] of any joint in a round
constexpr double settled_move = 1e-6;    // [rad]
constexpr double kept_deviation = 1e-8;  // of the figure's reach: task rows stay where tracking had them
constexpr double limit_margin = 1e-5;    // of a limit: what rounds leave never exceeds it
constexpr double kept_clearance = 1e-7;  // of the figure's reach
constexpr double dependent = 1e-3;       // of a row: what is left of it beside rows held before
constexpr double floor_of_curvature = 1e-3;
constexpr double least_part = 1.0 / 16.0;    // of a round's move
constexpr double precision_of_round = 1e-3;  // of its linear problem: the next round makes up for the rest

Eigen::ArrayXd within_margin(const std::vector<double>& limits, double unit) {
  Eigen::ArrayXd result(static_cast<Eigen::Index>(limits.size()));
  for (std::size_t i = 0; i < limits.size(); ++i)
    result[static_cast<Eigen::Index>(i)] = (1.0 - limit_margin) * unit * limits[i];
  return result;
}

}  // namespace

WholePath::WholePath(const TrackProblem& problem, double dt, double smoothing_time,
                     std::vector<Posture> frames, bool ring, bool starts_at_rest)
    : n_(problem.figure.dof_count()),
      dt_(dt),
      ring_(ring),
      starts_at_rest_(starts_at_rest),
      motion_(problem),
      ranges_(problem.figure, MotionOptions{}, problem.solver.ignored_limits, dt),
      chain_(static_cast<int>(frames.size()), n_, ring, smoothing_time / dt),
      frames_(std::move(frames)) {
  here_.tasks = motion_.levels.make_values();
  one_ = zero_ = gradient_ = diagonal_ = VecX::Zero(n_);
  last_moves_ = Eigen::ArrayXXd::Zero(n_, static_cast<Eigen::Index>(frames_.size()));
  reached_.resize(frames_.size());
  had_.assign(frames_.size(), unlimited);
  chain_.largest_step = within_margin(problem.motion.speeds, dt);
  chain_.largest_change = within_margin(problem.motion.accelerations, dt * dt);
  if (starts_at_rest_) chain_.largest_first = chain_.largest_change;
  chain_.precision = precision_of_round;
}

void WholePath::look_at_frame(int k, bool first, Standing& standing) {
  const auto index = static_cast<std::size_t>(k);
  const Posture& posture = frames_[index];
  FrameRows& frame = chain_.frames[index];
  const double time = k * dt_;
  motion_.go_to(time);
  motion_.look_at(posture, here_);
  standing.cost += motion_.criteria.value(motion_.observation.context());
  const double largest = motion_.criteria.look_at(motion_.observation.context(), gradient_, diagonal_);
  if (first) {
    unit_of_criteria_ = std::max(unit_of_criteria_, largest);
    reached_[index] = here_.tasks.error;
  }
  frame.gradient = gradient_;  // divided by their unit once it is known
  frame.diagonal = diagonal_;

  ranges_.compute(posture, zero_);
  frame.lower.resize(n_);
  frame.upper.resize(n_);
  for (int i = 0; i < n_; ++i) {
    frame.lower[i] = ranges_.lower(i);
    frame.upper[i] = ranges_.upper(i);
  }

  motion_.find_limits(posture);
  if (motion_.clearance.is_on()) {
    motion_.clearance.start_step(posture, motion_.observation.kinematics());
    motion_.clearance_rows.select_touching(1.0);
    one_ = last_moves_.col(k).matrix();
    motion_.clearance_rows.select_broken(motion_.observation.kinematics(), one_);
    const double now = motion_.least_clearance();
    if (first) had_[index] = now;
    standing.missing_clearance = std::max(
        standing.missing_clearance, std::min(motion_.setup.options.clearance.margin, had_[index]) - now);
  }
  motion_.find_contacts();

  rows_.clear();
  asked_.clear();
  owner_.clear();
  std::vector<VecX> inequalities;
  std::vector<double> room;
  for (const RowBuffer* buffer : {&motion_.limits, &motion_.contacts}) {
    for (int r = 0; r < buffer->count(); ++r) {
      const VecX row = buffer->row(r).transpose();
      if (buffer->info(r).at_most) {
        inequalities.push_back(row);
        room.push_back(buffer->info(r).rhs);
      } else {
        rows_.push_back(row);
        asked_.push_back(buffer->info(r).rhs);
        owner_.push_back(-1);
      }
    }
  }
  for (int i = 0; i < motion_.levels.slot_count(); ++i) {
    const TaskSlot& slot = motion_.levels.slot(i);
    if (!slot.takes_part) continue;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
      const VecX row = slot.row_scale * here_.tasks.jacobian.row(r).transpose();
      const double now = here_.tasks.error[r], then = reached_[index][r];
      if (slot.kind == RowKind::equality) {
        rows_.push_back(row);
        asked_.push_back(slot.row_scale * (now - then));
        owner_.push_back(i);
        standing.deviation = std::max(standing.deviation, std::abs(asked_.back()));
      } else {  // no worse than it was
        inequalities.push_back(row);
        room.push_back(slot.row_scale * (now - std::min(0.0, then)));
        standing.deviation = std::max(standing.deviation, -room.back());
      }
    }
  }
  const bool same_rows = frame.at_most.rows() == static_cast<Eigen::Index>(inequalities.size());
  frame.at_most.resize(static_cast<Eigen::Index>(inequalities.size()), n_);
  frame.room.resize(frame.at_most.rows());
  for (std::size_t r = 0; r < inequalities.size(); ++r) {
    frame.at_most.row(static_cast<Eigen::Index>(r)) = inequalities[r].transpose();
    frame.room[static_cast<Eigen::Index>(r)] = room[r];
  }
  if (!same_rows) frame.multipliers = VecX::Zero(frame.at_most.rows());
  hold(frame);
}

// Orthonormal rows in order of priority. A task that is singular has no second-order answer here: the joints
// that move it stay as they are in this frame.
void WholePath::hold(FrameRows& frame) {
  frame.frozen.clear();
  frame.held.resize(static_cast<Eigen::Index>(rows_.size()), n_);
  for (;;) {
    int count = 0, singular = -1;
    frame.start = VecX::Zero(n_);
    for (std::size_t r = 0; r < rows_.size() && singular < 0; ++r) {
      one_ = rows_[r];
      for (std::size_t i = 0; i < frame.frozen.size(); ++i) {
        if (frame.frozen[i] != 0) one_[static_cast<Eigen::Index>(i)] = 0.0;
      }
      const double whole = one_.norm();
      if (!(whole > 1e-9 * rows_[r].norm())) continue;
      for (int twice = 0; twice < 2; ++twice) {
        for (int q = 0; q < count; ++q) one_ -= frame.held.row(q).dot(one_) * frame.held.row(q).transpose();
      }
      const double left = one_.norm();
      if (left < dependent * std::max(whole, rows_[r].norm())) {
        if (frame.frozen.empty() || owner_[r] >= 0) singular = owner_[r];
        continue;
      }
      frame.held.row(count) = one_.transpose() / left;
      frame.start += frame.held.row(count).transpose() * ((asked_[r] - rows_[r].dot(frame.start)) / left);
      ++count;
    }
    if (singular < 0) {
      frame.held.conservativeResize(count, n_);
      return;
    }
    if (frame.frozen.empty()) frame.frozen.assign(static_cast<std::size_t>(n_), 0);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      for (int i = 0; owner_[r] == singular && i < n_; ++i) {
        if (rows_[r][i] != 0.0) at(frame.frozen, i) = 1;
      }
    }
  }
}

void WholePath::find_steps(Standing& standing) {
  const int count = static_cast<int>(frames_.size()), steps = ring_ ? count : count - 1;
  chain_.steps.setZero();
  for (int k = 0; k < steps; ++k) {
    difference(motion_.setup.figure, frames_[static_cast<std::size_t>(k)],
               frames_[static_cast<std::size_t>((k + 1) % count)], one_);
    chain_.steps.col(k) = one_.array();
  }
  const auto over = [&](const auto& values, const Eigen::ArrayXd& limits) {
    if (limits.size() > 0)
      standing.excess =
          std::max(standing.excess, (values.abs() / limits).maxCoeff() * (1.0 - limit_margin) - 1.0);
  };
  for (int k = 0; k < steps; ++k) over(chain_.steps.col(k), chain_.largest_step);
  if (!ring_) over(chain_.steps.col(0), chain_.largest_first);
  for (int k = ring_ ? 0 : 1; k < steps; ++k)
    over(chain_.steps.col(k) - chain_.steps.col(k == 0 ? count - 1 : k - 1), chain_.largest_change);
}

WholePath::Standing WholePath::look(bool first) {
  Standing standing;
  for (int k = 0; k < static_cast<int>(frames_.size()); ++k) look_at_frame(k, first, standing);
  const double unit = unit_of_criteria_ > 0.0 ? unit_of_criteria_ : 1.0;
  for (FrameRows& frame : chain_.frames) {
    frame.gradient /= unit;
    frame.diagonal =
        unit_of_criteria_ > 0.0 ? VecX((frame.diagonal / unit).cwiseMax(floor_of_curvature)) : VecX::Ones(n_);
  }
  find_steps(standing);
  standing.cost = standing.cost / unit + chain_.cost();
  return standing;
}

bool WholePath::holds(const Standing& standing) const {
  return standing.deviation <= kept_deviation * motion_.setup.reach && standing.excess <= 0.0 &&
         standing.missing_clearance <= kept_clearance * motion_.setup.reach;
}

void WholePath::move_frames(const Eigen::ArrayXXd& moves, double part) {
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    one_ = part * moves.col(static_cast<Eigen::Index>(k)).matrix();
    integrate(motion_.setup.figure, one_, frames_[k]);
    if (motion_.setup.limits_are_rows()) motion_.constraints.repair(frames_[k]);
  }
  last_moves_ = moves;
}

void WholePath::smooth(const std::function<void(double part)>& progress) {
  double part = 1.0, last_size = unlimited;
  for (rounds_ = 0; rounds_ < most_rounds_of_path; ++rounds_) {
    const Standing standing = look(rounds_ == 0);
    if (rounds_ == 0) cost_before_ = standing.cost;
    if (rounds_ == 0 || (holds(standing) && standing.cost <= best_cost_)) {
      best_ = frames_;
      best_cost_ = standing.cost;
      found_ = rounds_ > 0;
    }
    if (progress) progress(static_cast<double>(rounds_) / most_rounds_of_path);
    if (settled_ || n_ == 0) break;
    const Eigen::ArrayXXd& moves = chain_.solve();
    const double largest = moves.abs().maxCoeff(), size = std::sqrt(moves.square().sum());
    if (!std::isfinite(size)) break;
    // Where rounds do not shrink, the motion is more curved than its linear problem: shorter ones.
    part = size < 0.9 * last_size ? std::min(1.0, 1.5 * part) : std::max(least_part, 0.5 * part);
    last_size = size;
    settled_ = largest < settled_move && holds(standing);
    move_frames(moves, std::min(settled_ ? 1.0 : part, farthest_move / largest));
  }
}

}  // namespace limber

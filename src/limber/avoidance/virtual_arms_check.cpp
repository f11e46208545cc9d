// Step 5 of virtual_arms.h: whether a step leads anywhere it must not, and who is to blame.

#include <algorithm>
#include <cmath>

#include "limber/avoidance/virtual_arms.h"
#include "limber/figure/compiled.h"

namespace limber {

void VirtualArms::keep_ranges(const Posture& posture) noexcept {
  const FigureData& data = data_of(figure_);
  for (const int c : chain_.columns()) {
    const auto j = static_cast<std::size_t>(data.joint_of_dof[static_cast<std::size_t>(c)]);
    const Joint& joint = data.joints[j];
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic &&
        joint.type != JointType::elbow) {
      continue;
    }
    const int which = c - data.first_dof[j];
    const Range& range = joint.ranges[static_cast<std::size_t>(which)];
    if (!range.is_limited()) continue;
    const double value = posture.values[data.first_value[j] + which];
    step_[c] = range.clamp(value + step_[c]) - value;
  }
}

// What step_ does to an end-point, to first order.
Vec3 VirtualArms::linear_shift(std::size_t point) const noexcept {
  const Eigen::Index first = static_cast<Eigen::Index>(point) * chain_.rows_per_point();
  const std::span<const int> columns = chain_.columns();
  Vec3 shift = Vec3::Zero();
  for (int r = 0; r < chain_.position_rows(); ++r) {
    double along = 0.0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      along += jacobian_(first + r, static_cast<Eigen::Index>(k)) * step_[columns[k]];
    }
    shift += along * chain_.axes().col(r);
  }
  return shift;
}

bool VirtualArms::is_free(const Posture& posture, const ObstacleIndex& obstacles, bool reweight) noexcept {
  const std::size_t count = chain_.points().size();
  if (options_.check_linear) {
    after_.stand_like(now_);
    for (std::size_t i = 0; i < count; ++i) after_.shift_point(i, linear_shift(i));
    return stays_clear(obstacles, reweight);
  }
  double farthest = 0.0;
  for (std::size_t i = 0; i < count; ++i) farthest = std::max(farthest, linear_shift(i).norm());
  constexpr double most_checks = 64.0;
  const int checks =
      static_cast<int>(std::clamp(std::ceil(farthest / options_.check_spacing), 1.0, most_checks));
  for (int k = 1; k <= checks; ++k) {
    part_ = (double(k) / checks) * step_;
    trial_posture_.values = posture.values;
    integrate(figure_, part_, trial_posture_);
    trial_.update(trial_posture_);
    after_.place(trial_);
    if (!stays_clear(obstacles, reweight)) return false;
  }
  return true;
}

namespace {

// What was outside stays outside. What was inside, and what is next to that on the arm, may not get deeper
// than the deepest of them was: one comes out while another goes in.
double allowed(const std::vector<double>& before, std::size_t i, std::size_t count, std::size_t next) {
  double deepest = 0.0;
  for (std::size_t j = i < next ? 0 : i - next; j <= i + next && j < count; ++j) {
    deepest = std::min(deepest, before[j]);
  }
  return deepest;
}

}  // namespace

bool VirtualArms::stays_clear(const ObstacleIndex& obstacles, bool reweight) noexcept {
  const std::span<const EndPoint> points = chain_.points();
  const std::size_t links = options_.check_links && !options_.check_linear ? chain_.links().size() : 0;
  bool clear = true;
  const auto blame = [&](std::size_t i) {
    clear = false;
    if (reweight) views_[i].weight *= options_.retry_weight;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (after_.point_clearance(i, obstacles) < allowed(point_clearance_, i, points.size(), 2)) blame(i);
    if (!clear && !reweight) return false;
  }
  for (std::size_t k = 0; k < links; ++k) {
    if (after_.link_clearance(k, obstacles) >= allowed(link_clearance_, k, links, 1)) continue;
    const int link = static_cast<int>(k);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool at_its_start = points[i].link == link - 1 && points[i].fraction == 1.0;
      if (points[i].link == link || at_its_start) blame(i);
    }
  }
  return clear;
}

}  // namespace limber

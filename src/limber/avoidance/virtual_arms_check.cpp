// Step 5 of virtual_arms.h: whether a step leads to a collision, and which end-points cause it.

#include <algorithm>
#include <cmath>

#include "limber/avoidance/virtual_arms.h"
#include "limber/figure/compiled.h"

namespace limber {

void VirtualArms::keep_ranges(const Posture& posture) noexcept {
  const FigureData& data = data_of(figure_);
  for (const DofId c : chain_.columns()) {
    const auto j = static_cast<std::size_t>(at(data.joint_of_dof, c));
    const Joint& joint = data.joints[j];
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic &&
        joint.type != JointType::elbow) {
      continue;
    }
    const int which = c - data.first_dof[j];
    const Range& range = at(joint.ranges, which);
    if (!range.is_limited()) continue;
    const double value = posture.values[data.first_value[j] + which];
    step_[c] = range.clamp(value + step_[c]) - value;
  }
}

// How far step_ moves the end-points, to first order: the motion of each link is that of the one before it
// and what its joints add.
void VirtualArms::find_shifts(const Kinematics& kinematics) noexcept {
  const FigureData& data = data_of(figure_);
  const std::span<const DofId> columns = chain_.columns();
  const std::span<const EndPoint> points = chain_.points();
  Vec3 turn = Vec3::Zero(), shift = Vec3::Zero();  // of the point at the origin
  std::size_t k = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (; k < columns.size() && int{at(data.joint_of_dof, columns[k])} <= int{points[i].segment}; ++k) {
      const int c = columns[k];
      turn += step_[c] * kinematics.screws().block<3, 1>(0, c);
      shift += step_[c] * kinematics.screws().block<3, 1>(3, c);
    }
    shifts_[i] = now_.in_space(shift + turn.cross(now_.positions()[i]));
  }
}

bool VirtualArms::is_free(const Kinematics& kinematics, const Posture& posture,
                          const ObstacleIndex& obstacles, bool reweight) noexcept {
  find_shifts(kinematics);
  const std::size_t count = chain_.points().size();
  if (options_.check_linear) {
    after_.stand_like(now_);
    for (std::size_t i = 0; i < count; ++i) after_.shift_point(i, shifts_[i]);
    return stays_clear(obstacles, reweight);
  }
  double farthest = 0.0;
  for (std::size_t i = 0; i < count; ++i) farthest = std::max(farthest, shifts_[i].norm());
  constexpr double most_checks = 64.0;  // bounds the cost of a wild step
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

// The least clearance allowed. What was outside must stay outside. What was inside, and its neighbours on the
// arm, may go as deep as the deepest of them was: one may go in while another comes out.
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

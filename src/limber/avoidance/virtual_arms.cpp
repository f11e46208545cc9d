// The five steps of virtual arms (virtual_arms.h) and the plan that repeats them; step 5 is in
// virtual_arms_check.cpp.

#include "limber/avoidance/virtual_arms.h"

#include <algorithm>
#include <cmath>

namespace limber {

const char* virtual_arms_status_name(VirtualArmsStatus status) {
  switch (status) {
    case VirtualArmsStatus::moving:
      return "moving";
    case VirtualArmsStatus::reached:
      return "reached";
    case VirtualArmsStatus::infeasible:
      return "infeasible";
    case VirtualArmsStatus::deadlock:
      return "deadlock";
    case VirtualArmsStatus::stopped:
      return "stopped";
    case VirtualArmsStatus::bad_input:
      return "bad input";
  }
  return "";
}

namespace {

VirtualArmsOptions valid(const VirtualArmsOptions& options) {
  require_valid(options);
  return options;
}

// Rows of all end-points together, at most.
Eigen::Index most_rows(const ArmChain& chain) {
  return 3 * chain.most_points();
}

}  // namespace

VirtualArms::VirtualArms(Figure figure, const VirtualArmsOptions& options)
    : figure_(figure),
      given_(valid(options)),
      options_(given_),
      chain_(figure_, options_.points_per_link),
      now_(chain_, options_),
      after_(chain_, options_),
      recursion_(figure_.dof_count()),
      inverse_(static_cast<int>(most_rows(chain_)), figure_.dof_count()),
      trial_(figure_),
      trial_posture_(figure_.rest_posture()),
      views_(static_cast<std::size_t>(chain_.most_points())),
      point_clearance_(views_.size(), 0.0),
      link_clearance_(views_.size(), 0.0),
      shifts_(views_.size(), Vec3::Zero()),
      jacobian_(RowMatrix::Zero(most_rows(chain_), figure_.dof_count())),
      weights_(VecX::Zero(most_rows(chain_))),
      wanted_(VecX::Zero(most_rows(chain_))),
      free_motion_(VecX::Zero(figure_.dof_count())),
      arm_step_(VecX::Zero(figure_.dof_count())),
      step_(VecX::Zero(figure_.dof_count())),
      part_(step_) {}

void VirtualArms::aim(const Kinematics& kinematics, SegmentId segment, const Vec3& local) noexcept {
  chain_.lay(kinematics, segment, local, given_.space);
  chain_.place_evenly(given_.points_per_link);
  options_ = in_metres(given_, chain_.length());
  forget();
}

void VirtualArms::aim(const Kinematics& kinematics, SegmentId segment, const Vec3& local,
                      std::span<const ChainColumn> columns) noexcept {
  chain_.lay(kinematics, segment, local, given_.space, columns);
  chain_.place_evenly(given_.points_per_link);
  options_ = in_metres(given_, chain_.length());
  forget();
}

// Steps 1, 2 and 3.
void VirtualArms::search_and_ask(const ObstacleIndex& obstacles, const Vec3& to_goal) noexcept {
  constexpr double least_weight = 1e-9;  // the weighted inverse needs positive weights
  const double distance = to_goal.norm();
  const std::span<const EndPoint> points = chain_.points();
  const auto unit = [](const Vec3& v) -> Vec3 {
    const double length = v.norm();
    return length > 1e-12 ? Vec3(v / length) : Vec3(Vec3::Zero());
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool is_tip = i + 1 == points.size();
    const ArmSurroundings::Around around = now_.around(i, obstacles);
    const bool near = std::isfinite(around.least);
    const double floored = std::max(around.least, options_.least_distance);
    point_clearance_[i] = around.least;

    EndPointView& view = views_[i];
    view.position = now_.positions()[i];
    view.clearance = around.least;
    Vec3 direction = unit(around.push);
    double length = options_.longest_move;
    if (options_.grow_along_arm) length *= points[i].reach / chain_.length();
    if (near) length = std::min(length, std::max(around.least, options_.retreat));
    const double in_units = options_.weight_unit;
    view.weight =
        near ? options_.obstacle_weight * in_units * in_units / (floored * floored) : options_.idle_weight;
    if (is_tip) {
      direction = unit(direction + unit(to_goal));
      if (!near) length = std::min(length, distance);
      const double by_goal = options_.goal_weight * in_units / std::max(distance, options_.least_distance);
      view.weight = near ? view.weight + by_goal : by_goal;
    }
    view.weight = std::max(view.weight, least_weight);
    view.wanted = std::max(length, 0.0) * direction;
  }
  for (std::size_t k = 0; options_.check_links && k < chain_.links().size(); ++k) {
    link_clearance_[k] = now_.link_clearance(k, obstacles);
  }
}

// Step 4, inside the joint ranges: step_ is the answer.
RankCase VirtualArms::solve(const Kinematics& kinematics, const Posture& posture) noexcept {
  const int dimension = chain_.rows_per_point(), moves = chain_.position_rows();
  const auto count = static_cast<Eigen::Index>(chain_.points().size());
  const auto columns = static_cast<Eigen::Index>(chain_.columns().size());
  const Eigen::Index rows = count * dimension;
  for (Eigen::Index i = 0; i < count; ++i) {
    const EndPointView& view = at(views_, static_cast<int>(i));
    for (int r = 0; r < dimension; ++r) {
      weights_[i * dimension + r] = view.weight;
      wanted_[i * dimension + r] = r < moves ? chain_.axes().col(r).dot(view.wanted) : 0.0;
    }
  }
  auto arm_step = arm_step_.head(columns);
  const double damping = options_.inverse.damping;
  RankCase rank_case = damping > 0.0 ? RankCase::damped : RankCase::over_constrained;
  if (!recursion_.solve(chain_, kinematics, now_.positions(), weights_.head(rows), wanted_.head(rows),
                        damping, arm_step)) {
    const auto jacobian = jacobian_.topLeftCorner(rows, columns);
    chain_.jacobian(kinematics, now_.positions(), jacobian);
    rank_case = inverse_.solve(jacobian, weights_.head(rows), wanted_.head(rows), free_motion_.head(columns),
                               options_.inverse, arm_step);
  }
  step_.setZero();
  for (int k = 0; k < columns; ++k) step_[at(chain_.columns(), k)] = arm_step[k];
  keep_ranges(posture);
  return rank_case;
}

void VirtualArms::forget() noexcept {
  rested_ = no_nearer_ = 0;
  nearest_ = std::numeric_limits<double>::infinity();
}

bool VirtualArms::has_rested(const Vec3& goal, const VirtualArmsStep& step) noexcept {
  if (goal != goal_) forget();
  goal_ = goal;
  rested_ = step.length < options_.still ? rested_ + 1 : 0;
  no_nearer_ = step.distance < nearest_ ? 0 : no_nearer_ + 1;
  nearest_ = std::min(nearest_, step.distance);
  return rested_ >= options_.still_steps ||
         (options_.no_nearer_steps > 0 && no_nearer_ >= options_.no_nearer_steps);
}

VirtualArmsStep VirtualArms::displace(const Kinematics& kinematics, const Posture& posture,
                                      const ObstacleIndex& obstacles, const Vec3& goal,
                                      Eigen::Ref<VecX> step) noexcept {
  VirtualArmsStep result;
  step.setZero();
  if (chain_.points().empty() || !goal.allFinite() || !posture.values.allFinite()) {
    result.status = VirtualArmsStatus::bad_input;
    return result;
  }
  now_.place(kinematics);
  const Vec3 to_goal = now_.in_space(goal - now_.positions().back());
  result.distance = to_goal.norm();
  if (result.distance < options_.goal_tolerance) {
    result.status = VirtualArmsStatus::reached;
    forget();
    return result;
  }
  search_and_ask(obstacles, to_goal);
  bool free = false;
  for (;; ++result.reweightings) {
    result.rank_case = solve(kinematics, posture);
    free = is_free(kinematics, posture, obstacles, result.reweightings < options_.reweightings);
    if (free || result.reweightings >= options_.reweightings) break;
  }
  while (!free && result.halvings < options_.halvings) {
    ++result.halvings;
    step_ *= 0.5;
    free = is_free(kinematics, posture, obstacles, false);
  }
  if (!free) {
    result.status = VirtualArmsStatus::infeasible;
    return result;
  }
  result.length = step_.norm();
  if (has_rested(goal, result)) {
    result.status = VirtualArmsStatus::deadlock;
    return result;
  }
  step = step_;
  return result;
}

VirtualArmsPlan VirtualArms::plan(const World& world, FrameId frame, const Vec3& goal, Posture& posture,
                                  const Observe& observe) {
  Kinematics kinematics(figure_);
  kinematics.update(posture);
  const Frame& tip = figure_.frame(frame);
  aim(kinematics, tip.segment, tip.pose.translation);
  ObstacleIndex obstacles;
  obstacles.build(world);
  VecX step(figure_.dof_count());
  VirtualArmsPlan result;
  for (; result.steps < options_.most_steps; ++result.steps) {
    const VirtualArmsStep taken = displace(kinematics, posture, obstacles, goal, step);
    result.distance = taken.distance;
    if (taken.status != VirtualArmsStatus::moving) {
      result.status = taken.status;
      return result;
    }
    integrate(figure_, step, posture);
    kinematics.update(posture);
    if (observe) observe(taken, posture);
  }
  result.distance = now_.in_space(goal - kinematics.frame_position(frame)).norm();
  if (result.distance < options_.goal_tolerance) result.status = VirtualArmsStatus::reached;
  return result;
}

}  // namespace limber

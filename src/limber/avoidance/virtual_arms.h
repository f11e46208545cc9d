#pragma once
// An arm that plans its way round obstacles by asking every point of itself to keep away from them (Tsuji,
// Nakayama and Ito 1990, section 4). One step, for end-points i = 1..n, the last being the tip:
//
//   1 search    obstacles k whose surface is within the search radius: clearance d_ik, unit e_ik away from it
//   2 ask       dX_i = min(f_i, max(d*_i, retreat)) alpha_i        d*_i = min_k d_ik,  f_i = f_max L_i/L_n
//               alpha_i = a_i = unit(sum_k e_ik/d_ik),   at the tip alpha_n = unit(a_n + unit(goal - X_n))
//   3 weigh     w_i = k_o/d*_i^2, 1 with nothing in range;   at the tip + k_g/|goal - X_n|
//   4 solve     dtheta: maximum-rank decomposition (virtual_arms_inverse.h)
//   5 check     end-points that would be inside: w_i *= k_t and again from 4; then halves of the step
//
// The method is local: it may stop between obstacles, and says so (planning/find_path.h goes on from there).
// What the paper leaves open is in virtual_arms_options.h.
//
//   VirtualArms arms(figure);
//   VirtualArmsPlan plan = arms.plan(world, figure.frame("tip"), {1.2, 0.6, 0}, posture);

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "limber/avoidance/virtual_arms_surroundings.h"

namespace limber {

enum class VirtualArmsStatus : std::uint8_t {
  moving,
  reached,     // the tip is within goal_tolerance
  infeasible,  // no part of the step is free: it was not taken
  deadlock,    // it rests, or goes to and fro, without being there
  stopped,     // plan(): most_steps are over
  bad_input,   // NaN or infinity, or a tip that nothing moves
};
const char* virtual_arms_status_name(VirtualArmsStatus status);  // "reached", ...

// An end-point as the last step saw it, for pictures and people who compare.
struct EndPointView {
  Vec3 position = Vec3::Zero();                                // [m] before the step
  double clearance = std::numeric_limits<double>::infinity();  // [m] d*; infinite: nothing in range
  Vec3 wanted = Vec3::Zero();                                  // [m] dX
  double weight = 1.0;                                         // w, as it came out of step 5
};

struct VirtualArmsStep {
  VirtualArmsStatus status = VirtualArmsStatus::moving;
  RankCase rank_case = RankCase::immovable;
  double distance = 0.0;  // [m] of the tip from its goal, before the step
  double length = 0.0;    // [rad] |dtheta|
  int reweightings = 0, halvings = 0;
};

struct VirtualArmsPlan {
  VirtualArmsStatus status = VirtualArmsStatus::stopped;
  int steps = 0;
  double distance = 0.0;  // [m] of the tip from its goal, at the end
};

class VirtualArms {
 public:
  // Throws std::invalid_argument for numbers that are out of range. Allocates; nothing below does, but for
  // plan().
  explicit VirtualArms(Figure figure, const VirtualArmsOptions& options = {});
  VirtualArms(const VirtualArms&) = delete;
  VirtualArms& operator=(const VirtualArms&) = delete;

  const VirtualArmsOptions& options() const noexcept { return options_; }

  // Which point of the figure is the tip. `kinematics`: of the figure, in any posture.
  void aim(const Kinematics& kinematics, int segment, const Vec3& local) noexcept;
  const ArmChain& chain() const noexcept { return chain_; }

  // The five steps, once aimed. `kinematics`: of the posture. Writes dtheta, dof_count() elements, inside the
  // ranges of revolute, prismatic and elbow joints (limits of swings and balls are not looked at); zero where
  // the arm is not `moving`.
  VirtualArmsStep displace(const Kinematics& kinematics, const Posture& posture,
                           const ObstacleIndex& obstacles, const Vec3& goal, Eigen::Ref<VecX> step) noexcept;
  // The next step does not remember how long the arm has rested.
  void forget() noexcept;

  std::span<const EndPointView> views() const noexcept { return {views_.data(), chain_.points().size()}; }

  // Steps until the frame is at the goal, or there is a reason why not. observe(step, posture) after each.
  using Observe = std::function<void(const VirtualArmsStep&, const Posture&)>;
  VirtualArmsPlan plan(const World& world, int frame, const Vec3& goal, Posture& posture,
                       const Observe& observe = {});

 private:
  void search_and_ask(const ObstacleIndex& obstacles, const Vec3& way) noexcept;
  RankCase solve(const Posture& posture) noexcept;
  bool is_free(const Posture& posture, const ObstacleIndex& obstacles, bool reweight) noexcept;
  Vec3 linear_shift(std::size_t point) const noexcept;
  bool stays_clear(const ObstacleIndex& obstacles, bool reweight) noexcept;
  bool has_rested(const Vec3& goal, const VirtualArmsStep& step) noexcept;
  void keep_ranges(const Posture& posture) noexcept;

  Figure figure_;
  VirtualArmsOptions options_;
  ArmChain chain_;
  ArmSurroundings now_, after_;  // in the posture, and where a step would lead
  MaximumRankInverse inverse_;
  Kinematics trial_;
  Posture trial_posture_;
  std::vector<EndPointView> views_;
  std::vector<double> point_clearance_, link_clearance_;  // [m] before the step
  RowMatrix jacobian_;
  VecX weights_, wanted_;           // one per row
  VecX free_motion_, arm_step_;     // one per column: u = 0, dtheta of the arm's joints
  VecX step_, part_;                // dtheta of the figure, and what of it is being checked
  int rested_ = 0, no_nearer_ = 0;  // steps in a row
  double nearest_ = 0.0;            // [m] the tip has been to its goal
  Vec3 goal_ = Vec3::Zero();        // ... this one
};

}  // namespace limber

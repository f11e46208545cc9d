#pragma once
// Virtual arms: an arm moves around obstacles because end-points all along it keep away from them (Tsuji,
// Nakayama and Ito 1990, section 4). One step, for end-points i = 1..n, the last being the tip:
//
//   1 search    obstacles k within the search radius: clearance d_ik, unit vector e_ik away from the obstacle
//   2 ask       dX_i = min(f_i, max(d*_i, retreat)) alpha_i        d*_i = min_k d_ik,  f_i = f_max L_i/L_n
//               alpha_i = a_i = unit(sum_k e_ik/d_ik),   at the tip alpha_n = unit(a_n + unit(goal - X_n))
//   3 weigh     w_i = k_o/d*_i^2, 1 with nothing in range;   at the tip + k_g/|goal - X_n|
//   4 solve     dtheta: weighted fit (virtual_arms_recursion.h), or, where an undamped one has no full rank,
//               maximum-rank decomposition (virtual_arms_inverse.h)
//   5 check     end-points that would be inside: w_i *= k_t and again from 4; then half of the step, ...
//
// The technique is local: it may stop between obstacles and reports so (planning/find_path.h can continue
// from there). What the paper leaves open is in virtual_arms_options.h.
//
//   VirtualArms arms(figure);
//   VirtualArmsPlan plan = arms.plan(world, figure.frame("tip"), {1.2, 0.6, 0}, posture);

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "limber/avoidance/virtual_arms_recursion.h"
#include "limber/avoidance/virtual_arms_surroundings.h"

namespace limber {

enum class VirtualArmsStatus : std::uint8_t {
  moving,
  reached,     // the tip is within goal_tolerance
  infeasible,  // every part of the step collides: it was not taken
  deadlock,    // rests or oscillates away from the goal
  stopped,     // plan() took most_steps
  bad_input,   // NaN or infinity, or no joint moves the tip
};
const char* virtual_arms_status_name(VirtualArmsStatus status);  // "reached", ...

// An end-point in the last step, for drawing and comparison.
struct EndPointView {
  Vec3 position = Vec3::Zero();                                // [m] before the step
  double clearance = std::numeric_limits<double>::infinity();  // [m] d*; infinite: nothing in range
  Vec3 wanted = Vec3::Zero();                                  // [m] dX
  double weight = 1.0;                                         // w, after step 5
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
  // Throws std::invalid_argument for numbers that are out of range. Allocates; below, only plan() does.
  explicit VirtualArms(Figure figure, const VirtualArmsOptions& options = {});
  VirtualArms(const VirtualArms&) = delete;
  VirtualArms& operator=(const VirtualArms&) = delete;

  // Since aim(): with every length in metres.
  const VirtualArmsOptions& options() const noexcept { return options_; }

  // Makes a point of the figure the tip. `kinematics`: of the figure, in any posture.
  void aim(const Kinematics& kinematics, SegmentId segment, const Vec3& local) noexcept;
  // The same, moved by the joints of a chain alone.
  void aim(const Kinematics& kinematics, SegmentId segment, const Vec3& local,
           std::span<const ChainColumn> columns) noexcept;
  const ArmChain& chain() const noexcept { return chain_; }

  // The five steps, after aim(). `kinematics`: of the posture. Writes dtheta, dof_count() elements, inside
  // the ranges of revolute, prismatic and elbow joints (limits of swings and balls are ignored); zero unless
  // `moving`.
  VirtualArmsStep displace(const Kinematics& kinematics, const Posture& posture,
                           const ObstacleIndex& obstacles, const Vec3& goal, Eigen::Ref<VecX> step) noexcept;
  // Forgets how long the arm has rested.
  void forget() noexcept;

  std::span<const EndPointView> views() const noexcept { return {views_.data(), chain_.points().size()}; }

  // Steps until the frame reaches the goal or the arm stops. Calls observe(step, posture) after each step.
  using Observe = std::function<void(const VirtualArmsStep&, const Posture&)>;
  VirtualArmsPlan plan(const World& world, FrameId frame, const Vec3& goal, Posture& posture,
                       const Observe& observe = {});

 private:
  void search_and_ask(const ObstacleIndex& obstacles, const Vec3& to_goal) noexcept;
  RankCase solve(const Kinematics& kinematics, const Posture& posture) noexcept;
  bool is_free(const Kinematics& kinematics, const Posture& posture, const ObstacleIndex& obstacles,
               bool reweight) noexcept;
  void find_shifts(const Kinematics& kinematics) noexcept;
  bool stays_clear(const ObstacleIndex& obstacles, bool reweight) noexcept;
  bool has_rested(const Vec3& goal, const VirtualArmsStep& step) noexcept;
  void keep_ranges(const Posture& posture) noexcept;

  Figure figure_;
  VirtualArmsOptions given_;    // as given
  VirtualArmsOptions options_;  // for the arm that is aimed
  ArmChain chain_;
  ArmSurroundings now_, after_;  // in the posture, and where a step would lead
  ArmRecursion recursion_;
  MaximumRankInverse inverse_;  // undamped problems without full rank
  Kinematics trial_;
  Posture trial_posture_;
  std::vector<EndPointView> views_;
  std::vector<double> point_clearance_, link_clearance_;  // [m] before the step
  std::vector<Vec3> shifts_;                              // [m] of the end-points by step_, to first order
  RowMatrix jacobian_;
  VecX weights_, wanted_;           // one per row
  VecX free_motion_, arm_step_;     // one per column: u = 0, dtheta of the arm's joints
  VecX step_, part_;                // dtheta of the figure, and the part being checked
  int rested_ = 0, no_nearer_ = 0;  // steps in a row
  double nearest_ = 0.0;            // [m] least distance so far of the tip from goal_
  Vec3 goal_ = Vec3::Zero();
};

}  // namespace limber

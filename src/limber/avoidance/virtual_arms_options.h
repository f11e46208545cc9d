#pragma once
// Options of virtual arms (virtual_arms.h): constants of the paper, and what it leaves open.
//
// The paper's numbers are for an arm of five links of 0.4 m. A length of 0 stands for the same part of any
// other arm, in units of a fifth of its length; lengths marked [units] always are. So an arm does the same
// whatever the unit of length: all weights are of ratios.
//
// Chosen by measurement, on 120 scenes of discs that need avoidance (`limber reproduce tsuji-6`); goals
// reached, with no disc touched in any of them:
//
//   weight_unit [m]             0.01  0.03  0.1  0.3  1       two end-points per link, idle weight 1
//   obstacles as they are         57    54   48   46  41
//   obstacles widened             54    51   45   40  36
//   idle weight                      1  0.1  0.01  0.001      weight_unit 0.01
//   goals, steps to free ones       57   54    53     56,     84   59   57   56
//
// Undamped as in the paper the numbers are the same within 2.

#include "limber/avoidance/virtual_arms_chain.h"
#include "limber/avoidance/virtual_arms_inverse.h"

namespace limber {

struct VirtualArmsOptions {
  ArmSpace space = ArmSpace::automatic;
  int points_per_link = 2;  // 1..8: joints, joints and middles, ...

  double search_radius = 0.0;      // [m] obstacles farther from an end-point are ignored; 0: 0.3 units
  double obstacle_weight = 500.0;  // k_o >= 0
  double goal_weight = 300.0;      // k_g >= 0
  double retry_weight = 100.0;     // k_t >= 1
  // > 0, of an end-point with nothing in range: how strongly it stays. 1 in the paper: then idle end-points
  // hold the tip back, and it takes 84 steps to goals with nothing in the way instead of 56.
  double idle_weight = 0.001;
  // The length that d is measured in where a weight is k/d or k/d^2.
  double weight_unit = 0.0;  // [m] 0: 0.025 units, the paper's centimetres

  double longest_move = 0.0;   // [m] f_max; 0: 0.05 units
  bool grow_along_arm = true;  // f_i = f_max L_i/L_n; false: f_max for all
  // [units] The least displacement asked for while something is in range; 0: as in the paper.
  double retreat = 0.0125;
  double least_distance = 0.0025;  // [units] > 0: nearer obstacles, or a nearer goal, count as being this far
  // A heavy end-point may throw a light one far in one step: postures in between are checked as well, so that
  // no end-point moves farther than this between two checks.
  double check_spacing = 0.075;  // [units] > 0; not with check_linear

  // Damped, lambda in units: near singular postures the paper's solution grows without bound.
  MaximumRankOptions inverse = {.damping = 0.125};

  int reweightings = 5;          // >= 0, of one step
  int halvings = 6;              // >= 0, after that
  bool check_linear = false;     // collisions by X + J dtheta, as in the paper; end-points drift inside
  bool check_links = true;       // also check the links between the end-points
  bool widen_obstacles = false;  // so that nothing fits between two end-points; costs goals
  bool arm_has_width = true;     // false: lines, as in the paper
  bool avoid_itself = true;      // links are obstacles to end-points of links that are not their neighbours
  double link_half = 0.025;      // [units] two lines nearer to each other than this touch

  double goal_tolerance = 0.025;  // [units] > 0
  double still = 1e-5;            // [rad] a step with a smaller |dtheta| is still
  int still_steps = 20;           // this many still steps in a row are a deadlock
  int no_nearer_steps = 150;      // so are this many in a row without coming nearer to the goal; 0: never
  int most_steps = 400;           // of VirtualArms::plan
};

// Throws std::invalid_argument saying which number is out of its range.
void require_valid(const VirtualArmsOptions& options);

// All lengths in metres, for an arm of this length [m].
VirtualArmsOptions in_metres(VirtualArmsOptions options, double arm_length) noexcept;

}  // namespace limber

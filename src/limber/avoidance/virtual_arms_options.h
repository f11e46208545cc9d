#pragma once
// Options of virtual arms (virtual_arms.h): constants of the paper, and what it leaves open. The defaults
// work in our scenes.

#include "limber/avoidance/virtual_arms_chain.h"
#include "limber/avoidance/virtual_arms_inverse.h"

namespace limber {

struct VirtualArmsOptions {
  ArmSpace space = ArmSpace::automatic;
  int points_per_link = 2;  // 1..8: joints, joints and middles, ...

  double search_radius = 0.12;     // [m] >= 0: obstacles farther from an end-point are ignored
  double obstacle_weight = 500.0;  // k_o >= 0
  double goal_weight = 300.0;      // k_g >= 0
  double retry_weight = 100.0;     // k_t >= 1
  double idle_weight = 1.0;        // > 0, of an end-point with nothing in range: how strongly it stays
  // The weights depend on the unit of length. 0.01: centimetres, which the paper seems to use; then nine idle
  // end-points outweigh the goal and the arm stops short of it.
  double weight_unit = 1.0;  // [m] > 0

  double longest_move = 0.02;  // [m] f_max > 0
  bool grow_along_arm = true;  // f_i = f_max L_i/L_n; false: f_max for all
  double retreat = 0.005;  // [m] least displacement asked for while something is in range; 0: as in the paper
  double least_distance = 0.001;  // [m] > 0: nearer obstacles, or a nearer goal, count as being this far
  // A heavy end-point may throw a light one far in one step: postures in between are checked as well, so that
  // no end-point moves farther than this between two checks.
  double check_spacing = 0.03;  // [m] > 0; not with check_linear

  // Damped: near singular postures the paper's solution grows without bound.
  MaximumRankOptions inverse = {.damping = 0.05};

  int reweightings = 5;         // >= 0, of one step
  int halvings = 6;             // >= 0, after that
  bool check_linear = false;    // collisions by X + J dtheta, as in the paper; end-points drift inside
  bool check_links = true;      // also check the links between the end-points
  bool widen_obstacles = true;  // so that nothing fits between two end-points
  bool arm_has_width = true;    // false: lines, as in the paper
  bool avoid_itself = true;     // links are obstacles to end-points of links that are not their neighbours
  double link_half = 0.01;      // [m] two lines nearer to each other than this touch

  double goal_tolerance = 0.01;  // [m] > 0
  double still = 1e-5;           // [rad] a step with a smaller |dtheta| is still
  int still_steps = 20;          // this many still steps in a row are a deadlock
  int no_nearer_steps = 150;     // so are this many in a row without coming nearer to the goal; 0: never
  int most_steps = 400;          // of VirtualArms::plan
};

// Throws std::invalid_argument saying which number is out of its range.
void require_valid(const VirtualArmsOptions& options);

}  // namespace limber

#pragma once
// How a figure keeps away from obstacles: which technique, and everything it can be told.
//
// The default is the Solver's own (clearance as inequalities of its active set, solver/options.h). The others
// are those of the source documents, built as printed where that works and as corrected where it does not, to
// compare with. Which of the fields below a technique looks at is said by the table in
// avoidance/parameters.h, the one place that files, command line, studio and tuning are made from.
//
// Lengths are in metres; 0 stands for "in proportion to the unit", so that one set of numbers serves figures
// of all sizes. Distances d are clearances, surface to surface.

#include <cstdint>

#include "limber/figure/figure.h"

namespace limber {

enum class Technique : std::uint8_t {
  clearance,                 // inequalities in the Solver's active set: SolverOptions::clearance
  off,                       // nothing is avoided
  task_priority,             // the worst obstacle only, all three components of the escape
  task_priority_normal,      // the worst obstacle only, along the normal only
  two_worst,                 // the two worst, blended by their distances
  task_augmented,            // all near obstacles in one secondary task
  lab,                       // as task_augmented, in the form of the 2D lab: gains of the nearest, abort
  cost,                      // a push written into the first three joints
  cost_augmented,            // three joints for every obstacle
  cost_blended,              // as cost, obstacles weighted by their distances
  cost_blended_augmented,    // as cost_augmented, so weighted
  cost_adaptive,             // as cost, with a Gaussian that widens and narrows
  objective,                 // down the gradient of a sum of 1/d^k
  priority_reversing,        // the obstacle first, then the goal, as printed: never at rest
  priority_reversing_gated,  // the same, faded in and out by distance
  virtual_arms,              // every point of the arm an end effector (Tsuji, Nakayama and Ito 1990)
};
inline constexpr int technique_count = 16;

struct AvoidanceOptions {
  Technique technique = Technique::clearance;

  // --- all techniques of the documents
  double unit = 0.0;              // [m] what counts as length 1 in gains and below; 0: the mean link length
  double damping = 0.0;           // [m/rad] lambda of tracking; 0: 0.1 units
  double largest_error = 0.0;     // [m] the goal is asked for in pieces of at most this; 0: half a unit
  bool damped_projector = false;  // N_lambda instead of N: what avoids leaks into what tracks
  int most_obstacles = 16;        // 1..64, the nearest; farther ones are left out
  int contacts_per_obstacle = 1;  // 1..8: its nearest parts of the figure; the documents look at one

  // --- update cancellation: a step that would end inside an obstacle is not taken
  bool cancel = true;
  int halvings = 4;     // 0..10: tries of 1/2, 1/4, ... of the step before giving it up; 0 may lock for ever
  bool retreat = true;  // where there is overlap already, steps that lessen it are taken

  // --- gains of Maciejewski and Klein (avoidance/gains.h): abort < full < influence
  double abort_distance = 0.0;    // [m] d_ta, from here on the push is as fast as it gets; 0: 0.1 units
  double full_distance = 0.0;     // [m] d_ug, obstacles farther away do not push; 0: 1 unit
  double influence = 0.0;         // [m] d_soi, obstacles farther away do not count; 0: 2 units
  double push = 0.0;              // [m] v_max, way per step the critical point is pushed; 0: 0.2 units
  double obstacle_damping = 0.0;  // [m/rad] lambda_o of the secondary task; 0: 0.1 units
  bool abort = true;              // lab: no step at all while something is nearer than abort_distance
  bool shortest_gain = false;     // task_augmented: all rows pushed as the nearest obstacle's
  bool fade_rows = false;         // task_augmented: rows fade in with their own distance

  // --- push by speed of approach (Pourazady and Ho 1991) instead of by distance alone
  bool approach_push = false;
  double deceleration = 0.0;      // [m/s^2] a_max, how hard the figure can brake; 0: 100 units/s^2
  double time_constant = 1.0;     // [s] T_0 > 0
  double step_time = 1.0 / 60.0;  // [s] > 0, between two steps

  // --- functions of 1/d
  double search_distance = 0.0;  // [m] obstacles farther away do not count; 0: 10 units
  double least_distance = 0.0;   // [m] d_min, nearer ones count as being here; 0: 0.05 units

  // --- cost functions: gains in the unit, steps [rad] of a single joint
  double cost_gain = 1.0;                    // alpha >= 0
  double cost_augmented_gain = 1.0;          // alpha >= 0
  double cost_blended_gain = 0.3;            // alpha >= 0
  double cost_blended_augmented_gain = 0.3;  // alpha >= 0
  double adaptive_gain = 0.1;                // A_0 > 0
  double adaptive_decay = 0.5;               // B_0 > 0, per unit^2
  double cost_longest_turn = 0.0;            // [rad] z_max; 0: as long as it comes out

  // --- objective function
  double objective_gain = 1e-3;          // alpha >= 0, unit^power
  int objective_power = 2;               // k, 1..8
  double objective_longest_turn = 0.05;  // [rad] z_max; 0: as long as it comes out

  // --- virtual arms (avoidance/virtual_arms.h)
  double search_radius = 0.12;     // [m] obstacles within this of an end-point count
  double obstacle_weight = 500.0;  // k_o
  double goal_weight = 300.0;      // k_g
  double retry_weight = 100.0;     // k_t, weight of an end-point that would collide is multiplied by it
  double weight_unit = 1.0;        // [m] the unit of length the weights are computed in
  double longest_move = 0.02;      // [m] f_max, of the tip in one step
  double virtual_damping = 0.05;   // [m/rad] lambda; 0: as in the paper
  int end_points_per_link = 2;     // 1..8: joints alone, joints and middles, ...
  int reweightings = 5;            // 0..20 of one step, then it is halved
  bool check_linear = false;       // collisions as in the paper: by X + J dq instead of exactly
  bool widen_obstacles = true;     // so that nothing fits between two end-points
  bool avoid_itself = true;        // links of the arm are obstacles, too

  bool operator==(const AvoidanceOptions&) const = default;
};

// [m] The mean distance between neighbouring joints that are not in the same place; the figure's reach where
// all are.
double mean_link_length(const Figure& figure);

// All zeros that stand for something in proportion replaced by it. Throws std::invalid_argument for numbers
// that are out of range or contradict each other.
AvoidanceOptions resolved(const AvoidanceOptions& options, const Figure& figure);

}  // namespace limber

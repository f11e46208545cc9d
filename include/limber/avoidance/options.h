#pragma once
// Which technique keeps a figure away from obstacles, and all its parameters.
//
// The default is the Solver's own: clearances are inequalities of its active set (solver/options.h). The
// other techniques come from the source documents, implemented as printed where that works and corrected
// where it does not, for comparison. The table in avoidance/parameters.h says which parameters a technique
// uses; files, command line, studio and tuning are all made from it.
//
// The fields are grouped by the part that reads them; AvoidanceOptions is all groups in one flat struct, so
// `options.push` is enough. Lengths are in metres. A length of 0 means "in proportion to the unit", so that
// one set of numbers serves figures of all sizes. Distances d are clearances, surface to surface.

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
  lab,                       // task_augmented as in the 2D lab: gains of the nearest obstacle, abort
  cost,                      // a push written into the first three joints
  cost_augmented,            // three joints for every obstacle
  cost_blended,              // cost, obstacles weighted by their distances
  cost_blended_augmented,    // cost_augmented with these weights
  cost_adaptive,             // cost, with a Gaussian that widens and narrows
  objective,                 // down the gradient of a sum of 1/d^k
  priority_reversing,        // the obstacle first, then the goal, as printed: never comes to rest
  priority_reversing_gated,  // the same, faded in and out by distance
  virtual_arms,              // every point of the arm is an end effector (Tsuji, Nakayama and Ito 1990)
  goal_augmented,            // goal and all near obstacles in one task, of equal priority
  tracking,                  // no technique: damped least squares alone, for the collision test by itself
  // The classics that the documents start from: they track one way or another and avoid nothing themselves.
  jacobian_transpose,  // steepest descent of the error
  coordinate_descent,  // joint after joint, from the tip to the root
  fabrik,              // points and lengths, forward and backward
  optimisation,        // goal and obstacles as penalties in one function
  two_bones,           // a limb in closed form
};
inline constexpr int technique_count = 23;

// Tracking the goal, the same for all techniques of the documents.
struct TrackingOptions {
  double unit = 0.0;           // [m] unit of gains and of the defaults below; 0: the mean link of the chain
  double damping = 0.0;        // [m/rad] lambda of tracking; 0: 0.1 units
  double largest_error = 0.0;  // [m] errors are shortened to this before each step; 0: half a unit
  bool damped_projector = false;  // N_lambda instead of N: avoiding then disturbs tracking

  bool operator==(const TrackingOptions&) const = default;
};

// Which contacts a technique is given.
struct ContactOptions {
  int most_obstacles = 16;        // 1..64, the nearest; farther ones are ignored
  int contacts_per_obstacle = 1;  // 1..8 nearest parts of the chain per obstacle; the documents use one
  bool self = false;  // parts of the figure are obstacles as well, for the technique and the collision test
  // Ellipsoids are measured against each other at sample points (Ge 2000, A.3): too far apart by up to the
  // spacing of the samples.
  bool sample_ellipsoids = false;

  bool operator==(const ContactOptions&) const = default;
};

// The collision test (update cancellation): a step that would end inside an obstacle is not taken. It looks
// at everything the chain moves, whichever technique is chosen.
struct CancellationOptions {
  bool cancel = true;
  int halvings = 4;  // 0..10: 1/2, 1/4, ... of the step are tried before it is given up; 0 may lock forever
  bool retreat = true;  // while overlapping, steps that reduce the overlap are taken

  bool operator==(const CancellationOptions&) const = default;
};

// The push of task priority: gains of Maciejewski and Klein (avoidance/gains.h), abort < full < influence.
struct PushOptions {
  double abort_distance = 0.0;    // [m] d_ta, the push is strongest from here on; 0: 0.1 units
  double full_distance = 0.0;     // [m] d_ug, obstacles farther away do not push; 0: 1 unit
  double influence = 0.0;         // [m] d_soi, obstacles farther away are ignored; 0: 2 units
  double push = 0.0;              // [m] v_max, how far the critical point is pushed per step; 0: 0.2 units
  double obstacle_damping = 0.0;  // [m/rad] lambda_o of the secondary task; 0: 0.1 units
  bool abort = true;              // lab: no step at all while something is nearer than abort_distance
  bool shortest_gain = false;     // task_augmented: all rows are pushed like the nearest obstacle's
  bool fade_rows = false;         // task_augmented: rows fade in with their own distance

  // Pourazady and Ho 1991: push by speed of approach instead of by distance alone.
  bool approach_push = false;
  double deceleration = 0.0;      // [m/s^2] a_max, how hard the figure can brake; 0: 100 units/s^2
  double time_constant = 1.0;     // [s] T_0 > 0
  double step_time = 1.0 / 60.0;  // [s] > 0, between two steps

  bool operator==(const PushOptions&) const = default;
};

// Functions of 1/d: cost functions and the objective function.
struct ReciprocalOptions {
  double search_distance = 0.0;  // [m] obstacles farther away are ignored; 0: 10 units
  double least_distance = 0.0;   // [m] d_min, nearer obstacles count as being this far; 0: 0.05 units

  bool operator==(const ReciprocalOptions&) const = default;
};

// Gains are in units of `unit`; turns are those of a single joint.
struct CostOptions {
  double cost_gain = 1.0;                    // alpha >= 0
  double cost_augmented_gain = 1.0;          // alpha >= 0
  double cost_blended_gain = 0.3;            // alpha >= 0
  double cost_blended_augmented_gain = 0.3;  // alpha >= 0
  double adaptive_gain = 0.1;                // A_0 > 0
  double adaptive_decay = 0.5;               // B_0 > 0, per unit^2
  double cost_longest_turn = 0.0;            // [rad] z_max; 0: no bound

  bool operator==(const CostOptions&) const = default;
};

struct ObjectiveOptions {
  double objective_gain = 1e-3;          // alpha >= 0, unit^power
  int objective_power = 2;               // k, 1..8
  double objective_longest_turn = 0.05;  // [rad] z_max; 0: no bound

  bool operator==(const ObjectiveOptions&) const = default;
};

struct OptimisationOptions {
  double optimisation_gain = 1.0;  // k >= 0, how much a missing metre of clearance counts against the goal's

  bool operator==(const OptimisationOptions&) const = default;
};

// What a scene may set of VirtualArmsOptions (avoidance/virtual_arms_options.h).
struct VirtualArmsSettings {
  // A length of 0 is in proportion to a fifth of the arm's length, one of the five links of the paper's arm.
  double search_radius = 0.0;      // [m] obstacles within this distance of an end-point count; 0: 0.3 links
  double obstacle_weight = 500.0;  // k_o
  double goal_weight = 300.0;      // k_g
  double retry_weight = 100.0;     // k_t, multiplies the weight of an end-point that would collide
  double weight_unit = 0.0;        // [m] the length that weights measure distances in; 0: 0.025 links
  double longest_move = 0.0;       // [m] f_max, of the tip in one step; 0: 0.05 links
  double virtual_damping = 0.125;  // [links/rad] lambda; 0: none, as in the paper
  int end_points_per_link = 2;     // 1..8: joints alone, joints and middles, ...
  int reweightings = 5;            // 0..20 per step, then the step is halved
  bool check_linear = false;       // collisions as in the paper: by X + J dq instead of exactly
  bool widen_obstacles = false;    // so that nothing fits between two end-points: costs goals
  bool avoid_itself = true;        // links of the arm are obstacles, too, as in the paper

  bool operator==(const VirtualArmsSettings&) const = default;
};

struct AvoidanceOptions : TrackingOptions,
                          ContactOptions,
                          CancellationOptions,
                          PushOptions,
                          ReciprocalOptions,
                          CostOptions,
                          ObjectiveOptions,
                          OptimisationOptions,
                          VirtualArmsSettings {
  Technique technique = Technique::clearance;

  bool operator==(const AvoidanceOptions&) const = default;
};

// [m] The mean distance between neighbouring joints, pairs in the same place left out; the figure's reach
// if all joints are in one place.
double mean_link_length(const Figure& figure);

// Replaces every 0 that means "in proportion" by its length. Throws std::invalid_argument for numbers that
// are out of range or contradict each other.
AvoidanceOptions resolved(const AvoidanceOptions& options, const Figure& figure);

}  // namespace limber

#pragma once
// One technique on many scenes: the measured columns of Ge's tables.

#include <vector>

#include "experiments/common/avoidance_runs.h"

namespace limber::experiments {

struct ServedScenes {
  int scenes = 0;
  int clear = 0;                 // scenes without contact
  int served = 0;                // scenes without contact, lost goal or jump
  double least_clearance = 0.0;  // [lengths] of all scenes
  double bend = 0.0;             // [rad] the sharpest of all
  double mean_bend = 0.0;        // [rad] the sharpest of each scene, on average
  double largest_turn = 0.0;     // [rad] of one joint in one step
  double largest_error = 0.0;    // [lengths]
  int reversals = 0;             // frames
  std::vector<Measures> each;
};

// Bounds for a served scene.
constexpr double lost_goal = 0.1;  // [lengths] the tip is farther off
constexpr double jump = 0.5;       // [rad] a joint turns farther in one step

ServedScenes over(const std::vector<Course>& scenes, const AvoidanceOptions& options);

// [s] A timing: the mean processor time of a step on these scenes, of each frame the shortest of three runs.
double seconds_of_a_step(const std::vector<Course>& scenes, const AvoidanceOptions& options);

// Both sweeps past so many balls each: near, far, near, far, ...
std::vector<Course> sweeps_past(const std::vector<int>& balls);

}  // namespace limber::experiments

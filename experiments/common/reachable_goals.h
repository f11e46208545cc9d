#pragma once
// Random chains among random obstacles, each with a reachable goal: the tip's place in a posture that is
// clear of the world and of the figure itself. The chain starts in another clear posture.
//
// There may be no path between the two postures, and a local technique may stop short of the goal.

#include <cstdint>
#include <functional>
#include <vector>

#include "limber/avoidance/mover.h"
#include "limber/world/world.h"

namespace limber::experiments {

struct ReachableGoal {
  Figure figure;  // a chain a metre long, in the plane or in space, with limits or without; frame "chain.tip"
  World world;    // two to sixteen balls, boxes and rods
  Posture start;
  Posture there;             // clear, and its tip is the goal
  Vec3 goal = Vec3::Zero();  // [m]
  bool is_planar = false;
  bool is_near = false;                 // `there` is the start with every joint turned a little
  bool is_straight_path_clear = false;  // interpolating all joints from start to `there` touches nothing

  TaskList tasks() const;
};

// The same for the same number on every machine.
ReachableGoal reachable_goal(std::uint64_t number);

// A run until the figure rests, has not come nearer for 200 steps, or overlaps what it was told to avoid.
struct Ending {
  double error = 0.0;    // [m] tip to goal at the end
  double nearest = 0.0;  // [m] the least during the run
  int steps = 0;
  bool is_at_rest = false;
  bool is_clear = true;  // after every step; between steps up to 1 mm of overlap is allowed
  Posture posture = {};

  bool is_there() const { return error <= TaskSettings{}.tolerance; }
};
Ending run_to_rest(const ReachableGoal& scene, const AvoidanceOptions& avoidance);

// Whether the figure itself is among what a technique with these options keeps clear of. If not, overlaps of
// the figure with itself are not held against it.
bool sees_the_figure(const AvoidanceOptions& avoidance);

// The error that counts for a run [m]: at the end for the default, the least of the run for the documents'
// techniques, which need not come to rest. Infinite if anything overlapped during the run.
double counted_error(const Ending& ending, Technique technique);

// One technique over many scenes.
struct ServedGoals {
  Technique technique = Technique::clearance;
  std::vector<double> errors = {};  // [m] that count, scene by scene

  int clear() const;
  int reached() const;
  double quantile(double share) const;  // [m] of all errors, 0..1
};
// All techniques over the scenes 0, 1, ..., in the order of the enum.
// `first`: what runs in the place of the first, the default.
std::vector<ServedGoals> serve_goals(int scenes, Technique first = Technique::clearance,
                                     const std::function<void(double)>& progress = {});

// Scenes in which another technique came nearer than the first of the list, by more than a task's tolerance.
std::vector<int> scenes_served_better(const std::vector<ServedGoals>& served);

}  // namespace limber::experiments

#pragma once
// Random chains among random obstacles, each with a goal that can be reached: the tip of a posture that is
// clear of the world and of the figure itself. The chain starts in another clear posture and is told to go
// there.
//
// Whether a way leads from one to the other is not asked: a local method may stop short of it.

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
  bool is_near = false;                // `there` is the start with every joint turned a little
  bool is_straight_way_clear = false;  // turning all joints evenly from start to `there` touches nothing

  TaskList tasks() const;
};

// The same for the same number on every machine.
ReachableGoal reachable_goal(std::uint64_t number);

// A run until the figure rests, comes no nearer for 200 steps, or overlaps something: the world, or itself.
struct Ending {
  double error = 0.0;    // [m] tip to goal at the end
  double nearest = 0.0;  // [m] the least on the way
  int steps = 0;
  bool is_at_rest = false;
  bool is_clear = true;  // after every step, and but for a millimetre between two
  Posture posture = {};

  bool is_there() const { return error <= TaskSettings{}.tolerance; }
};
Ending run_to_rest(const ReachableGoal& scene, const AvoidanceOptions& avoidance);

// What counts of a run [m]: its error at the end; of the documents' techniques, which need not rest, the
// nearest they came. Infinite where anything was overlapped on the way.
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
std::vector<ServedGoals> serve_goals(int scenes, const std::function<void(double)>& progress = {});

// Scenes in which another technique came nearer than the first of the list, by more than a task's tolerance.
std::vector<int> scenes_served_better(const std::vector<ServedGoals>& served);

}  // namespace limber::experiments

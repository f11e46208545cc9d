#pragma once
// Where the base of a robot should stand so that it reaches given poses.
//
//   const PlaceReport report = place_base(robot, {.frame = robot.frame("flange")}, poses, {.x = {-1, 1}, .y = {-1, 1}});
//   report.best[0].position, report.best[0].heading, report.best[0].reached;
//
// Places on a grid of positions and headings are tried, each with every pose, all in one batch (solve_many, so on a
// GPU where one is there); then finer ones around the best, halving the step. A place is better if it reaches more
// poses, then if it leaves the joints more room. Among obstacles, the best ones are solved again and counted clear.

#include <cstddef>
#include <string>
#include <vector>

#include "limber/batch/solve_many.h"

namespace limber {

struct PlaceOptions {
  Range x = {-1.0, 1.0}, y = {-1.0, 1.0}, z = {0.0, 0.0};  // [m] where the base may stand, in the world
  double step = 0.1;                                       // [m] > 0, of the grid
  int headings = 8;     // turns about z that are tried, the first being 0; 1: it does not turn
  int refinements = 2;  // how often step and turn are halved around the best
  int keep = 5;         // places that are reported, and refined
  SolveManyOptions solve = {.restarts =
                                20};  // tolerances, restarts, seed, threads, device, world, stop, progress
};

struct BasePlace {
  Vec3 position = Vec3::Zero();  // [m] of the figure's origin, in the world
  double heading = 0.0;          // [rad] of the figure, about z
  int reached = 0;               // poses
  double room = 0.0;  // 0..1, of the worst pose reached: how much of its range the joint nearest to a limit
                      // has left, 1 in the middle; 1 for joints without limits
  std::vector<bool> reaches;  // by pose
  Transform pose() const;
};

struct PlaceReport {
  std::vector<BasePlace> best;  // the best first; places equally good by x, y, z, heading
  std::size_t places = 0;       // that were tried
  std::size_t problems = 0;     // places times poses
  Device device = Device::cpu;
  std::vector<std::string> notes;
};

// Poses are in the world. Throws std::invalid_argument for what cannot be used, and for more than a hundred million
// problems.
PlaceReport place_base(const Figure& figure, const FrameTask& task, std::span<const PoseGoal> poses,
                       const PlaceOptions& options);

}  // namespace limber

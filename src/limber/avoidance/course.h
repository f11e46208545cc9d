#pragma once
// A course to run: a figure led past obstacles, goal after goal, by any technique. What comparison, tuning
// and experiments all do.
//
//   for each frame:  target of the leading task <- targets[frame];  obstacles move on;  steps_per_frame steps

#include <functional>
#include <vector>

#include "limber/avoidance/measures.h"
#include "limber/avoidance/mover.h"
#include "limber/world/world.h"

namespace limber {

struct Course {
  Figure figure;
  Posture start;
  World world = {};
  TaskList tasks = {};
  CriterionList criteria = {};
  SolverOptions solver = {};
  int leading_task = -1;           // number of a Reach or Drag task; -1: no goal moves
  std::vector<Vec3> targets = {};  // [m] where it wants to be, frame by frame
  int steps_per_frame = 1;
  int settling_frames = 0;  // at the first target before anything is measured
  double frame_time = 0.0;  // [s] by which obstacles with a velocity move on; 0: they stand
};

// Points every `step` [m] (or a little less) along straight lines from corner to corner, all corners
// included.
std::vector<Vec3> along(const std::vector<Vec3>& corners, double step);

// Called after each frame; false ends the run.
using CourseObserver = std::function<bool(int frame, const Posture& posture, const StepReport& report,
                                          const MotionMeter& meter)>;

// Throws std::invalid_argument for options or tasks that do not fit. The posture it ends in is written to
// `end` where one is given.
Measures run(const Course& course, const AvoidanceOptions& avoidance, const CourseObserver& observe = {},
             Posture* end = nullptr);

}  // namespace limber

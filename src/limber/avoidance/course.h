#pragma once
// A course: a goal that moves past obstacles along a list of targets, followed by any technique. Shared by
// comparison, tuning and experiments.
//
//   for each frame:  target of the leading task <- targets[frame];  obstacles move;  steps_per_frame steps

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
  TaskId<> leading_task = {};      // the Reach or Drag task whose goal moves; none: all stand still
  std::vector<Vec3> targets = {};  // [m] one per frame
  int steps_per_frame = 1;
  int settling_frames = 0;  // spent at the first target before measuring
  double frame_time = 0.0;  // [s] by which moving obstacles advance per frame; 0: they stand still
};

// Points at most `step` [m] apart along straight lines from corner to corner, corners included.
std::vector<Vec3> along(const std::vector<Vec3>& corners, double step);

// Called after each frame; false ends the run.
using CourseObserver = std::function<bool(int frame, const Posture& posture, const StepReport& report,
                                          const MotionMeter& meter)>;

// Throws std::invalid_argument for options or tasks that do not fit. Writes the last posture to `end` if
// given.
Measures run(const Course& course, const AvoidanceOptions& avoidance, const CourseObserver& observe = {},
             Posture* end = nullptr);

}  // namespace limber

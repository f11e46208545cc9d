#pragma once
// A scene as a course to compare and tune techniques on: the goal of one task moves from where the figure is
// to its target, then rests.
//
//   goal(t) = start + s(t) (end - start)      s = 3 t^2 - 2 t^3: starts and ends at rest
//
// in the first four fifths of the frames, through given corners if there are any. Other tasks do not change.

#include <string>

#include "io/input.h"
#include "limber/avoidance/course.h"

namespace limber::cli {

struct CourseOptions {
  int frames = 250;
  std::string task;                // whose goal moves; empty: the enabled one farthest from its target
  std::vector<Vec3> corners = {};  // [m] world
  std::string drag;                // a frame that is dragged through the corners, the only task; empty: tasks
  std::vector<std::string> joints =
      {};  // patterns: the only ones that move for the drag; empty: all before it
};

struct SceneCourse {
  Course course;
  std::string words;         // "the goal of \"tip\" moves 1.2 m in 200 frames, then rests for 50"
  std::string leading_name;  // empty: no goal can move; all tasks have their targets from the start
  TaskUnit unit = TaskUnit::metre;

  // Of the leading task; without one, of the worst task.
  double error(const StepReport& report) const;
};

// Throws Failure if there is no obstacle to avoid or no task to solve, unless a frame is dragged.
SceneCourse course_of(const Input& input, const CourseOptions& options, const std::string& command);

}  // namespace limber::cli

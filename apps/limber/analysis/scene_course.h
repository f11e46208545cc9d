#pragma once
// A scene as a course to compare and to tune techniques on: one of its goals is led from where the figure is
// to where it is asked to be, then it rests.
//
//   goal(t) = start + s(t) (end - start)      s = 3 t^2 - 2 t^3: sets out and arrives at rest
//
// over four fifths of the frames; corners on the way may be given. All other tasks stay as they are.

#include <string>

#include "io/input.h"
#include "limber/avoidance/course.h"

namespace limber::cli {

struct CourseWishes {
  int frames = 250;
  std::string task;                // which goal is led; empty: of the enabled ones the farthest off
  std::vector<Vec3> corners = {};  // [m] world, on the way
};

struct SceneCourse {
  Course course;
  std::string words;         // "\"tip\" is led 1.2 m in 200 frames, then rests for 50"
  std::string leading_name;  // empty: no goal can be led, all are asked for from the start
  TaskUnit unit = TaskUnit::metre;

  // Of the task that leads; without one of the worst task.
  double error(const StepReport& report) const;
};

// Throws Failure where there is nothing to avoid or nothing to do.
SceneCourse course_of(const Input& input, const CourseWishes& wishes, const std::string& command);

}  // namespace limber::cli

#pragma once
// Prioritised steps as Baerlocher 2001 takes them: linearise, solve, go there. No line search, no limits.
//
//   A   dq = J_1^+ dx_1 + (J_2 P_1)^+ (dx_2 - J_2 J_1^+ dx_1)        (5.12)
//   B   dq = J_1^+ dx_1 + P_1 J_2^+ dx_2                             (5.13, Chiaverini)
//
// All errors are shortened by one common factor until none is longer than allowed.

#include "limber/figure/figure.h"
#include "limber/solver/least_squares/projector_hierarchy.h"
#include "limber/tasks/task_list.h"

namespace limber::experiments {

// A with or without the damping of Maciejewski and Klein; B with it (it meets kinematic singularities, too).
enum class Way { a, a_undamped, b };

class ThesisIteration {
 public:
  struct Settings {
    Way way = Way::a;
    double largest_error = 0.5;  // [m] asked for in one step
    double bound = 0.3;          // [rad] length of the step of one level, where damped
  };
  ThesisIteration(const Figure& figure, const Settings& settings);

  // Returns the length of the step [rad]. Tasks in order of priority.
  double step(const TaskList& tasks, Posture& posture);

 private:
  Figure figure_;
  Settings settings_;
  ProjectorHierarchy hierarchy_;
};

}  // namespace limber::experiments

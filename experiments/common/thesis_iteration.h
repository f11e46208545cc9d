#pragma once
// Prioritised steps as in Baerlocher 2001: linearise, solve, apply the whole step. No line search, no limits.
//
//   A   dq = J_1^+ dx_1 + (J_2 P_1)^+ (dx_2 - J_2 J_1^+ dx_1)        (5.12)
//   B   dq = J_1^+ dx_1 + P_1 J_2^+ dx_2                             (5.13, Chiaverini)
//
// All errors are shortened by one common factor so that none exceeds the limit.
//
// To see that an experiment notices:  no_projector  dq = J_1^+ dx_1 + J_2^+ dx_2,
//                                     no_compensation  dq = J_1^+ dx_1 + (J_2 P_1)^+ dx_2.

#include "experiments/common/task_values.h"
#include "experiments/experiment.h"
#include "limber/figure/figure.h"
#include "limber/solver/least_squares/projector_hierarchy.h"
#include "limber/tasks/task_list.h"

namespace limber::experiments {

// A with or without the damping of Maciejewski and Klein; B with damping, since it meets kinematic
// singularities too.
enum class ThesisForm { a, a_undamped, b, no_projector, no_compensation };

// Formulation A, or what an experiment is asked to put in its place.
ThesisForm form_a(const RunOptions& options);
// These two replacements.
std::vector<Replacement> form_a_replacements();

class ThesisIteration {
 public:
  struct Settings {
    ThesisForm form = ThesisForm::a;
    double largest_error = 0.5;  // [m] asked for in one step
    double bound = 0.3;          // [rad] length of the step of one level, where damped
  };
  ThesisIteration(const Figure& figure, const Settings& settings);

  // Returns the length of the step [rad]. Tasks in order of priority.
  double step(const TaskList& tasks, Posture& posture);

 private:
  void add_rows(const TaskValue& value, double factor, const VecX& done);

  Figure figure_;
  Settings settings_;
  ProjectorHierarchy hierarchy_;
};

}  // namespace limber::experiments

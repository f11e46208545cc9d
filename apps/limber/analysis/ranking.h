#pragma once
// How well techniques did on the same course, all tasks counted.
//
// A technique ranks before another if
//
//   1  it entered no obstacle and left every coupling and tie whole at the end, and the other did not; else
//   2  fewer tasks are unsatisfied at rest; else
//   3  the unsatisfied tasks together are less far off at rest; else
//   4  all tasks together were less far off on the way.
//
// Together: the length of the errors with the weights of the tasks, an angle counting as a length, as the
// solver counts them (SolverOptions::metres_per_radian).

#include <vector>

#include "limber/avoidance/measures.h"
#include "limber/avoidance/parameters.h"
#include "limber/solver/report.h"

namespace limber::cli {

// How one task fared.
struct TaskCourse {
  TaskId<> task;
  TaskUnit unit = TaskUnit::metre;
  double final_error = 0.0, mean_error = 0.0, largest_error = 0.0;  // [unit]
  bool is_satisfied = false;                                        // in the last frame
  bool is_followed = true;                                          // by the technique (avoidance/scope.h)
};

// How all did, in the order of the list: add() frame by frame.
class TasksOnCourse {
 public:
  TasksOnCourse(const Figure& figure, const SolverOptions& solver, Technique technique,
                const TaskList& tasks);

  void add(const StepReport& report);

  const std::vector<TaskCourse>& tasks() const { return courses_; }
  int missed() const;                              // unsatisfied in the last frame
  double missed_by() const { return missed_by_; }  // [m] together, in the last frame
  double mean_error() const;                       // [m] together, over the frames
  double broken_by() const { return broken_by_; }  // coupling or tie, in the last frame

 private:
  const TaskList& list_;
  Technique technique_;
  double metres_per_radian_;
  std::vector<TaskCourse> courses_;
  double missed_by_ = 0.0, error_sum_ = 0.0, broken_by_ = 0.0;
  int frames_ = 0;
};

struct Standing {
  bool is_whole = true;  // nothing entered, nothing broken
  int missed = 0;
  double missed_by = 0.0, mean_error = 0.0;  // [m]
};
Standing standing_of(const Measures& measures, const TasksOnCourse& tasks);
bool ranks_before(const Standing& one, const Standing& other);

}  // namespace limber::cli

#pragma once
// How far every task got, and what held it back.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "limber/tasks/task_list.h"

namespace limber {

class Figure;
struct World;

enum class Blocker : std::uint8_t {
  none,          // satisfied, or still getting there
  out_of_reach,  // no joint can bring it nearer: stretched out, or no joint moves it
  joint_limit,   // `index`: a degree of freedom
  coupling,      // `index`: a coupling of the figure
  tie,           // `index`: a tie of the figure
  higher_task,   // `index`: number of a task of higher priority
  equal_task,    // `index`: number of a task of the same priority; the result is a compromise
  joint_subset,  // joints it may not use could do it; `index`: the one that could do most, a degree of
                 // freedom
  obstacle,      // `index`: an obstacle of the world
  own_body,      // `index`: a segment of the figure itself that is in the way
  support,       // `index`: the support that gives way first, whatever the posture; -1: all of them together
                 // leave less room for the centre of mass than the margin asks for
  fixed_root,    // `index`: a segment that no joint moves: the root, which is fixed, or attached to it
  not_followed,  // `technique` does not follow it (avoidance/scope.h)
  technique,     // `technique` rests here; `index` 1: the solver gets nearer from here, 0: nobody knows
};

struct Reason {
  Blocker blocker = Blocker::none;
  int index = -1;
  double share = 0.0;               // 0..1: part of all that holds the task back
  std::string_view technique = {};  // its key, for good
};

// A coupling or a tie that is off by more is broken, and the light is red. The default tolerance of tasks is
// a hundred times this: what the solver keeps above all tasks must not be what makes one of them miss.
inline constexpr double broken_from = 1e-6;  // [m] or [rad]

struct TaskReport {
  TaskId<> number;     // of the task in its TaskList
  double error = 0.0;  // [its unit] length of the error
  TaskUnit unit = TaskUnit::metre;
  bool satisfied = false;
  Blocker blocked_by = Blocker::none;  // the main reason
  int blocking_index = -1;
  static constexpr int most_reasons = 4;
  Reason reasons[most_reasons] = {};  // largest share first; Blocker::none ends the list
};

// How a level of priority stands at rest, and whether it is one: its tasks together.
struct LevelReport {
  int priority = 0;
  double error = 0.0;      // [m] length of the errors, weighted; angles count as lengths (metres_per_radian)
  double tolerance = 0.0;  // [m] satisfied up to here; infinite: none of its tasks takes part
  // How fast the error could still fall along a step that limits, contacts and the levels above allow: the
  // residual of the Karush-Kuhn-Tucker conditions; 0 where it is satisfied. At rest solve() leaves at most a
  // hundredth of the figure's reach, so that there is about a ten-thousandth of it to gain. Below a level
  // that is not satisfied solve() counts what steps cost that one to second order, for up to 64 degrees of
  // freedom and tasks that may use all joints; otherwise, and in the report of a single step, this is to
  // first order, and there it may be more than can be gained.
  double optimality = 0.0;  // [m/rad]
};

enum class Light : std::uint8_t {
  green,   // every task is satisfied, every coupling and tie holds
  orange,  // the tasks of the first priority are satisfied, every coupling and tie holds
  red,     // not even that
};

enum class StepStatus : std::uint8_t {
  moving,
  at_rest,       // nothing gets better any more: see LevelReport::optimality
  bad_input,     // NaN, infinity, or a frame or joint the figure does not have: the posture was not touched
  not_prepared,  // the tasks differ in structure from those given to prepare(): the posture was not touched
};

struct StepReport {
  StepStatus status = StepStatus::moving;
  Light light = Light::green;
  std::span<const TaskReport> tasks;  // enabled tasks in the order of the list; valid until the next step
  double step_length = 0.0;           // [rad] of the step taken
  // In order of priority; empty while moving. Valid until the next step.
  std::span<const LevelReport> levels;
  double criteria_optimality = 0.0;  // [rad] length of the step that the criteria would take next
  double start_correction =
      0.0;  // [rad] or [m] largest move that first brought the posture inside its limits
  double coupling_excess =
      0.0;                     // largest violation of a coupling: > 0 only where couplings contradict limits
  CouplingId broken_coupling;  // which
  double tie_excess = 0.0;     // [m] or [rad] of a tie: > 0 only where ties contradict limits or each other
  TieId broken_tie;            // which
  // Or, of both, where a technique does not follow them.
  bool holds_together() const { return coupling_excess <= broken_from && tie_excess <= broken_from; }

  // Of the posture after the step, where a world was given.
  double clearance = std::numeric_limits<double>::infinity();  // [m] the least; infinite: nothing is near
  SegmentId nearest_segment;                                   // the part that is nearest,
  ObstacleId nearest_obstacle;      // to this obstacle; none: to the figure itself,
  SegmentId nearest_other_segment;  // to this segment

  // The report of a task; throws std::invalid_argument when it is not there.
  const TaskReport& of(TaskId<> number) const;
  template <class T>
  const TaskReport& operator[](TaskId<T> id) const {
    return of(id);
  }
};

struct SolveReport : StepReport {
  std::vector<TaskReport> kept;          // what `tasks` points to
  std::vector<LevelReport> kept_levels;  // and `levels`
  int steps = 0;     // what is tried from the answer to confirm that it rests is not counted
  int restarts = 0;  // other starts that were tried
  // Something is not satisfied that may be from another start, and none was tried (SolveOptions::restarts).
  bool other_starts_may_help = false;

  SolveReport() = default;
  SolveReport(SolveReport&&) = default;
  SolveReport& operator=(SolveReport&&) = default;
  // A copy points to its own reports.
  SolveReport(const SolveReport& other)
      : StepReport(other),
        kept(other.kept),
        kept_levels(other.kept_levels),
        steps(other.steps),
        restarts(other.restarts),
        other_starts_may_help(other.other_starts_may_help) {
    tasks = kept;
    levels = kept_levels;
  }
  SolveReport& operator=(const SolveReport& other) { return *this = SolveReport(other); }
};

// "joint_limit", ...
const char* blocker_name(Blocker blocker);
const char* light_name(Light light);
// In words: "knee.r is at its limit", "balance comes first".
std::string reason_in_words(const Reason& reason, const Figure& figure, const TaskList& tasks,
                            const World& world);

}  // namespace limber

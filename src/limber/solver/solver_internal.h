#pragma once
// What a Solver is made of. One step is, in this order,
//
//   linearise     rows, limits and criteria at the posture -> a displacement      (linear_step.cpp)
//   try           how do the errors really change; shorten or damp until they     (trial.cpp)
//                 fall in order of priority
//   explain       what holds back what is not satisfied                           (explain.cpp)

#include <optional>

#include "limber/kinematics/mass_distribution.h"
#include "limber/solver/clearance.h"
#include "limber/solver/hard_constraints.h"
#include "limber/solver/lexicographic.h"
#include "limber/solver/solver.h"
#include "limber/solver/task_levels.h"

namespace limber {

struct Solver::Parts {
  Parts(Figure figure_given, SolverOptions options_given);

  void prepare(const TaskList& tasks, const CriterionList& criteria);
  void surround(const World& world);
  void make_room();  // for the linear problems
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  void forget() noexcept;

  // --- evaluation
  TaskContext context(const Posture& posture) noexcept;
  void look_at(const Posture& posture) noexcept;  // kinematics, what is near; nothing when it is the one seen
                                                  // last
  void evaluate(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                TaskValues& values, double& criteria_value) noexcept;

  // --- linearise
  // The linear problems: orientation limits, couplings, then the levels of tasks, with what keeps clear at
  // its place among them.
  int problem_level(int level) const noexcept {
    return HardConstraints::level_count + level + (clearance.is_on() && level >= clear_level ? 1 : 0);
  }
  int problem_level_of_clearance() const noexcept { return HardConstraints::level_count + clear_level; }
  template <class Problem>
  void add_limits(Problem& to) noexcept;
  // The displacement asked for at `here`. Levels in `held_levels` are asked to stay as they are.
  void linear_step() noexcept;
  void compute_pull(const CriterionList& criteria, const Posture& posture) noexcept;
  void solve_lexicographic(const VecX* wanted) noexcept;
  void write_problem(const VecX* wanted) noexcept;
  void solve_by_projectors() noexcept;
  void write_projectors() noexcept;
  bool breaks_clearance(const VecX& scaled_step) noexcept;
  double error_factor(int level) const noexcept;
  LevelDamping damping_of(int level) const noexcept;

  // --- try
  void keep_parts() noexcept;  // what each level contributes to the linear step
  void compose() noexcept;     // displacement from the level solutions and their fractions
  void move(const Posture& from, Posture& to) noexcept;
  void correct(int mover, const TaskList& tasks, const CriterionList& criteria) noexcept;
  int objecting_level() const noexcept;
  int moving_most() const noexcept;
  void cut(int level) noexcept;
  void adapt_radii() noexcept;
  void take_smaller_radii() noexcept;
  bool note_progress() noexcept;
  void note_moved_targets() noexcept;

  // --- keep clear
  // Moves the candidate until it has the clearance aimed at, by least moves inside the limits, or rounds are
  // used up; looks at it.
  void clear_candidate(int most_rounds) noexcept;
  // The same for what a step starts from; gives up where nothing is gained. Returns the largest move of a
  // degree of freedom.
  double leave_overlap() noexcept;
  double leave_by_nudges(double missing) noexcept;  // what is missing now -> what still is
  bool is_clear() const noexcept;                   // what was looked at last
  bool candidate_keeps_clear() noexcept;            // after a few rounds of it
  void report_clearance(const Posture& posture, StepReport& report) noexcept;

  // --- explain
  void explain_all(const TaskList& tasks) noexcept;  // at the posture the linear step was computed for
  void finish_reports(const TaskList& tasks, const TaskValues& values) noexcept;  // errors at another
  void explain(std::size_t slot, TaskReport& report) noexcept;
  void explain_subset(std::size_t slot, TaskReport& report) noexcept;
  void pull_of_task(std::size_t slot, VecX& sum) const noexcept;
  double largest_pull_of_task(std::size_t slot) const noexcept;
  void report_on(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                 StepReport& report) noexcept;

  // --- solve
  struct Run;
  bool better(const VecX& a, const VecX& b) const noexcept;
  bool is_more_polished(double left) const noexcept;
  void polish(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;

  Figure figure;
  SolverOptions options;
  double reach = 1.0;  // [m] longest way from the root to a segment
  double largest_error = 0.1, metres_per_radian = 0.3;

  Kinematics kinematics;
  MassDistribution masses;
  HardConstraints constraints;
  Clearance clearance;
  int clear_level = 0;      // levels of tasks before what keeps clear
  int first_clear_row = 0;  // of the linear problem; one for each contact
  TaskLevels levels;
  Lexicographic problem;
  Lexicographic clearing;  // limits and clearance alone
  VecX ones;
  std::optional<ProjectorHierarchy> projectors;  // for formulations other than lexicographic
  VecX solution;                                 // of the linear problem, in its scaled unknowns
  RowMatrix scratch;

  Posture seen;  // what kinematics was updated with, and masses if they are up to date
  bool masses_are_up_to_date = false;
  Posture candidate;
  Posture overlapping, nearest_out;
  VecX nudged;                                         // degrees of freedom that could help: 1, others 0
  int steps_to_next_try = 0, steps_to_next_nudge = 0;  // to leave an overlap
  TaskValues here, there;  // at the posture the step starts from, and at the candidate
  double criteria_here = 0.0, criteria_there = 0.0;
  VecX scale;              // W^-1/2
  VecX displacement;       // the step before it is shortened
  VecX free_displacement;  // without the tasks that fade
  VecX kept_displacement, kept_pull;
  VecX gradient, pull;                    // of the criteria
  VecX predicted;                         // level errors the linear model promises
  std::vector<std::uint8_t> held_levels;  // asked to stay as they are
  std::vector<int> first_problem_row;     // per slot; -1: not in the problem
  int constraint_rows = 0;                // of limits
  bool correcting = false;                // errors are taken as they are, however long
  bool polishing = false;                 // satisfied levels are brought to zero at once
  bool leave_out_held = false;
  int levels_in_use = 0;  // tasks of the levels from here on are left out
  int freed_slot = -1;    // this one may use all joints, whatever its settings say
  CriterionList no_criteria;

  // Learnt from step to step.
  VecX radius;            // [rad] per level: how long its step may be, as far as it kept its promises
  VecX fraction;          // per level, and last the criteria: how much of its part of the step is taken
  Eigen::MatrixXd parts;  // of the linear step: a column per level, and last the criteria
  VecX part_length;       // [rad] of the last linear step
  VecX best;              // [m] per level: lowest error so far
  VecX expected;          // [m] per level: errors after the last step; other errors now mean moved targets
  double best_criteria = 0.0;
  int idle_steps = 0;  // since something got better
  bool prepared = false;

  std::vector<TaskReport> reports;
  Light light = Light::green;
  std::vector<LevelView> views;
  VecX task_gradient, contribution;
};

}  // namespace limber

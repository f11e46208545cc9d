#pragma once
// The linear problem of one step: limits, clearance, the rows of all tasks and the pull of the criteria at
// the posture observed -> a displacement, and what each level of priority contributes to it.
//
//   always          joint limits                                  (bounds)
//   level 1, 2      swing and twist limits; couplings
//   then            the levels of tasks, with what keeps clear at its place among them
//   at last         the pull of the criteria
//
// Unknowns are y = W^1/2 dq (setup.h).

#include <optional>
#include <span>

#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/step/clearance_rows.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/solver/step/observation.h"
#include "limber/solver/step/setup.h"
#include "limber/solver/step/split_step.h"

namespace limber {

struct LinearRequest {
  const TaskValues& values;    // of the tasks at the posture observed
  const VecX& radius;          // [rad] per level: longest step, where damping is automatic
  const VecX* pull = nullptr;  // of the criteria, in the unknowns y; nullptr: none

  // Per level, != 0: asked to stay where it is. Empty: none.
  std::span<const std::uint8_t> held_levels = {};
  bool leave_out_held = false;   // held levels have no rows at all
  bool whole_errors = false;     // long errors are asked for whole, not shortened
  bool hurry_satisfied = false;  // satisfied levels may take long steps, too
  double closed_gaps = 0.0;      // [m] contacts with less room than this count as touching
  bool with_limits = false;      // limits are rows, whatever the method that keeps them: what they forbid
  int freed_slot = -1;           // this task may use all joints, whatever its settings say
};

class LinearStep {
 public:
  LinearStep(const SolverSetup& setup, HardConstraints& constraints, ClearanceRows& clearance,
             const Observation& observation, const TaskLevels& levels);

  void make_room();        // for the tasks and the world as they are now; the only place that allocates
  void forget() noexcept;  // active sets of earlier problems

  // The solution y, by the formulation chosen in the options.
  const VecX& solve(const LinearRequest& request) noexcept;
  const VecX& solution() const noexcept { return solution_; }
  // What of the solution followed the pull, the last level having been served; nothing for projectors.
  void write_free_part(VecX& part) const noexcept;
  // Adds to a pull what keeps it on the inequalities that held back the last one: a gentle pull away from
  // them, turned by second derivatives, is no reason to leave them.
  void press_on_held(VecX& pull) const noexcept;
  // What rows of tasks hold back the pull with, per row as the tasks gave it, in the units of the pull.
  void write_pull_multipliers(VecX& multipliers) const noexcept;
  // y split into what each level contributes. The projector formulations do not tell: all is the first
  // level's.
  void split(SplitStep& step) const noexcept;

  // The lexicographic problem, whatever the formulation: only that one has multipliers to explain with.
  // Tasks that are fading in or out are left out.
  void solve_lexicographic(const LinearRequest& request) noexcept { solve_lexicographic(request, nullptr); }
  const Lexicographic& problem() const noexcept { return problem_; }
  const ProjectorHierarchy* projectors() const noexcept { return projectors_ ? &*projectors_ : nullptr; }

  // Where things lie in problem().
  int problem_level(int level) const noexcept;
  int first_row_of(int slot) const noexcept { return at(first_row_, slot); }  // -1: it has no rows
  int limit_rows() const noexcept { return limit_rows_; }                     // the first ones
  int first_clearance_row() const noexcept { return first_clearance_row_; }
  bool clearance_comes_before(int level) const noexcept { return clearance_level_ <= level; }

  // The factor, at most 1, that shortens the errors of a level.
  double error_factor(const LinearRequest& request, int level) const noexcept;

 private:
  bool are_limits_rows(const LinearRequest& request) const noexcept;
  template <class Problem>
  void add_limits(const LinearRequest& request, Problem& to) noexcept;
  // `others_step`: what the other tasks do without those that are fading; nullptr: leave these out.
  void solve_lexicographic(const LinearRequest& request, const VecX* others_step) noexcept;
  void write_problem(const LinearRequest& request, const VecX* others_step) noexcept;
  void write_level(const LinearRequest& request, const VecX* others_step, int level, int& slot,
                   int& next_row) noexcept;
  void solve_by_projectors(const LinearRequest& request) noexcept;
  void write_projectors(const LinearRequest& request) noexcept;
  int pull_level() const noexcept;
  bool breaks_clearance(const VecX& solution) noexcept;
  bool meets_walls(const VecX& solution) noexcept;
  LevelDamping damping_of(const LinearRequest& request, int level) const noexcept;

  const SolverSetup& setup_;
  HardConstraints& constraints_;
  ClearanceRows& clearance_;
  const Observation& observation_;
  const TaskLevels& levels_;

  Lexicographic problem_;
  std::optional<ProjectorHierarchy> projectors_;  // for formulations other than lexicographic
  VecX solution_;
  VecX displacement_;           // a scratch
  std::vector<int> first_row_;  // per slot
  int clearance_level_ = 0;     // levels of tasks before what keeps clear
  int limit_rows_ = 0, first_clearance_row_ = 0;
};

}  // namespace limber

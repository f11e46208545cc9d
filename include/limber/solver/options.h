#pragma once
// How a Solver works. The defaults are recommended; the rest is there for comparison.

#include <cstdint>
#include <functional>
#include <vector>

#include "limber/base/ids.h"
#include "limber/math/types.h"
#include "limber/svd/options.h"

namespace limber {

// What keeps joints inside their limits.
enum class LimitMethod : std::uint8_t {
  active_set,  // limits, couplings and swing-twist limits are part of the problem: finds the best step
               // that keeps them
  projection,  // solve without limits, then move each joint to its nearest allowed value (Ge 2000)
  clipping,    // solve without limits, then shorten the whole step until it keeps them (Ge 2000: may lock)
  off,
};

// How levels of different priority are combined.
enum class Formulation : std::uint8_t {
  lexicographic,  // least squares in strict order, inequalities at any level
  // Recursive projectors and SVDs: Baerlocher 2001, formulation A. No inequalities. A step is one whole, not
  // a part per level, so the line search cannot spare a level what those below cost it: with limits and
  // levels in conflict it may stop where `lexicographic` goes on. Goals that can all be reached, it reaches:
  // of 1,000 of a humanoid at four levels all, as `lexicographic` does (benchmarks/humanoid_goals.cpp).
  projector,
  // Formulation B: each level solved alone, then projected. No inequalities. 970 of the same 1,000; the
  // others are off by at most 6e-5.
  chiaverini,
};

enum class ErrorClamp : std::uint8_t { per_level, global };

struct Damping {
  enum class Rule : std::uint8_t {
    automatic,  // grows where steps did less than predicted, vanishes where they did as predicted
    none,
    fixed,                    // lambda
    step_bound,               // the least that keeps the step of a level below `bound`
    smallest_singular_value,  // Maciejewski and Klein 1988; projector and chiaverini only
    numerical_filtering,      // only the smallest singular values; projector and chiaverini only
  };
  Rule rule = Rule::automatic;
  double lambda = 0.1;  // fixed, numerical_filtering: [m/rad]
  double bound = 0.3;   // [rad] step_bound, smallest_singular_value: length of the step of one level
  bool operator==(const Damping&) const = default;
};

// How the figure keeps clear of the world it was given (Solver::surround) and of itself. Without a world
// nothing is avoided.
struct ClearanceOptions {
  // The distance kept between any two surfaces. Where tasks and limits leave no room for it, it shrinks to
  // touching before a limit gives way.
  double margin = 0.0;     // [m] >= 0
  double influence = 0.0;  // [m] anything farther away is ignored; 0: a twentieth of the figure's reach
  double damping = 0.5;    // 0..1: one step may use up this part of the distance above the margin
  int priority = 0;        // 0: before all tasks. p: after the tasks of priority p, before those of p + 1
  bool self = true;        // parts of the figure also keep clear of each other
  bool operator==(const ClearanceOptions&) const = default;
};

struct SolverOptions {
  LimitMethod limits = LimitMethod::active_set;
  Formulation formulation = Formulation::lexicographic;
  // For formulations other than lexicographic, and for the documents' avoidance techniques.
  SvdMethod svd = SvdMethod::row_givens;
  SvdMode svd_mode = SvdMode::full;
  Damping damping = {};

  // Longer errors are shortened. Errors of one level are shortened by the same factor, so that a compromise
  // between them stays the same; with ErrorClamp::global, as in the source documents, those of all levels
  // are, and a far goal slows every level down.
  // [m] 0: a tenth of the figure's reach; where damping is automatic, more as steps of the level prove right.
  double largest_error = 0.0;
  ErrorClamp clamp = ErrorClamp::per_level;
  double largest_turn = 0.5;  // [rad] by any single degree of freedom in one step
  // How much an orientation error of 1 rad counts against a position error.
  double metres_per_radian = 0.0;  // [m/rad] 0: a sixth of the figure's reach

  // Cost of moving a degree of freedom, > 0, one per DOF. Empty: what the figure says (Joint::cost), with
  // the formulations of the source documents 1. Dear ones are recruited when cheap ones do not suffice: costs
  // say who moves first, not how far tasks get. An infinite one never moves.
  std::vector<double> recruitment;

  // Tries shorter or more damped steps until errors fall in order of priority. Off: every step is taken as
  // computed, as in the source documents.
  bool line_search = true;

  ClearanceOptions clearance = {};

  int fade_steps = 0;  // a task switched on or off gains or loses its influence over this many steps

  // Limits and couplings to ignore, for asking "what if".
  std::vector<DofId> ignored_limits;
  std::vector<CouplingId> ignored_couplings;

  bool operator==(const SolverOptions&) const = default;
};

struct Posture;
struct StepReport;

struct SolveOptions {
  int most_steps = 500;
  // Other start postures tried when a task is not satisfied; the best answer is kept. `automatic`: up to 20,
  // and only where that may help: there are no obstacles, not even the first priority is satisfied, and tasks
  // of equal priority, joint limits or the figure's own body are what stops it. The first answer is then kept
  // unless another start satisfies what it did not.
  static constexpr int automatic = -1;
  int restarts = automatic;
  double most_seconds = 0.0;  // [s] 0: no limit; with a limit, results depend on the machine
  std::uint64_t seed = 1;     // of the restarts
  // Called after every step with its report: for progress, traces and films.
  std::function<void(const StepReport&, const Posture&)> observe = {};
};

}  // namespace limber

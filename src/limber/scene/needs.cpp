// Counts the large matrices of the solver, of the techniques and of tracking.

#include "limber/scene/needs.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "limber/base/number_text.h"
#include "limber/figure/limit_rows.h"
#include "limber/solver/least_squares/level_problem.h"
#include "limber/solver/step/clearance_rows.h"
#include "limber/tasks/task_types.h"

namespace limber {

namespace {

constexpr double bytes_of_number = 8.0;
constexpr double operations_a_second = 5e9;  // of the factorisations, on one core
constexpr double repairs = 200.0;            // seen where many ties contradict each other
constexpr double drag_rows = 3.0;            // a drag may come at any time
constexpr double rows_of_tie = 6.0, rows_of_limited_joint = 4.0, rows_of_coupling = 2.0;
// An Svd of an r x n matrix keeps about so many times r n numbers, and Golub and Reinsch's one.
constexpr double svd_share = 4.3;

// The sizes of the linear problems.
struct Sizes {
  double n, tasks, hard, ties;
  double levels;
  bool restricted;  // a task may move some joints only

  double rows() const { return tasks + hard; }
};

Sizes sizes_of(const Scene& scene) {
  const Figure& figure = scene.figure;
  double limited = 0.0, tasks = drag_rows;
  for (const JointId joint : figure.joints())
    limited += has_orientation_limit(figure.joint(joint)) ? 1.0 : 0.0;
  std::set<int> priorities;
  bool restricted = false;
  for (const TaskList::Entry& entry : scene.tasks) {
    tasks += row_count(entry.task);
    priorities.insert(entry.settings.priority);
    restricted = restricted || !entry.settings.joints.empty();
  }
  const double contacts = scene.kept_clear_of() ? ClearanceRows::most_selected : 0.0;
  const double ties = rows_of_tie * static_cast<double>(figure.ties().size());
  return {.n = static_cast<double>(figure.dof_count()),
          .tasks = tasks,
          .hard = rows_of_limited_joint * limited + ties +
                  rows_of_coupling * static_cast<double>(figure.couplings().size()) + contacts,
          .ties = ties,
          .levels = static_cast<double>(priorities.size()) + 1.0,
          .restricted = restricted};
}

// Of the matrices of LevelProblem, LevelStack and LevelFactors. `held`: rows for bounds.
double numbers_of_levels(double n, double rows, double held) {
  return n * (5.0 * rows + 2.0 * held);
}

double lean_held(double n) {
  return LevelRoom::lean(static_cast<int>(n), 0, 0).held;
}

// What is at least half of what was needed so far is the cause.
void add(Needs::Amount& amount, double more, const std::string& cause) {
  amount.value += more;
  if (more > 0.0 && amount.value <= 2.0 * more) amount.cause = cause;
}
void add(Needs& needs, double numbers, double operations, const std::string& cause) {
  add(needs.bytes, bytes_of_number * numbers, cause);
  add(needs.operations, operations, cause);
}

Needs needs_of_solver(const Scene& scene, const Sizes& sizes) {
  const double n = sizes.n;
  Needs needs;
  const double held = sizes.restricted ? n : lean_held(n);
  add(needs, numbers_of_levels(n, sizes.hard, lean_held(n)), 0.0, "these limits");  // what keeps clear
  add(needs, numbers_of_levels(n, sizes.hard, 0.0), 0.0, "these limits");
  // Mending the ties of a posture that breaks them solves for their rows again and again.
  add(needs, 0.0, repairs * 2.0 * n * sizes.ties * std::min(n, sizes.ties), "these ties");
  // Jacobians of a step and of its trial; rows are made orthogonal to all before them.
  add(needs, numbers_of_levels(n, sizes.tasks, lean_held(n)) + 2.0 * n * sizes.tasks,
      2.0 * n * sizes.tasks * std::min(n, sizes.tasks), "these tasks");
  if (sizes.restricted)
    add(needs, 2.0 * n * (held - lean_held(n) + sizes.rows()), 0.0,
        "tasks or drags that move some joints only");
  const Formulation formulation = scene.solver.formulation;
  if (formulation == Formulation::lexicographic) return needs;
  const double rows = sizes.rows() + 2.0 * n;
  const double svds = (formulation == Formulation::chiaverini ? 2.0 : 1.0) * sizes.levels;
  add(needs, n * rows * (4.1 + svd_share * svds), 0.0,
      formulation == Formulation::chiaverini ? "the formulation \"chiaverini\""
                                             : "the formulation \"projector\"");
  return needs;
}

// Rows of all end-points: their Jacobian, its decomposition, and two with rows for joints at their limits.
Needs needs_of_virtual_arms(const Scene& scene, const Sizes& sizes) {
  const double rows = 3.0 * scene.avoidance.end_points_per_link * scene.figure.segment_count();
  Needs needs;
  add(needs, sizes.n * (4.0 * rows + 2.0 * sizes.n), 0.0, "the technique \"virtual-arms\"");
  return needs;
}

std::string in_gigabytes(double bytes) {
  return number_text(bytes / 1e9, 2) + " GB";
}

std::string in_seconds(double operations) {
  const double seconds = operations / operations_a_second;
  if (seconds < 120.0) return number_text(seconds, 2) + " s";
  return seconds < 7200.0 ? number_text(seconds / 60.0, 2) + " minutes" : "hours";
}

std::optional<std::string> too_much(const Scene& scene, const Needs& needs, const MostNeeds& most) {
  const auto sentence = [&](const std::string& cause, const std::string& needed, const std::string& allowed) {
    return std::to_string(scene.figure.dof_count()) + " degrees of freedom with " + cause +
           " would take about " + needed + "; at most " + allowed + " is allowed";
  };
  const auto& [bytes, operations] = needs;
  if (bytes.value > most.bytes)
    return sentence(bytes.cause, in_gigabytes(bytes.value) + " of memory", in_gigabytes(most.bytes));
  if (operations.value > most.operations)
    return sentence(operations.cause, in_seconds(operations.value) + " for each step",
                    in_seconds(most.operations));
  return std::nullopt;
}

}  // namespace

Needs needs_of_steps(const Scene& scene, Drags drags) {
  Sizes sizes = sizes_of(scene);
  sizes.restricted = sizes.restricted || drags == Drags::move_a_chain;
  if (scene.avoidance.technique == Technique::clearance || scene.avoidance.technique == Technique::off)
    return needs_of_solver(scene, sizes);
  if (scene.avoidance.technique == Technique::virtual_arms) return needs_of_virtual_arms(scene, sizes);
  Needs needs;  // decompositions of the tasks' rows
  add(needs, sizes.n * sizes.tasks * svd_share, 4.0 * sizes.n * sizes.tasks * std::min(sizes.n, sizes.tasks),
      "these tasks");
  return needs;
}

Needs needs_of_tracking(const Scene& scene) {
  const Sizes sizes = sizes_of(scene);
  const double n = sizes.n, rows = std::min(n, sizes.tasks - drag_rows), free = n - rows;
  const std::string method =
      "the redundancy method \"" +
      std::string(redundancy_words[static_cast<std::size_t>(scene.motion.redundancy.method)]) + "\"";
  Needs needs;
  // Two problems, in which every degree of freedom may be held.
  add(needs, 2.0 * (numbers_of_levels(n, sizes.rows(), n) + n * sizes.rows()), 4.0 * n * rows * rows,
      "goals that move");
  const double square = n * n, cube = square * n;
  switch (scene.motion.redundancy.method) {
    case RedundancyMethod::pseudo_inverse:
    case RedundancyMethod::repeatable:
    case RedundancyMethod::simplified:
      break;
    case RedundancyMethod::original:
      add(needs, 5.0 * square, 4.0 * rows * cube, method);
      break;
    case RedundancyMethod::estimated:
    case RedundancyMethod::klein_second:
      add(needs, 5.0 * square, cube, method);
      break;
    case RedundancyMethod::klein_first: {
      const double size = n + n * free;  // of the system: the rates of all basis vectors
      add(needs, 2.0 * size * size, 2.0 / 3.0 * size * size * size, method);
      break;
    }
  }
  return needs;
}

std::optional<std::string> needs_too_much(const Scene& scene, const MostNeeds& most, Drags drags) {
  if (std::optional<std::string> words = too_much(scene, needs_of_steps(scene, drags), most)) return words;
  return scene.paths.empty() ? std::nullopt : too_much(scene, needs_of_tracking(scene), most);
}

}  // namespace limber

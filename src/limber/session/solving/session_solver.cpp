// The solver, prepared for a list of tasks and stepped.

#include "limber/session/solving/session_solver.h"

#include <algorithm>
#include <limits>

#include "limber/session/state/drag.h"

namespace limber {

namespace {

Mover prepared_mover(const Scene& scene, const TaskList& tasks) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(tasks, scene.criteria);
  return mover;
}

// Another kind of criterion may read what was not kept up to date before: effort reads the loads.
bool have_same_kinds(const CriterionList& a, const CriterionList& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const WeightedCriterion& one, const WeightedCriterion& other) {
                      return one.criterion.index() == other.criterion.index();
                    });
}

}  // namespace

SessionSolver::SessionSolver(const Scene& scene)
    : mover_(prepared_mover(scene, scene.tasks)), tasks_(scene.tasks) {}

void SessionSolver::set_tasks(TaskList tasks, Hand hand, const CriterionList& criteria) {
  start_anew();
  if (!same_structure(tasks, tasks_)) mover_.prepare(tasks, criteria);
  tasks_ = std::move(tasks);
  hand_ = hand;
}

void SessionSolver::move_drag(const Vec3& target) {
  start_anew();
  std::get<Drag>(drag_task(tasks_).task).target = target;
}

bool SessionSolver::follow_edit(const Scene& before, const Scene& after, TaskList tasks, Hand hand) {
  const bool is_new = !after.figure.shares_data_with(before.figure) || after.solver != before.solver ||
                      after.avoidance != before.avoidance;
  if (is_new) {
    mover_ = prepared_mover(after, tasks);
    tasks_ = std::move(tasks);
    hand_ = hand;
  } else {
    if (!have_same_kinds(before.criteria, after.criteria)) mover_.prepare(tasks, after.criteria);
    set_tasks(std::move(tasks), hand, after.criteria);
  }
  return is_new;
}

void SessionSolver::restart(const Scene& scene) {
  start_anew();
  mover_ = prepared_mover(scene, tasks_);
}

bool SessionSolver::step(const CriterionList& criteria, Posture& posture) {
  const StepReport report =
      settling_ ? mover_.settle(tasks_, criteria, posture) : mover_.step(tasks_, criteria, posture);
  if (!settling_ || !report.tasks.empty()) reports_.assign(report.tasks.begin(), report.tasks.end());
  const bool has_stopped = report.status != StepStatus::moving;
  if (!settling_ || has_stopped) clearance_ = least_clearance();  // contacts may be those of a trial else
  if (settling_) {
    resting_ = has_stopped;
  } else {
    const bool is_open =
        std::any_of(reports_.begin(), reports_.end(), [](const TaskReport& task) { return !task.satisfied; });
    // In a hand the figure stays where steps bring it: a person must not fold up to follow by the last bit.
    settling_ = is_open && hand_ == Hand::empty &&
                (report.status == StepStatus::at_rest || ++steps_ >= SolveOptions{}.most_steps);
    resting_ = has_stopped && !settling_;
  }
  return report.step_length > 0.0 || report.start_correction > 0.0;
}

void SessionSolver::wake() {
  resting_ = false;
  start_anew();
  reports_.clear();
}

double SessionSolver::least_clearance() const {
  double least = std::numeric_limits<double>::infinity();
  for (const Contact& contact : mover_.contacts()) least = std::min(least, contact.clearance);
  return least;
}

}  // namespace limber

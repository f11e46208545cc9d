#include "limber/motion/moving_problem.h"

namespace limber {

MovingProblem::MovingProblem(const TrackProblem& problem)
    : dofs(problem.figure.dof_count()),
      tasks(problem.tasks),
      criteria(problem),
      world(problem.world),
      paths(problem.paths),
      setup(problem.figure, problem.solver),
      constraints(setup.figure, setup.options),
      clearance(setup.figure, setup.options.clearance, setup.reach),
      clearance_rows(setup.figure, clearance),
      observation(setup.figure, clearance),
      levels(setup.figure, tasks, setup.metres_per_radian),
      limits(dofs, constraints.most_rows()),
      contacts(dofs, 0),
      ones(VecX::Ones(dofs)) {
  observation.prepare(tasks, criteria.criteria());
  if (has_solids(world)) clearance.surround(world);
  clearance.let_touch(tasks);
  contacts = RowBuffer(dofs, clearance_rows.most());
  set_targets(tasks, paths, 0.0);
  levels.refresh(tasks, 0, levels.level_count());
}

void MovingProblem::go_to(double time) {
  set_targets(tasks, paths, time);
  move_obstacles(world, paths, time, clearance);
}

void MovingProblem::find_limits(const Posture& posture) noexcept {
  limits.clear();
  if (setup.limits_are_rows()) constraints.add_to(limits, posture, ones);
}

void MovingProblem::find_contacts() noexcept {
  contacts.clear();
  contacts.begin_level();
  if (clearance.is_on()) clearance_rows.add_to(contacts, observation.kinematics(), ones);
}

}  // namespace limber

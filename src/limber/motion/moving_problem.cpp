// What a posture makes of the problem at a time: targets, obstacles, rows of limits and contacts.

#include "limber/motion/moving_problem.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double negligible = 1e-9;  // of the figure's reach

}  // namespace

MovingProblem::MovingProblem(const TrackProblem& problem)
    : dofs(problem.figure.dof_count()),
      tasks(problem.tasks),
      criteria(problem),
      world(problem.world.value_or(World{})),
      paths(problem.paths),
      setup(problem.figure, problem.solver),
      constraints(setup.figure, setup.options),
      clearance(setup.figure, setup.options.clearance, setup.reach),
      no_clearance(setup.figure, setup.options.clearance, setup.reach),
      clearance_rows(setup.figure, clearance),
      observation(setup.figure, clearance),
      beside(setup.figure, no_clearance),
      levels(setup.figure, tasks, setup.metres_per_radian),
      limits(dofs, constraints.most_rows()),
      contacts(dofs, 0),
      ones(VecX::Ones(dofs)) {
  observation.prepare(tasks, criteria.criteria());
  beside.prepare(tasks, criteria.criteria());
  if (problem.world) clearance.surround(world);
  clearance.let_touch(tasks);
  contacts = RowBuffer(dofs, clearance_rows.most());
  allowed.reserve(static_cast<std::size_t>(clearance_rows.most()));
  curvature_cost.reserve(static_cast<std::size_t>(clearance_rows.most()));
  lessons.reserve(static_cast<std::size_t>(clearance_rows.most()));
  names.reserve(static_cast<std::size_t>(clearance_rows.most()));
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
  curvature_cost.clear();
  find_more_contacts();
}

void MovingProblem::find_more_contacts() noexcept {
  contacts.clear();
  contacts.begin_level();
  if (clearance.is_on()) clearance_rows.add_to(contacts, observation.kinematics(), ones);
  curvature_cost.resize(static_cast<std::size_t>(contacts.count()), 0.0);
  allowed.clear();
  for (int r = 0; r < contacts.count(); ++r)
    allowed.push_back(clearance_rows.contact(r).clearance - std::max(0.0, contacts.info(r).rhs));
}

double MovingProblem::least_clearance() const noexcept {
  const Contact* nearest = clearance.is_on() ? clearance.nearest() : nullptr;
  return nearest ? nearest->clearance : unlimited;
}

// [m] of clearance that the posture looked at last lacks; 0: none.
double MovingProblem::lacks(const Contact& witness, double needed) const noexcept {
  const double missing = needed - witness.clearance;
  return missing > negligible * setup.reach ? missing : 0.0;
}

bool MovingProblem::learn_from_overlap(const Posture& from) noexcept {
  bool learnt = false;
  lessons.clear();
  const int rows = contacts.count();
  for (int r = 0; r < rows; ++r) {
    lessons.push_back({contacts.info(r).name, at(curvature_cost, r), contact_room(r)});
    for (int i = 0; i < clearance.witness_count(); ++i) {
      if (clearance.name(i) != contacts.info(r).name) continue;
      const double missing = lacks(clearance.witness(i), at(allowed, r));
      lessons.back().cost += missing;
      learnt = learnt || missing > 0.0;
    }
  }
  for (int i = 0; i < clearance.witness_count(); ++i) {
    const Contact& witness = clearance.witness(i);
    if (!(lacks(witness, clearance.required(witness)) > 0.0)) continue;
    int row = 0;
    while (row < rows && contacts.info(row).name != clearance.name(i)) ++row;
    if (row < rows) continue;
    learnt = true;
    if (lessons.size() < static_cast<std::size_t>(clearance_rows.most())) {
      lessons.push_back({clearance.name(i), 0.0, 0.0});
    } else {  // instead of the one that is least likely to be met
      *std::max_element(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) {
        return a.room < b.room;
      }) = {clearance.name(i), 0.0, 0.0};
    }
  }
  if (!learnt) return false;
  observation.look_at(from);
  names.clear();
  for (const Lesson& lesson : lessons) names.push_back(lesson.name);
  clearance_rows.select_named(names);
  find_contacts();
  for (int r = 0; r < contacts.count(); ++r) {
    for (const Lesson& lesson : lessons) {
      if (lesson.name == contacts.info(r).name) at(curvature_cost, r) = lesson.cost;
    }
  }
  return true;
}

}  // namespace limber

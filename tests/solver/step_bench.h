#pragma once
// The parts of a step put together by hand, so that each can be looked at by itself.

#include "limber/solver/step/keep_clear.h"
#include "limber/solver/step/linear_step.h"
#include "limber/world/world.h"
#include "planar_arm.h"

namespace limber::test {

// Everything a linear step needs, for tasks given later.
struct StepBench {
  explicit StepBench(Figure figure, SolverOptions options = {}, const World* world = nullptr)
      : setup(std::move(figure), std::move(options)),
        constraints(setup.figure, setup.options),
        clearance(setup.figure, setup.options.clearance, setup.reach),
        rows(setup.figure, clearance),
        observation(setup.figure, clearance),
        linear(setup, constraints, rows, observation, levels),
        keep_clear(setup, constraints, clearance, rows, observation) {
    if (world != nullptr) clearance.surround(*world);
    keep_clear.make_room();
  }
  void use(const TaskList& list) {
    tasks = list;
    levels = TaskLevels(setup.figure, tasks, setup.metres_per_radian);
    levels.refresh(tasks, 0, levels.level_count());
    here.tasks = levels.make_values();
    radius = VecX::Constant(levels.level_count(), 10.0);
    linear.make_room();
  }
  const VecX& solve_at(const Posture& posture) {
    observation.evaluate(tasks, {}, levels, posture, here);
    return linear.solve({.values = here.tasks, .radius = radius});
  }
  SolverSetup setup;
  HardConstraints constraints;
  Clearance clearance;
  ClearanceRows rows;
  TaskLevels levels;
  Observation observation;
  LinearStep linear;
  KeepClear keep_clear;
  TaskList tasks;
  Evaluation here;
  VecX radius;
};

// The first two joints of an arm, each turned to an angle by a task of its own.
inline TaskList turn_each(const Figure& figure, double first, double second) {
  TaskList tasks;
  tasks.add("first", JointValue{.joint = figure.joint("link.1"), .target = first}, {.priority = 1});
  tasks.add("second", JointValue{.joint = figure.joint("link.2"), .target = second}, {.priority = 2});
  return tasks;
}

}  // namespace limber::test

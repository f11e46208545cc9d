#pragma once
// The gallery's scenes of Baerlocher's chapters 6 and 7, solved until they rest, and what they are off by then.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/statics/load_state.h"
#include "limber/tasks/task.h"

namespace limber::test {

inline Scene scene_of(const std::string& name) {
  return load_scene(std::string(LIMBER_SOURCE_DIR) + "/scenes/" + name + ".json").value();
}

template <class T>
T& task_of(Scene& scene, const std::string& name) {
  return std::get<T>(scene.tasks.find(name)->task);
}

// What every task is off by in a posture, evaluated anew.
struct Seen {
  Kinematics kinematics;
  MassDistribution masses;
  LoadState loads;
  std::map<std::string, double> off;

  Seen(const Figure& figure, const TaskList& tasks, const Posture& posture)
      : kinematics(figure), masses(figure), loads(figure, tasks.loads) {
    kinematics.update(posture);
    masses.update(kinematics);
    loads.update(kinematics, masses, posture);
    RowMatrix scratch = RowMatrix::Zero(12, figure.dof_count());
    for (const TaskList::Entry& entry : tasks) {
      RowMatrix jacobian = RowMatrix::Zero(row_count(entry.task), figure.dof_count());
      VecX error = VecX::Zero(row_count(entry.task));
      TaskRows rows{jacobian, error};
      evaluate(entry.task, TaskContext{kinematics, masses, posture, scratch, &loads}, rows);
      off[entry.name] = error.norm();
    }
  }
  double inertia_z() const { return masses.inertia()(2, 2); }
  Vec3 place(const std::string& frame) const {
    return kinematics.frame_position(kinematics.figure().frame(frame));
  }
  // Whether every task is nearer than this to its goal; says which is not.
  testing::AssertionResult is_within(double bound, const std::string& but = "") const {
    for (const auto& [name, error] : off) {
      if (name != but && !(error < bound))
        return testing::AssertionFailure() << name << " is off by " << error;
    }
    return testing::AssertionSuccess();
  }
};

inline Seen settle(Scene& scene, int steps = 600) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  mover.solve(scene.tasks, scene.criteria, scene.posture, {.most_steps = steps, .restarts = 0});
  return Seen(scene.figure, scene.tasks, scene.posture);
}

}  // namespace limber::test

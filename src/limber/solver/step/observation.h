#pragma once
// One posture, evaluated once: kinematics, masses and contacts, then the tasks and criteria there. Everything
// else in the solver reads the result and changes nothing in it.

#include <memory>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/solver/step/clearance.h"
#include "limber/solver/step/task_levels.h"
#include "limber/statics/load_state.h"
#include "limber/tasks/criterion.h"

namespace limber {

// What tasks and criteria say about a posture.
struct Evaluation {
  TaskValues tasks;
  double criteria = 0.0;  // sum of gain * h
};

class Observation {
 public:
  // Contacts are found by `clearance`, so that they are always those of the posture seen.
  Observation(const Figure& figure, Clearance& clearance);

  // Makes room for what tasks and criteria read of the loads; none if they read nothing.
  void prepare(const TaskList& tasks, const CriterionList& criteria);
  void stand_on(const World& world);  // supports carry only where they touch it
  void move_obstacle(ObstacleId obstacle, const Shape& shape) noexcept;
  void forget() noexcept;  // where the forces at the supports were

  // Does nothing for the posture seen last, unless an obstacle has moved since.
  void look_at(const Posture& posture) noexcept;
  void evaluate(const TaskList& tasks, const CriterionList& criteria, const TaskLevels& levels,
                const Posture& posture, Evaluation& result) noexcept;

  const Posture& posture() const noexcept { return seen_; }
  const Kinematics& kinematics() const noexcept { return kinematics_; }
  // For the tasks and criteria evaluated last: the masses are up to date only if one of them reads them.
  TaskContext context() noexcept;

 private:
  Clearance& clearance_;
  Kinematics kinematics_;
  MassDistribution masses_;
  RowMatrix scratch_;
  Posture seen_;
  bool masses_are_read_ = true;  // by the tasks and criteria evaluated last
  bool masses_are_up_to_date_ = false;
  std::shared_ptr<Surfaces> surfaces_;  // none: supports carry wherever they are
  std::unique_ptr<LoadState> loads_;    // none: nobody asks for them
  bool loads_are_read_ = false, loads_are_up_to_date_ = false;
};

}  // namespace limber

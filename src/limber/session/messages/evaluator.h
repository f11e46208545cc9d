#pragma once
// Evaluates a posture into a snapshot: kinematics, masses, contacts, task values, light, singular values.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "limber/kinematics/mass_distribution.h"
#include "limber/scene/scene.h"
#include "limber/session/messages/snapshot.h"
#include "limber/session/solving/surroundings.h"
#include "limber/tasks/ties.h"

namespace limber {

class Evaluator {
 public:
  explicit Evaluator(const Figure& figure);  // make another for another figure

  // Everything but what only the session knows: revision, what is going on, levels. `all_tasks`: those of the
  // scene with their goals where they are now, and the drag.
  struct Wanted {
    std::optional<Place> watched = {};                        // a place whose manipulability is wanted
    bool statics = false;                                     // what supports carry and joints bear
    std::vector<std::pair<ObstacleId, Vec3>> displaced = {};  // obstacles that follow paths, and by how much
  };
  void evaluate(const Scene& scene, const Posture& shown, const TaskList& all_tasks,
                Surroundings& surroundings, const Wanted& wanted, Snapshot& result);

 private:
  std::string broken_relation(const Scene& scene, const Posture& shown);
  void evaluate_tasks(const Scene& scene, const Posture& shown, const TaskList& all_tasks, Snapshot& result);

  Kinematics kinematics_;
  MassDistribution masses_;
  RowMatrix scratch_;
  std::optional<Ties> ties_;  // none: the figure has none
};

}  // namespace limber

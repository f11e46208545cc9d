#pragma once
// Scenes of the gallery, solved until they rest: what an experiment measures is what a reader can open in the
// studio.

#include <map>
#include <string>

#include "limber/kinematics/mass_distribution.h"
#include "limber/scene/scene.h"
#include "limber/statics/load_state.h"

namespace limber::experiments {

// scenes/NAME.json of the files that Limber ships. Throws std::runtime_error if it is not there.
Scene gallery_scene(const std::string& name);

// A posture, evaluated anew: nothing of this is taken from the solver.
struct AtRest {
  Kinematics kinematics;
  MassDistribution masses;
  LoadState loads;
  std::map<std::string, double> off;  // by task: the length of its error, of an inequality of the excess

  explicit AtRest(const Scene& scene) : AtRest(scene.figure, scene.tasks, scene.posture) {}
  AtRest(const Figure& figure, const TaskList& tasks, const Posture& posture);

  Vec3 place(const std::string& frame) const;  // [m] in the world
  Vec3 center() const { return masses.center(); }
  double largest_error() const;  // of all tasks
  // Weight, forces and supports together, summed here: [N], and [N m] about the centre of mass.
  Wrench left_over() const;
  Vec3 force_of(const std::string& support) const;  // [N]
};

// Steps until it rests and evaluates what is reached. The scene's posture is then that of rest.
AtRest settle(Scene& scene, int most_steps = 3000);

// A task of the scene by its name, as its type. Throws if there is none.
template <class T>
T& task_of(Scene& scene, const std::string& name) {
  return std::get<T>(scene.tasks.find(name)->task);
}
// All tasks of the scene get one priority: what is left of a hierarchy without priorities.
void level_priorities(Scene& scene);

}  // namespace limber::experiments

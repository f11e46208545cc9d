// Scenes of the gallery and what they are off by at rest (gallery.h).

#include "experiments/common/gallery.h"

#include <algorithm>
#include <stdexcept>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"

namespace limber::experiments {

Scene gallery_scene(const std::string& name) {
  const std::string file = "scenes/" + name + ".json";
  const auto found = find_shipped_file(file);
  if (!found) throw std::runtime_error(file + " is not among the files Limber ships");
  Expected<Scene> scene = load_scene(*found);
  if (!scene) throw std::runtime_error(scene.error().message);
  return std::move(*scene);
}

AtRest::AtRest(const Figure& figure, const TaskList& tasks, const Posture& posture)
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
    off[entry.name] = error_length(row_kind(entry.task), error);
  }
}

Vec3 AtRest::place(const std::string& frame) const {
  return kinematics.frame_position(kinematics.figure().frame(frame));
}

double AtRest::largest_error() const {
  double largest = 0.0;
  for (const auto& [name, error] : off) largest = std::max(largest, error);
  return largest;
}

Wrench AtRest::left_over() const {
  const Statics& statics = loads.statics;
  Wrench sum;
  sum.force = masses.total_mass() * statics.loads().gravity;
  for (const Statics::Applied& applied : statics.applied()) {
    sum.add(applied.place - center(), applied.force);
    sum.moment += applied.torque;
  }
  for (int i = 0; i < statics.contact_count(); ++i) sum.add(statics.place(i) - center(), statics.force(i));
  return sum;
}

Vec3 AtRest::force_of(const std::string& support) const {
  const Statics& statics = loads.statics;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < statics.contact_count(); ++i) {
    if (at(statics.loads().supports, statics.support_of(i)).name == support) sum += statics.force(i);
  }
  return sum;
}

AtRest settle(Scene& scene, int most_steps) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  mover.solve(scene.tasks, scene.criteria, scene.posture, {.most_steps = most_steps, .restarts = 0});
  return AtRest(scene);
}

void level_priorities(Scene& scene) {
  for (TaskList::Entry& entry : scene.tasks) entry.settings.priority = 1;
}

}  // namespace limber::experiments

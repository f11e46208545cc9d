#include "limber/scene/edit.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/figure/edit.h"
#include "limber/tasks/rebound.h"

namespace limber {

namespace {

// The degree of freedom of the same joint with the same place in it; -1: there is none.
int same_dof(const Figure& from, int dof, const Figure& to) {
  const int joint = from.joint_of_dof(dof), place = dof - from.first_dof(joint);
  const auto found = to.find_joint(from.joint_name(joint));
  return found && place < dof_count(to.joint(*found).type) ? to.first_dof(*found) + place : -1;
}

int same_coupling(const Figure& from, int coupling, const Figure& to) {
  const std::string& name = from.couplings()[static_cast<std::size_t>(coupling)].name;
  const auto found = std::find_if(to.couplings().begin(), to.couplings().end(),
                                  [&](const Coupling& c) { return c.name == name; });
  return found == to.couplings().end() ? -1 : static_cast<int>(found - to.couplings().begin());
}

SolverOptions renumbered(SolverOptions options, const Figure& from, const Figure& to) {
  if (!options.recruitment.empty()) {
    std::vector<double> costs(static_cast<std::size_t>(to.dof_count()), 1.0);
    for (int dof = 0; dof < to.dof_count(); ++dof) {
      const int before = same_dof(to, dof, from);
      if (before >= 0)
        costs[static_cast<std::size_t>(dof)] = options.recruitment[static_cast<std::size_t>(before)];
    }
    options.recruitment = std::move(costs);
  }
  for (int& dof : options.ignored_limits) dof = same_dof(from, dof, to);
  for (int& coupling : options.ignored_couplings) coupling = same_coupling(from, coupling, to);
  std::erase(options.ignored_limits, -1);
  std::erase(options.ignored_couplings, -1);
  return options;
}

}  // namespace

std::vector<std::string> set_figure(Scene& scene, Figure figure, Posture posture) {
  ReboundTasks tasks = rebound(scene.tasks, scene.figure, figure);
  ReboundCriteria criteria = rebound(scene.criteria, scene.figure, figure);
  std::vector<std::string> dropped = std::move(tasks.dropped);
  dropped.insert(dropped.end(), criteria.dropped.begin(), criteria.dropped.end());
  std::erase_if(scene.forces, [&](const ForceDescription& force) {
    if (figure.find_frame(force.frame)) return false;
    dropped.push_back("force: frame " + quoted(force.frame) + " is gone");
    return true;
  });
  scene.tasks = std::move(tasks.tasks);
  scene.criteria = std::move(criteria.criteria);
  for (Keyframe& key : scene.keys) key.posture = carried_posture(scene.figure, key.posture, figure);
  scene.solver = renumbered(std::move(scene.solver), scene.figure, figure);
  scene.figure = std::move(figure);
  scene.posture = std::move(posture);
  return dropped;
}

}  // namespace limber

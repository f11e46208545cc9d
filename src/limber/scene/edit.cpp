// Translates the ids of a scene from one figure to another.

#include "limber/scene/edit.h"

#include <algorithm>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/edit.h"
#include "limber/tasks/rebound.h"

namespace limber {

namespace {

// The degree of freedom of the same joint with the same place in it, or none.
DofId same_dof(const Figure& from, DofId dof, const Figure& to) {
  const JointId joint = from.joint_of_dof(dof);
  const int place = dof - from.first_dof(joint);
  const auto found = to.find_joint(from.joint_name(joint));
  if (!found || place >= dof_count(to.joint(*found).type)) return {};
  return DofId{to.first_dof(*found) + place};
}

CouplingId same_coupling(const Figure& from, CouplingId coupling, const Figure& to) {
  const std::string& name = at(from.couplings(), coupling).name;
  const auto found = std::find_if(to.couplings().begin(), to.couplings().end(),
                                  [&](const Coupling& c) { return c.name == name; });
  return found == to.couplings().end() ? CouplingId{} : CouplingId{found - to.couplings().begin()};
}

SolverOptions renumbered(SolverOptions options, const Figure& from, const Figure& to) {
  if (!options.recruitment.empty()) {
    std::vector<double> costs(static_cast<std::size_t>(to.dof_count()), 1.0);
    for (const DofId dof : to.dofs()) {
      const DofId before = same_dof(to, dof, from);
      if (before.is_valid()) at(costs, dof) = at(options.recruitment, before);
    }
    options.recruitment = std::move(costs);
  }
  for (DofId& dof : options.ignored_limits) dof = same_dof(from, dof, to);
  for (CouplingId& coupling : options.ignored_couplings) coupling = same_coupling(from, coupling, to);
  std::erase(options.ignored_limits, DofId{});
  std::erase(options.ignored_couplings, CouplingId{});
  return options;
}

// Limits of joints by their names; patterns that no joint matches any more go.
std::vector<double> limits_of(std::vector<JointCost>& patterns, const Figure& figure) {
  const auto matches = [&](const JointCost& part, JointId joint) {
    return matches_pattern(figure.joint_name(joint), part.joints);
  };
  std::erase_if(patterns, [&](const JointCost& part) {
    const auto joints = figure.joints();
    return std::none_of(joints.begin(), joints.end(), [&](JointId joint) { return matches(part, joint); });
  });
  if (patterns.empty()) return {};
  std::vector<double> limits(static_cast<std::size_t>(figure.dof_count()), unlimited);
  for (const JointCost& part : patterns) {
    for (const DofId dof : figure.dofs()) {
      if (matches(part, figure.joint_of_dof(dof))) at(limits, dof) = part.cost;
    }
  }
  return limits;
}

// Forces and supports whose frame is gone, strengths of joints that are.
void drop_loads(Loads& loads, const Figure& figure, std::vector<std::string>& dropped) {
  const auto drop = [&](auto& list, const auto& title) {
    std::erase_if(list, [&](const auto& load) {
      try {
        check(load, figure);
        return false;
      } catch (const std::invalid_argument& problem) {
        dropped.push_back(title(load) + ": " + problem.what());
        return true;
      }
    });
  };
  drop(loads.forces, [&](const ForceDescription& force) { return "force at " + quoted(force.frame); });
  drop(loads.supports, [&](const SupportDescription& support) { return "support " + quoted(support.name); });
  drop(loads.strengths,
       [&](const StrengthDescription& strength) { return "strength of " + quoted(strength.joints); });
}

// Tasks about supports that are gone.
void drop_tasks_without_support(TaskList& tasks, std::vector<std::string>& dropped) {
  std::vector<TaskId<>> gone;
  for (const TaskList::Entry& entry : tasks) {
    try {
      check(entry.task, tasks.loads);
    } catch (const std::invalid_argument& problem) {
      gone.push_back(entry.number);
      dropped.push_back("task " + quoted(entry.name) + ": " + problem.what());
    }
  }
  for (const TaskId<> number : gone) tasks.remove(number);
}

}  // namespace

std::vector<std::string> set_figure(Scene& scene, Figure figure, Posture posture) {
  std::vector<std::string> dropped;
  drop_loads(scene.tasks.loads, figure, dropped);
  ReboundTasks tasks = rebound(scene.tasks, scene.figure, figure);
  ReboundCriteria criteria = rebound(scene.criteria, scene.figure, figure);
  dropped.insert(dropped.begin(), tasks.dropped.begin(), tasks.dropped.end());
  dropped.insert(dropped.end(), criteria.dropped.begin(), criteria.dropped.end());
  scene.tasks = std::move(tasks.tasks);
  drop_tasks_without_support(scene.tasks, dropped);
  scene.criteria = std::move(criteria.criteria);
  for (Keyframe& key : scene.keys) key.posture = carried_posture(scene.figure, key.posture, figure);
  scene.solver = renumbered(std::move(scene.solver), scene.figure, figure);
  scene.motion.speeds = limits_of(scene.speeds, figure);
  scene.motion.accelerations = limits_of(scene.accelerations, figure);
  std::erase_if(scene.paths.tasks, [&](const Paths::OfTask& path) {
    return std::none_of(scene.tasks.begin(), scene.tasks.end(),
                        [&](const TaskList::Entry& entry) { return int{entry.number} == int{path.task}; });
  });
  scene.figure = std::move(figure);
  scene.posture = std::move(posture);
  return dropped;
}

}  // namespace limber

// Torques instead of the solver.

#include "limber/files/format/dynamics_json.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

void set_dynamics(Workspace& workspace, const json::Value& command, Answer&) {
  State next = workspace.draft();
  const bool was_on = next.scene.dynamics.on;
  json::read_dynamics(command.at("dynamics"), next.scene.dynamics);
  const bool is_on = next.scene.dynamics.on;
  if (is_on && next.scene.figure.total_mass() == 0.0)
    throw Refusal("the figure has no mass: give its segments some before they are moved by torques");
  workspace.commit(std::move(next), {.words = is_on == was_on ? "change dynamics"
                                              : is_on         ? "move by torques"
                                                              : "move by the solver",
                                     .gesture = gesture_of(command)});
}

}  // namespace

std::span<const Verb> dynamics_verbs() {
  static const std::vector<Verb> verbs = {{"dynamics-set", {"dynamics"}, set_dynamics}};
  return verbs;
}

}  // namespace limber

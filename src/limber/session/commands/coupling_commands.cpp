// Couplings between joints: added, edited, removed, switched off and on. A coupling that is switched off
// stays in the figure; the scene's solver ignores it.

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/figure_json.h"
#include "limber/session/commands/figure_change.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;

CouplingId read_coupling_number(const Value& command, const Figure& figure) {
  const auto count = static_cast<int>(figure.couplings().size());
  const Value number = command.at("number");
  if (count == 0) number.fail("the figure has no couplings");
  return CouplingId{number.integer(0, count - 1)};
}

// With couplings changed, those that were off stay off: `kept` are their new numbers.
void commit_couplings(Workspace& workspace, FigureDescription description, std::vector<CouplingId> kept,
                      EditName name) {
  State next = workspace.draft();
  const Figure figure = next.scene.figure;
  put_figure(next, require(rebuilt(figure, next.scene.posture, std::move(description))), name);
  next.scene.solver.ignored_couplings = std::move(kept);
  workspace.commit(std::move(next), std::move(name));
}

void add_coupling(Workspace& workspace, const Value& command, Answer& answer) {
  const Scene& scene = workspace.now().scene;
  FigureDescription description = scene.figure.description();
  description.couplings.push_back(json::read_coupling(command.at("coupling")));
  const std::string name = description.couplings.back().name;
  const std::size_t number = description.couplings.size() - 1;
  commit_couplings(workspace, std::move(description), scene.solver.ignored_couplings,
                   {.words = "add coupling " + limber::quoted(name)});
  answer.result = "{\"number\": " + std::to_string(number) + "}";
}

void set_coupling(Workspace& workspace, const Value& command, Answer&) {
  const Scene& scene = workspace.now().scene;
  const CouplingId number = read_coupling_number(command, scene.figure);
  FigureDescription description = scene.figure.description();
  const std::string name = at(description.couplings, number).name;
  at(description.couplings, number) = json::read_coupling(command.at("coupling"));
  commit_couplings(workspace, std::move(description), scene.solver.ignored_couplings,
                   {.words = "change coupling " + limber::quoted(name), .gesture = gesture_of(command)});
}

void remove_coupling(Workspace& workspace, const Value& command, Answer&) {
  const Scene& scene = workspace.now().scene;
  const CouplingId number = read_coupling_number(command, scene.figure);
  FigureDescription description = scene.figure.description();
  const std::string name = at(description.couplings, number).name;
  description.couplings.erase(description.couplings.begin() + number);
  std::vector<CouplingId> kept = scene.solver.ignored_couplings;
  std::erase(kept, number);
  for (CouplingId& other : kept) {
    if (other > number) other = CouplingId{other - 1};
  }
  commit_couplings(workspace, std::move(description), std::move(kept),
                   {.words = "remove coupling " + limber::quoted(name)});
}

void switch_coupling(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const CouplingId number = read_coupling_number(command, next.scene.figure);
  const bool on = command.at("on").truth();
  std::vector<CouplingId>& ignored = next.scene.solver.ignored_couplings;
  std::erase(ignored, number);
  if (!on) ignored.push_back(number);
  std::sort(ignored.begin(), ignored.end());
  const std::string& name = at(next.scene.figure.couplings(), number).name;
  std::string words = (on ? "switch on " : "switch off ") + limber::quoted(name);
  workspace.commit(std::move(next), {.words = std::move(words)});
}

}  // namespace

std::span<const Verb> coupling_verbs() {
  static const std::vector<Verb> verbs = {
      {"coupling-add", {"coupling"}, add_coupling},
      {"coupling-set", {"number", "coupling"}, set_coupling},
      {"coupling-remove", {"number"}, remove_coupling},
      {"coupling-switch", {"number", "on"}, switch_coupling},
  };
  return verbs;
}

}  // namespace limber

// Puts a changed figure into the scene, and says what did not survive.

#include "limber/session/commands/figure_change.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/place_json.h"
#include "limber/scene/edit.h"
#include "limber/session/workspace.h"

namespace limber {

std::string segment_in(const json::Value& command, std::string_view key, const Figure& figure) {
  const json::Value name = command.at(key);
  return figure.segment_name(json::read_segment_name(name, figure));
}

Edited require(Expected<Edited> edited) {
  if (!edited) throw Refusal(edited.error().message);
  return std::move(*edited);
}

namespace {

// Chains that became separate segments when one of their links was edited.
void add_lost_chains(const Figure& before, const Figure& after, std::vector<std::string>& notices) {
  const auto& left = after.description().chains;
  for (const ChainDescription& chain : before.description().chains) {
    const bool is_there =
        std::any_of(left.begin(), left.end(), [&](const auto& c) { return c.name == chain.name; });
    if (is_there || !after.find_segment(chain.name + ".1")) continue;
    notices.push_back("the links of " + limber::quoted(chain.name) +
                      " are separate segments now; their number can no longer be changed");
  }
}

}  // namespace

void put_figure(State& state, Edited edited, EditName& name) {
  add_lost_chains(state.scene.figure, edited.figure, name.notices);
  for (const std::string& lost :
       set_figure(state.scene, std::move(edited.figure), std::move(edited.posture))) {
    name.notices.push_back("left out " + lost);
  }
  state.scene.figure_file.clear();
  state.scene.root.clear();
}

void commit_figure(Workspace& workspace, Expected<Edited> edited, EditName name) {
  State next = workspace.draft();
  put_figure(next, require(std::move(edited)), name);
  workspace.commit(std::move(next), std::move(name));
}

}  // namespace limber

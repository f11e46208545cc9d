#pragma once
// What the commands that change a figure share.

#include <string>

#include "limber/figure/edit.h"
#include "limber/files/json/reader.h"
#include "limber/session/state/edit_name.h"
#include "limber/session/state/state.h"

namespace limber {

class Workspace;

// The segment that the command names under `key`.
std::string segment_in(const json::Value& command, std::string_view key, const Figure& figure);
Edited require(Expected<Edited> edited);  // throws Refusal

// The figure is written inside the scene from now on. Notices say what was lost by the edit.
void put_figure(State& state, Edited edited, EditName& name);
void commit_figure(Workspace& workspace, Expected<Edited> edited, EditName name);

}  // namespace limber

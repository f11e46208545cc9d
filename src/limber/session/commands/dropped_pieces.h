#pragma once
// Files that a page sends piece by piece, as base64: what the commands for dropped things share.

#include <optional>

#include "limber/files/json/reader.h"
#include "limber/session/workspace.h"

namespace limber {

// Adds the piece of a command with "path", "data", "begin" (what came before is forgotten) and "open" (this
// is the last piece). Everything that came from its window, once it is the last one; otherwise nothing.
// Throws Refusal.
std::optional<DroppedRobot> take_piece(Workspace& workspace, const json::Value& command);

}  // namespace limber

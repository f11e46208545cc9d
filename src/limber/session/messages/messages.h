#pragma once
// The JSON messages to the page: web/src/protocol/messages.ts has their types.

#include <string>

namespace limber {

class Workspace;
struct Snapshot;

const std::string& techniques_message();
std::string figure_message(const Workspace& workspace);
std::string scene_message(const Workspace& workspace);
std::string status_message(const Workspace& workspace, const Snapshot& snapshot);

}  // namespace limber

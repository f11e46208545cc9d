#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"

namespace limber {

std::span<const Verb> history_verbs() {
  static const std::vector<Verb> verbs = {
      {"undo", {}, [](Workspace& workspace, const json::Value&, Answer&) { workspace.undo(); }},
      {"redo", {}, [](Workspace& workspace, const json::Value&, Answer&) { workspace.redo(); }},
  };
  return verbs;
}

}  // namespace limber

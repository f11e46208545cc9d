#include "limber/session/parts.h"

namespace limber {

std::span<const Verb> history_verbs() {
  static const std::vector<Verb> verbs = {
      {"undo", {}, [](SessionParts& parts, const json::Value&, Answer&) { parts.undo(); }},
      {"redo", {}, [](SessionParts& parts, const json::Value&, Answer&) { parts.redo(); }},
  };
  return verbs;
}

}  // namespace limber

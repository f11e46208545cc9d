#pragma once
// An arm stuck behind a wall, and the path round it that a search has found.

#include <filesystem>

#include "folder_in_memory.h"
#include "limber/session/recording.h"
#include "random_session.h"

namespace limber::test {

inline bool is_reached(Session& session) {
  return message_of(session, "status").at("light") == "green";
}
inline nlohmann::json path_share(Session& session) {
  return message_of(session, "status").at("path");
}
inline nlohmann::json undo_words(Session& session) {
  return message_of(session, "scene").at("undo");
}

inline Session stuck_session() {
  Session session = shipped_session("scenes/behind-a-wall.json");
  settle(session);
  return session;
}

struct FoundPath {
  nlohmann::json result;    // of path-find
  nlohmann::json postures;  // as a recording keeps them
};

// A search takes its time; the tests share one path.
inline const FoundPath& found() {
  static const FoundPath path = [] {
    FolderInMemory folder;
    Session session(
        load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/behind-a-wall.json").value(), "test",
        &folder);
    settle(session);
    ask(session, {{"do", "record-start"}});
    nlohmann::json result = ask(session, {{"do", "path-find"}, {"seconds", 60}});
    ask(session, {{"do", "path-follow"}, {"path", result.at("path")}});
    ask(session, {{"do", "record-stop"}});
    ask(session, {{"do", "record-save"}, {"file", "test"}});
    const Recording recording = parse_recording(folder.files.at("test.recording.json"), "test").value();
    return FoundPath{std::move(result), nlohmann::json::parse(recording.commands.at(0).text).at("postures")};
  }();
  return path;
}
inline const nlohmann::json& found_path() {
  return found().result;
}
inline nlohmann::json follow_command() {
  return {{"do", "path-follow"}, {"postures", found().postures}};
}

}  // namespace limber::test

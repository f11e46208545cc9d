// Opening and saving, by way of the library: a session knows names, not paths.

#include <array>

#include "limber/files/files.h"
#include "limber/files/json/writer.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

using json::Value;
constexpr std::array<std::string_view, 2> places = {"gallery", "folder"};  // Library::Where
constexpr std::array<std::string_view, 2> kinds = {"scene", "figure"};

Library& require_library(SessionParts& parts) {
  if (!parts.library) throw Refusal("there is no folder to open from or save to");
  return *parts.library;
}

template <class T>
T require(Expected<T> expected) {
  if (!expected) throw Refusal(expected.error().message);
  return std::move(*expected);
}

// "scenes/elephant.json" -> "elephant"
std::string title_of(const std::string& file) {
  std::string title = file.substr(file.find_last_of("/\\") + 1);
  if (const std::size_t dot = title.find_last_of('.'); dot != std::string::npos && dot > 0) title.resize(dot);
  return title.empty() ? "untitled" : title;
}

void show(SessionParts& parts, Scene scene, Document document) {
  if (parts.time->is_recording()) throw Refusal("stop the recording first: it is of the scene that is open");
  const std::string words = "open " + document.title;
  State next{.scene = std::move(scene), .document = std::make_shared<Document>(std::move(document))};
  const std::shared_ptr<Document> shown = next.document;
  const bool is_saved = shown->saved_edit.has_value();
  parts.commit(std::move(next), {.words = words});
  if (is_saved) shown->saved_edit = parts.now.edit;
}

void open(SessionParts& parts, const Value& command, Answer&) {
  Library& library = require_library(parts);
  const std::string file = command.at("file").name();
  const auto where = static_cast<Library::Where>(command.at("where").word(places, "place of files"));
  const std::string text = require(library.read(file, where));
  Document document{.title = title_of(file), .saved_edit = 0};
  if (where == Library::Where::folder) document.file = file;
  show(parts, require(parse_scene(text, file, library.folder(where))), std::move(document));
}

void import(SessionParts& parts, const Value& command, Answer&) {
  const std::string name = command.at("name").name(), text = command.at("text").text();
  const std::filesystem::path folder =
      parts.library ? parts.library->folder(Library::Where::folder) : std::filesystem::path();
  show(parts, require(parse_scene(text, name, folder)), {.title = title_of(name)});
}

void save_to(SessionParts& parts, const std::string& file, bool replace) {
  Document& document = *parts.now.document;
  document.file = require(require_library(parts).write(file, write_scene(parts.now.scene), replace));
  document.title = title_of(*document.file);
  document.saved_edit = parts.now.edit;
  ++parts.scene_revision;
  parts.changed.scene = parts.changed.files = true;
}

void save(SessionParts& parts, const Value&, Answer&) {
  const std::optional<std::string> file = parts.now.document->file;
  if (!file) throw Refusal("this scene has no file yet: save it under a name");
  save_to(parts, *file, true);
}

void save_as(SessionParts& parts, const Value& command, Answer&) {
  bool replace = false;
  if (const auto value = command.find("replace")) replace = value->truth();
  save_to(parts, command.at("file").name(), replace);
}

void export_text(SessionParts& parts, const Value& command, Answer& answer) {
  const Scene& scene = parts.now.scene;
  const bool is_scene = command.at("what").word(kinds, "thing to export") == 0;
  const std::string name = is_scene ? parts.now.document->title : scene.figure.name();
  json::Output result = json::Output::object();
  result.set("name", json::Output::text(name + ".json"));
  result.set("text", json::Output::text(is_scene ? write_scene(scene) : write_figure(scene.figure)));
  answer.result = result.to_string();
}

void list_files(SessionParts& parts, const Value&, Answer&) {
  require_library(parts);
  parts.changed.files = true;
}

}  // namespace

std::span<const Verb> file_verbs() {
  constexpr Verb::Traits not_recorded{.is_recorded = false};
  static const std::vector<Verb> verbs = {
      {"open", {"file", "where"}, open, not_recorded},
      {"save", {}, save, not_recorded},
      {"save-as", {"file", "replace"}, save_as, not_recorded},
      {"import", {"name", "text"}, import, not_recorded},
      {"export", {"what"}, export_text, not_recorded},
      {"files", {}, list_files, not_recorded},
  };
  return verbs;
}

}  // namespace limber

// Opening and saving through the library: a session knows file names, not where they are.

#include <array>

#include "limber/base/fnv.h"
#include "limber/base/names.h"
#include "limber/files/dropped.h"
#include "limber/files/files.h"
#include "limber/files/json/writer.h"
#include "limber/session/commands/dropped_pieces.h"
#include "limber/session/commands/import.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;
constexpr std::array<std::string_view, 2> places = {"gallery", "folder"};  // Library::Where
constexpr std::array<std::string_view, 2> kinds = {"scene", "figure"};

Library& require_library(Workspace& workspace) {
  if (!workspace.library) throw Refusal("there is no folder to open from or save to");
  return *workspace.library;
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

void require_no_recording(Workspace& workspace) {
  if (workspace.timeline.is_recording())
    throw Refusal("stop the recording first: it belongs to the open scene");
}

void show(Workspace& workspace, Scene scene, OpenScene opened) {
  require_no_recording(workspace);
  const std::string words = "open " + opened.title;
  State next{.scene = std::move(scene), .opened = std::make_shared<OpenScene>(std::move(opened))};
  const std::shared_ptr<OpenScene> shown = next.opened;
  const bool is_saved = shown->saved_edit.has_value();
  workspace.commit(std::move(next), {.words = words});
  if (is_saved) shown->saved_edit = workspace.now().edit;
}

// What is too large for a session is refused before its meshes are read. Without what collides: too many
// solids, or too many in each other, are only known once meshes have become pieces.
void require_bare_to_fit(const Scene& scene) {
  FigureDescription description = scene.figure.description();
  for (SegmentDescription& segment : description.segments) {
    segment.shapes.clear();
    segment.density.reset();
  }
  Expected<Figure> bare = Figure::build(std::move(description));
  if (!bare) return;
  State state{.scene = scene};
  state.scene.figure = std::move(*bare);
  made_to_fit(std::move(state));
}

StrangerOptions as_stranger(const std::atomic<bool>& is_wanted) {
  return {.before_meshes = require_bare_to_fit, .is_wanted = &is_wanted};
}

// "4 mesh files are missing, the first: ..."; empty: none.
std::string missing_in_words(const std::vector<std::string>& missing) {
  if (missing.empty()) return "";
  const bool is_one = missing.size() == 1;
  return std::to_string(missing.size()) +
         (is_one ? " mesh file is missing: " : " mesh files are missing, the first: ") +
         limber::quoted(missing.front()) +
         (is_one ? "; without it the robot is drawn by its shapes."
                 : "; without them the robot is drawn by its shapes.") +
         " Drop the robot's whole folder to see it.";
}

// A file of a stranger may give a sentence for each of its lines.
void show_with_warnings(Workspace& workspace, Loaded loaded, OpenScene opened) {
  constexpr std::size_t most = 20;
  show(workspace, std::move(loaded.scene), std::move(opened));
  const std::vector<std::string>& all = loaded.warnings;
  const std::size_t said = all.size() > most ? most - 1 : all.size();
  for (std::size_t k = 0; k < said; ++k) workspace.news.notify("warning", all[k]);
  if (said < all.size()) {
    workspace.news.notify("warning", "There are " + std::to_string(all.size() - said) +
                                         " more warnings about this file; limber check prints them all.");
  }
  const std::string missing = missing_in_words(loaded.missing_meshes);
  if (!missing.empty()) workspace.news.notify("warning", missing);
}

// Shows what `load` gives, with what there is to say about it.
template <class Load>
void load_then_show(Workspace& workspace, Answer& answer, OpenScene opened, Load load) {
  require_no_recording(workspace);
  read_first(workspace, answer, [opened = std::move(opened), load = std::move(load)](const auto& is_wanted) {
    const auto loaded = std::make_shared<Loaded>(require(load(as_stranger(is_wanted))));
    return [loaded, opened](Workspace& target, Answer&) {
      show_with_warnings(target, std::move(*loaded), opened);
    };
  });
}

void open(Workspace& workspace, const Value& command, Answer& answer) {
  Library& library = require_library(workspace);
  const std::string file = command.at("file").name();
  const auto where = static_cast<Library::Where>(command.at("where").word(places, "place of files"));
  std::string text = require(library.read(file, where));
  OpenScene opened{.title = title_of(file), .saved_edit = 0};
  if (where == Library::Where::folder) {
    opened.file = file;
    opened.file_hash = text_hash(text);
  }
  load_then_show(
      workspace, answer, std::move(opened),
      [file, folder = library.folder(where), text = std::move(text)](const StrangerOptions& options) {
        return parse_file_of_stranger(text, file, folder, options);
      });
}

void import(Workspace& workspace, const Value& command, Answer& answer) {
  const std::string name = command.at("name").name();
  const std::filesystem::path folder =
      workspace.library ? workspace.library->folder(Library::Where::folder) : std::filesystem::path();
  load_then_show(workspace, answer, {.title = title_of(name)},
                 [name, folder, text = command.at("text").text()](const StrangerOptions& options) {
                   return parse_file_of_stranger(text, name, folder, options);
                 });
}

// One piece of one file of a robot's folder; the last is of the robot's own file.
void drop(Workspace& workspace, const Value& command, Answer& answer) {
  std::optional<DroppedRobot> whole = take_piece(workspace, command);
  if (!whole) return;
  const std::string title = title_of(whole->opened);
  load_then_show(
      workspace, answer, {.title = title},
      [robot = std::make_shared<const DroppedRobot>(std::move(*whole))](const StrangerOptions& options) {
        return parse_dropped(robot->opened, robot->files, options);
      });
}

void save_to(Workspace& workspace, const std::string& file, bool replace) {
  const std::string text = write_scene(workspace.now().scene);
  const std::string name = require(require_library(workspace).write(file, text, replace));
  workspace.set_saved(name, title_of(name), text_hash(text));
}

bool may_replace(const Value& command) {
  const auto value = command.find("replace");
  return value && value->truth();
}

// Another studio, or an editor, has saved it since we read or wrote it.
bool was_changed_elsewhere(Workspace& workspace, const std::string& file) {
  const Expected<std::string> text = require_library(workspace).read(file, Library::Where::folder);
  const std::optional<std::uint64_t> known = workspace.now().opened->file_hash;
  return text && known && text_hash(*text) != *known;
}

void save(Workspace& workspace, const Value& command, Answer&) {
  const std::optional<std::string> file = workspace.now().opened->file;
  if (!file) throw Refusal("this scene has no file yet: save it under a name");
  if (!may_replace(command) && was_changed_elsewhere(workspace, *file)) {
    throw WouldReplace(
        limber::quoted(*file) +
        " has been changed by another program since it was opened here; replace it, or save under "
        "another name");
  }
  save_to(workspace, *file, true);
}

void save_as(Workspace& workspace, const Value& command, Answer&) {
  save_to(workspace, command.at("file").name(), may_replace(command));
}

void export_text(Workspace& workspace, const Value& command, Answer& answer) {
  const Scene& scene = workspace.now().scene;
  const bool is_scene = command.at("what").word(kinds, "thing to export") == 0;
  const std::string name = is_scene ? workspace.now().opened->title : scene.figure.name();
  json::Output result = json::Output::object();
  result.set("name", json::Output::text(name + ".json"));
  result.set("text", json::Output::text(is_scene ? write_scene(scene) : write_figure(scene.figure)));
  answer.result = result.to_string();
}

void list_files(Workspace& workspace, const Value&, Answer&) {
  require_library(workspace);
  workspace.news.files_changed();
}

}  // namespace

std::span<const Verb> file_verbs() {
  static const std::vector<Verb> verbs = {
      {"open", {"file", "where"}, open, not_recorded},
      {"save", {"replace"}, save, not_recorded},
      {"save-as", {"file", "replace"}, save_as, not_recorded},
      {"import", {"name", "text"}, import, not_recorded},
      {"drop", {"path", "data", "begin", "open"}, drop, not_recorded},
      {"export", {"what"}, export_text, not_recorded},
      {"files", {}, list_files, not_recorded},
  };
  return verbs;
}

}  // namespace limber

// A backup: everything needed to continue after a crash, which is the scene with its figure inside and what a
// scene file does not hold.

#include <filesystem>
#include <set>
#include <vector>

#include "limber/files/dropped.h"
#include "limber/files/files.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/mesh_search.h"
#include "limber/files/read_meshes.h"
#include "limber/meshes/deadline.h"
#include "limber/session/forms/tree_form.h"
#include "limber/session/library.h"
#include "limber/session/recording.h"
#include "limber/session/session.h"
#include "limber/session/state/read_hash.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;
using json::Value;
namespace fs = std::filesystem;

const json::ObjectKeys backup_keys{"backup",
                                   {"backup", "snapshot", "title", "file", "source", "file_hash", "saved",
                                    "running", "chain", "figure_file", "root", "trees", "scene"}};
const json::ObjectKeys chain_keys{"chain", {"root", "end"}};

Expected<Figure> must_contain_figure(const std::string& file) {
  return Error{"a backup must contain its figure, not refer to " + file};
}

State read_state(const Value& object) {
  object.require_object(backup_keys);  // "snapshot": as older versions called it
  const Value scene = object.at("scene"), chain = object.at("chain");
  chain.require_object(chain_keys);
  State state{.scene = json::read_scene(scene, must_contain_figure),
              .chain = {chain.at("root").text(), chain.at("end").text()}};
  read_trees(object, state.scene.world);
  state.opened->title = object.at("title").text();
  if (const auto file = object.find("file")) state.opened->file = file->name();
  if (const auto source = object.find("source")) state.opened->source = source->text();
  if (const auto hash = object.find("file_hash")) state.opened->file_hash = read_hash(*hash);
  if (object.at("saved").truth()) state.opened->saved_edit = state.edit;
  state.scene.figure_file = object.at("figure_file").text();
  state.scene.root = object.at("root").text();
  return state;
}

// Where the files may lie that draw a figure: beside its own file, and in the folders of scenes.
std::vector<fs::path> homes_of_meshes(const Library& library, const std::string& figure_file) {
  std::vector<fs::path> homes;
  for (const Library::Where where : {Library::Where::folder, Library::Where::gallery}) {
    const fs::path folder = library.folder(where), file = folder / figure_file;
    if (folder.empty()) continue;
    if (!figure_file.empty() && lies_inside(file, folder)) homes.push_back(file.parent_path());
    homes.push_back(folder);
  }
  return homes;
}

std::set<std::string> unread_files(const FigureDescription& figure) {
  std::set<std::string> files;
  for (const SegmentDescription& segment : figure.segments) {
    for (const VisualDescription& visual : segment.visuals) {
      if (!visual.mesh) files.insert(visual.file);
    }
  }
  if (!figure.skin.file.empty() && !figure.skin.skin) files.insert(figure.skin.file);
  return files;
}

// A backup has the names of the meshes that draw a figure, not the meshes. Only those inside the folders of
// scenes are read, as when such a scene is opened. What collides is in the backup and stays as it was. How
// many files are not there.
std::size_t read_what_is_drawn(Figure& figure, const Library* library, const std::string& figure_file) {
  FigureDescription drawn = figure.description();
  if (unread_files(drawn).empty()) return 0;
  for (SegmentDescription& segment : drawn.segments) {
    std::erase_if(segment.shapes,
                  [](const BodyShape& body) { return std::holds_alternative<MeshReference>(body.shape); });
  }
  const Deadline deadline(StrangerOptions{}.seconds);
  MeshOptions options;
  for (const fs::path& home : library ? homes_of_meshes(*library, figure_file) : std::vector<fs::path>{}) {
    options.seconds = deadline.left();
    if (!unread_files(drawn).empty()) read_meshes(drawn, {home, {}, FigureFiles::inside_folder}, options);
  }
  FigureDescription whole = figure.description();
  for (std::size_t i = 0; i < whole.segments.size(); ++i) {
    whole.segments[i].visuals = drawn.segments[i].visuals;
  }
  whole.skin.skin = drawn.skin.skin;
  if (Expected<Figure> built = Figure::build(std::move(whole))) figure = std::move(*built);
  return unread_files(drawn).size();
}

}  // namespace

std::string Session::backup() const {
  const State& now = workspace_->now();
  Scene whole = now.scene;
  whole.figure_file.clear();
  Output chain = Output::object();
  chain.set("root", Output::text(now.chain.root)).set("end", Output::text(now.chain.end));
  Output object = Output::object();
  object.set("backup", Output::number(1)).set("title", Output::text(now.opened->title));
  if (now.opened->file) object.set("file", Output::text(*now.opened->file));
  if (!now.opened->source.empty()) object.set("source", Output::text(now.opened->source));
  if (now.opened->file_hash) object.set("file_hash", Output::text(hash_text(*now.opened->file_hash)));
  object.set("saved", Output::truth(now.is_saved()));
  object.set("running", Output::truth(workspace_->motion().solver().is_running()))
      .set("chain", std::move(chain));
  object.set("figure_file", Output::text(now.scene.figure_file)).set("root", Output::text(now.scene.root));
  object.set("trees", write_trees(now.scene.world.trees));
  return object.set("scene", json::write_scene(whole)).to_string();
}

Expected<Session> Session::from_backup(std::string_view backup, Library* library) {
  const std::string name = "backup";
  try {
    return json::reading([&] {
      const json::Tree tree = json::parse(backup, name);
      const Value object(tree.root(), name);
      State state = read_state(object);
      const std::size_t missing = read_what_is_drawn(state.scene.figure, library, state.scene.figure_file);
      Session session(std::move(state), library);
      if (missing > 0) {
        session.workspace_->news.notify(
            "warning", std::to_string(missing) + (missing == 1 ? " mesh" : " meshes") +
                           " of the restored figure cannot be read again; its shapes are drawn instead. Drop "
                           "or open the robot again to see it whole.");
      }
      if (!object.at("running").truth()) session.workspace_->set_running(false);
      return session;
    });
  } catch (const Refusal& problem) {  // by limits that were others when it was written
    return Error{name + ": " + problem.what()};
  }
}

}  // namespace limber

// A backup: everything needed to continue after a crash, which is the scene with its figure inside and what a
// scene file does not hold.

#include "limber/files/files.h"
#include "limber/files/format/scene_json.h"
#include "limber/session/forms/tree_form.h"
#include "limber/session/recording.h"
#include "limber/session/session.h"
#include "limber/session/state/read_hash.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

const json::ObjectKeys backup_keys{"backup",
                                   {"backup", "snapshot", "title", "file", "file_hash", "saved", "running",
                                    "chain", "figure_file", "root", "trees", "scene"}};
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
  if (const auto hash = object.find("file_hash")) state.opened->file_hash = read_hash(*hash);
  if (object.at("saved").truth()) state.opened->saved_edit = state.edit;
  state.scene.figure_file = object.at("figure_file").text();
  state.scene.root = object.at("root").text();
  return state;
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
      Session session(read_state(object), library);
      if (!object.at("running").truth()) session.workspace_->set_running(false);
      return session;
    });
  } catch (const Refusal& problem) {  // by limits that were others when it was written
    return Error{name + ": " + problem.what()};
  }
}

}  // namespace limber

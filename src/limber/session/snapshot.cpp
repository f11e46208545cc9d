// All that is needed to go on after a crash: the scene with its figure inside, and what a scene file does not
// hold.

#include "limber/files/files.h"
#include "limber/files/format/scene_json.h"
#include "limber/session/parts.h"
#include "limber/session/tree_form.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

const json::ObjectKeys snapshot_keys{
    "snapshot",
    {"snapshot", "title", "file", "saved", "running", "chain", "figure_file", "root", "trees", "scene"}};
const json::ObjectKeys chain_keys{"chain", {"root", "end"}};

Expected<Figure> no_other_files(const std::string& file) {
  return Error{"a snapshot holds its figure itself, not in " + file};
}

State read_state(const Value& document) {
  document.require_object(snapshot_keys);
  const Value scene = document.at("scene"), chain = document.at("chain");
  chain.require_object(chain_keys);
  State state{.scene = json::read_scene(scene, no_other_files),
              .chain = {chain.at("root").text(), chain.at("end").text()}};
  state.trees = read_trees(document);
  state.document->title = document.at("title").text();
  if (const auto file = document.find("file")) state.document->file = file->name();
  if (document.at("saved").truth()) state.document->saved_edit = state.edit;
  state.scene.figure_file = document.at("figure_file").text();
  state.scene.root = document.at("root").text();
  return state;
}

}  // namespace

std::string Session::snapshot() const {
  const State& now = parts_->now;
  Scene whole = now.scene;
  whole.figure_file.clear();
  Output chain = Output::object();
  chain.set("root", Output::text(now.chain.root)).set("end", Output::text(now.chain.end));
  Output document = Output::object();
  document.set("snapshot", Output::number(1)).set("title", Output::text(now.document->title));
  if (now.document->file) document.set("file", Output::text(*now.document->file));
  document.set("saved", Output::truth(now.is_saved()));
  document.set("running", Output::truth(parts_->running)).set("chain", std::move(chain));
  document.set("figure_file", Output::text(now.scene.figure_file)).set("root", Output::text(now.scene.root));
  document.set("trees", write_trees(now.trees));
  return document.set("scene", json::write_scene(whole)).to_string();
}

Expected<Session> Session::restored(std::string_view snapshot, Library* library) {
  const std::string name = "snapshot";
  return json::reading([&] {
    const json::Tree tree = json::parse(snapshot, name);
    const Value document(tree.root(), name);
    Session session(read_state(document), library);
    session.parts_->running = document.at("running").truth();
    return session;
  });
}

}  // namespace limber

// All that is needed to go on after a crash: the scene with its figure inside, and what a scene file does not
// hold.

#include "limber/files/files.h"
#include "limber/files/scene_json.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

const json::ObjectKeys snapshot_keys{
    "snapshot", {"snapshot", "title", "file", "saved", "running", "chain", "figure_file", "root", "scene"}};
const json::ObjectKeys chain_keys{"chain", {"root", "end"}};

Expected<Figure> no_other_files(const std::string& file) {
  return Error{"a snapshot holds its figure itself, not in " + file};
}

State read_state(const Value& document) {
  document.require_object(snapshot_keys);
  const Value scene = document.at("scene"), chain = document.at("chain");
  chain.require_object(chain_keys);
  State state{.scene = json::read_scene(scene, no_other_files),
              .chain = {chain.at("root").text(), chain.at("end").text()},
              .title = document.at("title").text()};
  if (const auto file = document.find("file")) state.file = file->name();
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
  document.set("snapshot", Output::number(1)).set("title", Output::text(now.title));
  if (now.file) document.set("file", Output::text(*now.file));
  document.set("saved", Output::truth(now.edit == parts_->saved_edit));
  document.set("running", Output::truth(parts_->running)).set("chain", std::move(chain));
  document.set("figure_file", Output::text(now.scene.figure_file)).set("root", Output::text(now.scene.root));
  return document.set("scene", json::write_scene(whole)).to_string();
}

Expected<Session> Session::restored(std::string_view snapshot, Library* library) {
  const std::string name = "snapshot";
  const Expected<json::Tree> tree = json::parse(snapshot, name);
  if (!tree) return tree.error();
  return json::reading([&] {
    const Value document(tree->root(), name);
    State state = read_state(document);
    const bool saved = document.at("saved").truth(), running = document.at("running").truth();
    Session session(state.scene, state.title, library);
    session.parts_->now.chain = std::move(state.chain);
    session.parts_->now.file = std::move(state.file);
    session.parts_->running = running;
    if (!saved) session.parts_->now.edit = ++session.parts_->last_edit;
    return session;
  });
}

}  // namespace limber

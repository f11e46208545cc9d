#include "limber/session/forms/tree_form.h"

#include "limber/files/format/tree_json.h"

namespace limber {

using json::Output;

Output write_trees(const std::map<std::string, LSystem>& trees) {
  Output list = Output::list();
  for (const auto& [name, tree] : trees) {
    Output object = Output::object(), grammar = Output::object();
    json::write_grammar(tree, grammar);
    list.add(object.set("name", Output::text(name)).set("tree", std::move(grammar)));
  }
  return list;
}

void read_trees(const json::Value& object, World& world) {
  object.for_each("trees", [&](const json::Value& item) {
    world.trees[item.at("name").name()] = json::read_grammar(item.at("tree"));
  });
}

}  // namespace limber

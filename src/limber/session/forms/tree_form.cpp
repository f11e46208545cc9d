// The grammar of a tree, read and written.

#include "limber/session/forms/tree_form.h"

#include "limber/files/format/geometry_json.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

constexpr int largest_seed = 2'000'000'000;

const json::ObjectKeys tree_keys{"tree",
                                 {"axiom", "rules", "depth", "angle", "angle_spread", "length", "radius",
                                  "length_ratio", "radius_ratio", "seed", "place"}};
const json::ObjectKeys rule_keys{"rule", {"letter", "word", "probability"}};

LSystem::Rule read_rule(const Value& object) {
  object.require_object(rule_keys);
  const Value letter = object.at("letter");
  const std::string text = letter.text();
  if (text.size() != 1) letter.fail("a rule is for one letter, not for \"" + text + "\"");
  LSystem::Rule rule{.letter = text[0], .word = object.at("word").text()};
  if (const auto probability = object.find("probability")) rule.probability = probability->number();
  return rule;
}

}  // namespace

LSystem read_tree_form(const Value& object) {
  object.require_object(tree_keys);
  LSystem tree;
  tree.axiom = object.at("axiom").text();
  tree.rules.clear();
  object.at("rules").require_list();
  object.for_each("rules", [&](const Value& rule) { tree.rules.push_back(read_rule(rule)); });
  tree.depth = object.at("depth").integer(0, 20);
  tree.angle = object.at("angle").number();
  tree.angle_spread = object.at("angle_spread").number();
  tree.length = object.at("length").number();
  tree.radius = object.at("radius").number();
  tree.length_ratio = object.at("length_ratio").number();
  tree.radius_ratio = object.at("radius_ratio").number();
  tree.seed = static_cast<std::uint64_t>(object.at("seed").integer(0, largest_seed));
  tree.place = json::read_placement(object, "place");
  return tree;
}

Output write_tree_form(const LSystem& tree) {
  Output rules = Output::list();
  for (const LSystem::Rule& rule : tree.rules) {
    Output object = Output::object();
    object.set("letter", Output::text(std::string_view(&rule.letter, 1)))
        .set("word", Output::text(rule.word));
    if (rule.probability != 1.0) object.set("probability", Output::number(rule.probability));
    rules.add(std::move(object));
  }
  Output place = Output::object();
  json::write_position_and_rotation(tree.place, place);
  Output object = Output::object();
  object.set("axiom", Output::text(tree.axiom)).set("rules", std::move(rules));
  object.set("depth", Output::number(tree.depth)).set("angle", Output::number(tree.angle));
  object.set("angle_spread", Output::number(tree.angle_spread));
  object.set("length", Output::number(tree.length)).set("radius", Output::number(tree.radius));
  object.set("length_ratio", Output::number(tree.length_ratio));
  object.set("radius_ratio", Output::number(tree.radius_ratio));
  object.set("seed", Output::number(static_cast<double>(tree.seed)));
  return object.set("place", std::move(place));
}

std::map<std::string, LSystem> read_trees(const Value& object) {
  std::map<std::string, LSystem> trees;
  object.for_each(
      "trees", [&](const Value& item) { trees[item.at("name").name()] = read_tree_form(item.at("tree")); });
  return trees;
}

Output write_trees(const std::map<std::string, LSystem>& trees) {
  Output list = Output::list();
  for (const auto& [name, tree] : trees) {
    Output object = Output::object();
    list.add(object.set("name", Output::text(name)).set("tree", write_tree_form(tree)));
  }
  return list;
}

}  // namespace limber

// Reads a grammar and grows it; writes the grammar where the branches are still what it grows.

#include "limber/files/format/tree_json.h"

#include "limber/files/format/format_keys.h"
#include "limber/files/format/geometry_json.h"

namespace limber::json {

namespace {

constexpr int largest_seed = 2'000'000'000;
constexpr std::string_view tree_word = "tree";

const std::vector<std::string_view> grammar_keys = {"axiom",        "rules",  "depth",  "angle",
                                                    "angle_spread", "length", "radius", "length_ratio",
                                                    "radius_ratio", "seed",   "place"};

ObjectKeys with(std::string object, std::vector<std::string_view> first, std::vector<std::string_view> last) {
  first.insert(first.end(), grammar_keys.begin(), grammar_keys.end());
  first.insert(first.end(), last.begin(), last.end());
  return {std::move(object), std::move(first)};
}

const ObjectKeys& form_keys() {
  static const ObjectKeys keys = with("tree", {}, {});
  return keys;
}
const ObjectKeys& obstacle_tree_keys() {
  static const ObjectKeys keys = with("obstacle_tree", {"name", "shape"}, {"color", "velocity", "solid"});
  return keys;
}
const ObjectKeys& file_keys() {
  static const ObjectKeys keys = with("grammar", {"$schema", "limber"}, {});
  return keys;
}
const ObjectKeys rule_keys{"rule", {"letter", "word", "probability"}};

LSystem::Rule read_rule(const Value& object) {
  object.require_object(rule_keys);
  const Value letter = object.at("letter");
  const std::string text = letter.text();
  if (text.size() != 1) letter.fail("a rule is for one letter, not for \"" + text + "\"");
  LSystem::Rule rule{.letter = text[0], .word = object.at("word").text()};
  if (const auto probability = object.find("probability")) rule.probability = probability->number();
  return rule;
}

LSystem read_keys_of_grammar(const Value& object) {
  LSystem tree;
  if (const auto axiom = object.find("axiom")) tree.axiom = axiom->text();
  if (const auto rules = object.find("rules")) {
    rules->require_list();
    tree.rules.clear();
    object.for_each("rules", [&](const Value& rule) { tree.rules.push_back(read_rule(rule)); });
  }
  const auto number = [&](std::string_view key, double& into) {
    if (const auto value = object.find(key)) into = value->number();
  };
  if (const auto depth = object.find("depth")) tree.depth = depth->integer(0, 20);
  number("angle", tree.angle);
  number("angle_spread", tree.angle_spread);
  number("length", tree.length);
  number("radius", tree.radius);
  number("length_ratio", tree.length_ratio);
  number("radius_ratio", tree.radius_ratio);
  if (const auto seed = object.find("seed"))
    tree.seed = static_cast<std::uint64_t>(seed->integer(0, largest_seed));
  if (object.find("place")) tree.place = read_placement(object, "place");
  return tree;
}

Output write_rules(const LSystem& tree) {
  Output rules = Output::list();
  for (const LSystem::Rule& rule : tree.rules) {
    Output object = Output::object();
    object.set("letter", Output::text(std::string_view(&rule.letter, 1)))
        .set("word", Output::text(rule.word));
    if (rule.probability != 1.0) object.set("probability", Output::number(rule.probability));
    rules.add(std::move(object));
  }
  return rules;
}

// [m] Branches that were moved together are where the grammar grows them but for rounding, also in files.
constexpr double as_grown = 1e-9;

bool is_branch(const Obstacle& obstacle, const Obstacle& first, const Capsule& branch) {
  const Capsule* capsule = std::get_if<Capsule>(&obstacle.shape);
  return capsule != nullptr && (capsule->a - branch.a).norm() <= as_grown &&
         (capsule->b - branch.b).norm() <= as_grown && capsule->radius == branch.radius &&
         obstacle.color == first.color && obstacle.velocity == first.velocity &&
         obstacle.is_solid == first.is_solid;
}

}  // namespace

LSystem read_grammar(const Value& object) {
  object.require_object(form_keys());
  return read_keys_of_grammar(object);
}

LSystem read_grammar_file(const Value& document) {
  document.require_object(file_keys());
  return read_keys_of_grammar(document);
}

void write_grammar(const LSystem& tree, Output& object) {
  Output place = Output::object();
  write_position_and_rotation(tree.place, place);
  object.set("axiom", Output::text(tree.axiom)).set("rules", write_rules(tree));
  object.set("depth", Output::number(tree.depth)).set("angle", Output::number(tree.angle));
  object.set("angle_spread", Output::number(tree.angle_spread));
  object.set("length", Output::number(tree.length)).set("radius", Output::number(tree.radius));
  object.set("length_ratio", Output::number(tree.length_ratio));
  object.set("radius_ratio", Output::number(tree.radius_ratio));
  object.set("seed", Output::number(static_cast<double>(tree.seed)));
  object.set("place", std::move(place));
}

bool is_tree(const Value& obstacle) {
  obstacle.require_object();
  const auto shape = obstacle.find("shape");
  return shape && shape->is(Kind::text) && shape->text() == tree_word;
}

void read_tree(const Value& object, World& world) {
  object.require_object(obstacle_tree_keys());
  const std::size_t first = world.obstacles.size();
  const Expected<int> count =
      world.add_tree(object.at("name").name(), read_keys_of_grammar(object), read_color(object));
  if (!count) object.fail(count.error().message);
  if (*count == 0) object.fail("this tree has no branches: its word has no F");
  for (std::size_t i = first; i < world.obstacles.size(); ++i) {
    Obstacle& branch = world.obstacles[i];
    if (const auto velocity = object.find("velocity")) branch.velocity = velocity->vec3();
    if (const auto solid = object.find("solid")) branch.is_solid = solid->truth();
  }
}

std::size_t branches_from(const World& world, std::size_t first) {
  const Obstacle& root = world.obstacles[first];
  const std::string group(group_of(root.name));
  const auto tree = world.trees.find(group);
  if (tree == world.trees.end() || root.name != group + ".1") return 0;
  const Expected<std::vector<Capsule>> branches = grow(tree->second);
  if (!branches || world.obstacles.size() - first < branches->size()) return 0;
  for (std::size_t i = 0; i < branches->size(); ++i) {
    const Obstacle& obstacle = world.obstacles[first + i];
    if (obstacle.name != group + "." + std::to_string(i + 1) || !is_branch(obstacle, root, (*branches)[i]))
      return 0;
  }
  return branches->size();
}

Output write_tree(const World& world, std::size_t first) {
  const Obstacle& branch = world.obstacles[first];
  const std::string name(group_of(branch.name));
  Output object = Output::object();
  object.set("name", Output::text(name)).set("shape", Output::text(tree_word));
  write_grammar(world.trees.at(name), object);
  write_color(branch.color, object);
  if (!branch.velocity.isZero(0.0)) object.set("velocity", Output::vector(branch.velocity));
  if (!branch.is_solid) object.set("solid", Output::truth(false));
  return object;
}

std::vector<ObjectKeys> tree_formats() {
  return {obstacle_tree_keys(), rule_keys};
}

}  // namespace limber::json

// limber grow: a tree from a grammar, shown in numbers or put into a scene.

#include <algorithm>

#include "commands/arguments.h"
#include "io/input.h"
#include "io/output.h"
#include "io/scene_output.h"
#include "limber/files/format/tree_json.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

struct GrowOptions {
  std::string grammar, scene, out, place;
  std::string name = "tree";
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool force = false;
};

LSystem grammar_of(const GrowOptions& options) {
  LSystem tree;
  if (!options.grammar.empty()) {
    const InputText input = load_text(options.grammar);
    Expected<LSystem> read = json::reading([&] {
      const json::Tree document = json::parse(input.text, input.name);
      return json::read_grammar_file(json::Value(document.root(), input.name));
    });
    if (!read) throw Failure(ExitCode::file, read.error().message);
    tree = std::move(*read);
  }
  if (options.seed) tree.seed = *options.seed;
  if (!options.place.empty()) tree.place.translation = read_point(options.place, "grow: --at");
  return tree;
}

struct Extent {
  double height = 0.0, width = 0.0, thinnest = unlimited, thickest = 0.0;  // [m]
};

Extent extent_of(const World& world) {
  Vec3 low = Vec3::Constant(unlimited), high = Vec3::Constant(-unlimited);
  Extent extent;
  for (const Obstacle& obstacle : world.obstacles) {
    const Capsule& branch = std::get<Capsule>(obstacle.shape);
    for (const Vec3& end : {branch.a, branch.b}) {
      low = low.cwiseMin(end.array().matrix() - Vec3::Constant(branch.radius));
      high = high.cwiseMax(end.array().matrix() + Vec3::Constant(branch.radius));
    }
    extent.thinnest = std::min(extent.thinnest, branch.radius);
    extent.thickest = std::max(extent.thickest, branch.radius);
  }
  extent.height = high.z() - low.z();
  extent.width = std::max(high.x() - low.x(), high.y() - low.y());
  return extent;
}

std::string tree_json(const GrowOptions& options, const World& world, const Extent& extent) {
  using json::Output;
  Output object = Output::object(), grammar = Output::object();
  json::write_grammar(world.trees.at(options.name), grammar);
  object.set("name", Output::text(options.name));
  object.set("branches", Output::number(static_cast<double>(world.obstacles.size())));
  object.set("height", Output::number(extent.height)).set("width", Output::number(extent.width));
  object.set("thinnest", Output::number(extent.thinnest)).set("thickest", Output::number(extent.thickest));
  return object.set("grammar", std::move(grammar)).to_string();
}

std::string tree_text(const GrowOptions& options, const World& world, const Extent& extent) {
  return options.name + ": " + count_text(world.obstacles.size(), "branch", "branches") + ", " +
         length_text(extent.height) + " high, " + length_text(extent.width) + " wide, branches of " +
         length_text(extent.thinnest) + " to " + length_text(extent.thickest) + " radius\n";
}

void add_to(World& world, const GrowOptions& options, const LSystem& tree) {
  const Expected<int> count = world.add_tree(options.name, tree);
  if (!count) throw Failure(ExitCode::file, "grow: " + count.error().message);
  if (*count == 0) throw Failure(ExitCode::file, "grow: this tree has no branches: its word has no F");
}

ExitCode run_grow(const GrowOptions& options) {
  if (options.scene.empty() != options.out.empty())
    throw Failure(ExitCode::usage,
                  "grow: --scene and -o belong together: the scene, and where it is written");
  const Replace replace = options.force ? Replace::always : Replace::never;
  if (!options.out.empty()) require_writable(options.out, replace);
  const LSystem tree = grammar_of(options);
  World alone;
  add_to(alone, options, tree);
  if (!options.scene.empty()) {
    Input input = load_input(options.scene);
    add_to(input.scene.world, options, tree);
    write_output(options.out, scene_for(options.out, input.scene), replace);
  }
  if (options.out == "-") return ExitCode::ok;
  const Extent extent = extent_of(alone);
  print(options.json ? tree_json(options, alone, extent) : tree_text(options, alone, extent));
  return ExitCode::ok;
}

}  // namespace

Action add_grow(CLI::App& command) {
  const auto options = std::make_shared<GrowOptions>();
  command.add_option("GRAMMAR", options->grammar,
                     "Grammar of an L-system (docs/json.md) or - [the default tree]");
  command.add_option("--name", options->name, "Name of the tree [tree]")->type_name("NAME");
  command.add_option("--seed", options->seed, "Another seed: another tree of the same kind")->type_name("N");
  command.add_option("--at", options->place, "Where it stands, in metres [as in the grammar]")
      ->type_name("X,Y,Z");
  command.add_option("--scene", options->scene, "Scene or figure to put the tree into")->type_name("SCENE");
  command.add_option("-o,--output", options->out, "Write the scene with the tree; - for standard output")
      ->type_name("SCENE_OUT");
  command.add_flag("--json", options->json, "Print JSON (docs/json.md)");
  command.add_flag("--force", options->force, "Replace SCENE_OUT if it exists");
  add_examples(command,
               {{"limber grow scenes/trees/oak.json", "how large the tree is"},
                {"limber grow scenes/trees/oak.json --seed 7 --scene scenes/elephant.json -o oak.json",
                 "the elephant beside another oak"}});
  return [options] { return run_grow(*options); };
}

}  // namespace limber::cli

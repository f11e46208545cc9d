// Obstacles, trees, whether obstacles move, and the camera.

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/format/tree_json.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/obstacle_groups.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

std::string name_result(const std::string& name) {
  Output result = Output::object();
  return result.set("name", Output::text(name)).to_string();
}

// A path goes with its obstacle.
void forget_paths(Scene& scene) {
  std::erase_if(scene.paths.obstacles,
                [&](const Paths::OfObstacle& moving) { return !scene.world.find_obstacle(moving.obstacle); });
}

// A figure that follows a path continues when obstacles change; it stops where one blocks the path.
void commit(Workspace& workspace, State next, EditName name) {
  name.keeps.path = true;
  forget_paths(next.scene);
  workspace.commit(std::move(next), std::move(name));
}

void set_world(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  command.at("world");
  next.scene.world = json::read_world(command);
  commit(workspace, std::move(next), {.words = "change the world", .gesture = gesture_of(command)});
}

// --- one obstacle, or a group

void add_obstacle(Workspace& workspace, const Value& command, Answer& answer) {
  State next = workspace.draft();
  World& world = next.scene.world;
  const Value object = command.at("obstacle");
  Obstacle obstacle = json::read_obstacle(object);
  if (obstacle.name.empty()) {
    obstacle.name = free_obstacle_name(world, std::string(shape_type_name(obstacle.shape)));
  } else if (!is_free_name(world, obstacle.name)) {
    object.at("name").fail("there is already an obstacle " + limber::quoted(obstacle.name));
  }
  const std::string name = obstacle.name;
  world.obstacles.push_back(std::move(obstacle));
  commit(workspace, std::move(next), {.words = "add " + limber::quoted(name)});
  answer.result = name_result(name);
}

// "tree.3" of the group "tree" called `to`: "to.3".
std::string renamed(const std::string& name, const ObstacleChoice& choice, const std::string& to) {
  return choice.is_group ? to + name.substr(choice.name.size()) : to;
}

void rename(State& state, const Value& wanted, const ObstacleChoice& choice) {
  const std::string to = wanted.name();
  if (to == choice.name) return;
  World& world = state.scene.world;
  if (!is_free_name(world, to)) wanted.fail("there is already an obstacle " + limber::quoted(to));
  for (const ObstacleId number : choice.numbers) {
    Obstacle& obstacle = at(world.obstacles, number);
    const std::string before = obstacle.name;
    obstacle.name = renamed(obstacle.name, choice, to);
    if (const TargetPath* path = state.scene.paths.of(before)) {
      state.scene.paths.set(obstacle.name, *path);
      state.scene.paths.set(before, std::nullopt);
    }
  }
  if (auto tree = state.scene.world.trees.extract(choice.name); !tree.empty()) {
    tree.key() = to;
    state.scene.world.trees.insert(std::move(tree));
  }
}

void set_obstacle(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  World& world = next.scene.world;
  const ObstacleChoice choice = read_obstacle_name(command.at("obstacle"), world);
  const auto shape = command.find("shape"), velocity = command.find("velocity"),
             solid = command.find("solid");
  if (shape && choice.is_group)
    shape->fail(limber::quoted(choice.name) + " is a group of obstacles, not one");
  std::string words = "change " + limber::quoted(choice.name);
  for (const ObstacleId number : choice.numbers) {
    Obstacle& obstacle = at(world.obstacles, number);
    if (shape) {
      Obstacle changed = json::read_obstacle(*shape);
      obstacle.shape = std::move(changed.shape);
      if (changed.color) obstacle.color = changed.color;
    }
    if (command.find("color")) {
      obstacle.color = command.at("color").is(json::Kind::null) ? std::nullopt : json::read_color(command);
      words = "paint " + limber::quoted(choice.name);
    }
    if (velocity) obstacle.velocity = velocity->vec3();
    if (solid) obstacle.is_solid = solid->truth();
  }
  if (const auto name = command.find("name")) {
    rename(next, *name, choice);
    words = "rename " + limber::quoted(choice.name);
  }
  commit(workspace, std::move(next), {.words = std::move(words), .gesture = gesture_of(command)});
}

void carry(State& state, const ObstacleChoice& choice, const Transform& by) {
  for (const ObstacleId number : choice.numbers) {
    Shape& shape = at(state.scene.world.obstacles, number).shape;
    shape = transformed(by, shape);
  }
  if (const auto tree = state.scene.world.trees.find(choice.name); tree != state.scene.world.trees.end()) {
    tree->second.place = by * tree->second.place;
  }
}

void move_obstacle(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const ObstacleChoice choice = read_obstacle_name(command.at("obstacle"), next.scene.world);
  command.at("by");
  carry(next, choice, json::read_placement(command, "by"));
  commit(workspace, std::move(next),
         {.words = "move " + limber::quoted(choice.name), .gesture = gesture_of(command)});
}

void copy_obstacle(Workspace& workspace, const Value& command, Answer& answer) {
  State next = workspace.draft();
  World& world = next.scene.world;
  ObstacleChoice choice = read_obstacle_name(command.at("obstacle"), world);
  const std::string name = free_obstacle_name(world, choice.name);
  for (ObstacleId& number : choice.numbers) {
    Obstacle obstacle = at(world.obstacles, number);
    obstacle.name = renamed(obstacle.name, choice, name);
    world.obstacles.push_back(std::move(obstacle));
    number = ObstacleId{world.obstacles.size() - 1};
  }
  if (const auto tree = next.scene.world.trees.find(choice.name); tree != next.scene.world.trees.end()) {
    next.scene.world.trees[name] = tree->second;
  }
  const std::string words = "copy " + limber::quoted(choice.name);
  choice.name = name;
  carry(next, choice, json::read_placement(command, "by"));
  commit(workspace, std::move(next), {.words = words});
  answer.result = name_result(name);
}

void erase(State& state, const ObstacleChoice& choice) {
  std::vector<Obstacle>& obstacles = state.scene.world.obstacles;
  for (auto number = choice.numbers.rbegin(); number != choice.numbers.rend(); ++number) {
    obstacles.erase(obstacles.begin() + *number);
  }
  state.scene.world.trees.erase(choice.name);
}

void remove_obstacle(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const ObstacleChoice choice = read_obstacle_name(command.at("obstacle"), next.scene.world);
  erase(next, choice);
  commit(workspace, std::move(next), {.words = "remove " + limber::quoted(choice.name)});
}

// --- trees

void grow_tree(Workspace& workspace, const Value& command, Answer& answer) {
  State next = workspace.draft();
  World& world = next.scene.world;
  const Value wanted = command.at("name");
  const std::string name = wanted.name();
  const LSystem tree = json::read_grammar(command.at("tree"));
  std::optional<Color> color = json::read_color(command);
  const bool is_there = !is_free_name(world, name);
  if (is_there) {
    const ObstacleChoice old = read_obstacle_name(wanted, world);
    if (!old.is_group) wanted.fail("there is already an obstacle " + limber::quoted(name));
    if (!color) color = at(world.obstacles, old.numbers.front()).color;
    erase(next, old);
  }
  const Expected<int> count = world.add_tree(name, tree, color);
  if (!count) throw Refusal(count.error().message);
  if (*count == 0) throw Refusal("this tree has no branches: its word has no F");
  commit(workspace, std::move(next),
         {.words = (is_there ? "change " : "grow ") + limber::quoted(name), .gesture = gesture_of(command)});
  answer.result = "{\"count\": " + std::to_string(*count) + "}";
}

void preview_tree(Workspace&, const Value& command, Answer& answer) {
  answer.later = [tree = json::read_grammar(command.at("tree"))] {
    const Expected<std::vector<Capsule>> capsules = grow(tree);
    if (!capsules) throw Refusal(capsules.error().message);
    std::vector<double> numbers;
    for (const Capsule& capsule : *capsules) {
      for (const Vec3& end : {capsule.a, capsule.b}) numbers.insert(numbers.end(), end.begin(), end.end());
      numbers.push_back(capsule.radius);
    }
    Output result = Output::object();
    return result.set("capsules", Output::row(numbers)).to_string();
  };
}

// --- the world as a whole

void run_world(Workspace& workspace, const Value& command, Answer&) {
  workspace.set_obstacles_move(command.at("moves").truth());
}

void set_camera(Workspace& workspace, const Value& command, Answer&) {
  workspace.set_camera(json::read_camera(command.at("camera")));
}

}  // namespace

std::span<const Verb> world_verbs() {
  static const std::vector<Verb> verbs = {
      {"world-set", {"world"}, set_world},
      {"obstacle-add", {"obstacle"}, add_obstacle},
      {"obstacle-set", {"obstacle", "name", "shape", "color", "velocity", "solid"}, set_obstacle},
      {"obstacle-move", {"obstacle", "by"}, move_obstacle},
      {"obstacle-copy", {"obstacle", "by"}, copy_obstacle},
      {"obstacle-remove", {"obstacle"}, remove_obstacle},
      {"tree-grow", {"name", "tree", "color"}, grow_tree},
      {"tree-preview", {"tree"}, preview_tree, not_recorded},
      {"world-run", {"moves"}, run_world},
      {"camera-set", {"camera"}, set_camera, not_recorded},
  };
  return verbs;
}

}  // namespace limber

#pragma once
// The figure's surroundings: named obstacles in world coordinates.
//
//   World world;
//   world.add("pole", Capsule{.a = {0.4, 0, 0}, .b = {0.4, 0, 2}, .radius = 0.03});

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/ids.h"
#include "limber/shapes/shape.h"

namespace limber {

struct Obstacle {
  std::string name;
  Shape shape;
  std::optional<Color> color = {};
  Vec3 velocity = Vec3::Zero();  // [m/s] at which it moves through the world, see advance()
  bool is_solid = true;          // false: drawn but not avoided, e.g. a ball to grasp
  bool operator==(const Obstacle&) const = default;
};

struct World {
  std::vector<Obstacle> obstacles;  // names are unique
  bool operator==(const World&) const = default;

  // Throws std::invalid_argument when the name is empty or taken.
  ObstacleId add(std::string name, Shape shape, std::optional<Color> color = std::nullopt);

  // By name; the first throws std::invalid_argument naming near matches.
  ObstacleId obstacle(std::string_view name) const;
  std::optional<ObstacleId> find_obstacle(std::string_view name) const;

  // Every obstacle moves on by velocity * seconds. Allocates nothing.
  void advance(double seconds) noexcept;
};

// The group an obstacle belongs to by its name: "tree" for "tree.12"; empty for "pole".
std::string_view group_of(std::string_view obstacle);
// The name of an obstacle in a sentence: its group if that is one thing (a tree of capsules, a table of a box
// and cylinders), else its own name (numbered discs are separate things).
std::string_view spoken_name(const World& world, ObstacleId obstacle);

}  // namespace limber

#pragma once
// What stands around the figure: named obstacles, in world coordinates.
//
//   World world;
//   world.add("pole", Capsule{.a = {0.4, 0, 0}, .b = {0.4, 0, 2}, .radius = 0.03});

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/ids.h"
#include "limber/figure/description.h"
#include "limber/shapes/shape.h"

namespace limber {

struct Obstacle {
  std::string name;
  Shape shape;
  std::optional<Color> color = {};
  Vec3 velocity = Vec3::Zero();  // [m/s] at which it moves through the world, see advance()
  bool is_solid = true;          // false: seen, and nothing keeps clear of it: a ball to be taken
  bool operator==(const Obstacle&) const = default;
};

struct World {
  std::vector<Obstacle> obstacles;  // names are unique
  bool operator==(const World&) const = default;

  // Its number. Throws std::invalid_argument when the name is empty or taken.
  ObstacleId add(std::string name, Shape shape, std::optional<Color> color = std::nullopt);

  // By name; the first throws std::invalid_argument naming near matches.
  ObstacleId obstacle(std::string_view name) const;
  std::optional<ObstacleId> find_obstacle(std::string_view name) const;

  // Every obstacle moves on by velocity * seconds. Allocates nothing.
  void advance(double seconds) noexcept;
};

// "tree" for "tree.12", which is one of a group by its name; empty for "pole".
std::string_view group_of(std::string_view obstacle);
// How people call an obstacle: by its group if that is one thing, a tree of capsules or a table of a box and
// cylinders; numbered discs are many things.
std::string_view spoken_name(const World& world, ObstacleId obstacle);

}  // namespace limber

#pragma once
// Obstacles by name, alone or in groups: "tree" means "tree.1", "tree.2", ... together.

#include <string>
#include <string_view>
#include <vector>

#include "limber/files/json/reader.h"
#include "limber/world/world.h"

namespace limber {

struct ObstacleChoice {
  std::string name;                 // as asked for
  std::vector<ObstacleId> numbers;  // at least one
  bool is_group = false;
};
// The obstacle of this name, or else the group; the error lists similar names.
ObstacleChoice read_obstacle_name(const json::Value& value, const World& world);

// Neither an obstacle nor a group has this name.
bool is_free_name(const World& world, std::string_view name);
// The name, with a number if it is taken: "box", "box 2".
std::string free_obstacle_name(const World& world, const std::string& wanted);

}  // namespace limber

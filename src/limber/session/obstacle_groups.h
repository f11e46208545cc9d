#pragma once
// Obstacles by name, alone or in groups. A group is what a tree is made of: "tree.1", "tree.2", ... are meant
// together by "tree". For session/ only.

#include <string>
#include <string_view>
#include <vector>

#include "limber/files/json/reader.h"
#include "limber/world/world.h"

namespace limber {

struct ObstacleChoice {
  std::string name;          // as it was asked for
  std::vector<int> numbers;  // in the world, at least one
  bool is_group = false;
};
// The obstacle of this name, or else the group; says what there is when there is neither.
ObstacleChoice read_obstacle_name(const json::Value& value, const World& world);

// Neither an obstacle nor a group is called so.
bool is_free_name(const World& world, std::string_view name);
// The name, or with a number behind it so that it is free: "box", "box 2".
std::string free_obstacle_name(const World& world, const std::string& wanted);

}  // namespace limber

#include "limber/session/edits/obstacle_groups.h"

#include <algorithm>

#include "limber/base/names.h"

namespace limber {

ObstacleChoice read_obstacle_name(const json::Value& value, const World& world) {
  ObstacleChoice choice{.name = value.name(), .numbers = {}};
  if (const auto one = world.find_obstacle(choice.name)) {
    choice.numbers.push_back(*one);
    return choice;
  }
  std::vector<std::string> known;
  for (int i = 0; i < static_cast<int>(world.obstacles.size()); ++i) {
    const std::string& name = at(world.obstacles, i).name;
    const std::string_view group = group_of(name);
    if (!group.empty() && group == choice.name) choice.numbers.push_back(ObstacleId{i});
    known.emplace_back(group.empty() ? std::string_view(name) : group);
  }
  choice.is_group = true;
  if (choice.numbers.empty()) {
    value.fail("the world has no obstacle " + limber::quoted(choice.name) + did_you_mean(choice.name, known));
  }
  return choice;
}

bool is_free_name(const World& world, std::string_view name) {
  return std::none_of(world.obstacles.begin(), world.obstacles.end(), [&](const Obstacle& obstacle) {
    return obstacle.name == name || group_of(obstacle.name) == name;
  });
}

std::string free_obstacle_name(const World& world, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; !is_free_name(world, name); ++number) name = wanted + " " + std::to_string(number);
  return name;
}

}  // namespace limber

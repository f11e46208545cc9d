#include "limber/world/obstacle_groups.h"

#include <unordered_map>

namespace limber {

// A group is one thing if its members are capsules (a tree), or differ in shape (a table).
std::vector<std::string_view> groups_of(const World& world) {
  struct Group {
    int members = 0;
    std::size_t shape = 0;
    bool all_alike = true, is_capsules = false;
  };
  std::unordered_map<std::string_view, Group> groups;
  for (const Obstacle& obstacle : world.obstacles) {
    const std::string_view name = group_of(obstacle.name);
    if (name.empty()) continue;
    Group& group = groups[name];
    if (group.members++ == 0) {
      group.shape = obstacle.shape.index();
      group.is_capsules = std::holds_alternative<Capsule>(obstacle.shape);
    }
    group.all_alike = group.all_alike && obstacle.shape.index() == group.shape;
  }
  std::vector<std::string_view> result;
  for (const Obstacle& obstacle : world.obstacles) {
    const auto found = groups.find(group_of(obstacle.name));
    const bool is_part = found != groups.end() && found->second.members > 1 &&
                         (!found->second.all_alike || found->second.is_capsules);
    result.push_back(is_part ? found->first : std::string_view{});
  }
  return result;
}

std::string_view spoken_name(const World& world, ObstacleId obstacle) {
  const std::vector<std::string_view> groups = groups_of(world);
  const std::string_view group = at(groups, obstacle);
  return group.empty() ? std::string_view(at(world.obstacles, obstacle).name) : group;
}

}  // namespace limber

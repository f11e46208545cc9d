// Obstacles by name, their motion, and their groups.

#include "limber/world/world.h"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "limber/base/names.h"

namespace limber {

ObstacleId World::add(std::string name, Shape shape, std::optional<Color> color) {
  if (name.empty()) throw std::invalid_argument("an obstacle needs a name");
  if (find_obstacle(name))
    throw std::invalid_argument("the world has an obstacle " + quoted(name) + " already");
  obstacles.push_back({std::move(name), std::move(shape), color});
  return ObstacleId{obstacles.size() - 1};
}

void World::advance(double seconds) noexcept {
  for (Obstacle& obstacle : obstacles) {
    if (!obstacle.velocity.isZero(0.0)) translate(obstacle.shape, seconds * obstacle.velocity);
  }
}

ObstacleId World::obstacle(std::string_view name) const {
  if (const std::optional<ObstacleId> found = find_obstacle(name)) return *found;
  std::vector<std::string> names;
  for (const Obstacle& obstacle : obstacles) names.push_back(obstacle.name);
  throw std::invalid_argument("the world has no obstacle " + quoted(name) + did_you_mean(name, names));
}

std::optional<ObstacleId> World::find_obstacle(std::string_view name) const {
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    if (obstacles[i].name == name) return ObstacleId{i};
  }
  return std::nullopt;
}

std::string_view group_of(std::string_view obstacle) {
  const std::size_t dot = obstacle.find_last_of('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == obstacle.size()) return {};
  const std::string_view number = obstacle.substr(dot + 1);
  const bool is_number =
      std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? obstacle.substr(0, dot) : std::string_view{};
}

}  // namespace limber

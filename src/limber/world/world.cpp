#include "limber/world/world.h"

#include <stdexcept>

#include "limber/base/names.h"

namespace limber {

int World::add(std::string name, Shape shape, std::optional<Color> color) {
  if (name.empty()) throw std::invalid_argument("an obstacle needs a name");
  if (find_obstacle(name))
    throw std::invalid_argument("the world has an obstacle " + quoted(name) + " already");
  obstacles.push_back({std::move(name), std::move(shape), color});
  return static_cast<int>(obstacles.size()) - 1;
}

void World::advance(double seconds) noexcept {
  for (Obstacle& obstacle : obstacles) {
    if (!obstacle.velocity.isZero(0.0)) translate(obstacle.shape, seconds * obstacle.velocity);
  }
}

int World::obstacle(std::string_view name) const {
  if (const std::optional<int> found = find_obstacle(name)) return *found;
  std::vector<std::string> names;
  for (const Obstacle& obstacle : obstacles) names.push_back(obstacle.name);
  throw std::invalid_argument("the world has no obstacle " + quoted(name) + did_you_mean(name, names));
}

std::optional<int> World::find_obstacle(std::string_view name) const {
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    if (obstacles[i].name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

}  // namespace limber

#pragma once
// What stands around the figure: named obstacles, in world coordinates.

#include <optional>
#include <string>
#include <vector>

#include "limber/figure/description.h"
#include "limber/shapes/shape.h"

namespace limber {

struct Obstacle {
  std::string name;
  Shape shape;
  std::optional<Color> color;
  bool operator==(const Obstacle&) const = default;
};

struct World {
  std::vector<Obstacle> obstacles;  // names are unique
  bool operator==(const World&) const = default;
};

}  // namespace limber

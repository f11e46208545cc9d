#pragma once
// Joint coordinates as shown to users: their names, their ranges, and setting them. In the order of
// figure/joint_coordinate.h.

#include <span>
#include <string>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct CoordinateInfo {
  std::string name;  // "swing x", "twist", "angle"
  // What a slider spans. Swings are limited together, so not every pair within their two ranges is allowed.
  Range range;
  bool is_length = false;
};
std::vector<CoordinateInfo> coordinates_of(const Joint& joint);

// Sets all coordinates of a joint, brought inside its limits.
void set_coordinates(const Figure& figure, Posture& posture, JointId joint,
                     std::span<const double> coordinates);

}  // namespace limber

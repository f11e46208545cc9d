#pragma once
// 26 unit vectors all around: faces, edges and corners of a cube. Enough to see what a solid is like.

#include <array>
#include <cmath>

#include "limber/math/types.h"

namespace limber {

inline const std::array<Vec3, 26>& fixed_directions() {
  static const std::array<Vec3, 26> directions = [] {
    std::array<Vec3, 26> list;
    std::size_t i = 0;
    for (int x = -1; x <= 1; ++x) {
      for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) {
          if (x != 0 || y != 0 || z != 0) list[i++] = Vec3(x, y, z).normalized();
        }
      }
    }
    return list;
  }();
  return directions;
}

}  // namespace limber

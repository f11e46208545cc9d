#pragma once
// Random figures with flesh on, and random worlds around them.

#include "limber/world/proximity.h"
#include "support/random_figure.h"
#include "support/solids.h"

namespace limber::test {

inline std::size_t bounded_type(Random& random) {
  constexpr std::size_t types[] = {0, 1, 2, 3, 4, 7, 8};
  return types[random() % 7];
}

// Every kind of joint and of solid; about one segment in five has no shape, some have two.
inline Figure random_fleshed_figure(Random& random, int segments) {
  FigureDescription description =
      random_description(random, {.segments = segments, .free_root = random() % 2 == 0});
  for (SegmentDescription& segment : description.segments) {
    const int count = uniform_int(random, 0, 5) == 0 ? 0 : uniform_int(random, 0, 3) == 0 ? 2 : 1;
    for (int k = 0; k < count; ++k)
      segment.shapes.push_back({random_solid(random, bounded_type(random)), {}});
  }
  return Figure::build(description).value();
}

inline World random_world(Random& random, int count, double size) {
  World world;
  for (int i = 0; i < count; ++i) {
    // A few half-spaces among them.
    const std::size_t type = random() % 40 == 0 ? plane_type : bounded_type(random);
    Shape shape = random_solid(random, type);
    translate(shape, random_vector(random, size));
    world.obstacles.push_back({"o" + std::to_string(i), shape, {}, random_vector(random, 1.0)});
  }
  return world;
}

// The part of a contact as a shape in the world.
inline Shape shape_of(const Kinematics& kinematics, SegmentId segment, int shape) {
  return transformed(kinematics.segment_pose(segment),
                     at(kinematics.figure().shapes(segment), shape).shape);
}

}  // namespace limber::test

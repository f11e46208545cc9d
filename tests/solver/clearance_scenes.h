#pragma once
// Figures and worlds to keep clear of each other, and what is checked of them straight from the definitions.

#include <algorithm>
#include <limits>
#include <string>

#include "limber/shapes/closest.h"
#include "limber/world/proximity.h"
#include "support/random_figure.h"
#include "support/solids.h"

namespace limber::test {

// A chain of capsules, a metre long in all, standing on its root, with a ball at every joint; sometimes with
// a second arm from its middle.
inline Figure capsule_tree(Random& random, int links, bool second_arm) {
  FigureDescription description;
  description.name = "arm";
  description.segments = {{.name = "base"}};
  const double length = 1.0 / links, radius = uniform(random, 0.1, 0.3) * length;
  const auto add_link = [&](const std::string& name, const std::string& parent, double offset, double lean) {
    SegmentDescription link;
    link.name = name;
    link.parent = parent;
    link.before.translation = Vec3(0, 0, offset);
    link.before.rotation = Eigen::AngleAxisd(lean, Vec3::UnitX()).toRotationMatrix();
    link.joint.type = random() % 3 == 0 ? JointType::revolute : JointType::ball;
    if (link.joint.type == JointType::revolute) {
      link.joint.axis = random_direction(random);
      if (random() % 2 == 0) link.joint.ranges[0] = {-1.5, 1.5};
    }
    link.shapes.push_back({Capsule{Vec3(0, 0, 1.2 * radius), Vec3(0, 0, length - 1.2 * radius), radius}, {}});
    description.segments.push_back(link);
  };
  for (int i = 0; i < links; ++i) {
    add_link("l" + std::to_string(i), i == 0 ? "base" : "l" + std::to_string(i - 1), i == 0 ? 0.0 : length,
             0.0);
  }
  for (int i = 0; second_arm && i < links / 2; ++i) {
    add_link("r" + std::to_string(i), i == 0 ? "l" + std::to_string(links / 2) : "r" + std::to_string(i - 1),
             length, i == 0 ? 1.3 : 0.0);
  }
  const std::string last = "l" + std::to_string(links - 1);
  description.frames.push_back({"tip", last, {Mat3::Identity(), Vec3(0, 0, length)}});
  return Figure::build(description).value();
}

// Straight from the definitions: every shape of the figure against every obstacle.
inline double least_clearance(const Figure& figure, const Posture& posture, const World& world) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  double least = std::numeric_limits<double>::infinity();
  for (const SegmentId s : figure.segments()) {
    for (const BodyShape& body : figure.shapes(s)) {
      const Shape placed_shape = transformed(kinematics.segment_pose(s), body.shape);
      for (const Obstacle& obstacle : world.obstacles) {
        least = std::min(least, closest(placed_shape, obstacle.shape).distance);
      }
    }
  }
  return least;
}

inline double least_clearance_of_itself(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Proximity proximity(figure);
  proximity.prepare(World{});
  const auto nearest = proximity.nearest(kinematics, 1.0);
  return nearest ? nearest->clearance : 1.0;
}

// Obstacles of every kind, none of them overlapping the figure as it stands.
inline World world_around(Random& random, const Figure& figure, int count) {
  World world;
  const Posture rest = figure.rest_posture();
  constexpr std::size_t kinds[] = {0, 1, 2, 3, 4, 7, 8};
  while (static_cast<int>(world.obstacles.size()) < count) {
    World one;
    Shape shape = random_solid(random, kinds[random() % 7]);
    translate(shape, random_vector(random, 1.2));
    one.add("o" + std::to_string(world.obstacles.size()), shape);
    if (least_clearance(figure, rest, one) > 0.01) world.obstacles.push_back(one.obstacles[0]);
  }
  if (random() % 3 == 0) world.add("floor", Plane{.point = Vec3(0, 0, -0.3)});
  return world;
}

}  // namespace limber::test

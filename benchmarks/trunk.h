#pragma once
// The trunk that benchmarks move: a chain of links with three hinges each, after Ge (2000).

#include "limber/figure/figure.h"

namespace limber {

inline constexpr double trunk_length = 1.8;  // [m]

inline Figure trunk(int links, double limit = unlimited) {
  FigureDescription d;
  d.name = "trunk";
  d.segments = {{.name = "head"}};
  ChainDescription chain;
  chain.name = "trunk";
  chain.parent = "head";
  chain.links = links;
  chain.length = trunk_length;
  chain.first_radius = chain.last_radius = 0.05;
  chain.mass = 130;
  for (int axis : {0, 1, 2}) {
    Joint joint{.type = JointType::revolute, .axis = Vec3::Unit(axis)};
    joint.ranges[0] = {-limit, limit};
    chain.joints.push_back(joint);
  }
  d.chains = {chain};
  return Figure::build(d).value();
}

}  // namespace limber

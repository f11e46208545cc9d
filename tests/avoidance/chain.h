#pragma once
// Chains of spheres on ball-like triples of revolute joints, as Ge's trunk, at any size.

#include "limber/figure/figure.h"

namespace limber::test {

// `links` spheres touching each other, `spacing` [m] apart, along x at rest; three revolute joints about x, y
// and z each, or one about z alone. Frame "chain.tip" at the end.
inline Figure sphere_chain(int links, double spacing, bool planar = false, double limit = unlimited) {
  const auto about = [&](const Vec3& axis) {
    Joint joint;
    joint.type = JointType::revolute;
    joint.axis = axis;
    joint.ranges[0] = {-limit, limit};
    return joint;
  };
  FigureDescription figure;
  figure.name = "chain";
  figure.segments.push_back({.name = "base"});
  ChainDescription chain;
  chain.name = "chain";
  chain.parent = "base";
  chain.links = links;
  chain.length = links * spacing;
  chain.first_radius = chain.last_radius = 0.5 * spacing;
  chain.joints = planar
                     ? std::vector<Joint>{about(Vec3::UnitZ())}
                     : std::vector<Joint>{about(Vec3::UnitX()), about(Vec3::UnitY()), about(Vec3::UnitZ())};
  figure.chains.push_back(chain);
  return Figure::build(figure).value();
}

}  // namespace limber::test

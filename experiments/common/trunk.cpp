#include "experiments/common/trunk.h"

namespace limber::experiments {

Figure trunk(int spheres, double limit) {
  const auto about = [&](const Vec3& axis) {
    Joint joint;
    joint.type = JointType::revolute;
    joint.axis = axis;
    joint.ranges[0] = {-limit, limit};
    return joint;
  };
  FigureDescription figure;
  figure.name = "trunk";
  figure.segments.push_back({.name = "head"});
  ChainDescription chain;
  chain.name = "trunk";
  chain.parent = "head";
  chain.links = spheres;
  chain.length = spheres;
  chain.first_radius = chain.last_radius = 0.5;
  chain.joints = {about(Vec3::UnitX()), about(Vec3::UnitY()), about(Vec3::UnitZ())};
  figure.chains.push_back(chain);
  return Figure::build(figure).value();
}

}  // namespace limber::experiments

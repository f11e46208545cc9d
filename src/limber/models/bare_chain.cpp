#include "limber/models/bare_chain.h"

#include "limber/models/parts.h"

namespace limber::models {

Figure bare_chain(const BareChain& wanted) {
  FigureDescription figure;
  figure.name = wanted.name;
  figure.segments.push_back({.name = "base"});
  ChainDescription chain;
  chain.name = wanted.name;
  chain.parent = "base";
  chain.links = wanted.links;
  chain.length = wanted.length;
  chain.first_radius = chain.last_radius = wanted.radius;
  chain.shape = wanted.shape;
  for (const int axis : {0, 1, 2}) {
    if (wanted.planar && axis != 2) continue;
    chain.joints.push_back(revolute(Vec3::Unit(axis), {-wanted.limit, wanted.limit}));
  }
  chain.mass = wanted.mass;
  figure.chains.push_back(chain);
  return Figure::build(figure).value();
}

}  // namespace limber::models

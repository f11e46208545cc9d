// Figures that are one run of equal links, at any number of links.

#include "limber/math/rotation.h"
#include "limber/models/catalog.h"
#include "limber/models/parts.h"

namespace limber::models {

// Equal links in the x-y plane (see planar_arms.cpp), 1 m in all however many there are, joints without
// limits: the smallest figure on which everything that bends can be tried.
FigureDescription planar_chain(const Parameters& parameters) {
  FigureDescription figure;
  figure.name = "planar-chain";
  constexpr double radius = 0.015;
  figure.segments.push_back(segment(
      "base", "", {}, {}, {colored(Cylinder{{0, 0, -0.03}, {0, 0, -0.012}, 0.035}, {0.25, 0.27, 0.30})}));
  ChainDescription chain;
  chain.name = "link";
  chain.parent = "base";
  chain.links = links_or(parameters, 10);
  chain.length = 1.0;
  chain.first_radius = chain.last_radius = radius;
  chain.shape = ChainDescription::LinkShape::capsule;
  chain.joints = {revolute(Vec3::UnitZ(), {})};
  chain.mass = 1.0;
  chain.color = Color{0.24, 0.45, 0.66};
  figure.chains.push_back(chain);
  return figure;
}

// A snake of 2 m. Its head is the root, free to move in the world, and the body trails behind it, so that the
// head can be led and the body follows. Each link bends up and down (y) and sideways (z).
FigureDescription snake(const Parameters& parameters) {
  constexpr Color back = {0.36, 0.42, 0.22}, pale = {0.66, 0.66, 0.44}, dark = {0.07, 0.07, 0.06};
  constexpr double radius = 0.034;
  FigureDescription figure;
  figure.name = "snake";
  Joint root;
  root.name = "root";
  root.type = JointType::free;
  root.rest = {0, 0, radius, 0, 0, 0};
  SegmentDescription head =
      segment("head", "", {}, root,
              {colored(Ellipsoid{.center = {0.035, 0, 0.002}, .radii = {0.068, 0.040, 0.029}}, back),
               colored(Ellipsoid{.center = {0.075, 0, -0.002}, .radii = {0.036, 0.024, 0.018}}, back),
               colored(Ellipsoid{.center = {0.050, 0, -0.010}, .radii = {0.056, 0.030, 0.017}}, pale),
               colored(Sphere{.center = {0.066, 0.023, 0.016}, .radius = 0.0065}, dark),
               colored(Sphere{.center = {0.066, -0.023, 0.016}, .radius = 0.0065}, dark)});
  head.density = 900.0;
  figure.segments.push_back(std::move(head));
  figure.frames.push_back({"nose", "head", Transform::at({0.111, 0, 0})});

  ChainDescription body;
  body.name = "body";
  body.parent = "head";
  body.before = {axis_rotation(Vec3::UnitZ(), std::numbers::pi), Vec3::Zero()};
  body.links = links_or(parameters, 40);
  body.length = 1.9;
  body.first_radius = radius;
  body.last_radius = 0.008;
  body.shape = ChainDescription::LinkShape::capsule;
  // However fine the links are, the whole body may coil through the same angle.
  const double bend = std::min(degrees(720) / body.links, degrees(120));
  body.joints = {revolute(Vec3::UnitY(), {-bend, bend}), revolute(Vec3::UnitZ(), {-bend, bend})};
  body.mass = 5.0;
  body.color = back;
  figure.chains.push_back(std::move(body));
  return figure;
}

}  // namespace limber::models

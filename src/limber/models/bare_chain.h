#pragma once
// A chain and nothing else, of any size: what tests, benchmarks and experiments move. Ge's trunk (2000) is
// one of spheres that touch each other, with three hinges a link.
//
//   Figure trunk = bare_chain({.links = 30, .length = 30, .radius = 0.5});

#include <optional>
#include <string>

#include "limber/figure/figure.h"

namespace limber::models {

struct BareChain {
  std::string name = "trunk";  // of its end: the frame "trunk.tip"
  int links = 30;              // equal ones, along x at rest, from the segment "base" at the origin
  double length = 30.0;        // [m] of all
  double radius = 0.5;         // [m]
  ChainDescription::LinkShape shape = ChainDescription::LinkShape::sphere;
  bool planar = false;              // one hinge a link, about z; else three, about x, y and z
  double limit = unlimited;         // [rad] how far every hinge turns either way
  std::optional<double> mass = {};  // [kg] of all; none: massless
};

Figure bare_chain(const BareChain& wanted);

}  // namespace limber::models

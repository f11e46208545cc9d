#pragma once
// A single chain of any size, for tests, benchmarks and experiments. Ge's trunk (2000) is a chain of touching
// spheres with three hinges per link.
//
//   Figure trunk = bare_chain({.links = 30, .length = 30, .radius = 0.5});

#include <optional>
#include <string>

#include "limber/figure/figure.h"

namespace limber::models {

struct BareChain {
  std::string name = "trunk";  // its end is the frame "trunk.tip"
  int links = 30;              // of equal length, along x at rest, from the segment "base" at the origin
  double length = 30.0;        // [m] of all
  double radius = 0.5;         // [m]
  ChainDescription::LinkShape shape = ChainDescription::LinkShape::sphere;
  bool planar = false;              // one hinge per link, about z; else three, about x, y and z
  double limit = unlimited;         // [rad] of every hinge, either way
  std::optional<double> mass = {};  // [kg] of all; none: massless
};

Figure bare_chain(const BareChain& wanted);

}  // namespace limber::models

#pragma once
// How the nodes of a character move: where they are in their parents at a time.

#include <functional>
#include <string>
#include <vector>

#include "limber/files/character/nodes.h"

namespace limber::character {

struct Animation {
  std::string name;
  std::vector<double> times;  // [s] increasing: a posture is taken at each
  std::vector<bool> moves;    // by node
  std::vector<double> way;    // by node, in units of its parent: how far from rest its translation goes
  // Sets the places of the nodes that move; the others are at rest.
  std::function<void(double time, std::vector<NodePlace>& places)> pose;
};

inline constexpr double nearest_times = 1e-6;  // [s] closer ones are the same

// Sorted, each once.
std::vector<double> each_once(std::vector<double> times);

}  // namespace limber::character

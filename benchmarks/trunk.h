#pragma once
// The trunk that benchmarks move: a chain of links with three hinges each, after Ge (2000).

#include "limber/models/bare_chain.h"

namespace limber {

inline constexpr double trunk_length = 1.8;  // [m]

inline Figure trunk(int links, double limit = unlimited) {
  return models::bare_chain(
      {.links = links, .length = trunk_length, .radius = 0.05, .limit = limit, .mass = 130});
}

}  // namespace limber

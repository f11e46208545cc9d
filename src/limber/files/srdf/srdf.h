#pragma once
// SRDF, MoveIt's file beside a URDF: pairs of links that need not be kept apart, and named postures.
//
//   disable_collisions    an unchecked pair
//   group_state           a key, one a second in the order of the file
//   virtual_joint         of type floating: the root is free
//
// Groups, end effectors and passive joints are for planners: not used.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/files/files.h"

namespace limber {

struct Srdf {
  struct State {
    std::string name;
    std::vector<std::pair<std::string, std::vector<double>>> joints;  // name, values [rad] or [m]
  };
  std::vector<UncheckedPair> pairs;
  std::vector<State> states;
  bool is_floating = false;
  std::vector<std::string> notes;  // what is not used
};

Expected<Srdf> parse_srdf(std::string_view text, const std::string& name);

// The scene of a URDF with what its SRDF says. Links and joints that the robot does not have are warnings.
Expected<Loaded> with_srdf(Loaded loaded, const Srdf& srdf, const std::string& name);

}  // namespace limber

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace limber {

// What goes on through an edit as if nothing had happened.
struct Keeps {
  bool path = false;   // does not change the figure, its posture or its tasks: a path is followed further
  bool goals = false;  // changes nothing that is asked of the figure: goals in time are followed as before
};

// How an edit appears in the undo list.
struct EditName {
  std::string words;                      // what would be undone: `move goal of "reach tip"`
  std::optional<double> gesture = {};     // edits of one gesture and verb are one step
  std::vector<std::string> notices = {};  // what was lost by it
  Keeps keeps = {};
};

}  // namespace limber

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace limber {

// How an edit appears in the undo list.
struct EditName {
  std::string words;                      // what would be undone: `move goal of "reach tip"`
  std::optional<double> gesture = {};     // edits of one gesture and verb are one step
  std::vector<std::string> notices = {};  // what was lost by it
  bool keeps_path =
      false;  // does not change the figure, its posture or its tasks: a path is followed further
};

}  // namespace limber

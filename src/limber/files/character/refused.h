#pragma once
// Why no figure can be made of a character. The readers of the formats say it in the name of their file, with
// the place of the node where they know it.

#include <string>

namespace limber::character {

struct Refused {
  std::string problem;  // one sentence
  int node = -1;        // about this one; -1: about the file
};

}  // namespace limber::character

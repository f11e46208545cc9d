#pragma once
// A mesh as plain arrays of bytes, from a child process to its parent on the same machine.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/shapes/shape.h"

namespace limber {

// Notes: one sentence each on what of the file is not used.
std::string packed(const Mesh& mesh, const std::vector<std::string>& notes);

// What the child sent may be anything if the child was broken into: every count is checked. Points and
// triangles are not.
std::optional<Mesh> unpacked(std::string_view bytes, std::vector<std::string>& notes);

}  // namespace limber

#pragma once
// Which obstacles are parts of one thing: the branches of a tree, the top and legs of a table.

#include <string_view>
#include <vector>

#include "limber/world/world.h"

namespace limber {

// For each obstacle, the group it is one part of; empty: it stands by itself. Views into the world's names.
std::vector<std::string_view> groups_of(const World& world);

}  // namespace limber

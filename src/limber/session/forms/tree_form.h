#pragma once
// The grammars of a world's trees in messages and backups.

#include <map>
#include <string>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/world/world.h"

namespace limber {

json::Output write_trees(const std::map<std::string, LSystem>& trees);
// Backups of earlier versions keep them beside the scene; the branches are in its world.
void read_trees(const json::Value& object, World& world);

}  // namespace limber

#pragma once
// The grammar of a tree as the studio shows it: web/src/protocol/messages.ts, TreeJson.

#include <map>
#include <string>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/world/l_system.h"

namespace limber {

LSystem read_tree_form(const json::Value& object);
json::Output write_tree_form(const LSystem& tree);

// [{"name": ..., "tree": ...}, ...] of all trees that are known by name; of an object, under "trees".
std::map<std::string, LSystem> read_trees(const json::Value& object);
json::Output write_trees(const std::map<std::string, LSystem>& trees);

}  // namespace limber

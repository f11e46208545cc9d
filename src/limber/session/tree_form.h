#pragma once
// The grammar of a tree as the studio shows it: web/src/protocol/messages.ts, TreeJson. For session/ only.

#include "limber/files/json_reader.h"
#include "limber/files/json_writer.h"
#include "limber/world/l_system.h"

namespace limber {

LSystem read_tree_form(const json::Value& object);
json::Output write_tree_form(const LSystem& tree);

}  // namespace limber

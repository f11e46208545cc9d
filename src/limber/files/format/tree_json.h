#pragma once
// Trees in the scene format: the grammar they grow from (world/l_system.h).

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/world/world.h"

namespace limber::json {

// The keys of a grammar; what is not named keeps its default. A tree in a world also has a name, and may have
// a colour, a velocity and "solid", which are those of every branch.
LSystem read_grammar(const Value& object);
void write_grammar(const LSystem& tree, Output& object);  // all keys

// A grammar by itself, as `limber grow` reads it: the keys of a tree without its name.
LSystem read_grammar_file(const Value& document);

bool is_tree(const Value& obstacle);  // its "shape" is "tree"
void read_tree(const Value& object, World& world);
// How many obstacles from this one on are a tree as its grammar grows it; 0: they are written one by one.
std::size_t branches_from(const World& world, std::size_t first);
Output write_tree(const World& world, std::size_t first);

std::vector<ObjectKeys> tree_formats();

}  // namespace limber::json

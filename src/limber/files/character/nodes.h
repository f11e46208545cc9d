#pragma once
// The nodes of a character's file: a forest, each node with its place in its parent.

#include <string>
#include <vector>

#include "limber/files/character/places.h"

namespace limber::character {

inline std::size_t size(int index) {  // for lists, which count without a sign
  return static_cast<std::size_t>(index);
}

struct Node {
  std::string name;
  int parent = -1;
  std::vector<int> children;
  NodePlace place;
  bool has_mesh = false;
};

struct Nodes {
  std::vector<Node> list;
  std::vector<int> order;  // parents first
};

inline constexpr std::size_t most_nodes = 20'000;

// Fills `order` from parents and children. Throws Refused: a node is inside itself.
void put_in_order(Nodes& nodes);

}  // namespace limber::character

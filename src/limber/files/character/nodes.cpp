#include "limber/files/character/nodes.h"

#include "limber/base/names.h"
#include "limber/files/character/refused.h"

namespace limber::character {

void put_in_order(Nodes& nodes) {
  const std::size_t count = nodes.list.size();
  nodes.order.clear();
  for (std::size_t k = 0; k < count; ++k) {
    if (nodes.list[k].parent < 0) nodes.order.push_back(static_cast<int>(k));
  }
  for (std::size_t next = 0; next < nodes.order.size(); ++next) {
    const Node& node = nodes.list[size(nodes.order[next])];
    nodes.order.insert(nodes.order.end(), node.children.begin(), node.children.end());
  }
  if (nodes.order.size() == count) return;
  std::vector<bool> reached(count);
  for (const int k : nodes.order) reached[size(k)] = true;
  std::size_t k = 0;
  while (reached[k]) ++k;
  throw Refused{"the node " + limber::quoted(nodes.list[k].name) + " is inside itself; expected a tree",
                static_cast<int>(k)};
}

}  // namespace limber::character

#pragma once
// Binary FBX. Before 7.5 positions in the file have 32 bits, from then on 64:
//
//   element    end, count of values, bytes of values; length of the name, name; values; elements, then zeros
//   array      count, 1 if deflated, bytes; then those

#include <cstdint>
#include <string_view>

#include "limber/files/fbx/tree.h"

namespace limber::fbx {

bool is_binary(std::string_view bytes);

class BinaryReader {
 public:
  BinaryReader(std::string_view bytes, Tree& tree) : bytes_(bytes), tree_(tree) {}
  int read();  // everything into the tree; its version

 private:
  struct Header {
    std::uint64_t end, count, values;
    std::string_view name;
  };
  template <class Number>
  Number take(std::size_t limit);
  std::string_view take_bytes(std::uint64_t count, std::size_t limit);
  Header take_header(std::size_t limit);
  void read_children(std::uint32_t parent, std::size_t end, std::size_t depth);
  void read_value(std::uint32_t element, std::size_t end);

  std::string_view bytes_;
  Tree& tree_;
  std::size_t at_ = 0;
  bool is_wide_ = false;
};

}  // namespace limber::fbx

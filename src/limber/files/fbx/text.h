#pragma once
// FBX written as text:
//
//   Name: value, value, ... { elements }        ; a comment
//   array: *3 { a: 1,2,3 }

#include <cstdint>
#include <string>
#include <string_view>

#include "limber/files/fbx/tree.h"

namespace limber::fbx {

// Of a word of the text; one that is no number gives NaN.
Value written_number(std::string_view word);

class TextReader {
 public:
  TextReader(std::string_view bytes, Tree& tree) : bytes_(bytes), tree_(tree) {}
  int read();  // everything into the tree; its version

 private:
  void skip_blanks();  // and comments
  void skip_spaces();  // within a line
  bool is_at(char c) const { return at_ < bytes_.size() && bytes_[at_] == c; }
  std::string_view take_word();
  void take_version();
  void read_children(std::uint32_t parent, std::size_t depth);
  void read_values(std::uint32_t element);
  void read_array(std::uint32_t element);
  [[noreturn]] void fail(const std::string& problem) const;

  std::string_view bytes_;
  Tree& tree_;
  std::size_t at_ = 0;
  int line_ = 1;
  int version_ = 0;
};

}  // namespace limber::fbx

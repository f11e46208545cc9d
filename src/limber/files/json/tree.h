#pragma once
// A JSON text as a tree that remembers the line of every value, so that errors found later can say where.
//
// Size, depth and number of values are limited. Nothing recurses over the input, so no file can exhaust the
// stack, and reading a text of the largest size needs less than 1 GB.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

#include "limber/files/json/read_error.h"

namespace limber::json {

struct Limits {
  std::size_t bytes = std::size_t{64} << 20;  // of the text
  std::size_t nodes = 10'000'000;             // values in it
  std::size_t depth = 64;                     // lists and objects inside each other
};

enum class Kind : std::uint8_t { null, truth, number, text, list, object };

// "a number", "a list": the kind as a sentence needs it.
std::string_view with_article(Kind kind);

class Node {
 public:
  Kind kind() const { return kind_; }
  int line() const { return static_cast<int>(line_); }  // of its first character; lines count from 1
  std::string_view name() const { return name_; }       // its key, when it is a member of an object
  bool truth() const { return payload_.truth; }         // of Kind::truth only, and so on below
  double number() const { return payload_.number; }
  std::string_view text() const { return {payload_.text, count_}; }
  // Of lists and objects, in order.
  std::span<const Node> children() const { return {payload_.children, count_}; }
  // The member of this name of an object; null: it has none.
  const Node* member(std::string_view name) const;

 private:
  friend class TreeBuilder;
  union Payload {
    bool truth;
    double number;
    const char* text;
    const Node* children;
  };
  std::string_view name_;
  Payload payload_ = {.number = 0.0};
  std::uint32_t count_ = 0;
  std::uint32_t line_ = 0;
  Kind kind_ = Kind::null;
};

class Tree {
 public:
  const Node& root() const { return root_; }

 private:
  friend class TreeBuilder;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
      std::make_unique<std::pmr::monotonic_buffer_resource>();
  Node root_;
};

// Throws ReadError, in which `file` stands for the text. Duplicate keys, NaN and infinity, numbers too large
// for a double, invalid UTF-8 and anything after the value are errors.
Tree parse(std::string_view text, const std::string& file, const Limits& limits = {});

}  // namespace limber::json

#pragma once
// Typed access to a JSON tree. A value that is not what was asked for is a ReadError with its place.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/figure/checks.h"
#include "limber/files/json/tree.h"
#include "limber/math/types.h"

namespace limber::json {

// The keys an object may have. `object` is its name in the JSON Schema and, with spaces, in messages.
struct ObjectKeys {
  std::string object;
  std::vector<std::string_view> keys;
  std::vector<std::string_view> old_keys = {};  // of older files: still read, no longer in the schema
};

// A value and its place in the document. A Value made from another must not outlive it: it finds its place
// through it.
class Value {
 public:
  // The whole document; `file` stands for it in messages.
  Value(const Node& root, const std::string& file) : node_(&root), file_(&file) {}

  const Node& node() const { return *node_; }
  const std::string& file() const { return *file_; }
  std::string path() const;  // "segments[3].joint.axis", empty for the whole document

  [[noreturn]] void fail(const std::string& problem) const;
  [[noreturn]] void fail_type(std::string_view expected) const;  // "expected ..., got a number"

  bool is(Kind kind) const { return node_->kind() == kind; }

  bool truth() const;
  double number() const;        // at most largest_number either way
  double not_negative() const;  // >= 0
  double positive() const;      // > 0
  int integer(int min, int max) const;
  std::string text() const;  // any text
  std::string name() const;  // a text that is not empty
  // The index of one of a few words; `what` says what they are: "joint type".
  std::size_t word(std::span<const std::string_view> words, std::string_view what) const;

  std::vector<double> numbers(std::size_t count) const;
  Vec3 vec3() const;
  Vec3 unit_vector() const;  // scaled to length 1 unless it is that already; the zero vector is an error

  // Lists.
  std::size_t size() const { return node_->children().size(); }
  void require_list() const;
  Value operator[](std::size_t index) const;
  // Calls `read` with every item of the list under `key`, if the object has one.
  template <class Read>
  void for_each(std::string_view key, const Read& read) const {
    const std::optional<Value> list = find(key);
    if (!list) return;
    list->require_list();
    for (std::size_t i = 0; i < list->size(); ++i) read((*list)[i]);
  }

  // Objects.
  void require_object() const;                        // with any keys
  void require_object(const ObjectKeys& keys) const;  // an unknown key is an error
  std::optional<Value> find(std::string_view key) const;
  Value at(std::string_view key) const;  // a missing key is an error
  Value member(std::size_t index) const;

 private:
  Value(const Node& node, const Value& parent, std::size_t index)
      : node_(&node), file_(parent.file_), parent_(&parent), index_(index) {}

  const Node* node_;
  const std::string* file_;
  const Value* parent_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace limber::json

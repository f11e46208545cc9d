#pragma once
// An FBX file as it is written, binary or text: a tree of named elements with values. Nothing is converted
// here. Texts and arrays stay in the bytes of the file until they are asked for, so a tree takes little more
// memory than its elements; an array is inflated only when it is read, within limits that hold for the file.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limber::fbx {

struct Limits {
  std::size_t elements = 2'000'000;
  std::size_t values = 8'000'000;     // scalars, texts and arrays
  std::size_t depth = 64;             // FBX needs about eight
  std::size_t numbers = 100'000'000;  // of all arrays that are read
};

// One value of an element.
struct Value {
  enum class Kind : std::uint8_t { number, text, array };
  enum class Stored : std::uint8_t { plain, deflated, written };  // arrays; `written`: as text
  Kind kind = Kind::number;
  Stored stored = Stored::plain;
  char type = 0;            // of an array: f, d, i, l, b or c
  std::uint32_t count = 0;  // of an array
  double real = 0.0;        // of a number
  std::int64_t integer = 0;
  std::string_view bytes;  // of a text or an array
};

class Tree;

// An element of a tree, which it must not outlive.
class Element {
 public:
  Element(const Tree& tree, std::uint32_t number) : tree_(&tree), number_(number) {}

  std::string_view name() const;
  std::size_t size() const;  // how many values

  // Value `k`; nothing where it is missing or of another kind. A number that is none is refused.
  std::optional<double> real(std::size_t k) const;
  std::optional<std::int64_t> integer(std::size_t k) const;
  std::optional<std::string> text(std::size_t k) const;        // quotes of the text format undone
  std::optional<std::string_view> bytes(std::size_t k) const;  // of a text, as they are

  // The array that is the first value, or all values. Refused: numbers that are none, damaged arrays.
  std::vector<double> reals() const;
  std::vector<std::int64_t> integers() const;
  // As 32-bit numbers, whatever their bits mean; the text format writes the bits as whole numbers.
  std::vector<float> floats() const;

  std::optional<Element> first_child() const;
  std::optional<Element> next() const;  // sibling
  std::optional<Element> find(std::string_view name) const;
  template <class Use>
  void for_each(std::string_view name, const Use& use) const {
    for (std::optional<Element> child = first_child(); child; child = child->next()) {
      if (child->name() == name) use(*child);
    }
  }

  bool is_text_format() const;
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  template <class Number, class Plain>
  std::vector<Number> numbers(const Plain& plain) const;
  const Value& value(std::size_t k) const;

  const Tree* tree_;
  std::uint32_t number_;
};

class Tree {
 public:
  // Both formats, by content; `bytes` must live as long. Throws FileProblem.
  Tree(std::string_view bytes, const std::string& file, const Limits& limits = {});

  const std::string& file() const { return file_; }
  int version() const { return version_; }  // 7400: 7.4
  Element root() const { return {*this, 0}; }
  [[noreturn]] void fail(const std::string& problem, int line = 0) const;

 private:
  friend class Element;
  friend class BinaryReader;
  friend class TextReader;

  static constexpr std::uint32_t none = 0xffffffff;
  struct Entry {
    std::string_view name;
    std::uint32_t first_value = 0, value_count = 0;
    std::uint32_t first_child = none, next = none;
    int line = 0;  // of the text format
  };

  // As the last child of `parent`, whose last child so far is `last`.
  std::uint32_t add(std::string_view name, int line, std::uint32_t parent, std::uint32_t& last);
  void add_value(std::uint32_t element, const Value& value);
  void count_numbers(std::size_t count) const;  // refuses more than the limit

  std::string file_;
  Limits limits_;
  int version_ = 0;
  bool is_text_ = false;
  mutable std::size_t numbers_read_ = 0;
  std::vector<Entry> entries_;
  std::vector<Value> values_;
};

}  // namespace limber::fbx

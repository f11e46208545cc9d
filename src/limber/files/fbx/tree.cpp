// What all elements have in common, whichever format they came from; numbers out of arrays.

#include "limber/files/fbx/tree.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "limber/files/fbx/binary.h"
#include "limber/files/fbx/inflate.h"
#include "limber/files/fbx/text.h"
#include "limber/files/problem.h"

namespace limber::fbx {

namespace {

static_assert(std::endian::native == std::endian::little, "FBX is little-endian");

std::size_t bytes_each(char type) {
  return type == 'd' || type == 'l' ? 8 : type == 'f' || type == 'i' ? 4 : 1;
}

template <class Stored>
Stored stored_at(const char* at) {
  Stored made;
  std::memcpy(&made, at, sizeof made);
  return made;
}

template <class Number>
Number number_at(char type, const char* at) {
  switch (type) {
    case 'd':
      return static_cast<Number>(stored_at<double>(at));
    case 'f':
      return static_cast<Number>(stored_at<float>(at));
    case 'l':
      return static_cast<Number>(stored_at<std::int64_t>(at));
    case 'i':
      return static_cast<Number>(stored_at<std::int32_t>(at));
    default:
      return static_cast<Number>(stored_at<std::uint8_t>(at));
  }
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Whole where it can be, so that no digit of a time is lost; otherwise the nearest whole number.
std::int64_t whole(double real) {
  return std::abs(real) < 9e18 ? static_cast<std::int64_t>(real) : 0;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Tree::Tree(std::string_view bytes, const std::string& file, const Limits& limits)
    : file_(file), limits_(limits) {
  entries_.emplace_back();
  if (is_binary(bytes)) {
    version_ = BinaryReader(bytes, *this).read();
  } else {
    is_text_ = true;
    version_ = TextReader(bytes, *this).read();
  }
}

void Tree::fail(const std::string& problem, int line) const {
  fail_in_file(file_, line, problem);
}

std::uint32_t Tree::add(std::string_view name, int line, std::uint32_t parent, std::uint32_t& last) {
  if (entries_.size() > limits_.elements) {
    fail("has more than " + std::to_string(limits_.elements) + " elements; expected a smaller file");
  }
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({.name = name, .first_value = static_cast<std::uint32_t>(values_.size()), .line = line});
  (last == none ? entries_[parent].first_child : entries_[last].next) = number;
  return last = number;
}

void Tree::add_value(std::uint32_t element, const Value& value) {
  if (values_.size() >= limits_.values) {
    fail("has more than " + std::to_string(limits_.values) + " values; expected a smaller file");
  }
  values_.push_back(value);
  ++entries_[element].value_count;
}

void Tree::count_numbers(std::size_t count) const {
  if (count > limits_.numbers - numbers_read_) {
    fail("asks for more than " + std::to_string(limits_.numbers) + " numbers; expected a smaller file");
  }
  numbers_read_ += count;
}

std::string_view Element::name() const {
  return tree_->entries_[number_].name;
}

std::size_t Element::size() const {
  return tree_->entries_[number_].value_count;
}

const Value& Element::value(std::size_t k) const {
  return tree_->values_[tree_->entries_[number_].first_value + k];
}

bool Element::is_text_format() const {
  return tree_->is_text_;
}

void Element::fail(const std::string& problem) const {
  tree_->fail(std::string(name()) + ": " + problem, tree_->entries_[number_].line);
}

std::optional<double> Element::real(std::size_t k) const {
  if (k >= size() || value(k).kind != Value::Kind::number) return std::nullopt;
  if (!std::isfinite(value(k).real)) fail("value " + std::to_string(k + 1) + " is not a number");
  return value(k).real;
}

std::optional<std::int64_t> Element::integer(std::size_t k) const {
  if (k >= size() || value(k).kind != Value::Kind::number) return std::nullopt;
  return value(k).integer;
}

std::optional<std::string_view> Element::bytes(std::size_t k) const {
  if (k >= size() || value(k).kind != Value::Kind::text) return std::nullopt;
  return value(k).bytes;
}

std::optional<std::string> Element::text(std::size_t k) const {
  const std::optional<std::string_view> raw = bytes(k);
  if (!raw) return std::nullopt;
  std::string made(*raw);
  if (tree_->is_text_) replace_all(made, "&quot;", "\"");
  return made;
}

std::optional<Element> Element::first_child() const {
  const std::uint32_t child = tree_->entries_[number_].first_child;
  return child == Tree::none ? std::nullopt : std::optional<Element>({*tree_, child});
}

std::optional<Element> Element::next() const {
  const std::uint32_t sibling = tree_->entries_[number_].next;
  return sibling == Tree::none ? std::nullopt : std::optional<Element>({*tree_, sibling});
}

std::optional<Element> Element::find(std::string_view name) const {
  for (std::optional<Element> child = first_child(); child; child = child->next()) {
    if (child->name() == name) return child;
  }
  return std::nullopt;
}

// `plain(value)`: of a value that is not in an array.
template <class Number, class Plain>
std::vector<Number> Element::numbers(const Plain& plain) const {
  std::vector<Number> made;
  if (size() == 0) return made;
  const Value& first = value(0);
  if (first.kind != Value::Kind::array) {
    tree_->count_numbers(size());
    for (std::size_t k = 0; k < size(); ++k) {
      if (value(k).kind != Value::Kind::number) fail("expected numbers");
      made.push_back(plain(value(k)));
    }
    return made;
  }
  if (first.stored == Value::Stored::written) {
    tree_->count_numbers(first.count);
    if (first.count > first.bytes.size()) {  // every number has a character
      fail("says that it has " + std::to_string(first.count) + " numbers, and the file is cut off before");
    }
    made.reserve(first.count);
    const char *at = first.bytes.data(), *const end = at + first.bytes.size();
    for (;;) {
      while (at < end && (is_blank(*at) || *at == ',')) ++at;
      if (at == end) break;
      const char* stop = at;
      while (stop < end && *stop != ',' && !is_blank(*stop)) ++stop;
      if (made.size() == first.count) break;
      made.push_back(plain(written_number({at, static_cast<std::size_t>(stop - at)})));
      at = stop;
    }
    if (made.size() < first.count) {
      fail("says that it has " + std::to_string(first.count) + " numbers, and has " +
           std::to_string(made.size()));
    }
    return made;
  }
  const std::size_t each = bytes_each(first.type), total = first.count * each;
  tree_->count_numbers(first.count);
  std::string inflated;
  std::string_view raw = first.bytes;
  if (first.stored == Value::Stored::deflated) {
    if (!inflate_exactly(raw, total, inflated)) fail("its compressed numbers are damaged");
    raw = inflated;
  }
  if (raw.size() != total) fail("is cut off");
  made.reserve(first.count);
  for (std::size_t k = 0; k < first.count; ++k) {
    const char* at = raw.data() + k * each;
    if constexpr (std::is_same_v<Number, std::int64_t>) {
      made.push_back(first.type == 'd' || first.type == 'f' ? whole(number_at<double>(first.type, at))
                                                            : number_at<std::int64_t>(first.type, at));
    } else if constexpr (std::is_same_v<Number, float>) {
      made.push_back(first.type == 'f' ? stored_at<float>(at)
                                       : static_cast<float>(number_at<double>(first.type, at)));
    } else {
      made.push_back(number_at<Number>(first.type, at));
    }
  }
  return made;
}

std::vector<double> Element::reals() const {
  std::vector<double> made = numbers<double>([](const Value& v) { return v.real; });
  for (std::size_t k = 0; k < made.size(); ++k) {
    if (!std::isfinite(made[k])) fail("number " + std::to_string(k + 1) + " is none; expected finite ones");
  }
  return made;
}

std::vector<std::int64_t> Element::integers() const {
  return numbers<std::int64_t>([](const Value& v) { return v.integer; });
}

std::vector<float> Element::floats() const {
  return numbers<float>([](const Value& v) {
    const bool is_whole = static_cast<double>(v.integer) == v.real;
    return is_whole ? std::bit_cast<float>(static_cast<std::uint32_t>(v.integer))
                    : static_cast<float>(v.real);
  });
}

}  // namespace limber::fbx

// Values as the types that are asked for, and the sentences when they are not.

#include "limber/files/json/reader.h"

#include <algorithm>
#include <cmath>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"

namespace limber::json {

namespace {

std::vector<std::string> as_strings(std::span<const std::string_view> views) {
  return {views.begin(), views.end()};
}

std::string listed(std::span<const std::string_view> words, std::string_view last_joint = " or ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last_joint : ", ";
    text += quoted(words[i]);
  }
  return text;
}

bool contains(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Other keys are written in brackets: posture["trunk.1"].
bool is_plain_key(std::string_view key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
  };
  return !key.empty() && std::all_of(key.begin(), key.end(), plain);
}

}  // namespace

std::string Value::path() const {
  if (!parent_) return "";
  std::string text = parent_->path();
  if (parent_->is(Kind::list)) return text + "[" + std::to_string(index_) + "]";
  const std::string_view key = node_->name();
  if (!is_plain_key(key)) return text + "[" + quoted(key) + "]";
  if (!text.empty()) text += '.';
  return text + std::string(key);
}

void Value::fail(const std::string& problem) const {
  throw ReadError(*file_, node_->line(), path(), problem);
}

void Value::fail_type(std::string_view expected) const {
  std::string got(with_article(node_->kind()));
  if (is(Kind::truth)) got = node_->truth() ? "true" : "false";
  if (is(Kind::text)) got = "the text " + quoted(node_->text());
  if (is(Kind::number)) got = "the number " + exact_text(node_->number());
  fail("expected " + std::string(expected) + ", got " + got);
}

bool Value::truth() const {
  if (!is(Kind::truth)) fail_type("true or false");
  return node_->truth();
}

double Value::number() const {
  if (!is(Kind::number)) fail_type("a number");
  const double value = node_->number();
  if (!(std::abs(value) <= largest_number)) {
    fail("the number " + exact_text(value) + " is too large; the largest allowed is 1e9");
  }
  return value;
}

double Value::not_negative() const {
  const double value = number();
  if (value < 0.0) fail_type("a number of at least 0");
  return value;
}

double Value::positive() const {
  const double value = number();
  if (value <= 0.0) fail_type("a number above 0");
  return value;
}

int Value::integer(int min, int max) const {
  const std::string expected = "a whole number from " + std::to_string(min) + " to " + std::to_string(max);
  if (!is(Kind::number)) fail_type(expected);
  const double value = node_->number();
  if (!(value >= min && value <= max) || value != std::floor(value)) fail_type(expected);
  return static_cast<int>(value);
}

std::string Value::text() const {
  if (!is(Kind::text)) fail_type("a text");
  return std::string(node_->text());
}

std::string Value::name() const {
  if (!is(Kind::text)) fail_type("a name (a text)");
  if (node_->text().empty()) fail("the name is empty");
  return text();
}

std::size_t Value::word(std::span<const std::string_view> words, std::string_view what) const {
  if (!is(Kind::text)) fail_type(std::string(what) + ": " + listed(words));
  const auto found = std::find(words.begin(), words.end(), node_->text());
  if (found == words.end()) {
    fail("unknown " + std::string(what) + " " + quoted(node_->text()) +
         did_you_mean(node_->text(), as_strings(words)) + "; expected " + listed(words));
  }
  return static_cast<std::size_t>(found - words.begin());
}

std::vector<double> Value::numbers(std::size_t count) const {
  const std::string expected = "a list of " + std::to_string(count) + (count == 1 ? " number" : " numbers");
  if (!is(Kind::list)) fail_type(expected);
  if (size() != count) fail("expected " + expected + ", got " + std::to_string(size()));
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back((*this)[i].number());
  return result;
}

Vec3 Value::vec3() const {
  const std::vector<double> xyz = numbers(3);
  return {xyz[0], xyz[1], xyz[2]};
}

Vec3 Value::unit_vector() const {
  const Vec3 direction = vec3();
  const double length = direction.norm();
  if (length < 1e-9) fail("the direction has no length; expected a vector like [0, 0, 1]");
  // A unit vector that was written with all its digits keeps its bits.
  return std::abs(length - 1.0) <= 1e-15 ? direction : direction / length;
}

void Value::require_list() const {
  if (!is(Kind::list)) fail_type("a list");
}

Value Value::operator[](std::size_t index) const {
  return Value(node_->children()[index], *this, index);
}

void Value::require_object() const {
  if (!is(Kind::object)) fail_type("an object {...}");
}

void Value::require_object(const ObjectKeys& keys) const {
  constexpr std::size_t most_listed_keys = 20;  // more do not fit in a sentence
  require_object();
  for (std::size_t i = 0; i < size(); ++i) {
    const std::string_view key = node_->children()[i].name();
    if (contains(keys.keys, key) || contains(keys.old_keys, key)) continue;
    std::string object = keys.object;
    std::replace(object.begin(), object.end(), '_', ' ');
    const bool starts_with_vowel = std::string_view("aeiou").find(object[0]) != std::string_view::npos;
    std::string hint = did_you_mean(key, as_strings(keys.keys));
    if (hint.empty()) {
      hint = keys.keys.size() > most_listed_keys ? "; see docs/json.md for its keys"
                                                 : "; its keys are " + listed(keys.keys, " and ");
    }
    member(i).fail("unknown key " + quoted(key) + (starts_with_vowel ? " in an " : " in a ") + object + hint);
  }
}

std::optional<Value> Value::find(std::string_view key) const {
  if (!is(Kind::object)) return std::nullopt;  // members of a list have no names
  const Node* found = node_->member(key);
  if (found == nullptr) return std::nullopt;
  return member(static_cast<std::size_t>(found - node_->children().data()));
}

Value Value::at(std::string_view key) const {
  std::optional<Value> found = find(key);
  if (!found) fail("the key " + quoted(key) + " is missing");
  return *found;
}

Value Value::member(std::size_t index) const {
  return (*this)[index];
}

}  // namespace limber::json

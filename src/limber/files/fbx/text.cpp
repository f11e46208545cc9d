// The text of an FBX file, element by element. Arrays are passed over: their numbers are read when needed.

#include "limber/files/fbx/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "limber/base/names.h"
#include "limber/files/fbx/version.h"

namespace limber::fbx {

namespace {

constexpr std::string_view ends_word = " \t\r\n,:{};\"";

}  // namespace

Value written_number(std::string_view word) {
  Value made;
  const char *const begin = word.data(), *const end = begin + word.size();
  if (std::from_chars(begin, end, made.integer).ptr == end && !word.empty()) {
    made.real = static_cast<double>(made.integer);
    return made;
  }
  made.integer = 0;
  if (std::from_chars(begin, end, made.real).ptr != end || word.empty()) {
    made.real = std::numeric_limits<double>::quiet_NaN();
  }
  if (std::abs(made.real) < 9e18) made.integer = static_cast<std::int64_t>(made.real);
  return made;
}

void TextReader::fail(const std::string& problem) const {
  tree_.fail(problem, line_);
}

void TextReader::skip_spaces() {
  while (is_at(' ') || is_at('\t') || is_at('\r')) ++at_;
}

void TextReader::skip_blanks() {
  for (; at_ < bytes_.size(); ++at_) {
    const char c = bytes_[at_];
    if (c == ';') at_ = std::min(bytes_.find('\n', at_), bytes_.size() - 1);
    if (bytes_[at_] == '\n') {
      ++line_;
    } else if (c != ' ' && c != '\t' && c != '\r' && c != ';' && c != '\0') {
      return;
    }
  }
}

std::string_view TextReader::take_word() {
  const std::size_t end = std::min(bytes_.find_first_of(ends_word, at_), bytes_.size());
  const std::string_view word = bytes_.substr(at_, end - at_);
  at_ = end;
  return word;
}

int TextReader::read() {
  if (bytes_.starts_with("\xef\xbb\xbf")) at_ = 3;
  read_children(0, 0);
  if (tree_.root().first_child() == std::nullopt) tree_.fail("is empty");
  if (version_ == 0 && tree_.root().find("Objects")) version_ = 7100;  // it does not say
  require_version(tree_, version_);
  return version_;
}

// As soon as it is known: older files are written by other rules, too.
void TextReader::take_version() {
  const auto header = tree_.root().find("FBXHeaderExtension");
  const auto number = header ? header->find("FBXVersion") : std::nullopt;
  if (!number) return;
  version_ = static_cast<int>(std::clamp<std::int64_t>(number->integer(0).value_or(0), 0, 99'999));
  require_version(tree_, version_);
}

void TextReader::read_children(std::uint32_t parent, std::size_t depth) {
  if (depth > tree_.limits_.depth) {
    fail("is nested deeper than " + std::to_string(tree_.limits_.depth) + " elements");
  }
  std::uint32_t last = Tree::none;
  for (;;) {
    skip_blanks();
    if (at_ == bytes_.size()) {
      if (depth > 0) fail("is cut off: expected \"}\"");
      return;
    }
    if (is_at('}')) {
      if (depth == 0) fail("has a \"}\" too many");
      ++at_;
      return;
    }
    const std::string_view name = take_word();
    skip_spaces();
    if (name.empty() || !is_at(':')) {
      fail("expected \"Name:\", got " + limber::quoted(std::string(name.substr(0, 40))));
    }
    ++at_;
    const std::uint32_t element = tree_.add(name, line_, parent, last);
    read_values(element);
    skip_spaces();
    if (!is_at('{')) continue;
    ++at_;
    read_children(element, depth + 1);
    if (depth == 0 && name == "FBXHeaderExtension" && version_ == 0) take_version();
  }
}

// Up to the end of the line; a comma at its end goes on in the next one.
void TextReader::read_values(std::uint32_t element) {
  bool goes_on = false;
  for (;;) {
    skip_spaces();
    if (goes_on) skip_blanks();
    if (at_ == bytes_.size() || is_at('{') || is_at('}') || is_at('\n') || is_at(';')) return;
    goes_on = false;
    if (is_at(',')) {
      ++at_;
      goes_on = true;
    } else if (is_at('"')) {
      const std::size_t end = bytes_.find('"', at_ + 1);
      if (end == bytes_.npos) fail("is cut off in a text: expected \"");
      Value value;
      value.kind = Value::Kind::text;
      value.bytes = bytes_.substr(at_ + 1, end - at_ - 1);
      line_ += static_cast<int>(std::count(value.bytes.begin(), value.bytes.end(), '\n'));
      tree_.add_value(element, value);
      at_ = end + 1;
    } else if (is_at('*')) {
      return read_array(element);
    } else {
      const std::string_view word = take_word();
      if (word.empty()) fail("expected a value");
      Value value = written_number(word);
      if (std::isnan(value.real) && word.size() == 1) {  // T, Y, W: a letter stands for itself
        value.kind = Value::Kind::text;
        value.bytes = word;
      }
      tree_.add_value(element, value);
    }
  }
}

void TextReader::read_array(std::uint32_t element) {
  ++at_;
  const std::string_view word = take_word();
  std::uint64_t count = 0;
  if (std::from_chars(word.data(), word.data() + word.size(), count).ptr != word.data() + word.size() ||
      word.empty() || count > std::numeric_limits<std::uint32_t>::max()) {
    fail("expected how many numbers there are after \"*\"");
  }
  Value value;
  value.kind = Value::Kind::array;
  value.stored = Value::Stored::written;
  value.count = static_cast<std::uint32_t>(count);
  skip_blanks();
  if (!is_at('{')) fail("expected \"{\" and numbers");
  const std::size_t end = bytes_.find('}', at_);
  if (end == bytes_.npos) fail("is cut off in a list of numbers: expected \"}\"");
  std::string_view inside = bytes_.substr(at_ + 1, end - at_ - 1);
  line_ += static_cast<int>(std::count(inside.begin(), inside.end(), '\n'));
  const std::size_t colon = inside.find(':');  // "a:"
  inside.remove_prefix(colon == inside.npos ? inside.size() : colon + 1);
  value.bytes = inside;
  tree_.add_value(element, value);
  at_ = end + 1;
}

}  // namespace limber::fbx

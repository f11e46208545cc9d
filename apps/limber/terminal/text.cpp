// UTF-8 text for a terminal: widths, cutting, wrapping, ASCII replacements.

#include "terminal/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace limber::cli {

namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> signs = {{
    {"├─", "|-"},
    {"└─", "`-"},
    {"│", "|"},
    {"─", "-"},
    {"±", "+-"},
    {"°", " deg"},
    {"…", "..."},
    {"→", "->"},
    {"×", "x"},
    {"²", "^2"},
    {"σ", "s"},
}};

}  // namespace

Text& Text::add(std::string_view text, Style style) {
  if (!text.empty()) pieces_.push_back({printable(text), style});
  return *this;
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are control characters too; in UTF-8 they take two bytes.
    const bool is_two_byte_control =
        byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (is_two_byte_control) ++i;
    result += byte < 0x20 || byte == 0x7F || is_two_byte_control ? '?' : text[i];
  }
  return result;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) {
    if (!continues_character(c)) ++width;
  }
  return width;
}

std::string in_ascii(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    bool replaced = false;
    for (const auto& [sign, ascii] : signs) {
      if (!text.starts_with(sign)) continue;
      result += ascii;
      text.remove_prefix(sign.size());
      replaced = true;
      break;
    }
    if (replaced) continue;
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  if (width == 0) return "";
  std::size_t end = 0, columns = 0;
  while (end < text.size() && (continues_character(text[end]) || columns + 1 < width)) {
    if (!continues_character(text[end])) ++columns;
    ++end;
  }
  return std::string(text.substr(0, end)) + "…";
}

namespace {

std::vector<std::string> in_lines(const std::vector<std::string>& words, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty() && width_of(line) + 1 + width_of(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

std::vector<std::string> wrapped_list(const std::vector<std::string>& words, std::size_t width) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < words.size(); ++i)
    parts.push_back(printable(words[i]) + (i + 1 < words.size() ? "," : ""));
  return in_lines(parts, width);
}

std::vector<std::string> wrapped(std::string_view sentence, std::size_t width) {
  std::vector<std::string> words;
  while (!sentence.empty()) {
    const std::size_t end = std::min(sentence.find(' '), sentence.size());
    words.emplace_back(sentence.substr(0, end));
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return in_lines(words, width);
}

}  // namespace limber::cli

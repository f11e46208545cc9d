// Turns the parser's message into a sentence for people.

#include "limber/files/json/syntax.h"

#include <algorithm>
#include <cctype>

#include "limber/base/names.h"
#include "limber/base/number_text.h"

namespace limber::json {

namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '+' || c == '-' || c == '.';
}

// The word around the byte where the parser stopped, or that single character.
std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t begin = at, end = at;
  while (begin > 0 && at - begin < 40 && is_word_character(text[begin - 1])) --begin;
  while (end < text.size() && end - at < 40 && is_word_character(text[end])) ++end;
  if (!is_word_character(text[at])) return text.substr(at, 1);
  return text.substr(begin, end - begin);
}

std::string described(std::string_view word) {
  if (word == "\"") return "a text in quotes";
  if (word.size() == 1 && !std::isprint(static_cast<unsigned char>(word[0]))) {
    return "byte 0x" + hex_text(static_cast<unsigned char>(word[0]), 2);
  }
  return word.size() == 1 ? "'" + std::string(word) + "'" : quoted(word);
}

char last_sign_before(std::string_view text, std::size_t at) {
  while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1]))) --at;
  return at > 0 ? text[at - 1] : '\0';
}

bool is_not_finite_literal(std::string_view word) {
  std::string lower;
  for (char c : word) {
    if (c != '+' && c != '-') lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower == "nan" || lower == "inf" || lower == "infinity" || lower == "ind" || lower == "1.#inf";
}

std::string name_of(const OpenContainer& open) {
  return std::string(open.is_list ? "list" : "object") + " that begins on line " + std::to_string(open.line);
}

// What was expected, from the parser's description of where it was.
std::string expected_at(std::string_view complaint) {
  const auto says = [&](std::string_view words) { return complaint.find(words) != std::string_view::npos; };
  if (says("while parsing object key")) return "expected a key in double quotes";
  if (says("while parsing object separator")) return "expected ':' after the key";
  if (complaint.ends_with("expected end of input")) return "expected nothing after the end of the value";
  if (says("while parsing object")) return "expected ',' or '}'";
  if (says("while parsing array")) return "expected ',' or ']'";
  return "expected a value";
}

// "invalid string: control character ..." out of the parser's sentence.
std::string_view detail(std::string_view complaint, std::string_view start) {
  const std::size_t begin = complaint.find(start);
  return begin == std::string_view::npos ? std::string_view() : complaint.substr(begin);
}

}  // namespace

int line_at(std::string_view text, std::size_t position) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

std::string explain_syntax_error(std::string_view text, std::size_t position, std::string_view complaint,
                                 const std::optional<OpenContainer>& open) {
  const std::size_t at = position == 0 ? 0 : std::min(position, text.size()) - 1;
  const std::string_view word = word_at(text, at);
  const std::string expected = expected_at(complaint);
  complaint = complaint.substr(0, complaint.find("; last read"));  // the rest is text of the file

  if (complaint.find("number overflow") != std::string_view::npos) {
    return "the number " + quoted(word_at(text, is_word_character(text[at]) ? at : at - 1)) + " is too large";
  }
  if (complaint.find("missing closing quote") != std::string_view::npos && position > text.size()) {
    return "the file ends inside a text: its closing quote is missing; the file seems to be cut off";
  }
  if (complaint.find("control character U+000A") != std::string_view::npos) {
    return "the line ends inside a text: a closing quote is missing";
  }
  if (complaint.find("ill-formed UTF-8") != std::string_view::npos) {
    return "a text contains bytes that are not UTF-8; save the file as UTF-8";
  }
  // The parser's position is one past the text when it met the end.
  if (position > text.size() || complaint.find("unexpected end of input") != std::string_view::npos) {
    if (!open) return "the file ends where a value was expected";
    return "the file ends too early: the " + name_of(*open) + " is not closed; the file seems to be cut off";
  }
  if (is_not_finite_literal(word)) {
    return std::string(word) +
           " is not a number in JSON; where there is no limit, leave it out or write null";
  }
  if (word == "/" || word == "#")
    return "JSON has no comments; remove the text that begins with " + described(word);
  if (word == "'") return "texts and keys need double quotes, not single quotes";
  if ((word == "}" || word == "]") && last_sign_before(text, at) == ',') {
    return "there is a comma before the closing " + described(word) + "; remove it";
  }
  for (const std::string_view start : {"invalid string", "invalid number"}) {
    const std::string_view found = detail(complaint, start);
    if (!found.empty()) return "not JSON: " + std::string(found);
  }
  return "not JSON: unexpected " + described(word) + "; " + expected;
}

}  // namespace limber::json

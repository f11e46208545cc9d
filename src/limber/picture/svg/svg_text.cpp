// Numbers, escaped text and arcs for SVG.

#include "limber/picture/svg/svg_text.h"

#include <cmath>
#include <numbers>

#include "limber/base/number_text.h"

namespace limber::picture {

std::string number(double value, int decimals) {
  const double bounded = std::clamp(std::isfinite(value) ? value : 0.0, -1e7, 1e7);
  std::string result = without_trailing_zeros(fixed_text(bounded, decimals));
  if (result.starts_with("0.")) return result.substr(1);
  if (result.starts_with("-0.")) return result.erase(1, 1);
  return result;
}

namespace {

// Bytes of the UTF-8 character at the beginning; 0: not a character that XML allows.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xc2 && first <= 0xdf   ? 2
                             : first >= 0xe0 && first <= 0xef ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, beyond Unicode, and the two noncharacters that XML forbids.
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) >= 0xa0) return 0;
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) >= 0x90) return 0;
  if (first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe) return 0;
  return length;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      result += '?';
    } else if (text[0] == '<') {
      result += "&lt;";
    } else if (text[0] == '>') {
      result += "&gt;";
    } else if (text[0] == '&') {
      result += "&amp;";
    } else if (text[0] == '"') {
      result += "&quot;";
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

ArcFlags outer_arc(const Ellipse& ellipse, const Vec2& from, const Vec2& to, const Vec2& other_side) {
  constexpr double full = 2.0 * std::numbers::pi;
  const double start = ellipse.parameter_of(from);
  double sweep = ellipse.parameter_of(to) - start;  // in the direction of growing angle
  if (sweep < 0.0) sweep += full;
  const auto side_of = [&](const Vec2& p) {
    const Vec2 chord = to - from, v = p - from;
    return chord.x() * v.y() - chord.y() * v.x();
  };
  const Vec2 halfway = ellipse.at(start + 0.5 * sweep);
  const bool positive = side_of(halfway) * side_of(other_side) <= 0.0;
  return {(positive ? sweep : full - sweep) > std::numbers::pi, positive};
}

}  // namespace limber::picture

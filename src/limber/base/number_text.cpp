// Numbers as text. std::to_chars does the rounding: exactly, and without a locale.

#include "limber/base/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace limber {

namespace {

constexpr std::size_t longest_text = 1200;  // the largest double has 309 digits; so do its decimals, at most

template <class... Format>
std::string converted(double value, Format... format) {
  if (std::isnan(value)) return "nan";  // to_chars may write a sign
  std::array<char, longest_text> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return {buffer.data(), end.ptr};
}

// "-0.00" -> "0.00".
std::string without_sign_of_zero(std::string text) {
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  if (is_zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

}  // namespace

std::string exact_text(double value) {
  if (value == 0.0) return "0";
  const double size = std::abs(value);
  const bool is_plain = size >= 1e-5 && size < 1e15;
  return converted(value, is_plain ? std::chars_format::fixed : std::chars_format::scientific);
}

std::string fixed_text(double value, int decimals) {
  return without_sign_of_zero(converted(value, std::chars_format::fixed, decimals));
}

std::string scientific_text(double value, int decimals) {
  return converted(value == 0.0 ? 0.0 : value, std::chars_format::scientific, decimals);
}

std::string number_text(double value, int digits) {
  if (value == 0.0) return "0";
  const double size = std::abs(value);
  if (!(size >= 1e-4 && size < 1e7)) return converted(value, std::chars_format::general, digits);
  const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
  return without_trailing_zeros(fixed_text(value, decimals));
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string hex_text(std::uint64_t value, int digits) {
  std::array<char, 16> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16).ptr;
  const std::string text(buffer.data(), end);
  const std::size_t wanted = static_cast<std::size_t>(std::max(digits, 0));
  return text.size() < wanted ? std::string(wanted - text.size(), '0') + text : text;
}

std::string hex_color(const std::array<int, 3>& levels) {
  std::string text = "#";
  for (const int level : levels) text += hex_text(static_cast<std::uint64_t>(level), 2);
  return text;
}

}  // namespace limber

#include "limber/files/base64.h"

#include <cstdint>

namespace limber {

namespace {

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

}  // namespace

std::optional<std::string> bytes_of_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int have = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    bytes += static_cast<char>(bits >> have & 0xff);
  }
  return bytes;
}

}  // namespace limber

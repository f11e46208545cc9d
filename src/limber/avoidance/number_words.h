#pragma once
// Numbers in sentences: three digits are enough for people.

#include <array>
#include <charconv>
#include <string>

namespace limber {

inline std::string number_words(double value) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 3);
  return {text.data(), end.ptr};
}

}  // namespace limber

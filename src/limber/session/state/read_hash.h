#pragma once
// Reads what hash_text (session/recording.h) wrote: 16 hexadecimal digits.

#include <charconv>
#include <cstdint>
#include <string>

#include "limber/files/json/reader.h"

namespace limber {

inline std::uint64_t read_hash(const json::Value& value) {
  const std::string text = value.text();
  std::uint64_t hash = 0;
  const auto end = text.data() + text.size();
  if (text.size() != 16 || std::from_chars(text.data(), end, hash, 16).ptr != end)
    value.fail("expected 16 hexadecimal digits");
  return hash;
}

}  // namespace limber

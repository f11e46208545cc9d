#pragma once
// FNV-1a: one number for many bytes, the same on every machine. It tells changes, not attackers.

#include <cstdint>
#include <string_view>

namespace limber {

class Fnv1a {
 public:
  void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

inline std::uint64_t text_hash(std::string_view text) {
  Fnv1a hash;
  for (const char c : text) hash.add(static_cast<std::uint8_t>(c));
  return hash.value();
}

}  // namespace limber

#pragma once
// Bytes written as text, four characters for three of them.

#include <optional>
#include <string>
#include <string_view>

namespace limber {

// Nothing where a character is none of base64. "=" at the end is optional.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace limber

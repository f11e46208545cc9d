#pragma once
// A field of a CSV file (RFC 4180).

#include <string>

namespace limber::cli {

// Text with a comma, a quote or a line end is quoted, with its own quotes doubled.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

}  // namespace limber::cli

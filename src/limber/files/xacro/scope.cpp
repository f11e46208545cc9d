// Looks properties up from the inside out, and takes the parameters of a macro apart.

#include "limber/files/xacro/scope.h"

#include <algorithm>

namespace limber::xacro {

namespace {

constexpr std::string_view blanks = " \t\r\n";

// Up to the next blank outside of quotes and braces.
std::string take_default(std::string_view& rest) {
  std::string value;
  char quote = '\0';
  int braces = 0;
  while (!rest.empty()) {
    const char c = rest.front();
    if (quote == '\0' && braces == 0 && blanks.find(c) != blanks.npos) break;
    rest.remove_prefix(1);
    if (c == quote) {
      quote = '\0';
      if (braces == 0) continue;
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      if (braces == 0) continue;
    }
    if (c == '{') ++braces;
    if (c == '}') --braces;
    value += c;
  }
  return value;
}

}  // namespace

const Property* find_property(const ScopePointer& scope, const std::string& name) {
  for (const Scope* s = scope.get(); s != nullptr; s = s->outer.get()) {
    const auto found = s->properties.find(name);
    if (found != s->properties.end()) return &found->second;
  }
  return nullptr;
}

std::optional<MacroParameters> parse_macro_parameters(std::string_view rest) {
  MacroParameters parameters;
  for (;;) {
    const std::size_t start = rest.find_first_not_of(blanks);
    if (start == rest.npos) return parameters;
    rest.remove_prefix(start);
    const std::size_t end = std::min(rest.find_first_of(" \t\r\n:="), rest.size());
    if (end == 0) return std::nullopt;
    const std::string name(rest.substr(0, end));
    rest.remove_prefix(end);
    parameters.names.push_back(name);
    if (!rest.starts_with(":=") && !rest.starts_with("=")) continue;
    rest.remove_prefix(rest.starts_with("=") ? 1 : 2);
    parameters.defaults[name] = take_default(rest);
  }
}

}  // namespace limber::xacro

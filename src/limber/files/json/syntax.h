#pragma once
// Explains what is wrong with a text that is not JSON.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace limber::json {

struct OpenContainer {  // the innermost list or object not yet closed
  bool is_list = false;
  int line = 0;
};

// `position`: bytes read when the parser stopped; `complaint`: the parser's message.
std::string explain_syntax_error(std::string_view text, std::size_t position, std::string_view complaint,
                                 const std::optional<OpenContainer>& open);

int line_at(std::string_view text, std::size_t position);

}  // namespace limber::json

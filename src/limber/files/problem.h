#pragma once
// What is wrong with a file, on its way from the place that found it to the reader that turns it into an
// Error.

#include <string>
#include <string_view>
#include <utility>

#include "limber/base/expected.h"

namespace limber {

struct FileProblem {
  std::string sentence;  // "file:line: what is wrong; what was expected"
};

// `line` 0: the file as a whole.
[[noreturn]] inline void fail_in_file(const std::string& file, int line, const std::string& sentence) {
  std::string text = file;  // added to, because GCC 12 warns of ":" + std::string without reason
  if (line > 0) text.append(":").append(std::to_string(line));
  text.append(": ").append(sentence);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  throw FileProblem{std::move(text)};
}

// The value that `read` returns, or the sentence of the problem it throws.
template <class Read>
auto reading_file(Read&& read) -> Expected<decltype(read())> {
  try {
    return read();
  } catch (const FileProblem& problem) {
    return Error{problem.sentence};
  }
}

}  // namespace limber

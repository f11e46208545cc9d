#pragma once
// What is wrong with a JSON text, and where. Thrown while reading; `reading` turns it into an Error.
//
//   models/x.json:12: segments[3].joint.axis: expected a list of 3 numbers, got 2
//   file          line place                  problem

#include <exception>
#include <string>
#include <utility>

#include "limber/base/expected.h"

namespace limber::json {

class ReadError : public std::exception {
 public:
  // `line` 0: the file as a whole. `place` is empty for the whole document.
  ReadError(const std::string& file, int line, const std::string& place, const std::string& problem)
      : in_document_(place.empty() ? problem : place + ": " + problem),
        sentence_(file + (line > 0 ? ":" + std::to_string(line) : "") + ": " + in_document_) {}

  const char* what() const noexcept override { return sentence_.c_str(); }  // all of it
  const std::string& in_document() const noexcept { return in_document_; }  // without file and line

 private:
  std::string in_document_, sentence_;
};

// " (first on line 12)", to say where the first of two is. Empty when both are on one line.
inline std::string first_on_line(int first, int second) {
  return first == second ? "" : " (first on line " + std::to_string(first) + ")";
}

// Calls `read` and turns a ReadError into an Error with its sentence.
template <class Read>
auto reading(const Read& read) -> Expected<decltype(read())> {
  try {
    return read();
  } catch (const ReadError& error) {
    return Error{error.what()};
  }
}

}  // namespace limber::json

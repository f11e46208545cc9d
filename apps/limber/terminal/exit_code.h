#pragma once
// How the command ends. The numbers are a promise to scripts: docs/cli.md lists them.

#include <stdexcept>
#include <string>

namespace limber::cli {

enum class ExitCode {
  ok = 0,
  no = 1,         // the answer is no: check found an error, solve --strict an unsatisfied task
  usage = 2,      // the command line is not valid
  file = 3,       // a file could not be read, understood or written
  internal = 70,  // internal error
};

// Ends the command with one sentence on standard error.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace limber::cli

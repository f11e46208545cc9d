#pragma once
// Runs the limber command as a shell would, and keeps its output; helpers of all tests of the command line.

#include <map>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace limber::test {

struct Ran {
  int code = -1;    // exit code; 128 + n if signal n ended it
  std::string out;  // standard output
  std::string err;  // standard error
};

struct RunOptions {
  std::string input;                               // standard input
  std::map<std::string, std::string> environment;  // besides LC_ALL=C.UTF-8; an empty value unsets
  std::string folder;                              // to run in; empty: this one
  bool on_terminal = false;         // output and errors go to a terminal, and come back in `out`
  int columns = 100;                // of that terminal
  bool close_output_early = false;  // no one reads the output, as in `limber ... | true`
};

// Whether this machine has pseudo terminals: a chroot without /dev/pts has not. Tests on_terminal begin with
// `if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";`.
bool has_terminals();

Ran limber(const std::vector<std::string>& arguments, const RunOptions& options = {});

// tests/cli/data/NAME. tiny.json is a figure small enough to check by hand.
std::string data_file(const std::string& name);

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace limber::test

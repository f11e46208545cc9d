#pragma once
// Runs the limber command as a user's shell would, and keeps what it said.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace limber::test {

struct Ran {
  int code = -1;    // its exit code; 128 + n when signal n ended it
  std::string out;  // standard output
  std::string err;  // standard error
};

struct RunOptions {
  std::string input;                               // standard input
  std::map<std::string, std::string> environment;  // besides LC_ALL=C.UTF-8; an empty value unsets
  std::string folder;                              // to run in; empty: this one
  bool on_terminal = false;         // output and errors go to a terminal, and come back in `out`
  int columns = 100;                // of that terminal
  bool close_output_early = false;  // nobody reads the output: as in `limber ... | true`
};

// Whether this machine can make a pseudo terminal: a chroot without /dev/pts cannot. Tests on_terminal begin
// with `if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";`.
bool has_terminals();

Ran limber(const std::vector<std::string>& arguments, const RunOptions& options = {});

// A folder of its own for a test, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;  // gives the path
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& path);

// A figure small enough to check by hand, docs in the file: tests/cli/data/tiny.json.
std::string data_file(const std::string& name);

}  // namespace limber::test

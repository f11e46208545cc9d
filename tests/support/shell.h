#pragma once
// Runs a line of shell, as a reader of the documents would.

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace limber::test {

struct Shell {
  int code = -1;       // exit code; 128 + n when signal n ended it
  std::string output;  // standard output and standard error, as they come
};

// `line` is given to bash in `folder`.
inline Shell shell(const std::string& line, const std::filesystem::path& folder) {
  std::string quoted;
  for (const char c : line) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  const std::string command =
      "cd '" + folder.string() + "' && LC_ALL=C.UTF-8 bash -c '" + quoted + "' 2>&1 </dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
  Shell result;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    result.output.append(buffer, n);
  const int status = ::pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace limber::test

#pragma once
// Files that a command writes.

#include <cstdio>
#include <string>
#include <string_view>

namespace limber::cli {

enum class Replace { never, always };

// Throws Failure, before any work is done, if `argument` cannot be written: it exists and must not be
// replaced, is a folder, or its folder does not exist. "-" is standard output.
void require_writable(const std::string& argument, Replace replace);

// Writes the whole file or nothing; throws Failure.
void write_output(const std::string& argument, std::string_view content, Replace replace);

// A file that is written as its content comes, so that what is there stays when the work is stopped; throws
// Failure.
class StreamedOutput {
 public:
  StreamedOutput(const std::string& argument, Replace replace);  // "-": standard output
  ~StreamedOutput();
  StreamedOutput(const StreamedOutput&) = delete;
  StreamedOutput& operator=(const StreamedOutput&) = delete;

  void write(std::string_view content);  // and leaves nothing in a buffer
  void close();

 private:
  [[noreturn]] void fail() const;

  std::string argument_;
  std::FILE* file_ = nullptr;
};

}  // namespace limber::cli

#pragma once
// What standard output can show, and printing to it.

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "terminal/text.h"

namespace limber::cli {

struct LookOptions {           // from the command line
  std::string color = "auto";  // "auto", "always", "never"
  bool ascii = false;
};

struct Terminal {
  bool is_terminal = false;
  bool color = false;
  bool unicode = false;
  std::size_t columns = 100;  // of a terminal; otherwise lines are only as long as it takes

  // Colours: as asked; "auto" means on a terminal that is not dumb, unless NO_COLOR is set to something.
  // Signs beyond ASCII: when the locale is a UTF-8 one and --ascii is not given.
  static Terminal of(std::FILE* stream, const LookOptions& options);

  std::string drawable(std::string_view text) const;  // in the characters it has
  std::string shown(const Text& text) const;          // likewise, with its colours
  std::size_t width(const Text& text) const;          // columns it takes
};

// Writes to standard output; throws Failure when that fails (a full disk, a closed descriptor). When the
// reader of a pipe exits, as in `limber info x | head`, the program ends without a message.
void print(std::string_view text);

// Throws Failure unless everything printed so far was written.
void flush_output();

// `limber: <sentence>` on standard error, as an error or as a note.
void print_error(std::string_view sentence);
void print_note(std::string_view sentence);

// "drawing x.png 42 %" on a line of standard error that is overwritten; nothing if that is not a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(std::string label);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(double fraction);
  // Any text instead; at most ten times a second, and not in the first tenth.
  void show(const std::string& text);

 private:
  void write(const std::string& text);

  std::string label_;
  bool is_terminal_;
  bool written_ = false;
  int percent_ = -1;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace limber::cli

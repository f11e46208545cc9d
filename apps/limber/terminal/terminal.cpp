// Colours, widths and characters of the terminal; printing with its errors.

#include "terminal/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "terminal/exit_code.h"

namespace limber::cli {

namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool locale_is_utf8() {
  // The first variable that is set decides, as in POSIX. Only its name counts: the locale itself may not be
  // installed.
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(environment(name));
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return value.find("UTF-8") != std::string::npos || value.find("UTF8") != std::string::npos;
  }
  return false;
}

std::string_view color_code(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::strong:
      return "\033[1m";
    case Style::faint:
      return "\033[2m";
    case Style::accent:
      return "\033[36m";
    case Style::good:
      return "\033[32m";
    case Style::warning:
      return "\033[33m";
    case Style::bad:
      return "\033[1;31m";
  }
  return "";
}

void print_line_on_error(Style style, std::string_view sentence) {
  const Terminal terminal = Terminal::of(stderr, {});
  std::string line = terminal.shown(Text("limber:", style)) + " " + printable(sentence) + "\n";
  std::fflush(stdout);  // keep the order of the two streams
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

Terminal Terminal::of(std::FILE* stream, const LookOptions& options) {
  Terminal terminal;
  terminal.is_terminal = isatty(fileno(stream)) != 0;
  const bool may_color =
      terminal.is_terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  terminal.color = options.color == "always" || (options.color == "auto" && may_color);
  terminal.unicode = !options.ascii && locale_is_utf8();
  winsize size{};
  if (terminal.is_terminal && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.columns = size.ws_col;
  }
  return terminal;
}

std::string Terminal::drawable(std::string_view text) const {
  return unicode ? std::string(text) : in_ascii(text);
}

std::string Terminal::shown(const Text& text) const {
  std::string result;
  for (const Text::Piece& piece : text.pieces()) {
    const std::string_view code = color ? color_code(piece.style) : "";
    result += code;
    result += drawable(piece.text);
    if (!code.empty()) result += "\033[0m";
  }
  return result;
}

std::size_t Terminal::width(const Text& text) const {
  std::size_t width = 0;
  for (const Text::Piece& piece : text.pieces()) width += width_of(drawable(piece.text));
  return width;
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) flush_output();
}

void flush_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  const std::string reason = errno != 0 ? std::strerror(errno) : "the write failed";
  throw Failure(ExitCode::file, "cannot write to standard output: " + reason);
}

void print_error(std::string_view sentence) {
  print_line_on_error(Style::bad, sentence);
}

void print_note(std::string_view sentence) {
  print_line_on_error(Style::faint, sentence);
}

ProgressLine::ProgressLine(std::string label) : label_(std::move(label)), is_terminal_(isatty(2) != 0) {}

ProgressLine::~ProgressLine() {
  if (written_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::write(const std::string& text) {
  written_ = true;
  std::fprintf(stderr, "\r%s %s\033[K", label_.c_str(), text.c_str());
  std::fflush(stderr);
}

void ProgressLine::show(double fraction) {
  const int percent = static_cast<int>(100.0 * std::clamp(fraction, 0.0, 1.0));
  if (!is_terminal_ || percent == percent_) return;
  percent_ = percent;
  write(std::to_string(percent) + " %");
}

void ProgressLine::show(const std::string& text) {
  const auto now = std::chrono::steady_clock::now();
  if (!is_terminal_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  write(text);
}

}  // namespace limber::cli

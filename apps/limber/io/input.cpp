// Finds and reads the files of the command line; "-" is standard input.

#include "io/input.h"

#include <cstdio>

#include "limber/files/text_file.h"
#include "terminal/exit_code.h"

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

const std::string standard_input = "standard input";  // its name in messages

// More is an error anyway: stop reading, so that an endless pipe ends in an error as well.
constexpr std::size_t most_input = (std::size_t{64} << 20) + 1;

std::string read_standard_input() {
  std::string text;
  char block[65536];
  while (text.size() < most_input) {
    const std::size_t count = std::fread(block, 1, sizeof block, stdin);
    if (count == 0) break;
    text.append(block, count);
  }
  return text;
}

}  // namespace

std::string_view kind_name(FileKind kind) {
  switch (kind) {
    case FileKind::figure:
      return "figure";
    case FileKind::urdf:
      return "URDF figure";
    case FileKind::scene:
      return "scene";
  }
  return "";
}

fs::path find_input(const std::string& argument) {
  std::error_code error;
  const fs::path path(argument);
  if (fs::exists(path, error) || path.is_absolute()) return path;
  return find_shipped_file(path).value_or(path);
}

Expected<Input> try_load_input(const std::string& argument) {
  const bool is_piped = argument == "-";
  const std::string name = is_piped ? standard_input : argument;
  const fs::path path = is_piped ? fs::path() : find_input(argument);
  Expected<Loaded> loaded = is_piped ? parse_file(read_standard_input(), name, ".") : load_file(path);
  if (!loaded) return loaded.error();
  return Input{name, path, loaded->kind, std::move(loaded->scene)};
}

Input load_input(const std::string& argument) {
  Expected<Input> input = try_load_input(argument);
  if (!input) throw Failure(ExitCode::file, input.error().message);
  return std::move(*input);
}

InputText load_text(const std::string& argument) {
  if (argument == "-") return {standard_input, read_standard_input()};
  const fs::path path = find_input(argument);
  Expected<std::string> text = read_text(path, most_input);
  if (!text) throw Failure(ExitCode::file, text.error().message);
  return {shown(path), std::move(*text)};
}

}  // namespace limber::cli

#include "io/input.h"

#include <cstdio>
#include <fstream>

#include "terminal/exit_code.h"
#include "limber/files/files.h"
#include "limber/files/text_file.h"

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

// More is an error anyway, and nobody should have to wait for the end of an endless pipe to hear it.
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

bool begins_like_xml(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

bool is_urdf(const fs::path& path) {
  if (path.extension() == ".urdf") return true;
  char start[256] = {};
  std::ifstream file(path, std::ios::binary);
  file.read(start, sizeof start);
  return begins_like_xml({start, static_cast<std::size_t>(file.gcount())});
}

Expected<Input> parse_standard_input() {
  const std::string name = "standard input";
  const std::string text = read_standard_input();
  Expected<Scene> scene = parse_scene(text, name, fs::path("."));
  if (!scene) return scene.error();
  FileKind kind = FileKind::scene;
  if (begins_like_xml(text)) {
    kind = FileKind::urdf;
  } else if (parse_figure(text, name)) {
    kind = FileKind::figure;
  }
  return Input{name, {}, kind, std::move(*scene)};
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
  if (argument == "-") return parse_standard_input();
  const fs::path path = find_input(argument);
  Expected<Scene> scene = load_scene(path);
  if (!scene) return scene.error();
  // load_scene says of a mere figure that it is its own figure file.
  const bool is_figure = scene->figure_file == path.generic_string();
  const FileKind kind = !is_figure ? FileKind::scene : is_urdf(path) ? FileKind::urdf : FileKind::figure;
  return Input{argument, path, kind, std::move(*scene)};
}

Input load_input(const std::string& argument) {
  Expected<Input> input = try_load_input(argument);
  if (!input) throw Failure(ExitCode::file, input.error().message);
  return std::move(*input);
}

InputText load_text(const std::string& argument) {
  if (argument == "-") return {"standard input", read_standard_input()};
  const fs::path path = find_input(argument);
  Expected<std::string> text = read_text(path, most_input);
  if (!text) throw Failure(ExitCode::file, text.error().message);
  return {shown(path), std::move(*text)};
}

}  // namespace limber::cli

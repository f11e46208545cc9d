// Finds and reads the files of the command line; "-" is standard input.

#include "io/input.h"

#include <algorithm>
#include <cstdio>

#include "limber/files/text_file.h"
#include "terminal/exit_code.h"
#include "terminal/terminal.h"

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

const std::string standard_input = "standard input";  // its name in messages

// More is an error anyway: stop reading, so that an endless pipe ends in an error as well.
constexpr std::size_t most_input = (std::size_t{64} << 20) + 1;

// Of a file that is read to do something with it; limber check tells all.
constexpr std::size_t most_warnings_told = 3;

std::string read_all(std::FILE* stream) {
  std::string text;
  char block[65536];
  while (text.size() < most_input) {
    const std::size_t count = std::fread(block, 1, sizeof block, stream);
    if (count == 0) break;
    text.append(block, count);
  }
  return text;
}

std::string read_standard_input() {
  return read_all(stdin);
}

std::string read_pipe(const fs::path& path) {
  std::FILE* stream = std::fopen(path.c_str(), "rb");
  if (stream == nullptr) return "";
  std::string text = read_all(stream);
  std::fclose(stream);
  return text;
}

Expected<Loaded> load_from(const std::string& argument, const std::string& name, const fs::path& path,
                           const MeshOptions& meshes) {
  std::error_code error;
  if (argument == "-") return parse_file(read_standard_input(), name, ".", meshes);
  if (fs::is_fifo(path, error)) return parse_file(read_pipe(path), name, ".", meshes);
  return load_file(path, meshes);
}

}  // namespace

std::string_view kind_name(FileKind kind) {
  switch (kind) {
    case FileKind::figure:
      return "figure";
    case FileKind::urdf:
      return "URDF figure";
    case FileKind::mjcf:
      return "MJCF figure";
    case FileKind::sdf:
      return "SDF figure";
    case FileKind::bvh:
      return "BVH motion";
    case FileKind::gltf:
      return "glTF figure";
    case FileKind::fbx:
      return "FBX figure";
    case FileKind::scene:
      return "scene";
  }
  return "";
}

std::string_view kind_key(FileKind kind) {
  switch (kind) {
    case FileKind::figure:
      return "figure";
    case FileKind::urdf:
      return "urdf";
    case FileKind::mjcf:
      return "mjcf";
    case FileKind::sdf:
      return "sdf";
    case FileKind::bvh:
      return "bvh";
    case FileKind::gltf:
      return "gltf";
    case FileKind::fbx:
      return "fbx";
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

Expected<Input> try_load_input(const std::string& argument, const MeshOptions& meshes) {
  const bool is_piped = argument == "-";
  const std::string name = is_piped ? standard_input : argument;
  const fs::path path = is_piped ? fs::path() : find_input(argument);
  Expected<Loaded> loaded = load_from(argument, name, path, meshes);
  if (!loaded) return loaded.error();
  return Input{name,
               path,
               loaded->kind,
               std::move(loaded->scene),
               std::move(loaded->motion),
               std::move(loaded->warnings),
               std::move(loaded->meshes),
               meshes};
}

Input load_input(const std::string& argument, const MeshOptions& meshes) {
  Expected<Input> input = try_load_input(argument, meshes);
  if (!input) throw Failure(ExitCode::file, input.error().message);
  const std::vector<std::string>& warnings = input->warnings;
  const std::size_t told = std::min(warnings.size(), most_warnings_told);
  for (std::size_t k = 0; k < told; ++k) print_note("warning: " + warnings[k]);
  if (told < warnings.size()) {
    print_note("and " + std::to_string(warnings.size() - told) + " more warnings; limber check " + argument +
               " lists them");
  }
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

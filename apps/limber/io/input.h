#pragma once
// Files named on the command line.

#include <filesystem>
#include <string>
#include <string_view>

#include "limber/base/expected.h"
#include "limber/files/files.h"

namespace limber::cli {

std::string_view kind_name(FileKind kind);  // "figure", "URDF figure", "scene"

struct Input {
  std::string name;            // to show: as it was typed, or where it was found
  std::filesystem::path path;  // empty: standard input
  FileKind kind = FileKind::scene;
  Scene scene;  // of a figure file: the figure at rest in an empty world
};

// The file itself, or the shipped file of that name ("models/elephant.json" works from any folder).
std::filesystem::path find_input(const std::string& argument);

// A figure, URDF or scene file; "-" is standard input.
Expected<Input> try_load_input(const std::string& argument);
Input load_input(const std::string& argument);  // throws Failure

// The text of any other file, found in the same way.
struct InputText {
  std::string name, text;
};
InputText load_text(const std::string& argument);  // throws Failure

}  // namespace limber::cli

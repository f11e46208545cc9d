#pragma once
// The files named on the command line.

#include <filesystem>
#include <string>
#include <string_view>

#include "limber/base/expected.h"
#include "limber/scene/scene.h"

namespace limber::cli {

enum class FileKind { figure, urdf, scene };
std::string_view kind_name(FileKind kind);  // "figure", "URDF figure", "scene"

struct Input {
  std::string name;            // to show: as it was typed, or where it was found
  std::filesystem::path path;  // empty: standard input
  FileKind kind = FileKind::scene;
  Scene scene;  // a mere figure: at rest in an empty world
};

// The file itself; if there is none, the one of that name that Limber ships ("models/elephant.json" works
// from anywhere).
std::filesystem::path find_input(const std::string& argument);

// A figure, URDF or scene file; "-" is standard input.
Expected<Input> try_load_input(const std::string& argument);
Input load_input(const std::string& argument);  // throws Failure

// Any other file, found in the same way, as text.
struct InputText {
  std::string name, text;
};
InputText load_text(const std::string& argument);  // throws Failure

}  // namespace limber::cli

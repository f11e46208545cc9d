#pragma once
// Files named on the command line.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"
#include "limber/files/files.h"

namespace limber::cli {

std::string_view kind_name(FileKind kind);  // "figure", "URDF figure", "scene", ...
std::string_view kind_key(FileKind kind);   // in JSON: "figure", "urdf", "scene", ...

struct Input {
  std::string name;            // to show: as it was typed, or where it was found
  std::filesystem::path path;  // empty: standard input
  FileKind kind = FileKind::scene;
  Scene scene;                             // of a figure file: the figure at rest in an empty world
  Motion motion = {};                      // of BVH
  std::vector<std::string> warnings = {};  // of the reader
  std::string meshes = {};                 // what became of them, in words
  MeshOptions mesh_options = {};           // with which it was read
};

// The file itself, or the shipped file of that name ("models/elephant.json" works from any folder).
std::filesystem::path find_input(const std::string& argument);

// A figure, URDF or scene file; "-" is standard input, and a pipe, as <(xacro arm.xacro) is, will do.
Expected<Input> try_load_input(const std::string& argument, const MeshOptions& meshes = {});
Input load_input(const std::string& argument, const MeshOptions& meshes = {});  // throws Failure

// The text of any other file, found in the same way.
struct InputText {
  std::string name, text;
};
InputText load_text(const std::string& argument);  // throws Failure

}  // namespace limber::cli

#pragma once
// What strangers give the studio: scenes, which may name files of one folder; and robots dropped onto it,
// with their meshes in memory, for which nothing is looked for on the disk.

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "limber/files/files.h"
#include "limber/meshes/read_mesh.h"

namespace limber {

// Somebody waits: reading meshes is given up after a while.
struct StrangerOptions {
  double seconds = 20.0;  // MeshOptions::seconds
  // Looks at a scene before its meshes are read, which takes longest; may throw what refuses it. May be
  // empty. (A figure in a file of its own has its meshes before there is a scene.)
  std::function<void(const Scene&)> before_meshes = {};
  const std::atomic<bool>* is_wanted = nullptr;  // once it is false the reader of foreign text is stopped
};

// parse_scene with FigureFiles::inside_folder, and what there is to say about it.
Expected<Loaded> parse_file_of_stranger(std::string_view text, const std::string& name,
                                        const std::filesystem::path& folder,
                                        const StrangerOptions& options = {});

// "./arm//meshes/../meshes/hand.stl" -> "arm/meshes/hand.stl". Nothing climbs out: it is only compared.
std::string plain_path(const std::string& path);

// Plain path as it was dropped, "arm/meshes/hand.stl" -> bytes.
using DroppedFiles = std::map<std::string, std::string>;

// The file that a mesh's name means: the one whose path ends with most of it. Empty: none. `robot`: the path
// of the file that names it.
std::string find_dropped(const std::string& name, const std::string& robot, const DroppedFiles& files);

// Reads what the dropped file `robot` refers to.
ReadBeside dropped_beside(const std::string& robot, const DroppedFiles& files);

// The dropped file `robot`, any figure, with the meshes beside it.
Expected<Loaded> parse_dropped(const std::string& robot, const DroppedFiles& files,
                               const StrangerOptions& options = {});

}  // namespace limber

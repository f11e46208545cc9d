#pragma once
// A robot dropped onto the studio: its file and its meshes, in memory. Nothing is looked for on the disk.

#include <map>
#include <string>
#include <string_view>

#include "limber/files/files.h"
#include "limber/meshes/read_mesh.h"

namespace limber {

// Path as it was dropped, "arm/meshes/hand.stl" -> bytes.
using DroppedFiles = std::map<std::string, std::string>;

// The file that a mesh's name means: the one whose path ends with most of it. Empty: none. `robot`: the path
// of the file that names it.
std::string find_dropped(const std::string& name, const std::string& robot, const DroppedFiles& files);

// Reads what the dropped file `robot` refers to.
ReadBeside dropped_beside(const std::string& robot, const DroppedFiles& files);

// The dropped file `robot`, any figure, with the meshes beside it.
Expected<Loaded> parse_dropped(const std::string& robot, const DroppedFiles& files);

}  // namespace limber

#pragma once
// Where the mesh is that a robot's file names: docs/urdf.md has the rules.

#include <filesystem>
#include <map>
#include <string>

#include "limber/files/dropped.h"
#include "limber/files/files.h"

namespace limber {

struct MeshPlaces {
  std::filesystem::path folder;                           // of the file that names the mesh
  std::map<std::string, std::filesystem::path> packages;  // MeshOptions::packages
  FigureFiles files = FigureFiles::anywhere;
  // Not on the disk, but among these; then `folder` is the path of the robot's file in them.
  const DroppedFiles* dropped = nullptr;
};

struct FoundMesh {
  std::filesystem::path file;  // empty: not found
  std::filesystem::path home;  // what it refers to must lie inside
  std::string refused;         // the sentence, where the name itself is not allowed
};

// `name` as written: "package://arm/meshes/hand.stl", "file:///...", or a path. `what` it is, in the
// sentence of one that is refused: a texture is found the same way.
FoundMesh find_mesh(const std::string& name, const MeshPlaces& places, const std::string& what = "mesh");

// Links followed.
bool lies_inside(const std::filesystem::path& file, const std::filesystem::path& home);

}  // namespace limber

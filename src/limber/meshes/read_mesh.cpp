// Which reader a file gets, what it may refer to, and what every mesh is checked for.

#include "limber/meshes/read_mesh.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>

#include "limber/base/names.h"
#include "limber/meshes/foreign_formats.h"
#include "limber/meshes/stl.h"
#include "limber/meshes/surface.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view mesh_endings[] = {".stl", ".obj", ".dae", ".gltf", ".glb"};

std::string ending_of(std::string_view name) {
  const std::size_t dot = name.find_last_of("./");
  if (dot == std::string_view::npos || name[dot] != '.') return "";
  std::string ending(name.substr(dot));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

std::string megabytes(std::uintmax_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

Expected<std::string> bytes_of(const fs::path& file, const MeshLimits& limits) {
  const std::string name = file.filename().generic_string();
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return Error{name + ": there is no such file"};
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) return Error{name + ": cannot be read"};
  if (size > limits.bytes) {
    return Error{name + ": is " + megabytes(size) + " large; meshes up to " + megabytes(limits.bytes) +
                 " are read"};
  }
  std::ifstream stream(file, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!stream && !stream.eof()) return Error{name + ": cannot be read"};
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

bool is_inside(const fs::path& file, const fs::path& home) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error), room = fs::weakly_canonical(home, error);
  return !error && std::mismatch(room.begin(), room.end(), real.begin(), real.end()).first == room.end();
}

// Every index names a point and every number can be drawn.
std::string complaint_about(const Mesh& mesh, const MeshLimits& limits) {
  if (mesh.triangles.empty()) return "there are no triangles in it";
  if (mesh.triangles.size() > limits.triangles) {
    return "it has " + std::to_string(mesh.triangles.size()) + " triangles; expected at most " +
           std::to_string(limits.triangles);
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    for (const float x : mesh.points[i]) {
      if (std::abs(static_cast<double>(x)) <= limits.largest) continue;  // false for NaN
      return "point " + std::to_string(i + 1) + " is not a number, or beyond 1e6; expected finite ones";
    }
  }
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh.points.size()) {
        return "a triangle has the point " + std::to_string(corner + 1) + ", and there are " +
               std::to_string(mesh.points.size());
      }
    }
  }
  return "";
}

// The parts that say how an image lies on them have a texture already, if only a white one
// (Looks::coverable).
void lay_over(Mesh& mesh, const TextureCover& cover, std::vector<std::string>& notes) {
  bool any = false;
  for (const Mesh::Part& part : mesh.parts) any = any || part.texture >= 0;
  if (!any) {
    mesh.textures.clear();
    mesh.uvs.clear();
    notes.push_back(
        "it does not say how an image lies on it; it is drawn without the texture of its material");
    return;
  }
  mesh.textures = {cover};
}

}  // namespace

bool is_mesh_file(std::string_view name) {
  return std::find(std::begin(mesh_endings), std::end(mesh_endings), ending_of(name)) !=
         std::end(mesh_endings);
}

Expected<Mesh> parse_mesh(std::string_view bytes, const std::string& name, const ReadBeside& beside,
                          const MeshLimits& limits, std::vector<std::string>* notes,
                          const TextureCover& cover) {
  if (!is_mesh_file(name)) {
    return Error{name + ": is not a mesh by its ending; expected .stl, .obj, .dae, .gltf or .glb"};
  }
  if (bytes.empty()) return Error{name + ": is empty"};
  const std::string ending = ending_of(name);
  std::vector<std::string> own_notes;
  Expected<Mesh> mesh = ending == ".stl" ? parse_stl(bytes, limits)
                                         : parse_foreign(bytes, ending, beside, limits,
                                                         cover ? Looks::coverable : Looks::own, own_notes);
  if (!mesh) return Error{name + ": " + mesh.error().message};
  if (const std::string complaint = complaint_about(*mesh, limits); !complaint.empty()) {
    return Error{name + ": " + complaint};
  }
  if (cover) lay_over(*mesh, cover, own_notes);
  finish_surface(*mesh);
  if (mesh->triangles.empty()) return Error{name + ": all its triangles are without area"};
  for (const std::string& note : own_notes) {
    if (notes != nullptr) notes->push_back(name + ": " + note);
  }
  return mesh;
}

ReadBeside files_beside(const fs::path& folder, const fs::path& home, std::size_t left) {
  return [folder, home, left](const std::string& path) mutable -> Expected<std::string> {
    const fs::path other = folder / path;
    if (fs::path(path).is_absolute() || !is_inside(other, home)) {
      return Error{"it refers to " + limber::quoted(path) + ", outside the folder of the robot"};
    }
    Expected<std::string> found = bytes_of(other, {});
    if (!found) return Error{"it refers to " + found.error().message};
    if (found->size() > left)
      return Error{"it and the files it refers to are over " + megabytes(MeshLimits{}.bytes)};
    left -= found->size();
    return found;
  };
}

Expected<Mesh> read_mesh(const fs::path& file, const fs::path& home, const MeshLimits& limits,
                         std::vector<std::string>* notes, const TextureCover& cover) {
  Expected<std::string> bytes = bytes_of(file, limits);
  if (!bytes) return bytes.error();
  const std::size_t left = limits.bytes - std::min(limits.bytes, bytes->size());
  return parse_mesh(*bytes, file.filename().generic_string(), files_beside(file.parent_path(), home, left),
                    limits, notes, cover);
}

}  // namespace limber

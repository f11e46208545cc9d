// package:// in the folders that may be the package (packages.h); anything else relative to the file.

#include "limber/files/mesh_search.h"

#include <algorithm>
#include <string_view>

#include "limber/base/names.h"
#include "limber/files/packages.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

bool climbs_out(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return path.is_absolute() || (!normal.empty() && *normal.begin() == "..");
}

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

// An empty name of a package, "package:///arm/hand.stl", is written by some and means the next one.
FoundMesh find_in_package(const std::string& name, std::string rest, const MeshPlaces& places,
                          const std::string& what) {
  if (rest.starts_with('/')) rest.erase(0, 1);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string package = rest.substr(0, slash);
  const fs::path path(slash < rest.size() ? rest.substr(slash + 1) : "");
  if (package.empty() || package == ".." || path.empty() || climbs_out(path)) {
    return {
        {}, {}, "the " + what + " " + limber::quoted(name) + " climbs out of its package; it is not read"};
  }
  for (const fs::path& home : homes_of_package(package, places.folder, places.packages, places.files)) {
    if (!is_file(home / path)) continue;
    if (places.files == FigureFiles::inside_folder && !lies_inside(home / path, places.folder)) continue;
    return {home / path, home, ""};
  }
  return {};
}

}  // namespace

bool lies_inside(const fs::path& file, const fs::path& home) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error), room = fs::canonical(home, error);
  return !error && std::mismatch(room.begin(), room.end(), real.begin(), real.end()).first == room.end();
}

FoundMesh find_mesh(const std::string& name, const MeshPlaces& places, const std::string& what) {
  if (name.find('\0') != std::string::npos) return {};
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (name.starts_with(scheme)) return find_in_package(name, name.substr(scheme.size()), places, what);
  }
  const bool is_stranger = places.files == FigureFiles::inside_folder;
  const fs::path path(name.starts_with("file://") ? name.substr(7) : name);
  if (is_stranger && climbs_out(path)) {
    return {
        {},
        {},
        "the " + what + " " + limber::quoted(name) + " lies outside the folder of its robot; it is not read"};
  }
  const fs::path file = places.folder / path;
  if (!is_file(file) || (is_stranger && !lies_inside(file, places.folder))) return {};
  return {file, file.parent_path().empty() ? fs::path(".") : file.parent_path(), ""};
}

}  // namespace limber

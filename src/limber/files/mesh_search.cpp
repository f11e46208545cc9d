// package:// by the option, by ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, by the folders around the file;
// anything else relative to the file.

#include "limber/files/mesh_search.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "limber/base/names.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders_of_variable(const char* variable) {
  std::vector<fs::path> folders;
  const char* value = std::getenv(variable);
  std::string_view rest = value == nullptr ? std::string_view() : std::string_view(value);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

// The folder itself, and those it lies in.
std::vector<fs::path> folders_around(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> folders = {fs::absolute(folder, error).lexically_normal()};
  while (folders.back().has_relative_path() && folders.back().parent_path() != folders.back()) {
    folders.push_back(folders.back().parent_path());
  }
  return folders;
}

bool climbs_out(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return path.is_absolute() || (!normal.empty() && *normal.begin() == "..");
}

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

bool lies_inside(const fs::path& file, const fs::path& home) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error), room = fs::canonical(home, error);
  return !error && std::mismatch(room.begin(), room.end(), real.begin(), real.end()).first == room.end();
}

// Folders that may be the package, the likeliest first.
std::vector<fs::path> homes_of_package(const std::string& package, const MeshPlaces& places) {
  std::vector<fs::path> homes;
  if (const auto given = places.packages.find(package); given != places.packages.end()) {
    return {given->second};
  }
  if (places.files == FigureFiles::anywhere) {
    for (const fs::path& folder : folders_of_variable("ROS_PACKAGE_PATH")) {
      homes.push_back(folder / package);
      if (folder.filename() == package) homes.push_back(folder);
    }
    for (const fs::path& prefix : folders_of_variable("AMENT_PREFIX_PATH")) {
      homes.push_back(prefix / "share" / package);
    }
  }
  std::vector<fs::path> around = folders_around(places.folder);
  if (places.files == FigureFiles::inside_folder) around.resize(1);
  for (const fs::path& folder : around) {
    homes.push_back(folder / package);
    if (folder.filename() == package) homes.push_back(folder);
  }
  homes.insert(homes.end(), around.begin(), around.end());  // a package whose folder was renamed
  return homes;
}

FoundMesh find_in_package(const std::string& name, const std::string& rest, const MeshPlaces& places) {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string package = rest.substr(0, slash);
  const fs::path path(slash < rest.size() ? rest.substr(slash + 1) : "");
  if (package.empty() || package == ".." || path.empty() || climbs_out(path)) {
    return {{}, {}, "the mesh " + limber::quoted(name) + " climbs out of its package; it is not read"};
  }
  for (const fs::path& home : homes_of_package(package, places)) {
    if (!is_file(home / path)) continue;
    if (places.files == FigureFiles::inside_folder && !lies_inside(home / path, places.folder)) continue;
    return {home / path, home, ""};
  }
  return {};
}

}  // namespace

FoundMesh find_mesh(const std::string& name, const MeshPlaces& places) {
  if (name.find('\0') != std::string::npos) return {};
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (name.starts_with(scheme)) return find_in_package(name, name.substr(scheme.size()), places);
  }
  const bool is_stranger = places.files == FigureFiles::inside_folder;
  const fs::path path(name.starts_with("file://") ? name.substr(7) : name);
  if (is_stranger && climbs_out(path)) {
    return {
        {}, {}, "the mesh " + limber::quoted(name) + " lies outside the folder of its robot; it is not read"};
  }
  const fs::path file = places.folder / path;
  if (!is_file(file) || (is_stranger && !lies_inside(file, places.folder))) return {};
  return {file, file.parent_path().empty() ? fs::path(".") : file.parent_path(), ""};
}

}  // namespace limber

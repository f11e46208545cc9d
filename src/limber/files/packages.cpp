#include "limber/files/packages.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

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

}  // namespace

std::vector<fs::path> homes_of_package(const std::string& package, const fs::path& folder,
                                       const std::map<std::string, fs::path>& packages, FigureFiles files) {
  if (const auto given = packages.find(package); given != packages.end()) return {given->second};
  std::vector<fs::path> homes;
  if (files == FigureFiles::anywhere) {
    for (const fs::path& place : folders_of_variable("ROS_PACKAGE_PATH")) {
      homes.push_back(place / package);
      if (place.filename() == package) homes.push_back(place);
    }
    for (const fs::path& prefix : folders_of_variable("AMENT_PREFIX_PATH")) {
      homes.push_back(prefix / "share" / package);
    }
  }
  std::vector<fs::path> around = folders_around(folder);
  if (files == FigureFiles::inside_folder) around.resize(1);
  for (const fs::path& place : around) {
    homes.push_back(place / package);
    if (place.filename() == package) homes.push_back(place);
  }
  homes.insert(homes.end(), around.begin(), around.end());  // a package whose folder was renamed
  return homes;
}

}  // namespace limber

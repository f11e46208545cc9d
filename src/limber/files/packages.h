#pragma once
// Where the packages of ROS are that robots' files name: docs/urdf.md has the rules.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "limber/files/files.h"

namespace limber {

// Folders that may be the package, the likeliest first: what `packages` says, the folders of ROS_PACKAGE_PATH
// and AMENT_PREFIX_PATH, then those around `folder`, in which the file is that names the package. For a file
// from a stranger (`inside_folder`) only `folder` itself.
std::vector<std::filesystem::path> homes_of_package(
    const std::string& package, const std::filesystem::path& folder,
    const std::map<std::string, std::filesystem::path>& packages, FigureFiles files);

}  // namespace limber

#pragma once
// URDF in three steps, each with files of its own:
//
//   text --xml--> XML document --robot, link, joint, tree--> Robot --figure, shapes--> FigureDescription
//
// docs/urdf.md says what is read and what becomes what.

#include <string>
#include <string_view>
#include <vector>

#include "limber/files/files.h"

namespace limber {

// What parse_urdf builds its figure from; meshes are not read yet. `warnings` gets what was mended or left
// out.
Expected<FigureDescription> describe_urdf(std::string_view text, const std::string& name,
                                          const UrdfOptions& options = {},
                                          std::vector<std::string>* warnings = nullptr);

}  // namespace limber

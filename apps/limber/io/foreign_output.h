#pragma once
// Files for other programs, in the format that the ending of their name says.

#include <optional>
#include <string>

#include "limber/files/files.h"

namespace limber::cli {

// Nothing where the ending is none of .urdf, .xml and .mjcf (MJCF), .bvh, .glb and .csv.
std::optional<Written> write_foreign(const std::string& out, const Figure& figure, const Motion& motion);

}  // namespace limber::cli

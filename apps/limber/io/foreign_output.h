#pragma once
// Files for other programs, in the format that the ending of their name says.

#include <optional>
#include <string>
#include <vector>

#include "limber/files/files.h"

namespace limber::cli {

// Throws Failure, before anything is read or solved, where a name has an ending that is not among those
// (".json"): a file called robot.sdf must be one. "-", names without an ending, pipes and devices are right.
void require_ending(const std::string& out, const std::vector<std::string>& endings);

// Nothing where the ending is none of .urdf, .xml and .mjcf (MJCF), .bvh, .glb and .csv.
std::optional<Written> write_foreign(const std::string& out, const Figure& figure, const Motion& motion);

}  // namespace limber::cli

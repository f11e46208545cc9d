#pragma once
// Poses to be reached, from a file: CSV or JSON (docs/cli.md, `solve --batch`).
//
//   x,y,z,rx,ry,rz                          {"goals": [
//   0.5,0,0.4,0,3.14159,0                     {"position": [0.5, 0, 0.4], "rotation": [0, 3.14159, 0]},
//   0.5,0.1,0.4,,,                            {"position": [0.5, 0.1, 0.4]}]}

#include <string>
#include <vector>

#include "limber/base/expected.h"
#include "limber/batch/solve_many.h"

namespace limber::cli {

// JSON if the text begins with { or [, otherwise CSV. `name` stands for the file in messages.
Expected<std::vector<PoseGoal>> read_goals(const std::string& text, const std::string& name);

std::vector<PoseGoal> load_goals(const std::string& argument);  // "-": standard input; throws Failure

}  // namespace limber::cli

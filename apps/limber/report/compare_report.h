#pragma once
// The output of `limber compare`: a table, JSON (docs/json.md) and plots.

#include <optional>
#include <string>
#include <vector>

#include "analysis/ranking.h"
#include "analysis/scene_course.h"
#include "limber/avoidance/parameters.h"
#include "terminal/terminal.h"

namespace limber::cli {

struct ComparedTechnique {
  const TechniqueDescription* technique = nullptr;
  std::string problem;  // why it cannot run on this course; empty: it ran
  Measures measures = {};
  double final_error = 0.0, mean_error = 0.0;  // [unit of the course]
  std::vector<TaskCourse> tasks = {};          // all of them, in the order of the scene
  Standing standing = {};
  double broken_by = 0.0;                // coupling or tie, in the last frame; 0: all hold
  int rank = 0;                          // 1 is the best; equals share it; 0: it did not run
  std::vector<double> clearance, error;  // of each frame [m], [unit]; infinite: nothing near
  std::optional<Measures> bare;          // of the limb without the rest of the figure, if asked for
};

std::string compare_text(const Input& input, const SceneCourse& course,
                         const std::vector<ComparedTechnique>& rows, const Terminal& terminal);
std::string compare_json(const Input& input, const SceneCourse& course,
                         const std::vector<ComparedTechnique>& rows);
// A complete SVG file: clearance above, error below, a curve for each technique.
std::string compare_svg(const Input& input, const SceneCourse& course,
                        const std::vector<ComparedTechnique>& rows);

}  // namespace limber::cli

#pragma once
// What `limber compare` tells: a table, JSON (docs/json.md) and curves.

#include <string>
#include <vector>

#include "limber/avoidance/parameters.h"
#include "analysis/scene_course.h"
#include "terminal/terminal.h"

namespace limber::cli {

struct ComparedTechnique {
  const TechniqueDescription* technique = nullptr;
  std::string problem;  // why it cannot run on this course; empty: it did
  Measures measures = {};
  double final_error = 0.0, mean_error = 0.0;  // [unit of the course]
  std::vector<double> clearance, error;        // frame by frame [m], [unit]; infinite: nothing near
};

std::string compare_text(const Input& input, const SceneCourse& course,
                         const std::vector<ComparedTechnique>& rows, const Terminal& terminal);
std::string compare_json(const Input& input, const SceneCourse& course,
                         const std::vector<ComparedTechnique>& rows);
// A picture that needs nothing else: clearance above, error below, a curve for every technique.
std::string compare_svg(const Input& input, const SceneCourse& course,
                        const std::vector<ComparedTechnique>& rows);

}  // namespace limber::cli

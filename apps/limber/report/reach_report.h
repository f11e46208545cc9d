#pragma once
// Accessible space as a table, as JSON, as CSV and as a drawing.

#include <string>
#include <vector>

#include "io/input.h"
#include "limber/reach/accessible_space.h"
#include "terminal/terminal.h"

namespace limber::cli {

enum class ReachColor { effort, margin, none };

std::string reach_text(const Input& input, const std::vector<AccessibleSpace>& spaces,
                       const Terminal& terminal);
std::string reach_json(const Input& input, const std::vector<AccessibleSpace>& spaces);
// A line per cell, then one per point of the boundary.
std::string reach_csv(const std::vector<AccessibleSpace>& spaces);
// In a plane: its cells, coloured, and their outline. In space: seen from the front, the side and above, each
// column of cells by the best in it. With the figure as it stands in the scene.
std::string reach_svg(const Input& input, const std::vector<AccessibleSpace>& spaces, ReachColor color);

// What `color` can show: effort or margin where a cell has it, else nothing.
ReachColor usual_color(const std::vector<AccessibleSpace>& spaces);
bool has_values(const std::vector<AccessibleSpace>& spaces, ReachColor color);
std::optional<double> value_of(const AccessCell& cell, ReachColor color);

// The least and the largest value of all cells; has_values() first.
struct ValueRange {
  double least = 0.0, largest = 0.0;
};
ValueRange values_in(const std::vector<AccessibleSpace>& spaces, ReachColor color);

}  // namespace limber::cli

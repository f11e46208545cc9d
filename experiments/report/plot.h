#pragma once
// A plot as data. to_svg draws it; the JSON file contains the same numbers.

#include <string>
#include <vector>

#include "experiments/report/axis.h"
#include "limber/math/types.h"

namespace limber::experiments {

// How much a series stands out: one accent colour, else shades of grey with different dashes and marks.
enum class Tone { accent, strong, middle, faint };

struct Series {
  enum class Style {
    line,             // broken where a point cannot be shown
    points,           // marks alone
    line_and_points,  //
    arm,              // an articulated arm: thick bars, round joints
    crosses,          // goals
    outline,          // a closed line around a shaded area
  };
  std::string label;  // in the legend; empty: not there
  std::vector<Vec2> points;
  Style style = Style::line;
  Tone tone = Tone::accent;
  int curve = 0;  // 1, 2, ...: an individual look, class "curve-1", to tell many series apart; 0: by tone
};

struct Axis {
  std::string label;  // with its unit
  Spacing spacing = Spacing::linear;
  std::optional<Range> range = {};  // otherwise what the series need
};

struct Plot {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  bool same_scale = false;        // a drawing in the plane: one unit is as long along x as along y
  bool timing = false;            // shows timings: differs from run to run
  int width = 480, height = 320;  // [px] of the drawing at its natural size
};

// One <svg> element for an HTML page. The page sets the colours: every part has a class.
std::string to_svg(const Plot& plot);

}  // namespace limber::experiments

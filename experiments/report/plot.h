#pragma once
// A plot as data: what is shown, not how. to_svg draws it; the JSON file holds the same numbers.

#include <string>
#include <vector>

#include "experiments/report/axis.h"
#include "limber/math/types.h"

namespace limber::experiments {

// How much a series stands out: one accent colour, the rest shades of grey with dashes and marks of their
// own.
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
  int curve =
      0;  // 1, 2, ...: a look of its own where many are to be told apart, class "curve-1"; 0: its tone
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

// One <svg> element that can stand in an HTML page. Colours are left to the page: every part has a class.
std::string to_svg(const Plot& plot);

}  // namespace limber::experiments

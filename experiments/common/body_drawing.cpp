// A human figure as lines (body_drawing.h).

#include "experiments/common/body_drawing.h"

namespace limber::experiments {

Vec2 seen(const Vec3& point, View view) {
  return {view == View::from_the_right ? point.x() : point.y(), point.z()};
}

std::vector<Series> body_lines(const AtRest& rest, View view, const std::string& label, Tone tone) {
  const auto line = [&](const std::vector<std::string>& frames) {
    Series series{.style = Series::Style::arm, .tone = tone};
    for (const std::string& frame : frames) series.points.push_back(seen(rest.place(frame), view));
    return series;
  };
  std::vector<Series> lines = {line({"pelvis", "chest", "head_top"})};
  lines.front().label = label;
  for (const std::string side : {".l", ".r"}) {
    lines.push_back(line({"chest", "shoulder" + side, "elbow" + side, "wrist" + side, "fingertips" + side}));
    lines.push_back(line({"pelvis", "hip" + side, "knee" + side, "ankle" + side, "toe" + side}));
  }
  const Vec2 center = seen(rest.center(), view);
  lines.push_back({.points = {center, Vec2(center.x(), 0)}, .tone = tone});
  lines.push_back({.points = {center}, .style = Series::Style::crosses, .tone = tone});
  return lines;
}

Plot body_plot(const std::string& title, View view) {
  Plot plot{.title = title,
            .x = {view == View::from_the_right ? "ahead [m]" : "left [m]", Spacing::linear, Range{-0.9, 1.1}},
            .y = {"up [m]", Spacing::linear, Range{-0.1, 1.9}}};
  plot.same_scale = true;
  plot.height = 420;
  return plot;
}

}  // namespace limber::experiments

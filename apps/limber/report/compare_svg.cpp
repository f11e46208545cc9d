// The plots of `limber compare`, in the style of `limber reproduce`.

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/report/plot.h"
#include "limber/picture/svg/svg_text.h"
#include "report/compare_report.h"
#include "report/task_words.h"

namespace limber::cli {

namespace {

using experiments::Plot;
using experiments::Series;
using picture::xml_escaped;

constexpr int plot_width = 860, plot_height = 340, margin = 28, title_height = 34;
constexpr double least_error = 1e-9;  // smaller errors are drawn here: zero has no logarithm

// Eight distinct colours, each with a solid and a dashed line.
constexpr std::array<const char*, 8> curve_colors = {"#a8611a", "#2b6c99", "#3f7d4e", "#a33b2f",
                                                     "#6d5799", "#8a7a1f", "#1f7d7a", "#55595e"};

std::string style_sheet() {
  std::string text =
      ".plot{font:12px sans-serif}.plot text{fill:#53585e}.plot .legend{fill:#23262a}"
      ".plot path{fill:none}.plot .grid{stroke:#e8e5de}.plot .base{stroke:#a2a6ab}"
      ".series .stroke{stroke-width:1.7;stroke-linejoin:round}"
      ".title{font:600 14px sans-serif;fill:#23262a}";
  for (std::size_t i = 0; i < 2 * curve_colors.size(); ++i) {
    const std::string curve = ".series.curve-" + std::to_string(i + 1) + " .stroke";
    text += curve + "{stroke:" + curve_colors[i % curve_colors.size()] +
            (i >= curve_colors.size() ? ";stroke-dasharray:6 4}" : "}");
  }
  return text;
}

Plot curves(const std::vector<ComparedTechnique>& rows, std::vector<double> ComparedTechnique::*values,
            bool with_legend, double least) {
  Plot plot;
  plot.width = plot_width;
  plot.height = plot_height;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].problem.empty()) continue;
    Series series{.label = with_legend ? std::string(rows[i].technique->key) : "",
                  .curve = static_cast<int>(i % (2 * curve_colors.size())) + 1};
    const std::vector<double>& y = rows[i].*values;
    for (std::size_t frame = 0; frame < y.size(); ++frame)
      series.points.emplace_back(static_cast<double>(frame + 1), std::max(y[frame], least));
    plot.series.push_back(std::move(series));
  }
  return plot;
}

std::string moved_down(int y, const std::string& svg) {
  return "<g transform=\"translate(" + std::to_string(margin) + " " + std::to_string(y) + ")\">" + svg +
         "</g>\n";
}

}  // namespace

std::string compare_svg(const Input& input, const SceneCourse& course,
                        const std::vector<ComparedTechnique>& rows) {
  Plot clearance = curves(rows, &ComparedTechnique::clearance, true, -1e300);
  clearance.title = "clearance over time";
  clearance.height = plot_height + 60;  // for the legend
  clearance.y.label = "clearance [m]";
  Plot error = curves(rows, &ComparedTechnique::error, false, least_error);
  error.title = "error over time";
  error.x.label = "frame";
  const std::string unit(unit_text(course.unit));
  error.y.label = "error" + (unit.empty() ? "" : " [" + unit + "]");
  error.y.spacing = experiments::Spacing::logarithmic;
  const int total_width = plot_width + 2 * margin,
            total_height = title_height + clearance.height + error.height + 3 * margin;
  const std::string w = std::to_string(total_width), h = std::to_string(total_height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " +
         w + " " + h + "\">\n<style>" + style_sheet() +
         "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf7\"/>\n" +
         "<text class=\"title\" x=\"" + std::to_string(margin) + "\" y=\"" + std::to_string(margin + 10) +
         "\">" + xml_escaped(input.name + ": " + course.words) + "</text>\n" +
         moved_down(margin + title_height, to_svg(clearance)) +
         moved_down(2 * margin + title_height + clearance.height, to_svg(error)) + "</svg>\n";
}

}  // namespace limber::cli

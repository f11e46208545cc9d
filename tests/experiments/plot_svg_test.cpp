// Plots as SVG, read back.

#include <gtest/gtest.h>

#include <limits>

#include "experiments/report/plot.h"
#include "experiments/svg_support.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::experiments {
namespace {

using test::has_class;
using test::numbers_in;
using test::Random;
using test::scaled;
using test::uniform;
using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;
using Style = Series::Style;

constexpr Style all_styles[] = {Style::line, Style::points,  Style::line_and_points,
                                Style::arm,  Style::crosses, Style::outline};
constexpr Tone all_tones[] = {Tone::accent, Tone::strong, Tone::middle, Tone::faint};

void parse(const Plot& plot, XMLDocument& document) {
  const std::string text = to_svg(plot);
  ASSERT_EQ(document.Parse(text.data(), text.size()), tinyxml2::XML_SUCCESS) << text;
}

std::vector<double> stroke_of(const Plot& plot) {
  XMLDocument document;
  parse(plot, document);
  std::vector<double> numbers;
  test::visit(document.RootElement(), [&](const XMLElement& element) {
    const XMLElement* parent = element.Parent()->ToElement();
    if (has_class(element, "stroke") && parent && has_class(*parent, "series"))
      numbers = numbers_in(element.Attribute("d"));
  });
  return numbers;
}

TEST(PlotSvg, ACurveCanHaveALookOfItsOwnInTheLegendAndInThePlot) {
  Plot plot;
  plot.series = {{.label = "own", .points = {{0, 0}, {1, 1}}, .curve = 3},
                 {.label = "by its tone", .points = {{0, 0}, {1, 1}}}};
  XMLDocument document;
  parse(plot, document);
  int own = 0, others = 0;
  test::visit(document.RootElement(), [&](const XMLElement& element) {
    if (has_class(element, "series")) ++(has_class(element, "curve-3") ? own : others);
  });
  EXPECT_EQ(own, 2);
  EXPECT_EQ(others, 2);
}

TEST(PlotSvg, IsWellFormedWithSoundCoordinatesForAnyData) {
  Random random(1);
  const double odd[] = {std::nan(""),
                        std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity(),
                        0.0,
                        -1.0,
                        1e300,
                        -1e300,
                        1e-300};
  for (int n = 0; n < scaled(1500); ++n) {
    Plot plot{.title = "a < b & \"c\"", .x = {"x [m]"}, .y = {n % 3 ? "y <&>" : ""}};
    if (n % 2) plot.x.spacing = Spacing::logarithmic;
    if (n % 5 == 0) plot.y.spacing = Spacing::logarithmic;
    if (n % 7 == 0) plot.y.range = Range{-1, 2};
    plot.same_scale = n % 4 == 0;
    for (int s = 0; s < n % 5; ++s) {
      Series series{.label = s % 2 ? "" : "series <" + std::to_string(s) + ">",
                    .style = all_styles[(n + s) % 6],
                    .tone = all_tones[(n + s) % 4]};
      for (int k = 0; k < n % 11; ++k) {
        const auto coordinate = [&] {
          return uniform(random, 0, 1) < 0.15 ? odd[(n + k) % 8] : uniform(random, -3, 9);
        };
        const double x = coordinate(), y = coordinate();
        series.points.emplace_back(x, y);
      }
      plot.series.push_back(series);
    }
    XMLDocument document;
    ASSERT_NO_FATAL_FAILURE(parse(plot, document));
    test::visit(document.RootElement(), test::expect_sound_coordinates);
    if (HasFatalFailure()) FAIL() << "case " << n;
  }
}

TEST(PlotSvg, PointsLieWhereTheScaleSaysAndYGoesUp) {
  const Plot plot{.title = "t",
                  .x = {"x", Spacing::linear, Range{0, 10}},
                  .y = {"y", Spacing::linear, Range{0, 10}},
                  .series = {{.points = {{0, 0}, {5, 5}, {10, 10}}}}};
  const std::vector<double> p = stroke_of(plot);
  ASSERT_EQ(p.size(), 6u);
  EXPECT_NEAR(p[2], 0.5 * (p[0] + p[4]), 0.11);
  EXPECT_NEAR(p[3], 0.5 * (p[1] + p[5]), 0.11);
  EXPECT_GT(p[4], p[0] + 300);
  EXPECT_LT(p[5], p[1] - 150);
}

TEST(PlotSvg, DrawsAUnitAsLongAlongXAsAlongYWhenAsked) {
  const Plot plot{.title = "t",
                  .series = {{.points = {{0, 0}, {3, 0}, {3, 1}}, .style = Style::arm}},
                  .same_scale = true};
  const std::vector<double> p = stroke_of(plot);
  ASSERT_EQ(p.size(), 6u);
  EXPECT_NEAR(p[2] - p[0], 3.0 * (p[3] - p[5]), 0.5);
}

TEST(PlotSvg, BreaksALineWhereAPointCannotBeShown) {
  const Plot plot{.title = "t", .series = {{.points = {{0, 0}, {1, 1}, {2, std::nan("")}, {3, 1}, {4, 2}}}}};
  const std::string svg = to_svg(plot);
  const std::size_t path = svg.find("class=\"stroke\"");
  const std::string d = svg.substr(path, svg.find("/>", path) - path);
  EXPECT_EQ(std::count(d.begin(), d.end(), 'M'), 2);
  EXPECT_EQ(std::count(d.begin(), d.end(), 'L'), 2);
}

TEST(PlotSvg, LegendNamesEveryLabelledSeriesOnceInsideTheWidth) {
  Plot plot{.title = "t"};
  for (int k = 0; k < 6; ++k) {
    plot.series.push_back(
        {.label = k == 3 ? "" : "a rather long name " + std::to_string(k), .points = {{0, 0}, {1, 1}}});
  }
  XMLDocument document;
  parse(plot, document);
  int named = 0;
  double lowest = 0.0, highest_tick = 1e9;
  test::visit(document.RootElement(), [&](const XMLElement& element) {
    if (has_class(element, "legend")) {
      ++named;
      lowest = std::max(lowest, element.DoubleAttribute("y"));
      const double end =
          element.DoubleAttribute("x") + 6.0 * static_cast<double>(std::string(element.GetText()).size());
      EXPECT_LE(end, plot.width);
    }
    if (has_class(element, "grid"))
      highest_tick = std::min(highest_tick, numbers_in(element.Attribute("d"))[1]);
  });
  EXPECT_EQ(named, 5);
  EXPECT_LT(lowest, highest_tick);  // the legend stands above the drawing, not on it
}

TEST(PlotSvg, TickLabelsDoNotTouch) {
  Random random(3);
  for (int n = 0; n < scaled(500); ++n) {
    const double size = std::pow(10.0, uniform(random, -5, 5));
    Plot plot{.title = "t", .series = {{.points = {{0, 0}, {size, size * uniform(random, 0.1, 10)}}}}};
    if (n % 2) {
      plot.x.spacing = plot.y.spacing = Spacing::logarithmic;
      plot.series[0].points[0] = Vec2(size * std::pow(10.0, uniform(random, -9, -0.3)), size * 1e-3);
    }
    XMLDocument document;
    parse(plot, document);
    double end_of_last = -1e9, last_y = 1e9;
    test::visit(document.RootElement(), [&](const XMLElement& element) {
      if (!has_class(element, "tick")) return;
      const double x = element.DoubleAttribute("x"), y = element.DoubleAttribute("y");
      if (std::string(element.Attribute("text-anchor")) == "middle") {
        double characters = 0;
        for (const char* c = element.GetText(); *c; ++c) characters += (*c & 0xc0) != 0x80;
        ASSERT_GE(x - 3.0 * characters, end_of_last);
        end_of_last = x + 3.0 * characters;
      } else {
        ASSERT_LE(y, last_y - 12.0);
        last_y = y;
      }
    });
    if (HasFatalFailure()) FAIL() << "case " << n;
  }
}

TEST(PlotSvg, IsTheSameTextEveryTime) {
  const Plot plot{.title = "t", .series = {{.label = "s", .points = {{0, 0.1}, {1, 1.0 / 3.0}}}}};
  EXPECT_EQ(to_svg(plot), to_svg(plot));
}

}  // namespace
}  // namespace limber::experiments

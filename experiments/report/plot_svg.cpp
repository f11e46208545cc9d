// A plot as SVG: legend, axes, series; each a group of its own.

#include <algorithm>
#include <cmath>

#include "experiments/report/plot.h"
#include "limber/picture/svg/svg_text.h"

namespace limber::experiments {

namespace {

using picture::number;
using picture::xml_escaped;
using Style = Series::Style;

constexpr double font_size = 12.0;       // [px]
constexpr double line_height = 18.0;     // [px]
constexpr double sample_width = 26.0;    // [px] of the line before a legend's label
constexpr double legend_spacing = 18.0;  // [px] between entries

// About as wide as a usual sans-serif font makes it. UTF-8: continuation bytes do not count.
double text_width(const std::string& text) {
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return 0.56 * font_size * static_cast<double>(characters);
}

const char* tone_class(Tone tone) {
  switch (tone) {
    case Tone::accent:
      return "accent";
    case Tone::strong:
      return "strong";
    case Tone::middle:
      return "middle";
    case Tone::faint:
      break;
  }
  return "faint";
}

const char* style_class(Style style) {
  switch (style) {
    case Style::arm:
      return "arm";
    case Style::crosses:
      return "crosses";
    case Style::outline:
      return "outline";
    case Style::points:
      return "points";
    default:
      break;
  }
  return "line";
}

// "series accent line"
std::string classes(const Series& series) {
  return "series " + std::string(tone_class(series.tone)) + " " + style_class(series.style) +
         (series.curve > 0 ? " curve-" + std::to_string(series.curve) : "");
}

std::string text_at(double x, double y, const char* type, const char* anchor, const std::string& text) {
  return "<text class=\"" + std::string(type) + "\" x=\"" + number(x) + "\" y=\"" + number(y) +
         "\" text-anchor=\"" + anchor + "\">" + xml_escaped(text) + "</text>";
}

std::string segment(const char* type, double x1, double y1, double x2, double y2) {
  return "<path class=\"" + std::string(type) + "\" d=\"M" + number(x1) + " " + number(y1) + "L" +
         number(x2) + " " + number(y2) + "\"/>";
}

// A mark of its own shape for every tone, so that series differ without colour.
std::string mark(Tone tone, double x, double y, double size) {
  const std::string cx = number(x), cy = number(y), r = number(size), d = number(2.0 * size);
  switch (tone) {
    case Tone::accent:
      return "<circle class=\"mark\" cx=\"" + cx + "\" cy=\"" + cy + "\" r=\"" + r + "\"/>";
    case Tone::strong:
      return "<rect class=\"mark\" x=\"" + number(x - size) + "\" y=\"" + number(y - size) + "\" width=\"" +
             d + "\" height=\"" + d + "\"/>";
    case Tone::middle:
      return "<path class=\"mark\" d=\"M" + cx + " " + number(y - 1.3 * size) + "l" + number(1.3 * size) +
             " " + number(2.2 * size) + "h" + number(-2.6 * size) + "z\"/>";
    case Tone::faint:
      break;
  }
  return "<circle class=\"mark hollow\" cx=\"" + cx + "\" cy=\"" + cy + "\" r=\"" + r + "\"/>";
}

std::string cross(double x, double y, double size) {
  return "<path d=\"M" + number(x - size) + " " + number(y - size) + "l" + number(2 * size) + " " +
         number(2 * size) + "m0 " + number(-2 * size) + "l" + number(-2 * size) + " " + number(2 * size) +
         "\"/>";
}

struct Frame {  // [px] of the area the data is drawn in
  double left, top, right, bottom;
};

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot) {}

  std::string svg() {
    layout_legend();
    layout_frame();
    const std::string w = std::to_string(plot_.width), h = std::to_string(plot_.height);
    std::string out = "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + w + " " +
                      h + "\" width=\"" + w + "\" height=\"" + h + "\" role=\"img\">\n<title>" +
                      xml_escaped(plot_.title) + "</title>\n";
    out += axes() + legend_;
    const bool cut = plot_.x.range || plot_.y.range;  // series may go beyond what is shown
    if (cut) out += window();
    for (const Series& series : plot_.series) out += drawn(series);
    return out + (cut ? "</svg></svg>\n" : "</svg>\n");
  }

 private:
  void layout_legend() {
    double x = 0.0, y = plot_.y.label.empty() ? 12.0 : 12.0 + line_height;
    bool any = false;
    for (const Series& series : plot_.series) {
      if (series.label.empty()) continue;
      const double width = sample_width + 6.0 + text_width(series.label);
      if (any && x + width > plot_.width) x = 0.0, y += line_height;
      any = true;
      legend_ += "<g class=\"" + classes(series) + "\">" + sample(series, x, y - 4.0) + "</g>" +
                 text_at(x + sample_width + 6.0, y, "legend", "start", series.label) + "\n";
      x += width + legend_spacing;
    }
    top_ = any ? y + 14.0 : (plot_.y.label.empty() ? 8.0 : 24.0);
  }

  static std::string sample(const Series& series, double x, double y) {
    const double middle = x + sample_width / 2.0;
    switch (series.style) {
      case Style::crosses:
        return cross(middle, y, 4.5);
      case Style::points:
        return mark(series.tone, middle, y, 3.0);
      case Style::outline:
        return "<rect class=\"area\" x=\"" + number(x) + "\" y=\"" + number(y - 5.0) + "\" width=\"" +
               number(sample_width) + "\" height=\"10\"/>";
      default:
        break;
    }
    std::string out = segment("stroke", x, y, x + sample_width, y);
    if (series.style == Style::line_and_points) out += mark(series.tone, middle, y, 3.0);
    return out;
  }

  Range needed(const Axis& axis, int coordinate) const {
    if (axis.range) return *axis.range;
    std::vector<double> values;
    for (const Series& series : plot_.series) {
      for (const Vec2& point : series.points) {
        if (point.allFinite()) values.push_back(point[coordinate]);
      }
    }
    return range_of(values, axis.spacing);
  }

  void layout_frame() {
    Range x = needed(plot_.x, 0), y = needed(plot_.y, 1);
    const double bottom = plot_.height - (plot_.x.label.empty() ? 22.0 : 40.0);
    // The labels of the y axis decide where the frame begins, and their values do not depend on it.
    double widest = 0.0;
    for (const Tick& tick : Scale(plot_.y.spacing, y, bottom, top_).ticks(tick_count(bottom - top_, 42.0))) {
      widest = std::max(widest, text_width(tick.label));
    }
    frame_ = {std::max(widest + 8.0, 14.0), top_, plot_.width - 14.0, bottom};
    if (plot_.same_scale) {
      const double per_unit = std::max((x.max - x.min) / (frame_.right - frame_.left),
                                       (y.max - y.min) / (frame_.bottom - frame_.top));
      if (per_unit > 0.0) {
        widen(x, per_unit * (frame_.right - frame_.left));
        widen(y, per_unit * (frame_.bottom - frame_.top));
      }
    }
    x_ = Scale(plot_.x.spacing, x, frame_.left, frame_.right);
    y_ = Scale(plot_.y.spacing, y, frame_.bottom, frame_.top);
  }

  // An <svg> in the <svg> that cuts off what lies outside the frame; half a mark may hang over.
  std::string window() const {
    const double x = frame_.left - 5.0, y = frame_.top - 5.0;
    const std::string place = number(x) + " " + number(y), w = number(frame_.right + 5.0 - x),
                      h = number(frame_.bottom + 5.0 - y);
    return "<svg x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + w + "\" height=\"" + h +
           "\" viewBox=\"" + place + " " + w + " " + h + "\">\n";
  }

  static void widen(Range& range, double width) {
    const double middle = 0.5 * (range.min + range.max);
    range = {middle - 0.5 * width, middle + 0.5 * width};
  }

  static int tick_count(double length, double spacing) {
    return std::max(2, static_cast<int>(length / spacing));
  }

  std::string axes() const {
    std::string out = "<g class=\"axes\">";
    for (const Tick& tick : y_.ticks(tick_count(frame_.bottom - frame_.top, 42.0))) {
      const double y = y_.pixel(tick.value);
      if (y > frame_.bottom + 0.5 || y < frame_.top - 0.5) continue;
      out += segment("grid", frame_.left, y, frame_.right, y) +
             text_at(frame_.left - 8.0, y + 4.0, "tick", "end", tick.label) + "\n";
    }
    double free_from = -1e9;  // labels do not touch
    for (const Tick& tick : x_.ticks(tick_count(frame_.right - frame_.left, 70.0))) {
      const double x = x_.pixel(tick.value), half = 0.5 * text_width(tick.label);
      if (x > frame_.right + 0.5 || x < frame_.left - 0.5) continue;
      out += segment("grid", x, frame_.top, x, frame_.bottom);
      if (x - half < free_from) continue;
      free_from = x + half + 6.0;
      out += text_at(x, frame_.bottom + 16.0, "tick", "middle", tick.label) + "\n";
    }
    out += segment("base", frame_.left, frame_.bottom, frame_.right, frame_.bottom);
    if (!plot_.x.label.empty()) {
      out += text_at(frame_.right, plot_.height - 6.0, "label", "end", plot_.x.label);
    }
    if (!plot_.y.label.empty()) out += text_at(0.0, 12.0, "label", "start", plot_.y.label);
    return out + "</g>\n";
  }

  bool can_show(const Vec2& point) const { return x_.can_show(point.x()) && y_.can_show(point.y()); }
  // Points far outside a given range stay near the frame: they are cut off there anyway.
  Vec2 pixel(const Vec2& point) const {
    return {std::clamp(x_.pixel(point.x()), -1e4, 1e4), std::clamp(y_.pixel(point.y()), -1e4, 1e4)};
  }

  std::string line_through(const std::vector<Vec2>& points) const {
    std::string path;
    bool pen_down = false;
    for (const Vec2& point : points) {
      if (!can_show(point)) {
        pen_down = false;
        continue;
      }
      const Vec2 p = pixel(point);
      path += (pen_down ? "L" : "M") + number(p.x()) + " " + number(p.y());
      pen_down = true;
    }
    return path;
  }

  std::string drawn(const Series& series) const {
    std::string out = "<g class=\"" + classes(series) + "\">";
    const bool has_line = series.style != Style::points && series.style != Style::crosses;
    const std::string path = has_line ? line_through(series.points) : "";
    if (!path.empty()) {
      const bool closed = series.style == Style::outline;
      out += "<path class=\"" + std::string(closed ? "area" : "stroke") + "\" d=\"" + path +
             (closed ? "Z" : "") + "\"/>";
    }
    for (const Vec2& point : series.points) {
      if (!can_show(point)) continue;
      const Vec2 p = pixel(point);
      if (series.style == Style::crosses) out += cross(p.x(), p.y(), 4.5);
      if (series.style == Style::points || series.style == Style::line_and_points) {
        out += mark(series.tone, p.x(), p.y(), 3.0);
      }
      if (series.style == Style::arm) {
        out += "<circle class=\"joint\" cx=\"" + number(p.x()) + "\" cy=\"" + number(p.y()) + "\" r=\"3\"/>";
      }
    }
    return out + "</g>\n";
  }

  const Plot& plot_;
  std::string legend_;
  double top_ = 0.0;
  Frame frame_ = {0, 0, 1, 1};
  Scale x_{Spacing::linear, {0, 1}, 0, 1}, y_{Spacing::linear, {0, 1}, 0, 1};
};

}  // namespace

std::string to_svg(const Plot& plot) {
  return Drawing(plot).svg();
}

}  // namespace limber::experiments

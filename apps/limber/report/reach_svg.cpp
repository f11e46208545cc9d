// Accessible space as a drawing: the cells, coloured, the outline, the figure, a scale and a legend.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "limber/base/number_text.h"
#include "limber/kinematics/kinematics.h"
#include "report/reach_report.h"

namespace limber::cli {

namespace {

constexpr double view_size = 520.0, border = 24.0, legend_height = 64.0;  // [px]

// From small to large, in the manner of viridis: brightness rises all the way, so that it can be printed in
// grey.
std::string color_at(double part) {
  constexpr std::array<std::array<double, 3>, 5> stops = {
      {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
  const double at = std::clamp(part, 0.0, 1.0) * (stops.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  std::array<int, 3> levels;
  for (std::size_t k = 0; k < 3; ++k)
    levels[k] = static_cast<int>(
        std::lround(stops[i][k] + (at - static_cast<double>(i)) * (stops[i + 1][k] - stops[i][k])));
  return hex_color(levels);
}

std::string px(double value) {
  return without_trailing_zeros(fixed_text(value, 2));
}

struct View {
  std::string title;
  Vec3 right, up;
};

class Drawing {
 public:
  Drawing(const Input& input, const std::vector<AccessibleSpace>& spaces, ReachColor color)
      : scene_(input.scene), spaces_(spaces), color_(has_values(spaces, color) ? color : ReachColor::none) {
    if (color_ != ReachColor::none) range_ = values_in(spaces, color_);
    Kinematics kinematics(scene_.figure);
    kinematics.update(scene_.posture);
    for (const SegmentId segment : scene_.figure.segments())
      joints_.push_back(kinematics.segment_pose(segment).translation);
  }

  std::string svg() {
    const AccessibleSpace& first = spaces_.front();
    std::vector<View> views = {{"", first.axes.col(0), first.axes.col(1)}};
    if (!first.in_plane)
      views = {{"from the right", Vec3::UnitX(), Vec3::UnitZ()},
               {"from the front", Vec3::UnitY(), Vec3::UnitZ()},
               {"from above", Vec3::UnitX(), Vec3::UnitY()}};
    find_scale(views);
    const double width = static_cast<double>(views.size()) * view_size, height = view_size + legend_height;
    text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + px(width) + " " + px(height) +
            "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"" + px(width) + "\" height=\"" +
            px(height) + "\" fill=\"#ffffff\"/>\n";
    for (std::size_t i = 0; i < views.size(); ++i) draw(views[i], static_cast<double>(i) * view_size);
    draw_legend();
    return text_ + "</svg>\n";
  }

 private:
  // One scale for all views: [px/m].
  void find_scale(const std::vector<View>& views) {
    double widest = 1e-9;
    for (const View& view : views) {
      Vec2 least = Vec2::Constant(1e300), most = Vec2::Constant(-1e300);
      const auto count = [&](const Vec3& point) {
        const Vec2 at(view.right.dot(point), view.up.dot(point));
        least = least.cwiseMin(at);
        most = most.cwiseMax(at);
      };
      for (const AccessibleSpace& space : spaces_)
        std::for_each(space.boundary.begin(), space.boundary.end(), count);
      std::for_each(joints_.begin(), joints_.end(), count);
      middles_.push_back(0.5 * (least + most));
      widest = std::max(widest, (most - least).maxCoeff());
    }
    scale_ = (view_size - 2.0 * border) / widest;
  }

  Vec2 on_paper(const View& view, const Vec3& point) const {
    const Vec2 at = Vec2(view.right.dot(point), view.up.dot(point)) - middle_;
    return {left_ + 0.5 * view_size + scale_ * at.x(), 0.5 * view_size - scale_ * at.y()};
  }

  std::string fill_of(const std::optional<double>& value) const {
    if (!value) return "#c9ced6";
    const double width = range_.largest - range_.least;
    return color_at(width > 0.0 ? (*value - range_.least) / width : 0.0);
  }

  // Of two cells behind each other the better one: less effort, more margin.
  bool is_better(const std::optional<double>& one, const std::optional<double>& other) const {
    if (!one || !other) return one.has_value() && !other;
    return color_ == ReachColor::margin ? *one > *other : *one < *other;
  }

  void draw_cells(const View& view, const AccessibleSpace& space) {
    std::map<std::pair<long, long>, std::optional<double>> columns;
    for (const AccessCell& cell : space.cells) {
      const Vec3 from = space.axes * Vec3(cell.at[0], cell.at[1], cell.at[2]);
      const std::pair<long, long> at{std::lround(view.right.dot(from)), std::lround(view.up.dot(from))};
      const std::optional<double> value = value_of(cell, color_);
      const auto [place, is_new] = columns.emplace(at, value);
      if (!is_new && is_better(value, place->second)) place->second = value;
    }
    const double side = scale_ * space.cell;
    for (const auto& [at, value] : columns) {
      const Vec3 middle = space.origin + space.cell * (static_cast<double>(at.first) * view.right +
                                                       static_cast<double>(at.second) * view.up);
      const Vec2 corner = on_paper(view, middle) - Vec2::Constant(0.5 * side);
      text_ += "<rect x=\"" + px(corner.x()) + "\" y=\"" + px(corner.y()) + "\" width=\"" + px(side) +
               "\" height=\"" + px(side) + "\" fill=\"" + fill_of(value) + "\"/>\n";
    }
  }

  void draw_line(const View& view, const std::vector<Vec3>& points, const std::string& style, bool closed) {
    text_ += "<path d=\"";
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 at = on_paper(view, points[i]);
      text_ += (i == 0 ? "M" : "L") + px(at.x()) + " " + px(at.y());
    }
    text_ += (closed ? "Z\" " : "\" ") + style + "/>\n";
  }

  void draw_figure(const View& view) {
    for (const SegmentId segment : scene_.figure.segments()) {
      const SegmentId parent = scene_.figure.parent(segment);
      if (!parent.is_valid()) continue;
      draw_line(view, {at(joints_, parent), at(joints_, segment)},
                "stroke=\"#1c222b\" stroke-width=\"3\" stroke-linecap=\"round\" fill=\"none\"", false);
    }
  }

  void draw(const View& view, double left) {
    left_ = left;
    middle_ = middles_[static_cast<std::size_t>(std::lround(left / view_size))];
    for (const AccessibleSpace& space : spaces_) draw_cells(view, space);
    for (const AccessibleSpace& space : spaces_) {
      for (const std::vector<Vec3>& outline : space.outlines)
        draw_line(view, outline, "stroke=\"#1c222b\" stroke-width=\"1.5\" fill=\"none\"", true);
    }
    draw_figure(view);
    for (const AccessibleSpace& space : spaces_) {
      const Vec2 start = on_paper(view, space.origin);
      text_ += "<circle cx=\"" + px(start.x()) + "\" cy=\"" + px(start.y()) +
               "\" r=\"4\" fill=\"#ffffff\" stroke=\"#1c222b\" stroke-width=\"1.5\"/>\n";
    }
    if (!view.title.empty()) write(left + border, 18.0, view.title);
  }

  void write(double x, double y, const std::string& words, const char* anchor = "start") {
    text_ += "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor +
             "\" fill=\"#1c222b\">" + words + "</text>\n";
  }

  // A round length that is about a fifth of a view.
  void draw_ruler(double y) {
    const double wanted = 0.2 * view_size / scale_, power = std::pow(10.0, std::floor(std::log10(wanted)));
    const double length = wanted >= 5.0 * power ? 5.0 * power : wanted >= 2.0 * power ? 2.0 * power : power;
    text_ += "<path d=\"M" + px(border) + " " + px(y) + "h" + px(scale_ * length) +
             "\" stroke=\"#1c222b\" stroke-width=\"2\"/>\n";
    write(border, y + 18.0, number_text(length, 2) + " m");
  }

  void draw_legend() {
    const double y = view_size + 16.0, right = view_size - border, width = 0.45 * view_size;
    draw_ruler(y + 8.0);
    if (color_ == ReachColor::none) return;
    constexpr int steps = 60;
    for (int i = 0; i < steps; ++i) {
      text_ += "<rect x=\"" + px(right - width + i * width / steps) + "\" y=\"" + px(y) + "\" width=\"" +
               px(width / steps + 0.5) + "\" height=\"12\" fill=\"" + color_at((i + 0.5) / steps) + "\"/>\n";
    }
    const bool is_margin = color_ == ReachColor::margin;
    const double factor = is_margin ? 1000.0 : 1.0;
    write(right - width, y + 28.0, number_text(factor * range_.least, 3));
    write(right, y + 28.0, number_text(factor * range_.largest, 3), "end");
    write(right - 0.5 * width, y + 28.0, is_margin ? "margin [mm]" : "effort", "middle");
  }

  const Scene& scene_;
  const std::vector<AccessibleSpace>& spaces_;
  ReachColor color_;
  ValueRange range_;
  std::vector<Vec3> joints_;
  std::vector<Vec2> middles_;
  Vec2 middle_ = Vec2::Zero();
  double scale_ = 1.0, left_ = 0.0;
  std::string text_;
};

}  // namespace

std::string reach_svg(const Input& input, const std::vector<AccessibleSpace>& spaces, ReachColor color) {
  return Drawing(input, spaces, color).svg();
}

}  // namespace limber::cli

// The four passes of a tile.

#include "limber/picture/ray/tile.h"

#include <cmath>

namespace limber::picture {

namespace {

constexpr int overlap = 6;  // [px] 2 and 3 for the two smoothings, 1 for the neighbours

// Numbers 0..15 in a 4 x 4 block with large differences between neighbours; also used to dither the colours.
constexpr int scatter[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

class Tile {
 public:
  Tile(const Studio& studio, const TileArea& area)
      : studio_(studio),
        left_(area.left - overlap),
        top_(area.top - overlap),
        width_(area.width + 2 * overlap),
        height_(area.height + 2 * overlap),
        surfaces_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)),
        marks_(surfaces_.size()),
        rough_(surfaces_.size()),
        smooth_(surfaces_.size()) {}

  void find_surfaces() {
    for_each(0, [&](int x, int y) {
      const Ray ray = studio_.view.ray(x + 0.5, y + 0.5);
      surfaces_[at(x, y)] = studio_.stage.first_surface(ray);
      marks_[at(x, y)] = studio_.stage.first_mark(ray);
    });
  }

  void gather_light() {
    for_each(0, [&](int x, int y) {
      const Surface& surface = surfaces_[at(x, y)];
      if (surface.kind == Surface::Kind::nothing) return;
      rough_[at(x, y)] = studio_.lighting.at(surface, scatter[y & 3][x & 3]);
    });
  }

  // First with weights 1/2 1 1 1 1/2 in both directions, which weights every pixel of a 4 x 4 block equally;
  // then the sky's part, which changes slowly, again with wider steps.
  void smooth_light() {
    constexpr double block[5] = {0.5, 1.0, 1.0, 1.0, 0.5};
    constexpr double wide[3] = {0.5, 1.0, 0.5};
    for_each(2, [&](int x, int y) { smooth_[at(x, y)] = smoothed(rough_, x, y, block, 1); });
    rough_ = smooth_;
    for_each(5, [&](int x, int y) { smooth_[at(x, y)].sky = smoothed(rough_, x, y, wide, 3).sky; });
  }

  Rgb color(int x, int y) const {
    if (!is_edge(x, y)) {
      const Ray ray = studio_.view.ray(x + 0.5, y + 0.5);
      const std::size_t i = at(x, y);
      return seen(ray, surfaces_[i], smooth_[i], marks_[i], x + 0.5, y + 0.5);
    }
    Rgb sum = Rgb::Zero();
    const int n = studio_.samples;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const double px = x + (i + 0.5) / n, py = y + (j + 0.5) / n;
        const Ray ray = studio_.view.ray(px, py);
        const Surface surface = studio_.stage.first_surface(ray);
        sum += seen(ray, surface, light_near(surface, x, y), studio_.stage.first_mark(ray), px, py);
      }
    }
    return sum / (n * n);
  }

 private:
  template <class Do>
  void for_each(int inset, Do&& work) const {
    for (int y = top_ + inset; y < top_ + height_ - inset; ++y) {
      for (int x = left_ + inset; x < left_ + width_ - inset; ++x) work(x, y);
    }
  }
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y - top_) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x - left_);
  }

  template <std::size_t n>
  Illumination smoothed(const std::vector<Illumination>& light, int x, int y, const double (&weights)[n],
                        int step) const {
    const Surface& here = surfaces_[at(x, y)];
    if (here.kind == Surface::Kind::nothing) return {};
    constexpr int half = static_cast<int>(n / 2);
    Illumination sum{0.0, Rgb::Zero()};
    double total = 0.0;
    for (int j = -half; j <= half; ++j) {
      for (int i = -half; i <= half; ++i) {
        const std::size_t there = at(x + step * i, y + step * j);
        const double weight = weights[i + half] * weights[j + half] * likeness(here, surfaces_[there]);
        if (weight <= 0.0) continue;
        sum.key += weight * light[there].key;
        sum.sky += weight * light[there].sky;
        total += weight;
      }
    }
    return {sum.key / total, sum.sky / total};
  }

  // 1 for points of one smooth surface, 0 for unrelated ones.
  double likeness(const Surface& a, const Surface& b) const {
    if (a.kind != b.kind || a.kind == Surface::Kind::nothing) return 0.0;
    if (a.kind == Surface::Kind::floor) return a.index == b.index ? 1.0 : 0.0;
    const double turned = a.normal.dot(b.normal);
    if (turned < 0.5) return 0.0;
    const double step = a.distance * studio_.view.pixel;
    const double off_plane = std::abs(a.normal.dot(b.position - a.position)) / step;
    return turned * turned * std::max(0.0, 1.0 - off_plane / 8.0);
  }

  bool differs(int x, int y, int other_x, int other_y) const {
    const Surface &a = surfaces_[at(x, y)], &b = surfaces_[at(other_x, other_y)];
    const MarkHit &m = marks_[at(x, y)], &n = marks_[at(other_x, other_y)];
    if (m.index != n.index) return true;
    if (m.index >= 0 && m.normal.dot(n.normal) < 0.8) return true;
    if (a.kind != b.kind) return true;
    if (a.kind == Surface::Kind::nothing) return false;
    if (a.kind == Surface::Kind::floor) return a.index != b.index;
    if ((a.albedo - b.albedo).cwiseAbs().maxCoeff() > 0.02) return true;
    if (a.normal.dot(b.normal) < 0.9) return true;
    const double step = a.distance * studio_.view.pixel;
    return std::abs(a.normal.dot(b.position - a.position)) > 3.0 * step;
  }
  bool is_edge(int x, int y) const {
    if (studio_.samples <= 1) return false;
    return differs(x, y, x - 1, y) || differs(x, y, x + 1, y) || differs(x, y, x, y - 1) ||
           differs(x, y, x, y + 1);
  }

  // The light of neighbouring pixels on the same surface; computed anew if there are none.
  Illumination light_near(const Surface& surface, int x, int y) const {
    if (surface.kind == Surface::Kind::nothing) return {};
    Illumination sum{0.0, Rgb::Zero()};
    double weights = 0.0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const double weight = likeness(surface, surfaces_[at(x + dx, y + dy)]);
        if (weight <= 0.0) continue;
        const Illumination& there = smooth_[at(x + dx, y + dy)];
        sum.key += weight * there.key;
        sum.sky += weight * there.sky;
        weights += weight;
      }
    }
    if (weights <= 0.0) return studio_.lighting.at(surface, -1);
    return {sum.key / weights, sum.sky / weights};
  }

  // Tone-mapped before averaging, so that bright edges are smooth too.
  Rgb seen(const Ray& ray, const Surface& surface, const Illumination& light, const MarkHit& mark, double x,
           double y) const {
    Rgb color = Rgb::Zero();
    switch (surface.kind) {
      case Surface::Kind::nothing:
        color = studio_.backdrop.background(x, y);
        break;
      case Surface::Kind::floor:
        color = studio_.backdrop.floor(surface, studio_.lighting.floor_shade(surface, light), x, y);
        break;
      case Surface::Kind::solid:
        color = studio_.lighting.reflected(surface, light, -ray.direction);
        break;
    }
    color = tone_mapped(color);
    if (mark.index < 0) return color;
    constexpr double hidden = 0.30;  // opacity of a mark behind something
    return mix(color, mark_color(mark, ray), mark.distance < surface.distance ? 1.0 : hidden);
  }

  Rgb mark_color(const MarkHit& hit, const Ray& ray) const {
    const Mark& mark = limber::at(studio_.stage.drawing().marks, hit.index);
    Rgb color = linear(mark.color);
    const bool is_ball = std::holds_alternative<Shape>(mark.solid) &&
                         std::holds_alternative<Sphere>(std::get<Shape>(mark.solid));
    if (mark.kind == Mark::Kind::center_of_mass && is_ball) {  // quartered black and white
      const bool black = hit.normal.x() * hit.normal.y() * hit.normal.z() > 0.0;
      if (black) color = Rgb::Constant(0.006);
    }
    return color * (0.62 + 0.38 * std::max(0.0, -hit.normal.dot(ray.direction)));
  }

  const Studio& studio_;
  int left_, top_, width_, height_;
  std::vector<Surface> surfaces_;
  std::vector<MarkHit> marks_;
  std::vector<Illumination> rough_, smooth_;
};

// Ordered dither by up to half a grey level, so that smooth gradients show no bands.
std::uint8_t quantised(double linear_value, int x, int y) {
  const double level = 255.0 * srgb_from_linear(std::clamp(linear_value, 0.0, 1.0));
  const double offset = (scatter[y & 3][x & 3] + 0.5) / 16.0;
  return static_cast<std::uint8_t>(std::clamp(std::floor(level + offset), 0.0, 255.0));
}

}  // namespace

void render_tile(const Studio& studio, const TileArea& area, Image& image) {
  Tile tile(studio, area);
  tile.find_surfaces();
  tile.gather_light();
  tile.smooth_light();
  for (int y = area.top; y < area.top + area.height; ++y) {
    for (int x = area.left; x < area.left + area.width; ++x) {
      const Rgb color = tile.color(x, y);
      const std::size_t place = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                     static_cast<std::size_t>(x));
      for (int k = 0; k < 3; ++k) image.rgb[place + static_cast<std::size_t>(k)] = quantised(color[k], x, y);
    }
  }
}

}  // namespace limber::picture

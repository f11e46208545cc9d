// Median cut and ordered dithering.

#include "limber/picture/encode/palette.h"

#include <algorithm>
#include <cmath>

namespace limber::picture {

namespace {

constexpr int bits = 6;  // per channel: cells of 4 grey levels, fine enough for a GIF
constexpr int cells_per_side = 1 << bits;
constexpr std::size_t cell_count = std::size_t{1} << (3 * bits);

// Errors in green are most visible, in blue least.
constexpr double channel_weights[3] = {0.9, 1.2, 0.7};

std::size_t cell_of(const std::uint8_t* rgb) {
  constexpr int shift = 8 - bits;
  return (static_cast<std::size_t>(rgb[0] >> shift) << (2 * bits)) |
         (static_cast<std::size_t>(rgb[1] >> shift) << bits) | static_cast<std::size_t>(rgb[2] >> shift);
}

struct Cell {
  double color[3];  // mean of its pixels, 0..255
  double count;
};

struct Group {  // cells[first .. last)
  std::size_t first, last;
  int widest = 0;
  double spread = 0.0;  // summed squared deviation along `widest`
};

Group measured(const std::vector<Cell>& cells, std::size_t first, std::size_t last) {
  Group group{first, last};
  for (int k = 0; k < 3; ++k) {
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (std::size_t i = first; i < last; ++i) {
      const double value = channel_weights[k] * cells[i].color[k];
      // The square root keeps a large uniform background from taking all colours.
      const double weight = std::sqrt(cells[i].count);
      sum += weight * value, squares += weight * value * value, count += weight;
    }
    const double spread = squares - sum * sum / count;
    if (spread > group.spread) group.spread = spread, group.widest = k;
  }
  return group;
}

double squared_distance(const double* a, const std::array<std::uint8_t, 3>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double d = channel_weights[k] * (a[k] - b[k]);
    sum += d * d;
  }
  return sum;
}

}  // namespace

Palette::Palette(std::span<const Image> images, int most_colors) {
  std::vector<Cell> all(cell_count, Cell{{0, 0, 0}, 0});
  for (const Image& image : images) {
    for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3) {
      Cell& cell = all[cell_of(&image.rgb[i])];
      for (std::size_t k = 0; k < 3; ++k) cell.color[k] += image.rgb[i + k];
      cell.count += 1.0;
    }
  }
  std::vector<Cell> cells;
  std::vector<bool> used(cell_count, false);
  for (std::size_t i = 0; i < cell_count; ++i) {
    Cell& cell = all[i];
    if (cell.count == 0.0) continue;
    used[i] = true;
    for (double& channel : cell.color) channel /= cell.count;
    cells.push_back(cell);
  }

  std::vector<Group> groups = {measured(cells, 0, cells.size())};
  while (static_cast<int>(groups.size()) < most_colors) {
    const auto widest = std::max_element(groups.begin(), groups.end(),
                                         [](const Group& a, const Group& b) { return a.spread < b.spread; });
    if (!(widest->spread > 0.0) || widest->last - widest->first < 2) break;
    const Group group = *widest;
    const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(group.first);
    const auto end = cells.begin() + static_cast<std::ptrdiff_t>(group.last);
    std::stable_sort(begin, end, [&](const Cell& a, const Cell& b) {
      return a.color[group.widest] < b.color[group.widest];
    });
    double total = 0.0, below = 0.0;
    for (auto cell = begin; cell != end; ++cell) total += std::sqrt(cell->count);
    std::size_t middle = group.first;
    while (middle + 1 < group.last - 1 && below + std::sqrt(cells[middle].count) <= 0.5 * total) {
      below += std::sqrt(cells[middle++].count);
    }
    middle = std::max(middle, group.first + 1);
    *widest = measured(cells, group.first, middle);
    groups.push_back(measured(cells, middle, group.last));
  }
  for (const Group& group : groups) {
    double sum[3] = {0, 0, 0}, count = 0.0;
    for (std::size_t i = group.first; i < group.last; ++i) {
      for (int k = 0; k < 3; ++k) sum[k] += cells[i].count * cells[i].color[k];
      count += cells[i].count;
    }
    std::array<std::uint8_t, 3> color{};
    for (std::size_t k = 0; k < 3; ++k) color[k] = static_cast<std::uint8_t>(std::lround(sum[k] / count));
    colors_.push_back(color);
  }
  pair_up(used);
}

void Palette::pair_up(const std::vector<bool>& used_cells) {
  const auto nearest = [&](const double* wanted) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < colors_.size(); ++i) {
      if (squared_distance(wanted, colors_[i]) < squared_distance(wanted, colors_[best])) best = i;
    }
    return best;
  };
  pairs_.resize(cell_count);
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    if (!used_cells[cell]) continue;
    constexpr double width = 256.0 / cells_per_side;
    const double wanted[3] = {(static_cast<double>(cell >> (2 * bits)) + 0.5) * width,
                              (static_cast<double>((cell >> bits) & (cells_per_side - 1)) + 0.5) * width,
                              (static_cast<double>(cell & (cells_per_side - 1)) + 0.5) * width};
    const std::size_t near = nearest(wanted);
    double mirrored[3];
    for (std::size_t k = 0; k < 3; ++k) mirrored[k] = 2.0 * wanted[k] - colors_[near][k];
    const std::size_t beyond = nearest(mirrored);
    pairs_[cell] = {static_cast<std::uint8_t>(near), static_cast<std::uint8_t>(beyond)};
  }
}

void Palette::dither(const Image& image, std::span<std::uint8_t> indices) const {
  constexpr int pattern[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* wanted = image.pixel(x, y);
      const Pair& pair = pairs_[cell_of(wanted)];
      const auto &near = colors_[pair.near], &beyond = colors_[pair.beyond];
      // The mixture of the two that is nearest to the pixel.
      double along = 0.0, length = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double step = channel_weights[k] * (beyond[k] - near[k]);
        along += step * channel_weights[k] * (wanted[k] - near[k]);
        length += step * step;
      }
      const std::size_t place =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
      indices[place] = 16.0 * along > (pattern[y & 3][x & 3] + 0.5) * length ? pair.beyond : pair.near;
    }
  }
}

}  // namespace limber::picture

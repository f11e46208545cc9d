#pragma once
// Colour reduction: one palette for a whole film by median cut (the box with the largest spread is split at
// the median of its pixels), and ordered dithering between two colours. The dither pattern depends on the
// position only, so still parts of a film stay still.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "limber/picture/picture.h"

namespace limber::picture {

class Palette {
 public:
  Palette(std::span<const Image> images, int most_colors);

  int size() const { return static_cast<int>(colors_.size()); }
  std::array<std::uint8_t, 3> color(int index) const { return at(colors_, index); }

  // The palette index of every pixel of one of the palette's images; `indices` has an element per pixel.
  void dither(const Image& image, std::span<std::uint8_t> indices) const;

 private:
  // For each cell of the colour cube, the nearest colour, and the colour nearest to the cell mirrored at that
  // one: dots of the two average to the cell.
  struct Pair {
    std::uint8_t near, beyond;
  };
  void pair_up(const std::vector<bool>& used_cells);

  std::vector<std::array<std::uint8_t, 3>> colors_;
  std::vector<Pair> pairs_;  // one per cell of the colour cube that some image uses
};

}  // namespace limber::picture

#pragma once
// Few colours for many: one palette for a whole film, by median cut (the box of colours with the largest
// spread is halved where its pixels balance), and a pattern of dots to stand for what lies between two of
// them. The pattern depends on the place alone, so what stands still in a film stands still in its dots.

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
  std::array<std::uint8_t, 3> color(int index) const { return colors_[static_cast<std::size_t>(index)]; }

  // The palette index of every pixel of one of the images the palette was made for.
  // `indices` has room for all.
  void dither(const Image& image, std::span<std::uint8_t> indices) const;

 private:
  // The colour nearest to each cell of the colour cube, and the one nearest to it mirrored at that colour:
  // dots of the two average to the cell.
  struct Pair {
    std::uint8_t near, beyond;
  };
  void pair_up(const std::vector<bool>& used_cells);

  std::vector<std::array<std::uint8_t, 3>> colors_;
  std::vector<Pair> pairs_;  // one per cell of the colour cube that some image uses
};

}  // namespace limber::picture

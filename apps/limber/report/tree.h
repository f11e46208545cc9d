#pragma once
// The tree of a figure as lines of text. A limb is a column of names, each the child of the one above; lines
// are indented only where the figure branches:
//
//   pelvis            free
//   ├─ spine.1        ball       ellipse ±30° × ±20°, twist ±10°   12.1 kg
//   │  spine.2        ball       ...
//   │  ├─ neck        ball
//   │  └─ arm.l       ball
//   └─ trunk.1 … trunk.30   30 × 3 revolute x, y, z   ±20°   52 kg
//
// A run of links with the same joints is folded into one line.

#include <string>
#include <vector>

#include "limber/figure/figure.h"
#include "terminal/table.h"

namespace limber::cli {

struct TreeLine {
  std::string branches;            // "│  ├─ "
  std::string branches_below;      // for a remark on the next line
  SegmentId first = root_segment;  // of a run: the first
  SegmentId last = root_segment;   // == first unless it is a run
  int links = 1;                   // how many times the run repeats `joints` joints
  int joints = 1;                  // per link
};

std::vector<TreeLine> tree_lines(const Figure& figure, bool fold_runs);

Table tree_table(const Figure& figure, bool fold_runs);

}  // namespace limber::cli

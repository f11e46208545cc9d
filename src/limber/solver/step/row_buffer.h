#pragma once
// Rows of a linear problem kept to be read again: for problems whose unknowns are measured from another place
// than standing still. What HardConstraints and ClearanceRows write to, as they do to Lexicographic.

#include <cstdint>
#include <vector>

#include "limber/math/types.h"

namespace limber {

class RowBuffer {
 public:
  RowBuffer(int unknowns, int most_rows) : rows_(RowMatrix::Zero(most_rows, unknowns)) {
    info_.reserve(static_cast<std::size_t>(most_rows));
  }

  struct Info {
    double rhs;
    bool at_most;
    int level;
    std::uint64_t name;
  };

  void clear() noexcept {
    info_.clear();
    level_ = -1;
  }
  void set_bounds(int, double, double) noexcept {}  // the reader has its own
  void begin_level() noexcept { ++level_; }
  double* add_equality(double rhs) noexcept { return add(rhs, false); }
  double* add_at_most(double rhs) noexcept { return add(rhs, true); }
  void name_last_row(std::uint64_t name) noexcept { info_.back().name = name; }

  int count() const noexcept { return static_cast<int>(info_.size()); }
  const Info& info(int row) const noexcept { return info_[static_cast<std::size_t>(row)]; }
  auto row(int row) const noexcept { return rows_.row(row); }

 private:
  double* add(double rhs, bool at_most) noexcept {
    const Eigen::Index row = count();
    rows_.row(row).setZero();
    info_.push_back({rhs, at_most, level_, 0});
    return rows_.data() + row * rows_.cols();
  }

  RowMatrix rows_;
  std::vector<Info> info_;
  int level_ = -1;
};

}  // namespace limber

// Householder reflections from the right, set after set, with pivoting inside a set.

#include "limber/solver/least_squares/level_stack.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;
using Vector = Eigen::Map<VecX>;

// A row that has lost this much of the square of its length must be measured again.
constexpr double cancelled = 1e-6;

double square_of(const double* row, int count) {
  return row_kernels::square(row, row_kernels::padded(count));
}

// x <- x (I - scale v^T v) where v is 1 at `column`, something at `partner` and zero elsewhere.
void reflect_pair(const double* v, double scale, double* x, int column, int partner) {
  if (partner == column) {
    x[column] -= scale * x[column];
    return;
  }
  const double amount = scale * (x[column] + v[partner] * x[partner]);
  x[column] -= amount;
  x[partner] -= amount * v[partner];
}

// Are these eight numbers all zero? Of either sign: that bit is pushed out.
bool are_eight_zero(const double* numbers) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= std::bit_cast<std::uint64_t>(numbers[i]);
  return bits << 1 == 0;
}

// How many numbers of a row from `begin` on are not zero, and where the first two are; 3 stands for more.
// Most are zero, and zeros are passed over eight at a time.
int numbers_in(const double* row, int begin, int end, int (&places)[2]) {
  int count = 0;
  for (int first = begin; first < end; first += 8) {
    const int last = std::min(first + 8, end);
    if (last == first + 8 && are_eight_zero(row + first)) continue;
    for (int i = first; i < last; ++i) {
      if (row[i] == 0.0) continue;
      if (count == 2) return 3;
      places[count++] = i;
    }
  }
  return count;
}

}  // namespace

// Of the rows in it no more than `held` are bounds or lock an unknown.
LevelStack::LevelStack(const LevelRoom& room)
    : rows_(RowMatrix::Zero(room.held + room.rows + 1,
                            row_kernels::padded(room.unknowns + reflections::padding))),
      diagonal_(VecX::Zero(room.unknowns)),
      scale_(VecX::Zero(room.unknowns)),
      partner_(static_cast<std::size_t>(room.unknowns)),
      size_(VecX::Zero(room.rows + 1)),
      reference_(VecX::Zero(room.rows + 1)),
      arrival_(static_cast<std::size_t>(room.rows + 1)) {
  // A level begins a block at most, a full one the next; where there are more, columns stay single.
  blocks_.reserve(static_cast<std::size_t>(room.levels + room.rows / reflections::Block::most + 1));
}

void LevelStack::clear(int unknowns) noexcept {
  assert(unknowns <= diagonal_.size());
  if (unknowns != unknowns_) rows_.setZero();  // what lies after the unknowns must be zero
  unknowns_ = unknowns;
  truncate(0);
}

void LevelStack::truncate(int columns) noexcept {
  assert(columns <= columns_ || columns == 0);
  columns_ = columns;
  sealed_ = std::min(sealed_, columns);
  while (!blocks_.empty() && blocks_.back().first() >= columns) blocks_.pop_back();
  if (!blocks_.empty() && blocks_.back().end() > columns)
    blocks_.back().truncate(columns - blocks_.back().first());
}

void LevelStack::seal() noexcept {
  using reflections::Block;
  while (sealed_ < columns_) {
    if (at(partner_, sealed_) >= 0) {
      ++sealed_;
      continue;
    }
    const bool goes_on =
        !blocks_.empty() && blocks_.back().end() == sealed_ && blocks_.back().count() < Block::most;
    const int first = goes_on ? blocks_.back().first() : sealed_;
    int end = sealed_;
    while (end < std::min(columns_, first + Block::most) && at(partner_, end) < 0) ++end;
    if (!goes_on && blocks_.size() == blocks_.capacity()) return;
    if (!goes_on) blocks_.emplace_back();
    blocks_.back().build(rows_.data(), rows_.cols(), scale_.data(), first, end - first, unknowns_);
    sealed_ = end;
  }
}

const reflections::Block* LevelStack::block_at(int column) const noexcept {
  for (const reflections::Block& block : blocks_) {
    if (block.first() == column) return &block;
  }
  return nullptr;
}

// Rows that hold or lock a single unknown have one number in them, and the reflections they leave two: most
// of these do nothing to each other, and finding that out need not go over the zeros.
void LevelStack::transform(double* row, int from, int to) const noexcept {
  int c = from;
  while (c < to && at(partner_, c) >= 0) {
    reflect_pair(this->row(c), scale_[c], row, c, at(partner_, c));
    ++c;
  }
  int places[2] = {};
  for (int count = c < to ? numbers_in(row, c, unknowns_, places) : 3; c < to && count <= 2; ++c) {
    if (block_at(c) != nullptr) break;
    const double* const v = this->row(c);
    double product = 0.0;
    for (int i = 0; i < count; ++i) {
      if (places[i] >= c) product += v[places[i]] * row[places[i]];
    }
    const double amount = scale_[c] * product;
    if (amount == 0.0) continue;
    Vector(row + c, unknowns_ - c) -= amount * ConstVector(v + c, unknowns_ - c);
    count = numbers_in(row, c + 1, unknowns_, places);
  }
  while (c < to) {
    const reflections::Block* const block = block_at(c);
    if (block == nullptr) {
      reflect(c++, row);
      continue;
    }
    const int count = std::min(block->count(), to - c);
    block->apply_to_row(rows_.data(), rows_.cols(), count, row);
    c += count;
  }
}

void LevelStack::reflect(int c, double* x) const noexcept {
  if (at(partner_, c) >= 0) {
    reflect_pair(row(c), scale_[c], x, c, at(partner_, c));
  } else {
    reflections::reflect_vector(row(c) + c, scale_[c], x + c, unknowns_ - c);
  }
}

void LevelStack::transform_rows(double* rows, int count, Eigen::Index stride, int from,
                                int to) const noexcept {
  for (int c = from; c < to;) {
    if (const reflections::Block* const block = block_at(c); block != nullptr) {
      const int many = std::min(block->count(), to - c);
      block->apply_to_rows(rows_.data(), rows_.cols(), many, rows, count, stride);
      c += many;
      continue;
    }
    if (const int partner = at(partner_, c); partner >= 0) {
      for (int i = 0; i < count; ++i) reflect_pair(row(c), scale_[c], rows + i * stride, c, partner);
    } else {
      reflections::reflect_rows(row(c) + c, scale_[c], rows + c, count, stride, unknowns_ - c);
    }
    ++c;
  }
}

// The row at position columns_ becomes a column, and is taken out of `count` - 1 rows after it. What holds
// one unknown has at most two numbers in it, and the zeros between them cost next to nothing.
bool LevelStack::take_first(int count, double smallest) noexcept {
  if (columns_ == unknowns_) return false;
  const int c = columns_, length = unknowns_ - c;
  double* const v = row(c) + c;
  int places[2] = {};
  const int numbers = numbers_in(v, 0, length, places);
  double square = 0.0;
  for (int i = 0; numbers <= 2 && i < numbers; ++i) square += v[places[i]] * v[places[i]];
  const double norm = std::sqrt(numbers <= 2 ? square : square_of(v, length));
  if (!(norm > smallest)) return false;
  const double beta = v[0] >= 0 ? -norm : norm;  // away from v[0]: nothing cancels
  const double factor = 1.0 / (v[0] - beta);
  scale_[c] = (beta - v[0]) / beta;
  diagonal_[c] = beta;
  if (numbers <= 2) {
    for (int i = 0; i < numbers; ++i) v[places[i]] *= factor;
  } else {
    Vector(v + 1, length - 1) *= factor;
  }
  const bool is_pair = numbers <= 1 || (numbers == 2 && places[0] == 0);
  at(partner_, c) = is_pair ? c + places[numbers - 1] : -1;
  v[0] = 1.0;
  ++columns_;
  transform_rows(row(c + 1), count - 1, rows_.cols(), c, c + 1);
  return true;
}

int LevelStack::factorise(int count, double smallest) noexcept {
  const int first = columns_;
  assert(count <= static_cast<int>(arrival_.size()));
  for (int i = 0; i < count; ++i) {
    at(arrival_, i) = i;
    size_[i] = reference_[i] = square_of(row(first + i) + first, unknowns_ - first);
  }
  for (int next = 0; next < count && columns_ < unknowns_; ++next) {
    int pivot = next;
    for (int i = next + 1; i < count; ++i) {
      if (size_[i] > size_[pivot]) pivot = i;
    }
    if (pivot != next) {
      Vector(row(first + pivot), unknowns_).swap(Vector(row(columns_), unknowns_));
      std::swap(size_[pivot], size_[next]);
      std::swap(reference_[pivot], reference_[next]);
      std::swap(at(arrival_, pivot), at(arrival_, next));
    }
    const int c = columns_;
    if (!take_first(count - next, smallest)) break;
    for (int i = next + 1; i < count; ++i) {
      const double* const other = row(first + i) + c;
      size_[i] -= other[0] * other[0];
      // What is left of a row after most of it cancelled must be measured again to be worth anything.
      if (size_[i] < cancelled * reference_[i])
        size_[i] = reference_[i] = square_of(other + 1, unknowns_ - c - 1);
    }
  }
  return columns_ - first;
}

void LevelStack::to_coordinates(double* x) const noexcept {
  transform(x, 0, columns_);
}

void LevelStack::from_coordinates(double* y) const noexcept {
  auto block = blocks_.rbegin();
  for (int c = columns_; c > 0;) {
    if (block != blocks_.rend() && block->end() == c) {
      block->apply_to_column(rows_.data(), rows_.cols(), block->count(), y);
      c = block->first();
      ++block;
    } else {
      reflect(--c, y);
    }
  }
}

void LevelStack::explain(double* g, int columns, int first) const noexcept {
  for (int c = columns - 1; c >= first; --c) {
    g[c] /= diagonal_[c];
    Vector(g, c) -= g[c] * ConstVector(row(c), c);
  }
}

}  // namespace limber

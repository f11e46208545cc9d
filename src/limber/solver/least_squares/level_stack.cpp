// Householder reflections from the right, set after set, with pivoting inside a set.

#include "limber/solver/least_squares/level_stack.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "limber/math/lanes.h"

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;
using Vector = Eigen::Map<VecX>;

// row <- row (I - scale v^T v), for `many` rows side by side, which share what is loaded of v
template <int many>
LIMBER_ALWAYS_INLINE void reflect(const double* v, double scale, double* rows, Eigen::Index stride,
                                  int count) {
  const int fours = count / 4 * 4;
  Four sum[many] = {};
  for (int i = 0; i < fours; i += 4) {
    const Four f = four(v + i);
    for (int r = 0; r < many; ++r) sum[r] += f * four(rows + r * stride + i);
  }
  double amount[many];
  for (int r = 0; r < many; ++r) {
    amount[r] = (sum[r][0] + sum[r][1]) + (sum[r][2] + sum[r][3]);
    for (int i = fours; i < count; ++i) amount[r] += v[i] * rows[r * stride + i];
    amount[r] *= scale;
  }
  for (int i = 0; i < fours; i += 4) {
    const Four f = four(v + i);
    for (int r = 0; r < many; ++r) four(rows + r * stride + i) -= amount[r] * f;
  }
  for (int r = 0; r < many; ++r) {
    for (int i = fours; i < count; ++i) rows[r * stride + i] -= amount[r] * v[i];
  }
}

// Here most of the time goes.
LIMBER_TWO_VERSIONS
void reflect_rows(const double* v, double scale, double* rows, int row_count, Eigen::Index stride,
                  int count) {
  for (; row_count >= 4; row_count -= 4, rows += 4 * stride) reflect<4>(v, scale, rows, stride, count);
  if (row_count == 3) reflect<3>(v, scale, rows, stride, count);
  if (row_count == 2) reflect<2>(v, scale, rows, stride, count);
  if (row_count == 1) reflect<1>(v, scale, rows, stride, count);
}

// One vector: two sums, because each has to wait for its last addition.
LIMBER_TWO_VERSIONS
void reflect_vector(const double* v, double scale, double* x, int count) {
  const int eights = count / 8 * 8;
  Four first = {}, second = {};
  for (int i = 0; i < eights; i += 8) {
    first += four(v + i) * four(x + i);
    second += four(v + i + 4) * four(x + i + 4);
  }
  first += second;
  double amount = (first[0] + first[1]) + (first[2] + first[3]);
  for (int i = eights; i < count; ++i) amount += v[i] * x[i];
  amount *= scale;
  for (int i = 0; i < eights; i += 4) four(x + i) -= amount * four(v + i);
  for (int i = eights; i < count; ++i) x[i] -= amount * v[i];
}

// The same where v is 1 at `column`, something at `partner` and zero elsewhere. The zeros add nothing: same
// bits.
void reflect_pair(const double* v, double scale, double* x, int column, int partner) {
  if (partner == column) {
    x[column] -= scale * x[column];
    return;
  }
  const double amount = scale * (x[column] + v[partner] * x[partner]);
  x[column] -= amount;
  x[partner] -= amount * v[partner];
}

// How many numbers of a row from `begin` on are not zero, and where the first two are; 3 stands for more.
int numbers_in(const double* row, int begin, int end, int (&places)[2]) {
  int count = 0;
  for (int i = begin; i < end; ++i) {
    if (row[i] == 0.0) continue;
    if (count == 2) return 3;
    places[count++] = i;
  }
  return count;
}

}  // namespace

// Of the rows in it no more than `held` are bounds or lock an unknown.
LevelStack::LevelStack(const LevelRoom& room)
    : rows_(RowMatrix::Zero(room.held + room.rows + 1, room.unknowns)),
      diagonal_(VecX::Zero(room.unknowns)),
      scale_(VecX::Zero(room.unknowns)),
      partner_(static_cast<std::size_t>(room.unknowns)),
      size_(VecX::Zero(room.rows + 1)),
      reference_(VecX::Zero(room.rows + 1)),
      arrival_(static_cast<std::size_t>(room.rows + 1)) {}

void LevelStack::clear(int unknowns) noexcept {
  assert(unknowns <= rows_.cols());
  unknowns_ = unknowns;
  columns_ = 0;
}

void LevelStack::truncate(int columns) noexcept {
  assert(columns <= columns_);
  columns_ = columns;
}

// Rows that hold or lock a single unknown have one number in them, and the reflections they leave two: most
// of these do nothing to each other, and finding that out need not go over the zeros. With at most two
// numbers the sum has the same bits as over all.
void LevelStack::transform(double* row, int from, int to) const noexcept {
  int c = from;
  int places[2] = {};
  for (int count = numbers_in(row, c, unknowns_, places); c < to && count <= 2; ++c) {
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
  for (; c < to; ++c) reflect(c, row);
}

void LevelStack::reflect(int c, double* x) const noexcept {
  if (at(partner_, c) >= 0) {
    reflect_pair(row(c), scale_[c], x, c, at(partner_, c));
  } else {
    reflect_vector(row(c) + c, scale_[c], x + c, unknowns_ - c);
  }
}

void LevelStack::transform_rows(double* rows, int count, Eigen::Index stride, int from,
                                int to) const noexcept {
  for (int c = from; c < to; ++c) {
    if (const int partner = at(partner_, c); partner >= 0) {
      for (int i = 0; i < count; ++i) reflect_pair(row(c), scale_[c], rows + i * stride, c, partner);
    } else {
      reflect_rows(row(c) + c, scale_[c], rows + c, count, stride, unknowns_ - c);
    }
  }
}

int LevelStack::factorise(int count, double smallest) noexcept {
  const int first = columns_;
  assert(count <= static_cast<int>(arrival_.size()));
  for (int i = 0; i < count; ++i) {
    at(arrival_, i) = i;
    size_[i] = reference_[i] = ConstVector(row(first + i) + first, unknowns_ - first).squaredNorm();
  }
  for (int next = 0; next < count && columns_ < unknowns_; ++next) {
    int pivot = next;
    for (int i = next + 1; i < count; ++i) {
      if (size_[i] > size_[pivot]) pivot = i;
    }
    const int length = unknowns_ - columns_;
    double* const v = row(columns_) + columns_;
    if (pivot != next) {
      Vector(row(first + pivot), unknowns_).swap(Vector(row(columns_), unknowns_));
      std::swap(size_[pivot], size_[next]);
      std::swap(reference_[pivot], reference_[next]);
      std::swap(at(arrival_, pivot), at(arrival_, next));
    }
    const double norm = ConstVector(v, length).norm();
    if (!(norm > smallest)) break;
    const double beta = v[0] >= 0 ? -norm : norm;  // away from v[0]: nothing cancels
    scale_[columns_] = (beta - v[0]) / beta;
    Vector(v + 1, length - 1) *= 1.0 / (v[0] - beta);
    v[0] = 1.0;
    diagonal_[columns_] = beta;
    int places[2] = {};
    const int numbers = numbers_in(row(columns_), columns_, unknowns_, places);
    at(partner_, columns_) = numbers <= 2 ? places[numbers - 1] : -1;
    reflect_rows(v, scale_[columns_], row(first + next + 1) + columns_, count - next - 1, rows_.cols(),
                 length);
    for (int i = next + 1; i < count; ++i) {
      double* const other = row(first + i) + columns_;
      size_[i] -= other[0] * other[0];
      // What is left of a row after most of it cancelled must be measured again to be worth anything.
      if (size_[i] < 1e-6 * reference_[i]) {
        size_[i] = reference_[i] = ConstVector(other + 1, length - 1).squaredNorm();
      }
    }
    ++columns_;
  }
  return columns_ - first;
}

void LevelStack::to_coordinates(double* x) const noexcept {
  transform(x, 0, columns_);
}

void LevelStack::from_coordinates(double* y) const noexcept {
  for (int c = columns_ - 1; c >= 0; --c) reflect(c, y);
}

void LevelStack::explain(double* g, int columns, int first) const noexcept {
  for (int c = columns - 1; c >= first; --c) {
    g[c] /= diagonal_[c];
    Vector(g, c) -= g[c] * ConstVector(row(c), c);
  }
}

}  // namespace limber

// Loops over blocks of rows, whose sums stay in registers; see reflection_block.h.

#include "limber/solver/least_squares/reflection_block.h"

#include <algorithm>
#include <cassert>

#include "limber/math/lanes.h"

namespace limber::reflections {

namespace {

constexpr int most = Block::most;

// row <- row (I - scale v^T v), for `many` rows side by side, which share what is loaded of v
template <int many>
LIMBER_ALWAYS_INLINE void reflect(const double* v, double scale, double* rows, Eigen::Index stride,
                                  int length) {
  Four sum[many] = {};
  for (int i = 0; i < length; i += 4) {
    const Four f = *four(v + i);
    for (int r = 0; r < many; ++r) sum[r] += f * *four(rows + r * stride + i);
  }
  double amount[many];
  for (int r = 0; r < many; ++r) amount[r] = scale * total(sum[r]);
  for (int i = 0; i < length; i += 4) {
    const Four f = *four(v + i);
    for (int r = 0; r < many; ++r) *four(rows + r * stride + i) -= amount[r] * f;
  }
}

// Columns of V and of what it is applied to: the corner has its zeros, the rest lies where the rows are.
struct Part {
  const double* v;
  Eigen::Index stride;
  int begin, length;  // columns, from where the block begins
};

// w(r, j) = row_r . v_j for `high` rows and `wide` reflections
template <int high, int wide>
LIMBER_ALWAYS_INLINE void products(const Part (&parts)[2], int j, const double* rows, Eigen::Index stride,
                                   double (&w)[high][most]) {
  Four sum[high][wide] = {};
  for (const Part& part : parts) {
    const double* const v = part.v + j * part.stride;
    const double* const row = rows + part.begin;
    for (int i = 0; i < part.length; i += 4) {
      for (int r = 0; r < high; ++r) {
        const Four value = *four(row + r * stride + i);
        for (int s = 0; s < wide; ++s) sum[r][s] += value * *four(v + s * part.stride + i);
      }
    }
  }
  for (int r = 0; r < high; ++r) {
    for (int s = 0; s < wide; ++s) w[r][j + s] = total(sum[r][s]);
  }
}

// row_r -= sum over j of w(r, j) v_j, for `high` rows and `wide` groups of four columns
template <int high, int wide>
LIMBER_ALWAYS_INLINE void subtract(const Part& part, int count, int i, double* rows, Eigen::Index stride,
                                   const double (&w)[high][most]) {
  double* const place = rows + part.begin + i;
  Four left[high][wide];
  for (int r = 0; r < high; ++r) {
    for (int s = 0; s < wide; ++s) left[r][s] = *four(place + r * stride + 4 * s);
  }
  for (int j = 0; j < count; ++j) {
    const double* const v = part.v + j * part.stride + i;
    for (int r = 0; r < high; ++r) {
      for (int s = 0; s < wide; ++s) left[r][s] -= w[r][j] * *four(v + 4 * s);
    }
  }
  for (int r = 0; r < high; ++r) {
    for (int s = 0; s < wide; ++s) *four(place + r * stride + 4 * s) = left[r][s];
  }
}

// w <- w T
template <int high>
LIMBER_ALWAYS_INLINE void combine(const double (&triangle)[most][most], int count, double (&w)[high][most]) {
  for (int q = most - 4; q >= 0; q -= 4) {
    if (q >= count) continue;
    Four sum[high] = {};
    for (int i = 0; i < std::min(q + 4, count); ++i) {
      const Four row = *four(triangle[i] + q);
      for (int r = 0; r < high; ++r) sum[r] += w[r][i] * row;
    }
    for (int r = 0; r < high; ++r) *four(w[r] + q) = sum[r];
  }
}

template <int high>
LIMBER_ALWAYS_INLINE void apply(const Part (&parts)[2], const double (&triangle)[most][most], int count,
                                double* rows, Eigen::Index stride) {
  double w[high][most] = {};
  int j = 0;
  for (; j + 3 <= count; j += 3) products<high, 3>(parts, j, rows, stride, w);
  for (; j < count; ++j) products<high, 1>(parts, j, rows, stride, w);
  combine<high>(triangle, count, w);
  for (const Part& part : parts) {
    int i = 0;
    for (; i + 12 <= part.length; i += 12) subtract<high, 3>(part, count, i, rows, stride, w);
    for (; i < part.length; i += 4) subtract<high, 1>(part, count, i, rows, stride, w);
  }
}

LIMBER_TWO_VERSIONS
void apply_to_all(const Part (&parts)[2], const double (&triangle)[most][most], int count, double* rows,
                  int row_count, Eigen::Index stride) {
  for (; row_count >= 3; row_count -= 3, rows += 3 * stride) apply<3>(parts, triangle, count, rows, stride);
  if (row_count == 2) apply<2>(parts, triangle, count, rows, stride);
  if (row_count == 1) apply<1>(parts, triangle, count, rows, stride);
}

// w_j += v_j . x for `wide` reflections, of a vector that ends where the unknowns do
template <int wide>
LIMBER_ALWAYS_INLINE void vector_products(const Part& part, int j, const double* x, double* w) {
  const int fours = part.length / 4 * 4;
  const double* const v = part.v + j * part.stride;
  Four sum[wide] = {};
  for (int i = 0; i < fours; i += 4) {
    const Four value = *four(x + i);
    for (int s = 0; s < wide; ++s) sum[s] += value * *four(v + s * part.stride + i);
  }
  for (int s = 0; s < wide; ++s) {
    double all = total(sum[s]);
    for (int i = fours; i < part.length; ++i) all += x[i] * v[s * part.stride + i];
    w[j + s] += all;
  }
}

LIMBER_TWO_VERSIONS
void multiply_vector(const Part& part, int count, const double* x, double* w) {
  int j = 0;
  for (; j + 4 <= count; j += 4) vector_products<4>(part, j, x, w);
  if (count - j >= 2) vector_products<2>(part, j, x, w), j += 2;
  if (count - j == 1) vector_products<1>(part, j, x, w);
}

// x -= sum over j of w_j v_j
LIMBER_TWO_VERSIONS
void subtract_from_vector(const Part& part, int count, const double* w, double* x) {
  int i = 0;
  for (; i + 8 <= part.length; i += 8) {
    Four first = *four(x + i), second = *four(x + i + 4);
    for (int j = 0; j < count; ++j) {
      const double* const v = part.v + j * part.stride + i;
      first -= w[j] * *four(v);
      second -= w[j] * *four(v + 4);
    }
    *four(x + i) = first;
    *four(x + i + 4) = second;
  }
  for (; i < part.length; ++i) {
    for (int j = 0; j < count; ++j) x[i] -= w[j] * part.v[j * part.stride + i];
  }
}

}  // namespace

LIMBER_TWO_VERSIONS
void reflect_rows(const double* v, double scale, double* rows, int row_count, Eigen::Index stride,
                  int count) noexcept {
  for (; row_count >= 4; row_count -= 4, rows += 4 * stride) reflect<4>(v, scale, rows, stride, count);
  if (row_count == 3) reflect<3>(v, scale, rows, stride, count);
  if (row_count == 2) reflect<2>(v, scale, rows, stride, count);
  if (row_count == 1) reflect<1>(v, scale, rows, stride, count);
}

// Two sums, because each has to wait for its last addition.
LIMBER_TWO_VERSIONS
void reflect_vector(const double* v, double scale, double* x, int count) noexcept {
  const int eights = count / 8 * 8;
  Four first = {}, second = {};
  for (int i = 0; i < eights; i += 8) {
    first += *four(v + i) * *four(x + i);
    second += *four(v + i + 4) * *four(x + i + 4);
  }
  first += second;
  double amount = total(first);
  for (int i = eights; i < count; ++i) amount += v[i] * x[i];
  amount *= scale;
  for (int i = 0; i < eights; i += 4) *four(x + i) -= amount * *four(v + i);
  for (int i = eights; i < count; ++i) x[i] -= amount * v[i];
}

// T grows column by column: by  -scale_k T V v_k  above  scale_k.
void Block::build(const double* v_0, Eigen::Index stride, const double* scale, int first, int count,
                  int unknowns) noexcept {
  assert(count <= most);
  first_ = first;
  count_ = count;
  unknowns_ = unknowns;
  const double *corner[most] = {}, *rest[most] = {};
  for (int j = 0; j < count; ++j) {
    const int column = first + j;
    const double* const v = v_0 + column * stride;
    std::fill_n(corner_[j], most, 0.0);
    std::copy_n(v + column, std::min(most - j, static_cast<int>(stride) - column), corner_[j] + j);
    std::fill_n(triangle_[j], most, 0.0);
    corner[j] = corner_[j];
    rest[j] = v + first + most;
  }
  double products[most][most] = {}, more[most][most] = {};  // V V^T
  row_kernels::gram(corner, count, most, &products[0][0], most);
  if (unknowns - first > most)
    row_kernels::gram(rest, count, row_kernels::padded(unknowns - first - most), &more[0][0], most);
  for (int k = 0; k < count; ++k) {
    const double own = scale[first + k];
    for (int i = 0; i < k; ++i) {
      double sum = 0.0;
      for (int j = i; j < k; ++j) sum += triangle_[i][j] * (products[k][j] + more[k][j]);
      triangle_[i][k] = -own * sum;
    }
    triangle_[k][k] = own;
  }
}

void Block::apply_to_rows(const double* v_0, Eigen::Index stride, int count, double* rows, int row_count,
                          Eigen::Index row_stride) const noexcept {
  const int length = unknowns_ - first_;
  const Part parts[2] = {{corner_[0], most, 0, std::min(most, row_kernels::padded(length))},
                         {v_0 + first_ * stride + first_ + most, stride, most,
                          length > most ? row_kernels::padded(length - most) : 0}};
  apply_to_all(parts, triangle_, count, rows + first_, row_count, row_stride);
}

// w = V x, and x -= V^T w
void Block::multiply(const double* v_0, Eigen::Index stride, int count, const double* x,
                     double* w) const noexcept {
  const int length = unknowns_ - first_;
  multiply_vector({corner_[0], most, 0, std::min(most, length)}, count, x + first_, w);
  if (length <= most) return;
  const double* const v = v_0 + first_ * stride + first_ + most;
  multiply_vector({v, stride, most, length - most}, count, x + first_ + most, w);
}

void Block::subtract(const double* v_0, Eigen::Index stride, int count, const double* w,
                     double* x) const noexcept {
  const int length = unknowns_ - first_;
  subtract_from_vector({corner_[0], most, 0, std::min(most, length)}, count, w, x + first_);
  if (length <= most) return;
  const double* const v = v_0 + first_ * stride + first_ + most;
  subtract_from_vector({v, stride, most, length - most}, count, w, x + first_ + most);
}

void Block::apply_to_row(const double* v_0, Eigen::Index stride, int count, double* x) const noexcept {
  double w[most] = {}, combined[most] = {};  // combined: w T
  multiply(v_0, stride, count, x, w);
  for (int i = 0; i < count; ++i) {
    for (int j = i; j < count; ++j) combined[j] += w[i] * triangle_[i][j];
  }
  subtract(v_0, stride, count, combined, x);
}

void Block::apply_to_column(const double* v_0, Eigen::Index stride, int count, double* x) const noexcept {
  double w[most] = {}, combined[most] = {};  // combined: T w
  multiply(v_0, stride, count, x, w);
  for (int i = 0; i < count; ++i) {
    for (int j = i; j < count; ++j) combined[i] += triangle_[i][j] * w[j];
  }
  subtract(v_0, stride, count, combined, x);
}

}  // namespace limber::reflections

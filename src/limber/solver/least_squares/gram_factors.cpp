// L D L^T level by level, with pivoting inside a level; see gram_factors.h.

#include "limber/solver/least_squares/gram_factors.h"

#include <algorithm>
#include <cmath>

#include "limber/math/lanes.h"
#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace gram {

// What is left of a row, squared, relative to the longest of its level: less than 1e-4 of it, and the general
// way is more accurate.
constexpr double smallest_pivot = 1e-8;

// Of numbers that are followed by zeros, in a at least.
LIMBER_ALWAYS_INLINE double dot(const double* a, const double* b, int count) {
  Four sum = {};
  for (int i = 0; i < count; i += 4) sum += *four(a + i) * *four(b + i);
  return total(sum);
}

// Of numbers that are followed by others.
LIMBER_ALWAYS_INLINE double dot_of(const double* a, const double* b, int count) {
  const int fours = count / 4 * 4;
  double sum = dot(a, b, fours);
  for (int i = fours; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// b -= amount a
LIMBER_ALWAYS_INLINE void subtract(double amount, const double* a, int count, double* b) {
  int i = 0;
  for (; i + 4 <= count; i += 4) *four(b + i) -= amount * *four(a + i);
  for (; i < count; ++i) b[i] -= amount * a[i];
}

// Entry k of L D of `many` rows, from those before it.
template <int many>
LIMBER_ALWAYS_INLINE void add_column(GramFactors& f, int r, int k) {
  const int p = f.pivot[k];
  const double* const pivot = f.lower[p];
  Four sum[many] = {};
  for (int i = 0; i < k; i += 4) {
    const Four value = *four(pivot + i);
    for (int s = 0; s < many; ++s) sum[s] += value * *four(f.lower[r + s] + i);
  }
  for (int s = 0; s < many; ++s) f.lower[r + s][k] = f.products[r + s][p] - total(sum[s]);
}

LIMBER_TWO_VERSIONS
static bool add_level(GramFactors& f, int first, int end) {
  double left[GramFactors::most];  // squared lengths of remainders
  int waiting[GramFactors::most], count = 0;
  double longest = 0.0;
  // Sums run over whole groups of four of the columns there will be.
  const int filled = std::min(GramFactors::most, row_kernels::padded(f.columns + end - first));
  const auto product = [&](int r, int s) { return f.products[std::max(r, s)][std::min(r, s)]; };
  // L D instead of L, for as long as a row waits. Rows side by side: each sum has to wait for the last one of
  // its own row.
  for (int r = first; r < end; ++r) {
    std::fill_n(f.lower[r], filled, 0.0);
    waiting[count++] = r;
  }
  for (int k = 0; k < f.columns; ++k) {
    int r = first;
    for (; r + 4 <= end; r += 4) add_column<4>(f, r, k);
    for (; r < end; ++r) add_column<1>(f, r, k);
  }
  for (int r = first; r < end; ++r) {
    left[r] = f.products[r][r];
    longest = std::max(longest, left[r]);
    for (int k = 0; k < f.columns; ++k) left[r] -= f.lower[r][k] * f.lower[r][k] * f.inverse[k];
  }
  while (count > 0 && f.columns < f.unknowns) {
    int* const best =
        std::max_element(waiting, waiting + count, [&](int r, int s) { return left[r] < left[s]; });
    const int p = *best, c = f.columns;
    if (!(left[p] > smallest_pivot * longest)) return false;
    std::copy(best + 1, waiting + count, best);
    --count;
    for (int k = 0; k < c; ++k) f.lower[p][k] *= f.inverse[k];
    f.lower[p][c] = 1.0;
    f.pivot[c] = p;
    f.diagonal[c] = left[p];
    f.inverse[c] = 1.0 / left[p];
    for (int i = 0; i < count; ++i) {
      double* const row = f.lower[waiting[i]];
      row[c] = product(waiting[i], p) - dot(row, f.lower[p], c);
      left[waiting[i]] -= row[c] * row[c] * f.inverse[c];
    }
    ++f.columns;
  }
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < f.columns; ++k) f.lower[waiting[i]][k] *= f.inverse[k];
  }
  return true;
}

LIMBER_TWO_VERSIONS
static void apply_transposed_inverse(const GramFactors& f, int count, double* values) {
  for (int i = count - 1; i > 0; --i) subtract(values[i], f.lower[f.pivot[i]], i, values);
}

LIMBER_TWO_VERSIONS
static void apply_inverse(const GramFactors& f, int count, double* values) {
  for (int i = 1; i < count; ++i) values[i] -= dot_of(f.lower[f.pivot[i]], values, i);
  for (int i = 0; i < count; ++i) values[i] *= f.inverse[i];
}

}  // namespace gram

void GramFactors::begin(const double* const* rows, int count, int length, int unknown_count) noexcept {
  unknowns = unknown_count;
  columns = 0;
  row_kernels::gram(rows, count, length, &products[0][0], most);
}

bool GramFactors::add_level(int first, int end) noexcept {
  for (int r = first; r < end; ++r) {
    if (!std::isfinite(products[r][r])) return false;
  }
  return gram::add_level(*this, first, end);
}

void GramFactors::apply_inverse(int count, double* values) const noexcept {
  gram::apply_inverse(*this, count, values);
  gram::apply_transposed_inverse(*this, count, values);
}

void GramFactors::apply_transposed_inverse(int count, double* values) const noexcept {
  gram::apply_transposed_inverse(*this, count, values);
}

double GramFactors::along(int row, const double* values, int count) const noexcept {
  return gram::dot_of(lower[row], values, count);
}

}  // namespace limber

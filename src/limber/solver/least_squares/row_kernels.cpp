// Loops over blocks of rows, whose sums stay in registers.

#include "limber/solver/least_squares/row_kernels.h"

#include "limber/math/lanes.h"

namespace limber::row_kernels {

namespace {

// products(r, s) of `high` rows with `wide` others.
template <int high, int wide>
LIMBER_ALWAYS_INLINE void block_products(const double* const* left, const double* const* right, int length,
                                         double* products, int width) {
  Four sum[high][wide] = {};
  for (int i = 0; i < length; i += lanes) {
    for (int r = 0; r < high; ++r) {
      const Four value = *four(left[r] + i);
      for (int s = 0; s < wide; ++s) sum[r][s] += value * *four(right[s] + i);
    }
  }
  for (int r = 0; r < high; ++r) {
    for (int s = 0; s < wide; ++s) products[r * width + s] = total(sum[r][s]);
  }
}

template <int high>
LIMBER_ALWAYS_INLINE void block_row(const double* const* rows, int first, int length, double* products,
                                    int width) {
  int s = 0;
  for (; s + 3 <= first + high; s += 3) {
    block_products<high, 3>(rows + first, rows + s, length, products + first * width + s, width);
  }
  if (first + high - s == 2)
    block_products<high, 2>(rows + first, rows + s, length, products + first * width + s, width);
  if (first + high - s == 1)
    block_products<high, 1>(rows + first, rows + s, length, products + first * width + s, width);
}

template <int count>
LIMBER_ALWAYS_INLINE Four combination(const double* const* rows, int i, const double* y) {
  Four sum = y[0] * *four(rows[0] + i);
  for (int r = 1; r < count; ++r) sum += y[r] * *four(rows[r] + i);
  return sum;
}

// `most` rows at once, and more after them if `count` says so.
template <int most>
LIMBER_ALWAYS_INLINE Boxed combine_rows(const double* const* rows, int count, int length, const double* y,
                                        const double* z, const double* lower, const double* upper,
                                        double* x) {
  Four square = {};
  auto held = square != square;  // none
  auto outside = held;
  for (int i = 0; i < length; i += lanes) {
    Four value = combination<most>(rows, i, y);
    for (int r = most; r < count; ++r) value += y[r] * *four(rows[r] + i);
    if (z != nullptr) value += *four(z + i);
    const Four low = *four(lower + i), high = *four(upper + i), zero = {};
    outside |= ~((low <= zero) & (high >= zero));
    Four inside = value < low ? low : value;
    inside = inside > high ? high : inside;
    held |= inside != value;
    square += inside * inside;
    *four(x + i) = inside;
  }
  return {total(square), (held[0] | held[1] | held[2] | held[3]) != 0,
          (outside[0] | outside[1] | outside[2] | outside[3]) == 0};
}

template <int count>
LIMBER_ALWAYS_INLINE void block_multiply(const double* const* rows, int length, const double* x,
                                         double* products) {
  Four sum[count] = {};
  for (int i = 0; i < length; i += lanes) {
    const Four value = *four(x + i);
    for (int r = 0; r < count; ++r) sum[r] += value * *four(rows[r] + i);
  }
  for (int r = 0; r < count; ++r) products[r] = total(sum[r]);
}

template <int count>
LIMBER_ALWAYS_INLINE void block_multiply_as_one(const double* const* rows, int length, const double* x,
                                                double* products) {
  const int whole = length / lanes * lanes;
  Four sum[count] = {};
  for (int i = 0; i < whole; i += lanes) {
    const Four value = *four(x + i);
    for (int r = 0; r < count; ++r) sum[r] += value * *four(rows[r] + i);
  }
  for (int r = 0; r < count; ++r) {
    double even = sum[r][0] + sum[r][2], odd = sum[r][1] + sum[r][3];
    int i = whole;
    if (i + 2 <= length) {
      even += rows[r][i] * x[i];
      odd += rows[r][i + 1] * x[i + 1];
      i += 2;
    }
    products[r] = even + odd;
    if (i < length) products[r] += rows[r][i] * x[i];
  }
}

}  // namespace

// Blocks of three rows by three; of a block on the diagonal also what lies above it is written.
LIMBER_TWO_VERSIONS
void gram(const double* const* rows, int count, int length, double* products, int width) noexcept {
  int first = 0;
  for (; first + 3 <= count; first += 3) block_row<3>(rows, first, length, products, width);
  if (count - first == 2) block_row<2>(rows, first, length, products, width);
  if (count - first == 1) block_row<1>(rows, first, length, products, width);
}

LIMBER_TWO_VERSIONS
Boxed combine(const double* const* rows, int count, int length, const double* y, const double* z,
              const double* lower, const double* upper, double* x) noexcept {
  if (count >= 6) return combine_rows<6>(rows, count, length, y, z, lower, upper, x);
  if (count >= 3) return combine_rows<3>(rows, count, length, y, z, lower, upper, x);
  return combine_rows<1>(rows, count, length, y, z, lower, upper, x);
}

LIMBER_TWO_VERSIONS
double square(const double* row, int length) noexcept {
  Four sum = {};
  for (int i = 0; i < length; i += lanes) sum += *four(row + i) * *four(row + i);
  return total(sum);
}

LIMBER_TWO_VERSIONS
void multiply(const double* const* rows, int count, int length, const double* x, double* products) noexcept {
  int first = 0;
  for (; first + 6 <= count; first += 6) block_multiply<6>(rows + first, length, x, products + first);
  for (; first + 3 <= count; first += 3) block_multiply<3>(rows + first, length, x, products + first);
  for (; first < count; ++first) block_multiply<1>(rows + first, length, x, products + first);
}

LIMBER_TWO_VERSIONS
void multiply_as_one(const double* const* rows, int count, int length, const double* x,
                     double* products) noexcept {
  int first = 0;
  for (; first + 6 <= count; first += 6) block_multiply_as_one<6>(rows + first, length, x, products + first);
  for (; first + 3 <= count; first += 3) block_multiply_as_one<3>(rows + first, length, x, products + first);
  for (; first < count; ++first) block_multiply_as_one<1>(rows + first, length, x, products + first);
}

}  // namespace limber::row_kernels

#pragma once
// Sums over long rows of numbers, several rows in one pass.
//
// Every sum runs in four lanes, which are added at the end in one order: the same bits whether an instruction
// does two lanes or four (docs/decisions/0003). Rows therefore have a length that is a multiple of four; what
// lies beyond the numbers of a problem is zero.

#include <cstddef>

namespace limber::row_kernels {

inline constexpr int lanes = 4;
inline int padded(int count) {
  return (count + lanes - 1) / lanes * lanes;
}

// products(r, s) = row_r . row_s for s <= r, `count` rows of `length` numbers; `products` has `width`
// columns.
void gram(const double* const* rows, int count, int length, double* products, int width) noexcept;

// What a box leaves of a combination of rows.
struct Boxed {
  double square = 0.0;      // |x|^2
  bool any_held = false;    // some x_i is not what it would be without the box
  bool zero_inside = true;  // lower <= 0 <= upper everywhere, and all of them numbers
};
// x = z + sum of y_r row_r, brought inside lower <= x <= upper. `z`: nullptr for zero.
Boxed combine(const double* const* rows, int count, int length, const double* y, const double* z,
              const double* lower, const double* upper, double* x) noexcept;

double square(const double* row, int length) noexcept;  // |row|^2

// products[r] = row_r . x
void multiply(const double* const* rows, int count, int length, const double* x, double* products) noexcept;

// The same for rows of any length, to the bit what LevelProblem::product gives for one of them: added up in
// the order of Eigen, which has four lanes for all but the last three numbers.
void multiply_as_one(const double* const* rows, int count, int length, const double* x,
                     double* products) noexcept;

}  // namespace limber::row_kernels

// Whole quarter turns taken off an angle of any size.
//
//   x = m 2^e, m a whole number;   x / (pi/2) = m 2^e (2/pi)
//
// Digits of 2/pi that, times m 2^e, give multiples of four quarter turns are left out; the next 192 decide.
// No double comes so close to a multiple of pi/2 that more than 62 of them are lost.

#include <array>
#include <cmath>
#include <limits>

#include "limber/math/sincos_core.h"

namespace limber::sincos_core {

namespace {

__extension__ using Wide = unsigned __int128;

// 2/pi in binary: 64 zeros, then its digits after the point.
constexpr std::array<Bits, 21> two_over_pi_digits = {0,
                                                     0xa2f9836e4e441529,
                                                     0xfc2757d1f534ddc0,
                                                     0xdb6295993c439041,
                                                     0xfe5163abdebbc561,
                                                     0xb7246e3a424dd2e0,
                                                     0x06492eea09d1921c,
                                                     0xfe1deb1cb129a73e,
                                                     0xe88235f52ebb4484,
                                                     0xe99c7026b45f7e41,
                                                     0x3991d639835339f4,
                                                     0x9c845f8bbdf9283b,
                                                     0x1ff897ffde05980f,
                                                     0xef2f118b5a0a6d1f,
                                                     0x6d367ecf27cb09b7,
                                                     0x4f463f669e5fea2d,
                                                     0x7527bac7ebe5f17b,
                                                     0x3d0739f78a5292ea,
                                                     0x6bfb5fb11f8d5d08,
                                                     0x56033046fc7b6bab,
                                                     0xf0cfbc209af4361d};

// 64 digits, the first of them `first` places after the beginning of the table.
Bits digits_from(int first) {
  const auto word = static_cast<std::size_t>(first / 64);
  const int shift = first % 64;
  if (shift == 0) return two_over_pi_digits[word];
  return (two_over_pi_digits[word] << shift) | (two_over_pi_digits[word + 1] >> (64 - shift));
}

// The exact product of two numbers is `product` plus this (Dekker).
double product_error(double a, double b, double product) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_up = a * splitter, a_high = a_up - (a_up - a), a_low = a - a_high;
  const double b_up = b * splitter, b_high = b_up - (b_up - b), b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

// A share of a quarter turn, in units of 2^-128, as an angle.
Reduced angle_of(Wide share, bool is_negative, Bits quadrant) {
  constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_rest = 0x1.1a62633145c07p-54;
  if (share == 0) return {0.0, 0.0, quadrant};
  int zeros = 0;
  for (; !(share >> 127); share <<= 1) ++zeros;
  const double high = std::ldexp(static_cast<double>(static_cast<Bits>(share >> 75)), 75 - 128 - zeros);
  const Bits next = static_cast<Bits>(share >> 22) & ((Bits{1} << 53) - 1);
  const double low = std::ldexp(static_cast<double>(next), 22 - 128 - zeros);

  const double product = high * half_pi;
  const double rest = product_error(high, half_pi, product) + (high * half_pi_rest + low * half_pi);
  const double r = product + rest, tail = (product - r) + rest;
  return is_negative ? Reduced{-r, -tail, quadrant} : Reduced{r, tail, quadrant};
}

Reduced reduced_large(double size) {
  int exponent = 0;
  const auto m = static_cast<Bits>(std::ldexp(std::frexp(size, &exponent), 53));
  const int e = exponent - 53;
  const int first = e - 2 + 64;  // from here on a digit counts less than four quarter turns

  const Wide low = Wide{m} * digits_from(first + 128);
  const Wide middle = Wide{m} * digits_from(first + 64) + (low >> 64);
  const Bits top = m * digits_from(first) + static_cast<Bits>(middle >> 64);
  const auto next = static_cast<Bits>(middle), last = static_cast<Bits>(low);

  // Two digits before the point, the share of a quarter turn after it.
  const Bits quadrant = top >> 62;
  const Wide share = (Wide{top << 2 | next >> 62} << 64) | (next << 2 | last >> 62);
  const bool is_past_half = share >> 127;
  return is_past_half ? angle_of(~share + 1, true, quadrant + 1) : angle_of(share, false, quadrant);
}

}  // namespace

SineCosine of_large_angle(double x) noexcept {
  if (!std::isfinite(x)) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  SineCosine both = sine_cosine(reduced_large(std::abs(x)));
  if (x < 0.0) both.sine = -both.sine;
  return both;
}

}  // namespace limber::sincos_core

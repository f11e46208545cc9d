#pragma once
// The arithmetic behind sin and cos, for one angle; sincos.cpp runs it over arrays, portable.cpp alone.
//
//   x = n pi/2 + r + tail,  |r| <= pi/4;   sin x, cos x = +-sin r or +-cos r, by n modulo 4

#include <bit>
#include <cstdint>

#include "limber/math/lanes.h"

namespace limber::sincos_core {

using Bits = std::uint64_t;
inline constexpr Bits sign_bit = Bits{1} << 63;

// The largest angle that `reduced` takes: n times each part of pi/2 must be exact.
inline constexpr double largest_angle = 1e5;

// Added to a number below 2^51 this rounds it to an integer, whose lowest bits are then those of the sum.
inline constexpr double rounder = 6755399441055744.0;  // 1.5 * 2^52

// What is left of an angle when whole quarter turns are taken off it.
struct Reduced {
  double r, tail;  // their sum is the rest; the tail is what r had no digits for
  Bits quadrant;   // quarter turns, of which the lowest two bits count
};

struct SineCosine {
  double sine, cosine;
};

LIMBER_ALWAYS_INLINE Reduced reduced(double x) {
  constexpr double two_over_pi = 0.63661977236758134308;
  // pi/2 in three parts. The first two have 33 bits, so that n times either is exact for n below 2^20.
  constexpr double half_pi_1 = 0x1.921fb544p+0, half_pi_2 = 0x1.0b4611a6p-34,
                   half_pi_3 = 0x1.3198a2e037073p-69;

  const double rounded = x * two_over_pi + rounder;
  const double n = rounded - rounder;
  // The first difference is exact; what the second rounds off goes to the tail.
  const double a = x - n * half_pi_1;
  const double b = n * half_pi_2;
  const double r = a - b;
  const double back = r - a;
  return {r, ((a - (r - back)) - (b + back)) - n * half_pi_3, std::bit_cast<Bits>(rounded)};
}

// The bits of `one` where mask is 0, of `other` where it is 1.
LIMBER_ALWAYS_INLINE Bits chosen(Bits mask, double one, double other) {
  const Bits a = std::bit_cast<Bits>(one), b = std::bit_cast<Bits>(other);
  return a ^ ((a ^ b) & mask);
}

// No branches: a compiler turns a loop over this into vector instructions, also plain SSE2 ones.
LIMBER_ALWAYS_INLINE SineCosine sine_cosine(const Reduced& angle) {
  // Polynomials of least largest error on |r| <= pi/4, found by Remez' exchange in quadruple precision:
  //   sin r = r + r^3 (s1 + s2 r^2 + ...), to 2^-58 of r
  //   cos r = 1 - r^2/2 + r^4 (c1 + c2 r^2 + ...), to 2^-64
  constexpr double s1 = -0x1.5555555555549p-3, s2 = 0x1.111111110f88p-7, s3 = -0x1.a01a019c1256ep-13,
                   s4 = 0x1.71de3578621bap-19, s5 = -0x1.ae5e66c603228p-26, s6 = 0x1.5d932ad0c0f42p-33;
  constexpr double c1 = 0x1.555555555554cp-5, c2 = -0x1.6c16c16c15184p-10, c3 = 0x1.a01a019cb25dep-16,
                   c4 = -0x1.27e4f80a69721p-22, c5 = 0x1.1ee9ec3e94814p-29, c6 = -0x1.8faeca4b3550cp-37;
  const double r = angle.r, tail = angle.tail;

  const double z = r * r;
  const double v = z * r;
  const double s = s2 + z * (s3 + z * (s4 + z * (s5 + z * s6)));
  const double sine = r - ((z * (0.5 * tail - v * s) - tail) - v * s1);

  const double half = 0.5 * z;
  const double top = 1.0 - half;
  const double c = z * (c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * c6)))));
  const double cosine = top + (((1.0 - top) - half) + (z * c - r * tail));

  const Bits odd = Bits{0} - (angle.quadrant & 1);
  const Bits sine_sign = (angle.quadrant << 62) & sign_bit;
  const Bits cosine_sign = ((angle.quadrant + 1) << 62) & sign_bit;
  return {std::bit_cast<double>(chosen(odd, sine, cosine) ^ sine_sign),
          std::bit_cast<double>(chosen(odd, cosine, sine) ^ cosine_sign)};
}

// Angles beyond largest_angle, by as many digits of 2/pi as they need (sincos_large.cpp). Infinite ones and
// NaN give NaN.
SineCosine of_large_angle(double x) noexcept;

}  // namespace limber::sincos_core

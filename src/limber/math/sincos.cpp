// Range reduction and polynomials, written so that the compiler vectorises the loop.

#include "limber/math/sincos.h"

#include <bit>
#include <cmath>
#include <cstdint>

// GCC on x86-64: vector instructions also where -O3 is not asked for, and a second version of the function
// for machines with AVX2, chosen when the program starts. Twice the lanes and the same bits: without fused
// multiply-adds a vector instruction rounds as a plain one does.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
#pragma GCC optimize("O3")
#define LIMBER_ALSO_FOR_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define LIMBER_ALSO_FOR_AVX2
#endif

namespace limber {

namespace {

using Bits = std::uint64_t;

constexpr double largest_angle = 1e5;
constexpr double two_over_pi = 0.63661977236758134308;

// Added to a number below 2^51 this rounds it to an integer, whose lowest bits are then those of the sum.
constexpr double rounder = 6755399441055744.0;  // 1.5 * 2^52

// pi/2 in three parts. The first two have 33 bits, so that n times either is exact for n below 2^20.
constexpr double half_pi_1 = 0x1.921fb544p+0;
constexpr double half_pi_2 = 0x1.0b4611a6p-34;
constexpr double half_pi_3 = 0x1.3198a2e037073p-69;

// Polynomials of least largest error on |r| <= pi/4, found by Remez' exchange in quadruple precision:
//   sin r = r + r^3 (s1 + s2 r^2 + ...), to 2^-58 of r
//   cos r = 1 - r^2/2 + r^4 (c1 + c2 r^2 + ...), to 2^-64
constexpr double s1 = -0x1.5555555555549p-3, s2 = 0x1.111111110f88p-7, s3 = -0x1.a01a019c1256ep-13,
                 s4 = 0x1.71de3578621bap-19, s5 = -0x1.ae5e66c603228p-26, s6 = 0x1.5d932ad0c0f42p-33;
constexpr double c1 = 0x1.555555555554cp-5, c2 = -0x1.6c16c16c15184p-10, c3 = 0x1.a01a019cb25dep-16,
                 c4 = -0x1.27e4f80a69721p-22, c5 = 0x1.1ee9ec3e94814p-29, c6 = -0x1.8faeca4b3550cp-37;

// The bits of `one` where mask is 0, of `other` where it is 1.
Bits chosen(Bits mask, double one, double other) {
  const Bits a = std::bit_cast<Bits>(one), b = std::bit_cast<Bits>(other);
  return a ^ ((a ^ b) & mask);
}

}  // namespace

LIMBER_ALSO_FOR_AVX2
void sincos(const double* __restrict angles, int count, double* __restrict sines,
            double* __restrict cosines) noexcept {
  constexpr Bits limit = std::bit_cast<Bits>(largest_angle);
  constexpr Bits sign = Bits{1} << 63;
  Bits beyond = 0;  // its sign bit: some angle is too large for this loop, infinite or not a number

  // No branches: compilers turn this loop into vector instructions, also plain SSE2 ones.
  for (int i = 0; i < count; ++i) {
    const double x = angles[i];
    beyond |= limit - (std::bit_cast<Bits>(x) & ~sign);

    const double rounded = x * two_over_pi + rounder;
    const Bits quadrant = std::bit_cast<Bits>(rounded);
    const double n = rounded - rounder;

    // r + tail = x - n pi/2. The first difference is exact; what the second rounds off goes to the tail.
    const double a = x - n * half_pi_1;
    const double b = n * half_pi_2;
    const double r = a - b;
    const double back = r - a;
    const double tail = ((a - (r - back)) - (b + back)) - n * half_pi_3;

    const double z = r * r;
    const double v = z * r;
    const double s = s2 + z * (s3 + z * (s4 + z * (s5 + z * s6)));
    const double sine = r - ((z * (0.5 * tail - v * s) - tail) - v * s1);

    const double half = 0.5 * z;
    const double top = 1.0 - half;
    const double c = z * (c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * c6)))));
    const double cosine = top + (((1.0 - top) - half) + (z * c - r * tail));

    const Bits odd = Bits{0} - (quadrant & 1);
    const Bits sine_sign = (quadrant << 62) & sign;
    const Bits cosine_sign = ((quadrant + 1) << 62) & sign;
    sines[i] = std::bit_cast<double>(chosen(odd, sine, cosine) ^ sine_sign);
    cosines[i] = std::bit_cast<double>(chosen(odd, cosine, sine) ^ cosine_sign);
  }

  if (beyond & sign) {
    for (int i = 0; i < count; ++i) {
      if (std::abs(angles[i]) <= largest_angle) continue;
      sines[i] = std::sin(angles[i]);
      cosines[i] = std::cos(angles[i]);
    }
  }
}

}  // namespace limber

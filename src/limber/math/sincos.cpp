// The loop over an array of angles, written so that the compiler vectorises it.

#include "limber/math/sincos.h"

#include <cmath>

#include "limber/math/sincos_core.h"

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

LIMBER_ALSO_FOR_AVX2
void sincos(const double* __restrict angles, int count, double* __restrict sines,
            double* __restrict cosines) noexcept {
  using namespace sincos_core;
  constexpr Bits limit = std::bit_cast<Bits>(largest_angle);
  Bits beyond = 0;  // its sign bit: some angle is too large for this loop, infinite or not a number

  for (int i = 0; i < count; ++i) {
    const double x = angles[i];
    beyond |= limit - (std::bit_cast<Bits>(x) & ~sign_bit);
    const SineCosine both = sine_cosine(reduced(x));
    sines[i] = both.sine;
    cosines[i] = both.cosine;
  }

  if (beyond & sign_bit) {
    for (int i = 0; i < count; ++i) {
      if (std::abs(angles[i]) <= largest_angle) continue;
      const SineCosine both = of_large_angle(angles[i]);
      sines[i] = both.sine;
      cosines[i] = both.cosine;
    }
  }
}

}  // namespace limber

#pragma once
// The numbers that the batch solver counts with, on a processor and on a GPU.
//
//   N::Wide double precision: joint values, poses, errors N::Small single precision: everything that
//   N::Bits whole numbers as wide as Wide only decides the way to the answer
//
// One number of Scalar belongs to one problem; one of Pack<n> holds n problems side by side, a lane of the
// vector registers each. Only + - * / and sqrt are used, which IEEE 754 defines to the last bit, and no
// multiplication is fused with an addition: one problem has the same bits in every lane and on every machine.
//
// Compiled by the host's compiler, and as it stands by the GPU's at run time (batch/gpu.cpp): no #include of
// the standard library is reached there.

#ifdef __CUDACC_RTC__
#define LIMBER_BOTH __device__ __forceinline__
#else
#include <cmath>
#include <cstdint>
#define LIMBER_BOTH [[gnu::always_inline]] inline
#endif

namespace limber::batch {

#ifdef __CUDACC_RTC__

struct Scalar {
  using Wide = double;
  using Small = float;
  using Bits = int;
  LIMBER_BOTH static float small(double x) { return static_cast<float>(x); }
  LIMBER_BOTH static double wide(float x) { return static_cast<double>(x); }
  LIMBER_BOTH static double root(double x) { return ::sqrt(x); }
  LIMBER_BOTH static int low_bits(double x) { return __double2loint(x); }
  LIMBER_BOTH static double look_up(const double (*table)[2], int row, int column) {
    return table[row][column];
  }
};

#else

template <int lanes>
struct PackTypes {
  typedef double Wide __attribute__((vector_size(lanes * 8)));
  typedef float Small __attribute__((vector_size(lanes * 4)));
  typedef std::int64_t Bits __attribute__((vector_size(lanes * 8)));
};

template <class To, class From>
LIMBER_BOTH To with_type(const From& x) {
  return __builtin_convertvector(x, To);
}
template <class To, class From>
LIMBER_BOTH To with_bits(const From& x) {
  return __builtin_bit_cast(To, x);
}
template <int lanes, class W>
LIMBER_BOTH W root_of_lanes(const W& x) {
  W y;
  for (int l = 0; l < lanes; ++l) y[l] = std::sqrt(x[l]);
  return y;
}

template <int lanes, class W, class B>
LIMBER_BOTH W table_of_lanes(const double (*table)[2], const B& row, int column) {
  W y;
  for (int l = 0; l < lanes; ++l) y[l] = table[row[l]][column];
  return y;
}

template <int lanes>
struct Pack {
  using Wide = typename PackTypes<lanes>::Wide;
  using Small = typename PackTypes<lanes>::Small;
  using Bits = typename PackTypes<lanes>::Bits;
  LIMBER_BOTH static Small small(const Wide& x) { return with_type<Small>(x); }
  LIMBER_BOTH static Wide wide(const Small& x) { return with_type<Wide>(x); }
  LIMBER_BOTH static Wide root(const Wide& x) { return root_of_lanes<lanes>(x); }
  LIMBER_BOTH static Bits low_bits(const Wide& x) { return with_bits<Bits>(x); }
  LIMBER_BOTH static Wide look_up(const double (*table)[2], const Bits& row, int column) {
    return table_of_lanes<lanes, Wide>(table, row, column);
  }
};

#endif

// Sine and cosine of |x| < 1e5 to 2 ulp: quadrant and polynomials, as in math/sincos_core.h but without its
// care for the last bit.
template <class N>
LIMBER_BOTH void sine_and_cosine(const typename N::Wide& x, typename N::Wide& sine,
                                 typename N::Wide& cosine) {
  using W = typename N::Wide;
  constexpr double rounder = 6755399441055744.0;  // 1.5 * 2^52
  const W rounded = x * 0.63661977236758134308 + rounder;
  const typename N::Bits quadrant = N::low_bits(rounded);
  const W turns = rounded - rounder;
  const W r = (x - turns * 0x1.921fb544p+0) - turns * 0x1.0b4611a626331p-34;
  const W z = r * r;
  const W s = r + r * z *
                      (-1.66666666666666307295e-1 +
                       z * (8.33333333332211858878e-3 +
                            z * (-1.98412698295895385996e-4 +
                                 z * (2.75573136213857245213e-6 +
                                      z * (-2.50507477628578072866e-8 + z * 1.58962301576546568060e-10)))));
  const W c = 1.0 - 0.5 * z +
              z * z *
                  (4.16666666666665929218e-2 +
                   z * (-1.38888888888730564116e-3 +
                        z * (2.48015872888517045348e-5 +
                             z * (-2.75573141792967388112e-7 +
                                  z * (2.08757008419747316778e-9 + z * -1.13585365213876817300e-11)))));
  const auto is_odd = (quadrant & 1) != 0;
  const W one = is_odd ? c : s, other = is_odd ? s : c;
  const W minus_one = -one, minus_other = -other;
  sine = (quadrant & 2) != 0 ? minus_one : one;
  cosine = ((quadrant + 1) & 2) != 0 ? minus_other : other;
}

// The angle of (x, y) in the first quadrant, x, y >= 0 and not both 0, to a few ulp: two times half the
// angle, then the series of the arc tangent, whose argument is at most tan(pi/16).
template <class N>
LIMBER_BOTH typename N::Wide angle_in_quadrant(const typename N::Wide& y, const typename N::Wide& x) {
  using W = typename N::Wide;
  const auto is_steep = y > x;
  const W t = (is_steep ? x : y) / (is_steep ? y : x);
  const W half = t / (1.0 + N::root(1.0 + t * t));
  const W r = half / (1.0 + N::root(1.0 + half * half));
  const W z = r * r;
  const W series =
      1.0 - z * (1.0 / 3 -
                 z * (1.0 / 5 -
                      z * (1.0 / 7 -
                           z * (1.0 / 9 -
                                z * (1.0 / 11 -
                                     z * (1.0 / 13 -
                                          z * (1.0 / 15 -
                                               z * (1.0 / 17 -
                                                    z * (1.0 / 19 - z * (1.0 / 21 - z * (1.0 / 23)))))))))));
  const W angle = 4.0 * r * series;
  const W rest = 1.57079632679489661923 - angle;
  return is_steep ? rest : angle;
}

// The angle of (x, y), not both 0, in [-pi, pi].
template <class N>
LIMBER_BOTH typename N::Wide angle_of(const typename N::Wide& y, const typename N::Wide& x) {
  using W = typename N::Wide;
  const W minus_y = -y, minus_x = -x;
  const W angle = angle_in_quadrant<N>(y < 0.0 ? minus_y : y, x < 0.0 ? minus_x : x);
  const W other = 3.14159265358979323846 - angle;
  const W upper = x < 0.0 ? other : angle;
  const W lower = -upper;
  return y < 0.0 ? lower : upper;
}

// The whole number nearest to |x| < 2^31.
template <class N>
LIMBER_BOTH typename N::Wide whole(const typename N::Wide& x) {
  constexpr double rounder = 6755399441055744.0;  // 1.5 * 2^52
  return (x + rounder) - rounder;
}
// The same for x >= 0 as a row of a table.
template <class N>
LIMBER_BOTH typename N::Bits row_of(const typename N::Wide& x) {
  return N::low_bits(x + 6755399441055744.0) & 0xfffff;
}

}  // namespace limber::batch

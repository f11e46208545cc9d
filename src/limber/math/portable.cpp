// Reduction to a small interval, then a series short enough to be summed as it stands.

#include "limber/math/portable.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "limber/math/sincos_core.h"

namespace limber::portable {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

sincos_core::SineCosine sine_cosine_of(double x) {
  if (std::abs(x) <= sincos_core::largest_angle) return sincos_core::sine_cosine(sincos_core::reduced(x));
  return sincos_core::of_large_angle(x);
}

// A number given to twice the digits of a double: the sum of both parts.
struct Long {
  double high, low;
};

constexpr Long half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr Long pi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

// atan(k/8) for k = 0 ... 8.
constexpr std::array<Long, 9> atan_of_eighths = {{{0.0, 0.0},
                                                  {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                                  {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                                  {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                                  {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                                  {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                                  {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                                  {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                                  {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}}};

// atan(a/b) for 0 <= a <= b, b neither huge nor tiny: with c = k/8 the eighth nearest to a/b,
//   atan(a/b) = atan c + atan u,   u = (a - c b) / (b + c a),   |u| <= 1/16
Long atan_of_ratio(double a, double b) {
  const double k = std::floor(8.0 * (a / b) + 0.5);
  const double c = 0.125 * k;
  // k has at most four digits: c times b without its last four is exact, and so is the difference.
  const double b_high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(b) & ~std::uint64_t{15});
  const double u = ((a - c * b_high) - c * (b - b_high)) / (b + c * a);

  const double z = u * u;  // the first term left out is below 2^-59 of u
  const double series =
      1.0 / 3 - z * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9 - z * (1.0 / 11 - z * (1.0 / 13)))));
  const Long table = atan_of_eighths[static_cast<std::size_t>(k)];
  const double low = table.low - u * z * series;
  const double high = table.high + u;
  return {high, ((table.high - high) + u) + low};
}

// from + direction * angle, direction being 1 or -1.
double added(const Long& from, double direction, const Long& angle) {
  const double step = direction * angle.high;
  const double sum = from.high + step;
  return sum + (((from.high - sum) + step) + (from.low + direction * angle.low));
}

// e^r - 1 - r for |r| <= ln(2)/2, by Taylor's series: the first term left out is below 2^-58 of the sum.
double exp_beyond_linear(double r) {
  double sum = 0.0;
  for (int k = 15; k >= 2; --k) sum = (1.0 + sum) * r / k;
  return sum * r;
}

}  // namespace

double sin(double x) noexcept {
  return sine_cosine_of(x).sine;
}

double cos(double x) noexcept {
  return sine_cosine_of(x).cosine;
}

double tan(double x) noexcept {
  const sincos_core::SineCosine both = sine_cosine_of(x);
  return both.sine / both.cosine;
}

double atan2(double y, double x) noexcept {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  const bool is_steep = std::abs(y) > std::abs(x), is_left = std::signbit(x);
  double a = is_steep ? std::abs(x) : std::abs(y), b = is_steep ? std::abs(y) : std::abs(x);
  if (b == infinity) {
    a = a == infinity ? 1.0 : 0.0;
    b = 1.0;
  } else if (b == 0.0) {
    b = 1.0;
  } else if (b > 0x1p+1000 || b < 0x1p-900) {
    const double scale = b > 1.0 ? 0x1p-100 : 0x1p+150;
    a *= scale;
    b *= scale;
  }

  const Long angle = atan_of_ratio(a, b);
  const double size = is_steep  ? added(half_pi, is_left ? 1.0 : -1.0, angle)
                      : is_left ? added(pi, -1.0, angle)
                                : angle.high + angle.low;
  return std::copysign(size, y);
}

double acos(double x) noexcept {
  return atan2(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

double hypot(double x, double y) noexcept {
  const double a = std::abs(x), b = std::abs(y);
  if (a == infinity || b == infinity) return infinity;
  const double larger = a > b ? a : b;
  const double scale = larger > 0x1p+500 ? 0x1p-600 : larger < 0x1p-450 ? 0x1p+600 : 1.0;
  const double scaled_a = scale * a, scaled_b = scale * b;
  return std::sqrt(scaled_a * scaled_a + scaled_b * scaled_b) / scale;
}

double exp(double x) noexcept {
  constexpr double one_over_ln2 = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;  // 32 digits, then the rest
  constexpr double largest = 709.8, smallest = -745.2;                           // infinite and zero beyond
  if (std::isnan(x)) return x;
  if (x > largest) return infinity;
  if (x < smallest) return 0.0;

  // e^x = 2^n e^(r + tail)
  const double n = (x * one_over_ln2 + sincos_core::rounder) - sincos_core::rounder;
  const double high = x - n * ln2_high, low = n * ln2_low;
  const double r = high - low, tail = (high - r) - low;
  return std::ldexp(1.0 + (r + (tail + exp_beyond_linear(r))), static_cast<int>(n));
}

double expm1(double x) noexcept {
  constexpr double half_ln2 = 0.34657359027997264;
  return std::abs(x) <= half_ln2 ? x + exp_beyond_linear(x) : exp(x) - 1.0;
}

double pow(double x, int exponent) noexcept {
  double result = 1.0, square = x;
  for (long left = std::abs(static_cast<long>(exponent)); left > 0; left /= 2) {
    if (left % 2) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1.0 / result : result;
}

}  // namespace limber::portable

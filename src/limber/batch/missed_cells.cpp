#include "limber/batch/missed_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace limber::batch {

Missed missed_of(std::span<const std::size_t> found_at) {
  const auto found_in = [&](std::size_t begin, std::size_t end) {
    const auto sum = std::accumulate(found_at.begin() + static_cast<std::ptrdiff_t>(begin),
                                     found_at.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0});
    return static_cast<double>(sum);
  };
  const std::size_t all = found_at.size();
  const double a = found_in(all / 4, all / 2), b = found_in(all / 2, all);
  constexpr double drawn = 10.0;  // as if so many more had been found before, and half as many after
  const double r = std::min(1.0, (b + 0.5 * drawn) / (a + drawn));
  // Three doublings and a third are ten times as many.
  const double ahead = r + r * r + r * r * r + r * r * r * r / 3.0,
               slope = 1.0 + 2.0 * r + 3.0 * r * r + 4.0 / 3.0 * r * r * r;
  const double expected = b * ahead;
  // All three are counts (Poisson): what comes, b and a.
  const double by_b = ahead + b * slope / (a + drawn), by_a = b * slope * r / (a + drawn);
  const double deviation = std::sqrt(expected + by_b * by_b * b + by_a * by_a * a);
  constexpr double none_found = 3.0;  // is what a count of 0 may mean
  return {static_cast<std::size_t>(std::lround(expected)),
          static_cast<std::size_t>(expected + none_found + 2.0 * deviation)};
}

}  // namespace limber::batch

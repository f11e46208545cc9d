// Coefficients of cubic pieces, from a tridiagonal system or from the neighbours of each sample.

#include "limber/motion/path_spline.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int forgotten_after = 32;  // keys

// Second derivatives of the natural spline at its keys.
std::vector<Vec3> natural_curvatures(const std::vector<double>& t, const std::vector<Vec3>& x) {
  const std::size_t count = t.size();
  std::vector<Vec3> m(count, Vec3::Zero());
  std::vector<double> diagonal(count, 1.0);
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
    diagonal[i] = 2.0 * (before + after);
    m[i] = 6.0 * ((x[i + 1] - x[i]) / after - (x[i] - x[i - 1]) / before);
    if (i > 1) {
      const double factor = before / diagonal[i - 1];
      diagonal[i] -= factor * before;
      m[i] -= factor * m[i - 1];
    }
  }
  for (std::size_t i = count; i-- > 1;) {
    if (i + 1 >= count) continue;
    if (i + 2 < count) m[i] -= (t[i + 1] - t[i]) * m[i + 1];
    m[i] /= diagonal[i];
  }
  return m;
}

}  // namespace

double within_period(double time, double start, double period) noexcept {
  if (period == 0.0) return time;
  const double turns = (time - start) / period;
  return start + (turns - std::floor(turns)) * period;
}

Repeated repeated(const std::vector<double>& times, double period) {
  const int count = static_cast<int>(times.size());
  const int rounds = (forgotten_after + count - 1) / count;
  Repeated result;
  result.first = rounds * count;
  for (int round = -rounds; round <= rounds; ++round) {
    for (int k = 0; k < count; ++k) {
      result.times.push_back(at(times, k) + round * period);
      result.keys.push_back(k);
    }
  }
  return result;
}

CubicPieces::CubicPieces(Through through, const std::vector<double>& given_times,
                         const std::vector<Vec3>& given_points, double period)
    : period_(period) {
  std::vector<double> t = given_times;
  std::vector<Vec3> x = given_points;
  std::size_t first = 0, pieces = t.size() - 1;
  if (period > 0.0) {
    const Repeated more = repeated(given_times, period);
    t = more.times;
    x.clear();
    for (const int key : more.keys) x.push_back(limber::at(given_points, key));
    first = static_cast<std::size_t>(more.first);
    pieces = given_times.size();
  }
  const auto slope = [&](std::size_t i) -> Vec3 {
    const std::size_t a = i == 0 ? 0 : i - 1, b = std::min(i + 1, t.size() - 1);
    return a == b ? Vec3(Vec3::Zero()) : Vec3((x[b] - x[a]) / (t[b] - t[a]));
  };
  const std::vector<Vec3> m = through == Through::keys ? natural_curvatures(t, x) : std::vector<Vec3>();
  for (std::size_t i = first; i < first + pieces; ++i) {
    const double h = t[i + 1] - t[i];
    const Vec3 chord = (x[i + 1] - x[i]) / h;
    Piece piece;
    piece.value = x[i];
    if (through == Through::keys) {
      piece.slope = chord - h / 6.0 * (2.0 * m[i] + m[i + 1]);
      piece.curvature = 0.5 * m[i];
      piece.third = (m[i + 1] - m[i]) / (6.0 * h);
    } else {
      const Vec3 left = slope(i), right = slope(i + 1);
      piece.slope = left;
      piece.curvature = (3.0 * chord - 2.0 * left - right) / h;
      piece.third = (left + right - 2.0 * chord) / (h * h);
    }
    times_.push_back(t[i]);
    pieces_.push_back(piece);
  }
  times_.push_back(t[first + pieces]);
  last_ = x[first + pieces];
}

PathPoint CubicPieces::at(double time) const noexcept {
  const double t = within_period(time, times_.front(), period_);
  if (pieces_.empty() || t >= times_.back()) return {.value = last_};
  if (!(t >= times_.front())) return {.value = pieces_.front().value};
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  const auto k = static_cast<std::size_t>(after - times_.begin()) - 1;
  const Piece& p = pieces_[k];
  const double s = t - times_[k];
  return {.value = p.value + s * (p.slope + s * (p.curvature + s * p.third)),
          .velocity = p.slope + s * (2.0 * p.curvature + 3.0 * s * p.third),
          .acceleration = 2.0 * p.curvature + 6.0 * s * p.third};
}

}  // namespace limber

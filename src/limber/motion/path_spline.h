#pragma once
// Cubic pieces between points in time, for paths.
//
//   between keys i and i + 1, h = t_(i+1) - t_i, s = t - t_i:
//   x = x_i + b_i s + c_i s^2 + d_i s^3
//
// through keys: the natural cubic spline (no curvature at the ends), or with a period the periodic one;
// through samples: the cubic with the slope (x_(i+1) - x_(i-1))/(t_(i+1) - t_(i-1)) at each.

#include <vector>

#include "limber/motion/path.h"

namespace limber {

class CubicPieces {
 public:
  CubicPieces() = default;
  enum class Through { keys, samples };
  // Times and points as checked by TargetPath.
  CubicPieces(Through through, const std::vector<double>& times, const std::vector<Vec3>& points,
              double period);

  PathPoint at(double time) const noexcept;

 private:
  struct Piece {
    Vec3 value, slope, curvature, third;  // x_i, b_i, c_i, d_i
  };
  std::vector<double> times_;  // where pieces begin, and at last where it ends
  std::vector<Piece> pieces_;
  Vec3 last_ = Vec3::Zero();
  double period_ = 0.0;
};

// The time within a period that begins at `start`; the time itself where the period is 0.
double within_period(double time, double start, double period) noexcept;

// Keys repeated before and after, so that what lies at the ends no longer matters in the middle: how many of
// them come first. A spline forgets by 0.27 per key: 32 of them leave 1e-18.
struct Repeated {
  std::vector<double> times;
  std::vector<int> keys;  // which key each is
  int first = 0;          // where the first period begins
};
Repeated repeated(const std::vector<double>& times, double period);

}  // namespace limber

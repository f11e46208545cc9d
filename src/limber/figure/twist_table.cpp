// Twist ranges by bilinear interpolation over azimuth and deviation of the swing.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/figure/joint.h"
#include "limber/math/portable.h"

namespace limber {

namespace {

// From a to b by the part t in [0, 1]; an unlimited neighbour makes everything but the other end unlimited.
double between(double a, double b, double t) {
  if (t == 0.0 || a == b) return a;
  if (t == 1.0) return b;
  return std::isfinite(a) ? a + t * (b - a) : a;
}

double slope(double a, double b) {
  return std::isfinite(a) && std::isfinite(b) ? b - a : 0.0;
}

// The four table entries around a swing and how far it is between them.
struct Cell {
  Range near_low, near_high, far_low, far_high;  // near, far: row; low, high: column
  double across, outward;                        // parts in [0, 1] along the azimuth and along the deviation
  double azimuth_scale, deviation_scale;         // d across/d alpha, d outward/d|s|
};

Cell cell_at(const TwistTable& table, const Vec2& swing) {
  const double turn = 2.0 * std::numbers::pi;
  double azimuth = portable::atan2(swing.y(), swing.x());
  if (azimuth < 0.0) azimuth += turn;
  Cell cell;
  cell.azimuth_scale = table.azimuths / turn;
  const double column = azimuth * cell.azimuth_scale;
  const int low = std::min(static_cast<int>(column), table.azimuths - 1);
  const int high = (low + 1) % table.azimuths;
  cell.across = std::min(column - low, 1.0);

  const double step = table.largest_deviation / (table.deviations - 1);
  const double row = swing.norm() / step;
  const bool beyond = !(row <= table.deviations - 1);
  const int near = beyond ? table.deviations - 2 : std::min(static_cast<int>(row), table.deviations - 2);
  cell.outward = beyond ? 1.0 : row - near;
  cell.deviation_scale = beyond ? 0.0 : 1.0 / step;

  const auto entry = [&](int r, int c) { return at(table.ranges, r * table.azimuths + c); };
  cell.near_low = entry(near, low);
  cell.near_high = entry(near, high);
  cell.far_low = entry(near + 1, low);
  cell.far_high = entry(near + 1, high);
  return cell;
}

double interpolated(const Cell& cell, double Range::*bound) {
  return between(between(cell.near_low.*bound, cell.near_high.*bound, cell.across),
                 between(cell.far_low.*bound, cell.far_high.*bound, cell.across), cell.outward);
}

Vec2 gradient_of(const Cell& cell, double Range::*bound, const Vec2& swing) {
  const double deviation = swing.norm();
  if (deviation == 0.0) return Vec2::Zero();
  const double by_azimuth =
      cell.azimuth_scale * between(slope(cell.near_low.*bound, cell.near_high.*bound),
                                   slope(cell.far_low.*bound, cell.far_high.*bound), cell.outward);
  const double by_deviation =
      cell.deviation_scale * slope(between(cell.near_low.*bound, cell.near_high.*bound, cell.across),
                                   between(cell.far_low.*bound, cell.far_high.*bound, cell.across));
  const Vec2 outward = swing / deviation;
  return by_deviation * outward + by_azimuth / deviation * Vec2(-outward.y(), outward.x());
}

}  // namespace

Range TwistTable::at(const Vec2& swing) const {
  const Cell cell = cell_at(*this, swing);
  return {interpolated(cell, &Range::min), interpolated(cell, &Range::max)};
}

TwistTable::Gradient TwistTable::gradient(const Vec2& swing) const {
  const Cell cell = cell_at(*this, swing);
  return {gradient_of(cell, &Range::min, swing), gradient_of(cell, &Range::max, swing)};
}

}  // namespace limber

// The algorithm of Gilbert, Johnson and Keerthi (gjk.h).

#include "limber/shapes/gjk.h"

#include <array>
#include <cmath>
#include <limits>

#include "limber/base/ids.h"

namespace limber {

namespace {

constexpr int most_rounds = 100;

// Barycentric coordinates of the point of the line or plane nearest to the origin; false if it is not inside
// the points, or they are nearly dependent.
using Weights = std::array<double, 4>;

bool on_line(const Vec3& p, const Vec3& q, Weights& weights) {
  const Vec3 e = q - p;
  const double length2 = e.squaredNorm(), t = -p.dot(e);
  if (!(t > 0.0 && t < length2)) return false;
  weights = {1.0 - t / length2, t / length2, 0.0, 0.0};
  return true;
}

bool on_triangle(const Vec3& p, const Vec3& q, const Vec3& r, Weights& weights) {
  const Vec3 n = (q - p).cross(r - p);
  const double area2 = n.squaredNorm();
  if (!(area2 > 1e-28 * (q - p).squaredNorm() * (r - p).squaredNorm())) return false;
  const double to_p = q.cross(r).dot(n), to_q = r.cross(p).dot(n), to_r = p.cross(q).dot(n);
  if (!(to_p > 0.0 && to_q > 0.0 && to_r > 0.0)) return false;
  const double sum = to_p + to_q + to_r;
  weights = {to_p / sum, to_q / sum, to_r / sum, 0.0};
  return true;
}

bool in_tetrahedron(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const double volume = (q - p).dot((r - p).cross(s - p));
  const double sizes = (q - p).norm() * (r - p).norm() * (s - p).norm();
  if (!(std::abs(volume) > 1e-12 * sizes)) return false;
  const double side = std::copysign(1.0, volume);
  return side * q.dot(r.cross(s)) >= 0.0 && side * -p.dot(r.cross(s)) >= 0.0 &&
         side * p.dot(q.cross(s)) >= 0.0 && side * -p.dot(q.cross(r)) >= 0.0;
}

}  // namespace

DifferencePoint support(const Solid& a, const Solid& b, const Vec3& n) noexcept {
  DifferencePoint point;
  point.a = support(a, n);
  point.b = support(b, -n);
  point.w = point.a - point.b;
  return point;
}

Gjk::Gjk(const Solid& a, const Solid& b) noexcept
    : a_(a), b_(b), size_(reach(a) + reach(b)), v_(a.center - b.center), on_a_(a.center), on_b_(b.center) {}

bool Gjk::separate(double tolerance) noexcept {
  for (int round = 0; round < most_rounds; ++round) {
    const double length = v_.norm();
    if (holds_origin_ || !(length > 1e-13 * size_)) return false;
    if (count_ > 0 && length - lower_ <= tolerance * length) return true;
    const DifferencePoint point = support(a_, b_, -v_);
    lower_ = std::max(lower_, v_.dot(point.w) / length);
    if (count_ > 0 && length - lower_ <= tolerance * length) return true;
    if (!advance_to(point, length, round > 0)) return true;
  }
  return true;
}

bool Gjk::is_beyond(double gap) noexcept {
  for (int round = 0; round < most_rounds; ++round) {
    const double length = v_.norm();
    if (holds_origin_ || !(length > 1e-13 * size_)) return false;
    if (lower_ > gap) return true;
    if (count_ > 0 && length <= gap) return false;
    const DifferencePoint point = support(a_, b_, -v_);
    lower_ = std::max(lower_, v_.dot(point.w) / length);
    if (lower_ > gap) return true;
    if (!advance_to(point, length, round > 0)) break;
  }
  return v_.norm() > gap;
}

bool Gjk::advance_to(const DifferencePoint& point, double length, bool must_come_nearer) noexcept {
  for (int k = 0; k < count_; ++k) {
    if (points_[k].w == point.w) return false;
  }
  if (count_ == 4) return false;
  points_[count_++] = point;
  move_to_nearest();
  return !must_come_nearer || holds_origin_ || v_.norm() < length;
}

// The nearest point of the hull involves the newest point. Tries all subsets with it and keeps the one whose
// nearest point lies inside it and is nearest.
void Gjk::move_to_nearest() noexcept {
  const int newest = count_ - 1;
  double best = std::numeric_limits<double>::infinity();
  int chosen[4] = {newest, 0, 0, 0}, chosen_count = 0;
  Weights chosen_weights = {1.0, 0.0, 0.0, 0.0};
  for (int set = 0; set < (1 << newest); ++set) {
    int members[4] = {newest, 0, 0, 0}, size = 1;
    for (int k = 0; k < newest; ++k) {
      if (set & (1 << k)) members[size++] = k;
    }
    const auto w = [&](int k) -> const Vec3& { return points_[members[k]].w; };
    Weights weights = {1.0, 0.0, 0.0, 0.0};
    if (size == 2 && !on_line(w(0), w(1), weights)) continue;
    if (size == 3 && !on_triangle(w(0), w(1), w(2), weights)) continue;
    if (size == 4) {
      if (in_tetrahedron(w(0), w(1), w(2), w(3))) holds_origin_ = true;
      continue;
    }
    Vec3 v = Vec3::Zero();
    for (int k = 0; k < size; ++k) v += at(weights, k) * w(k);
    if (v.squaredNorm() < best) {
      best = v.squaredNorm();
      chosen_count = size;
      chosen_weights = weights;
      for (int k = 0; k < size; ++k) chosen[k] = members[k];
    }
  }
  DifferencePoint kept[4];
  on_a_ = on_b_ = Vec3::Zero();
  for (int k = 0; k < chosen_count; ++k) {
    kept[k] = points_[chosen[k]];
    on_a_ += at(chosen_weights, k) * kept[k].a;
    on_b_ += at(chosen_weights, k) * kept[k].b;
  }
  for (int k = 0; k < chosen_count; ++k) points_[k] = kept[k];
  count_ = chosen_count;
  v_ = on_a_ - on_b_;
}

}  // namespace limber

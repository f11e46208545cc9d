#pragma once
// Two cores as one: the difference C = A - B holds the origin when they overlap, and its point nearest to the
// origin joins their nearest points.
//
//   v = a - b,   |v| = min over C,      v.w/|v| <= distance <= |v|      w = the point of C farthest along -v
//
// The method of Gilbert, Johnson and Keerthi keeps at most four points of C, moves to the point of their hull
// nearest to the origin, and adds the point of C farthest against it, until the two bounds meet. Exact after
// a few rounds for solids with flat faces, a good start for contact_newton.h for all others.

#include "limber/shapes/solid.h"

namespace limber {

struct DifferencePoint {
  Vec3 w;     // a - b
  Vec3 a, b;  // in A and in B
};

// The point of A - B farthest along n.
DifferencePoint support(const Solid& a, const Solid& b, const Vec3& n) noexcept;

class Gjk {
 public:
  Gjk(const Solid& a, const Solid& b) noexcept;

  // Goes on until the bounds are within `tolerance` (relative to the distance). False when it shows that the
  // cores overlap, or touch as far as rounding can tell.
  bool separate(double tolerance) noexcept;

  const Vec3& on_a() const { return on_a_; }
  const Vec3& on_b() const { return on_b_; }
  const Vec3& gap() const { return v_; }         // on_a - on_b
  double lower_bound() const { return lower_; }  // [m] the distance is at least this

 private:
  void move_to_nearest() noexcept;

  const Solid& a_;
  const Solid& b_;
  double size_;
  DifferencePoint points_[4];
  int count_ = 0;
  bool holds_origin_ = false;
  Vec3 v_, on_a_, on_b_;
  double lower_ = 0.0;
};

}  // namespace limber

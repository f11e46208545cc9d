#pragma once
// The distance of two cores by the difference C = A - B: it contains the origin if they overlap; otherwise
// its point nearest to the origin is the difference of their closest points.
//
//   v = a - b,   |v| = min over C,      v.w/|v| <= distance <= |v|      w = the point of C farthest along -v
//
// The algorithm of Gilbert, Johnson and Keerthi keeps at most four points of C, moves to the point of their
// hull nearest to the origin, and adds the point of C farthest in the opposite direction, until the two
// bounds meet. Exact after a few rounds for solids with flat faces, a good start for contact_newton.h for all
// others.

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

  // Continues until the bounds differ by at most `tolerance` (relative to the distance). False if the cores
  // overlap or touch to within rounding.
  bool separate(double tolerance) noexcept;

  // Continues until it is known whether the cores are farther apart than `gap` [m].
  bool is_beyond(double gap) noexcept;

  const Vec3& on_a() const { return on_a_; }
  const Vec3& on_b() const { return on_b_; }
  const Vec3& gap() const { return v_; }         // on_a - on_b
  double lower_bound() const { return lower_; }  // [m] the distance is at least this

 private:
  // Adds the point of C farthest along -v. False: v, `length` long before, is as near as rounding allows.
  bool advance_to(const DifferencePoint& point, double length, bool must_come_nearer) noexcept;
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

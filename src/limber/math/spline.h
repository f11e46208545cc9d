#pragma once
// Smooth curves through keys: at the times t_0 < t_1 < ... the values y_0, y_1, ...
//
//   s(t) = sum_k L_k(t) y_k          the natural cubic spline: value, rate and curvature continuous (C2), no
//                                    curvature at the ends
//   q(t) = q_0 exp(F_1(t) d_1) exp(F_2(t) d_2) ...
//                                    the same for orientations: d_k = log(q_(k-1)^-1 q_k), the shortest turn
//                                    from one key to the next, and F_k = L_k + L_(k+1) + ... its share at
//                                    time t
//
// L_k is the spline through 1 at key k and 0 at all others; it fades like 0.27 per key away from k. At key i
// the shares F_1 .. F_i are 1 and the others 0, so q passes through the keys, whatever they are: nothing has
// to be solved, and nothing can fail to converge. As F is C2 and exp is smooth, q is C2 (angular velocity and
// acceleration are continuous). Turns about one axis give the spline of the angle. Turning all keys, in the
// world or in the body, turns the curve.
//
// The weights L_k(t) are the same for all joints of a figure: they are worked out once for a time. Before the
// first key and after the last the curve stands still; one key is a constant, two are joined by a steady
// turn.

#include <span>
#include <vector>

#include "limber/math/types.h"

namespace limber {

// The weight of every key at one time, and its derivatives.
struct SplineWeights {
  std::vector<double> value;      // L_k; their sum is 1
  std::vector<double> rate;       // dL_k/dt [1/s]
  std::vector<double> curvature;  // d2L_k/dt2 [1/s^2]
};

class SplineTimes {
 public:
  // Throws std::invalid_argument unless the times are finite and each is later than the one before; at least
  // one.
  explicit SplineTimes(std::vector<double> times);

  std::span<const double> times() const { return times_; }
  SplineWeights weights(double time) const;
  void weights(double time, SplineWeights& weights) const;  // reuses its memory

 private:
  void solve(std::span<double> right_hand_side) const;
  void spread(std::size_t left, double at_left, double at_right, std::vector<double>& weights,
              std::vector<double>& scratch) const;

  std::vector<double> times_;
  std::vector<double> steps_;     // times_[i + 1] - times_[i]
  std::vector<double> diagonal_;  // of the factorised equations of the second derivatives, interior keys only
};

double spline_value(const SplineWeights& weights, std::span<const double> values);

// A turning body: orientation, and angular velocity and acceleration in its own frame.
struct Turning {
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();      // [rad/s]
  Vec3 acceleration = Vec3::Zero();  // [rad/s^2]
};

// Shortest turns d_1, d_2, ... between unit quaternions. q and -q give the same turns.
std::vector<Vec3> turns_between(std::span<const Quat> keys);

Quat spline_orientation(const SplineWeights& weights, const Quat& first, std::span<const Vec3> turns);
Turning spline_turning(const SplineWeights& weights, const Quat& first, std::span<const Vec3> turns);

}  // namespace limber

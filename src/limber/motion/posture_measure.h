#pragma once
// What a redundant figure keeps minimal: g(q), with gradient and second derivatives.
//
//   g = sum_i w_i |d_i|^p,   d = difference(posture, reference),   p = 2, 4, ...
//
//   hinge, slide, elbow, swing   d_i = r_i - q_i:   grad = -w p |d|^(p-1) sign(d),   H = w p (p-1) |d|^(p-2)
//   ball (one weight)            d a rotation vector, |d| its angle:  grad = -w p |d|^(p-2) d,
//                                H = w p (|d|^(p-2) L(-d)^-1 + (p-2) |d|^(p-4) d d^T)
//   free                         left out: where a figure stands is no part of its posture
//
// Or anything, by a function. Where H vanishes (p > 2 at the reference) its diagonal has a floor.

#include <Eigen/Dense>
#include <functional>

#include "limber/figure/figure.h"

namespace limber {

struct PostureMeasure {
  Posture reference;                 // empty: rest
  std::vector<double> weights = {};  // per degree of freedom, >= 0; empty: all 1
  int power = 2;                     // even, >= 2
  // If given: instead of the above. Adds to a gradient and a matrix of zeros.
  std::function<void(const Posture&, VecX& gradient, Eigen::MatrixXd& hessian)> custom = {};
};

// The middle of every range; joints that are not limited on both sides have no weight. w = (m/half_width)^2,
// m the mean half width, at most 4, as the criterion MidRange has it; of revolute, prismatic and elbow
// joints.
PostureMeasure middle_of_ranges(const Figure& figure);

class MeasuredPosture {
 public:
  // Throws std::invalid_argument for a power that is not even and weights that do not fit.
  MeasuredPosture(const Figure& figure, PostureMeasure measure);

  void look_at(const Posture& posture);  // allocates only for a function
  const VecX& gradient() const { return gradient_; }
  // The diagonal of H, at least the floor; and all of it.
  const VecX& diagonal() const { return diagonal_; }
  void hessian(Eigen::MatrixXd& matrix) const;
  double value() const { return value_; }
  bool is_diagonal() const { return is_diagonal_; }

  static constexpr double floor_share =
      1e-3;  // of the largest entry: less would make a joint move for nothing
  static constexpr double least_floor = 1e-8;

 private:
  void add_ball(const Posture& posture, JointId joint);
  Figure figure_;
  PostureMeasure measure_;
  VecX difference_, gradient_, diagonal_;
  Eigen::MatrixXd full_;  // of functions and balls
  double value_ = 0.0;
  bool is_diagonal_ = true;
};

}  // namespace limber

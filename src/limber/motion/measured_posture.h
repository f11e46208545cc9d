#pragma once
// A posture measure at a posture: g, its gradient and its second derivatives.
//
//   hinge, slide, elbow, swing   d_i = r_i - q_i:   grad = -w p |d|^(p-1) sign(d),   H = w p (p-1) |d|^(p-2)
//   ball (one weight)            d a rotation vector, |d| its angle:  grad = -w p |d|^(p-2) d,
//                                H = w p (|d|^(p-2) L(-d)^-1 + (p-2) |d|^(p-4) d d^T)
//   free                         left out: where a figure stands is no part of its posture
//
// Where H vanishes (p > 2 at the reference) its diagonal has a floor.

#include <Eigen/Dense>

#include "limber/motion/posture_measure.h"

namespace limber {

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

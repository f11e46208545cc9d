#pragma once
// What a redundant figure keeps minimal in motion, with second derivatives that redundancy methods use:
//
//   g = sum_i w_i |d_i|^p,   d = difference(posture, reference),   p = 2, 4, ...
//
// Weighted squares for p = 2; with a higher p large deviations count, small ones hardly. Of a ball joint |d|
// is its angle; free joints are left out: where a figure stands is no part of its posture. Or anything, by a
// function.

#include <functional>

#include "limber/figure/figure.h"

namespace limber {

struct PostureMeasure {
  Posture reference;                 // empty: rest
  std::vector<double> weights = {};  // per degree of freedom, >= 0; empty: all 1
  int power = 2;                     // even, >= 2
  // If given: instead of the above. Returns g, and adds its derivatives to a gradient and a matrix of zeros.
  std::function<double(const Posture&, VecX& gradient, Eigen::MatrixXd& hessian)> custom = {};
};

// The middle of every range; joints that are not limited on both sides have no weight. w = (m/half_width)^2,
// m the mean half width, at most 4, as the criterion MidRange has it; of revolute, prismatic and elbow
// joints.
PostureMeasure middle_of_ranges(const Figure& figure);

}  // namespace limber

#pragma once
// The motion of Tevatia and Schaal 2000: the tip of a planar arm of 1 m draws circles of 0.2 m across, once a
// second or as set, while a criterion g is to stay minimal (limber/motion/redundancy.h has the methods).

#include <vector>

#include "limber/motion/measured_posture.h"
#include "limber/motion/redundancy.h"

namespace limber::experiments {

struct CircleSettings {
  RedundancyMethod method = RedundancyMethod::pseudo_inverse;
  PostureMeasure measure = {};
  double gain = 10.0;  // [1/s]
  int joints = 10;
  int cycles = 6;
  Vec3 center = Vec3(0.45, 0.25, 0);
  bool flipped = false;      // the second derivatives of the tip with the other sign
  double period = 1.0;       // [s] of a circle
  double time_step = 0.002;  // [s]
  EstimateTuning tuning = {};
};

struct CircleTrace {
  int cycle = 500;                 // steps
  std::vector<double> gradient;    // |G| after every step
  std::vector<VecX> at_cycle_end;  // joints
  double tracking = 0.0;           // [m] largest error of the tip in the last cycle
  double mean_square_step = 0.0;   // [rad^2] |dq|^2 in the last cycle

  double last_gradient() const;  // largest of the last cycle
  double rms() const;            // of the last cycle
  double offset() const { return (at_cycle_end.back() - at_cycle_end[at_cycle_end.size() - 2]).norm(); }
};

// From an uneven posture, far from the best.
CircleTrace draw_circles(const CircleSettings& settings);

// How far V^T V is from the identity (Frobenius) after each circle, V the basis of the freedom that the tip
// leaves, taken from step to step along the extended Jacobian's motion.
struct BasisDrift {
  std::vector<double> projected;  // by the paper's equation 21: V <- V_svd V_svd^T V
  std::vector<double> turned;     // by the polar factor, as limber/motion/redundancy.h does
};
BasisDrift basis_drift(const CircleSettings& settings);

// Of the velocities of two settings along the way of the first, largest and relative.
double largest_difference(const CircleSettings& a, const CircleSettings& b);

}  // namespace limber::experiments

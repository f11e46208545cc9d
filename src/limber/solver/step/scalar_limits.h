#pragma once
// Limits of single joint values: revolute, prismatic, elbow and swing coordinates.
//
//   min <= q <= max,      as bounds of a step     (min - q) / scale <= y <= (max - q) / scale
//
// Kept as runs of values and degrees of freedom that lie side by side, so that loops over them vectorise.

#include <vector>

#include "limber/figure/joint.h"
#include "limber/figure/posture.h"

namespace limber {

class ScalarLimits {
 public:
  // In increasing order of both numbers.
  void add(int dof, int value, const Range& range);

  // Calls visit(dof, lower, upper) with the bounds of dq, which contain 0 whatever the posture.
  template <class Visit>
  void for_bounds(const Posture& posture, Visit&& visit) const {
    for (const Run& run : runs_) {
      for (int i = 0; i < run.count; ++i) {
        const double value = posture.values[run.value + i];
        const auto k = static_cast<std::size_t>(run.first + i);
        visit(run.dof + i, min_[k] - value < 0.0 ? min_[k] - value : 0.0,
              max_[k] - value > 0.0 ? max_[k] - value : 0.0);
      }
    }
  }
  // The same into two rows, by degree of freedom; those without a limit are left as they are.
  void write_bounds(const Posture& posture, double* lower, double* upper) const noexcept;

  // Every value to the nearest allowed one. Returns the largest change.
  double bring_inside(Posture& posture) const noexcept;

 private:
  struct Run {
    int dof, value, first, count;  // first: in min_ and max_
  };
  std::vector<Run> runs_;
  std::vector<double> min_, max_;
};

}  // namespace limber

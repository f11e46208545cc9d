#pragma once
// A motion: postures of one figure at times. What a BVH or glTF file holds beside its skeleton, and what
// tracking and retargeting give.
//
//   posture(t) = postures[k] moved by u difference(postures[k], postures[k + 1]),
//   u = (t - times[k])/(times[k + 1] - times[k]);    before the first and after the last: those

#include <string>
#include <vector>

#include "limber/figure/posture.h"

namespace limber {

struct Motion {
  std::string name;               // what is shown; may be empty
  std::vector<double> times;      // [s] increasing
  std::vector<Posture> postures;  // one for each time, of the figure the motion is for
  bool operator==(const Motion&) const = default;

  bool empty() const { return times.empty(); }
  double duration() const { return times.empty() ? 0.0 : times.back() - times.front(); }  // [s]
};

// The posture at a time; the motion must have one posture at least.
Posture posture_at(const Figure& figure, const Motion& motion, double time);

// Evenly spaced postures: times k * step from 0.
Motion evenly_spaced(std::vector<Posture> postures, double step, std::string name = "");

}  // namespace limber

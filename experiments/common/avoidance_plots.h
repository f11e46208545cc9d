#pragma once
// Plots of the reference trunk among obstacles, and of its runs.

#include "experiments/common/avoidance_runs.h"
#include "experiments/report/plot.h"

namespace limber::experiments {

// A run, recorded frame by frame.
struct FilmedRun {
  Measures measures;
  std::vector<double> clearance, bend;  // [lengths], [rad]
  std::vector<Posture> postures;
  // The frame with the sharpest bend.
  std::size_t sharpest() const;
};
FilmedRun film(const Course& course, const AvoidanceOptions& options);

// The trunk as an arm, seen along z.
Series trunk_from_above(const Figure& figure, const Posture& posture, const std::string& label, Tone tone);

// The outlines of balls, seen along z; only the first has the label.
std::vector<Series> balls_from_above(const World& world, const std::string& label);

// Values frame by frame, times a factor.
Series over_frames(const std::vector<double>& values, const std::string& label, Tone tone,
                   double factor = 1.0);

}  // namespace limber::experiments

#pragma once
// Finds the numbers of a technique for a course: those that keep the clearance and smoothness that are asked
// for, or the best there are and what they come to.
//
//   shortfall = sum over the wishes of how far each is missed, in shares of what was asked
//
// First every combination of decades (as the table of parameters says where to look), then from the best of
// them in half, quarter, ... decades, one parameter after the other. 0 shortfall: all wishes come true; of
// several such the one with the smallest mean error, then the weakest. Deterministic; each trial runs the
// whole course.

#include <functional>
#include <string>

#include "limber/avoidance/course.h"

namespace limber {

struct TuningWishes {
  double clearance = 0.0;                                       // [m] kept in every frame
  double bend = std::numeric_limits<double>::infinity();        // [rad] at most
  double mean_error = std::numeric_limits<double>::infinity();  // [unit of the task] at most
  int reversals = std::numeric_limits<int>::max();              // at most
};

struct TuningTrial {
  AvoidanceOptions avoidance;
  ClearanceOptions clearance;  // of the solver's own technique
  Measures measures;
  double shortfall = std::numeric_limits<double>::infinity();
};

struct TuningOptions {
  int refinements = 4;  // 0..12: halvings of the decade
  // After every trial: 0..1 of all there may be, and what was tried. false ends the search.
  std::function<bool(double done, const TuningTrial& trial)> progress = {};
};

struct TuningResult {
  bool found = false;  // the best fulfils all wishes
  bool cancelled = false;
  TuningTrial best;
  int trials = 0;
};

double shortfall(const Measures& measures, const TuningWishes& wishes);

// `start`: the technique, and all numbers that are not tuned. Throws std::invalid_argument as run() does.
TuningResult tune(const Course& course, const AvoidanceOptions& start, const TuningWishes& wishes,
                  const TuningOptions& options = {});

// "gain 0.001: clearance 0.12 m, ...": one sentence about a trial, in the words of the table.
std::string in_words(const TuningTrial& trial);
std::string in_words(const TuningResult& result, const TuningWishes& wishes);

}  // namespace limber

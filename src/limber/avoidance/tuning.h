#pragma once
// Finds parameters of a technique that keep the requested clearance and smoothness on a course, or the best
// parameters it can find and what they achieve.
//
//   shortfall = sum over the wishes of how far each is missed, relative to the wish
//
// First tries every combination of decades in the ranges of the parameter table, then refines the best one by
// half, quarter, ... decades, one parameter after the other. A shortfall of 0 means all wishes are met; of
// several such trials the one with the smallest mean error wins, then the weakest. Deterministic; every trial
// runs the whole course.

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
  // Called after every trial with the share of all trials done, 0..1; false cancels the search.
  std::function<bool(double done, const TuningTrial& trial)> progress = {};
};

struct TuningResult {
  bool found = false;  // the best trial meets all wishes
  bool cancelled = false;
  TuningTrial best;
  int trials = 0;
};

double shortfall(const Measures& measures, const TuningWishes& wishes);

// `start`: the technique and all parameters that are not tuned. Throws std::invalid_argument as run() does.
TuningResult tune(const Course& course, const AvoidanceOptions& start, const TuningWishes& wishes,
                  const TuningOptions& options = {});

// "gain 0.001: clearance 0.12 m, ...": one sentence about a trial, with the keys of the parameter table.
std::string in_words(const TuningTrial& trial);
std::string in_words(const TuningResult& result, const TuningWishes& wishes);

}  // namespace limber

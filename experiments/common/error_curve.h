#pragma once
// Errors step by step as a series for a logarithmic axis; errors up to `least` lie on its lower edge.

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/report/plot.h"

namespace limber::experiments {

inline Series error_curve(const std::vector<double>& values, const std::string& label, Tone tone,
                          double least = 0.0) {
  Series series{.label = label, .tone = tone};
  for (std::size_t k = 0; k < values.size(); ++k)
    series.points.emplace_back(double(k + 1), std::max(values[k] - least, 1e-16));
  return series;
}

}  // namespace limber::experiments

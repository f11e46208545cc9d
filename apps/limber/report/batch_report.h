#pragma once
// The output of `limber solve --batch`: a summary in words, and every goal as CSV or JSON.

#include <string>

#include "limber/batch/solve_many.h"

namespace limber::cli {

struct BatchOutcome {
  const Figure& figure;
  FrameId frame;
  ManyReport report;
  double seconds = 0.0;
  int threads = 1;
};

std::string batch_text(const BatchOutcome& outcome);
// A row per goal: goal,satisfied,position_error,orientation_error,restarts and the parameters of every joint.
// Goals that were not tried have none. `first`: the number of the report's first goal among all, from 0.
std::string batch_csv_header(const Figure& figure);
std::string batch_csv_rows(const Figure& figure, const ManyReport& report, std::size_t first);
std::string batch_json(const BatchOutcome& outcome);

}  // namespace limber::cli

#pragma once
// The output of `limber place`.

#include <string>

#include "limber/batch/solve_many.h"
#include "terminal/terminal.h"

namespace limber::cli {

struct PlaceOutcome {
  const Figure& figure;
  FrameId frame;
  std::size_t poses;
  PlaceReport report;
  double seconds = 0.0;
};

std::string place_text(const PlaceOutcome& outcome, const Terminal& terminal);
std::string place_json(const PlaceOutcome& outcome);

}  // namespace limber::cli

#pragma once
// limber solve --batch: one frame of a figure brought to every pose of a file.

#include <string>

#include "limber/batch/solve_many.h"
#include "terminal/exit_code.h"

namespace limber::cli {

struct BatchOptions {
  std::string figure, goals, frame, out;
  std::string in;           // goals are seen from this frame; empty: from the world
  std::string gaze;         // "0,0,1": this axis of the frame faces the goals; empty: the frame goes there
  double tolerance = 1e-4;  // [m] and [rad]
  int restarts = 100;
  int threads = 0;  // 0: as many as there are processors
  Device device = Device::automatic;
  bool clear = false;  // of the figure itself also where there are no obstacles
  bool json = false;
  bool strict = false;
  bool force = false;
};

ExitCode run_batch(const BatchOptions& options);

}  // namespace limber::cli

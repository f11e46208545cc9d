#include "limber/batch/choose_device.h"

namespace limber::batch {

namespace {

// A GPU takes over the solving; looking at the answers stays with the processors and is about half of it.
constexpr double solving_share = 0.5;
// How much faster the GPU solves than so many threads: the least of all figures that were measured.
constexpr double least_gain = 2.6;
constexpr int measured_threads = 16, measured_lanes = 8;

}  // namespace

double set_up_seconds(GpuSetUp set_up) {
  switch (set_up) {
    case GpuSetUp::nothing:
      return 1.0;  // its context, the compiler, the program
    case GpuSetUp::program_on_disk:
      return 0.5;  // its context, the program
    case GpuSetUp::running:
      break;
  }
  return 0.05;  // memory, the table of starts
}

double seconds_saved(const RestOfBatch& rest, double time_ratio) {
  const double gain = least_gain * measured_threads * measured_lanes /
                      (static_cast<double>(rest.threads) * static_cast<double>(rest.lanes));
  const double saved_share = time_ratio > 0.0 ? 1.0 - time_ratio : solving_share * (1.0 - 1.0 / gain);
  return static_cast<double>(rest.problems) * rest.seconds_per_problem * saved_share;
}

}  // namespace limber::batch

#pragma once
// Whether a GPU would answer the rest of a batch sooner than the processors, for whoever waits for all of it.
//
// Who is sooner depends on the figure more than on anything else: a goal of an arm costs the processors
// 0.2 microseconds, one of a person among obstacles 30. So the processors answer the first problems, which
// tells what the others would cost them. docs/gpu.md has what the numbers here were measured on.

#include <cstddef>

namespace limber::batch {

// The rest of a batch, once the processors have answered some of it.
struct RestOfBatch {
  std::size_t problems = 0;          // in this call and those that were announced
  double seconds_per_problem = 0.0;  // [s] on all threads together, looking at the answers included
  int threads = 1;
  int lanes = 8;  // of their vector registers
};

// How far a GPU is from solving for a figure, and how fast it has been.
enum class GpuSetUp { nothing, program_on_disk, running };
struct GpuState {
  GpuSetUp set_up = GpuSetUp::nothing;
  // Its time for a problem over that of the processors, where an earlier batch has measured both; 0: unknown.
  double time_ratio = 0.0;
};

double set_up_seconds(GpuSetUp set_up);
// [s] that a GPU would save, its set-up not counted; below 0 it would be slower.
double seconds_saved(const RestOfBatch& rest, double time_ratio);

inline bool is_gpu_sooner(const RestOfBatch& rest, const GpuState& gpu) {
  return seconds_saved(rest, gpu.time_ratio) > set_up_seconds(gpu.set_up);
}

}  // namespace limber::batch

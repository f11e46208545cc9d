#pragma once
// The batch solver on a GPU.
//
//   Expected<std::unique_ptr<GpuBatch>> batch = GpuBatch::make(problem, 1'000'000);
//   fill (*batch)->goals();  (*batch)->solve(count);  read (*batch)->winner(), (*batch)->states()
//
// Attempts are tried in stages: at first a few in a row by one team per problem, then, for the problems that
// are left, many at once. Which team tries what changes no answer: the lowest attempt that arrives counts.

#include <cstddef>
#include <memory>
#include <string>

#include "limber/base/expected.h"
#include "limber/batch/choose_device.h"
#include "limber/batch/problem.h"

namespace limber::batch {

// Whether there may be a GPU at all: asks no device.
bool has_gpu_libraries();

// The first GPU of this machine, by name; or why there is none.
Expected<std::string> gpu_name();

// Found out without the driver.
GpuState gpu_state(const Problem& problem);

// Everything is in a context of our own, which no other user of the GPU can reset. It is null before the
// first batch, and after a GPU was lost; the next batch tries to make another. For benchmarks, which break
// it on purpose.
void* gpu_context();

// Problems that a GPU takes at a time: enough to fill it, and progress can be told in between. Tests have
// less.
inline std::size_t gpu_share = 1 << 18;

class GpuBatch {
 public:
  static constexpr int nobody = 0x7fffffff;  // in winner(): no attempt arrived

  // Compiles for this figure, or takes what an earlier call compiled. The error is a sentence.
  static Expected<std::unique_ptr<GpuBatch>> make(const Problem& problem, std::size_t most_problems);
  ~GpuBatch();

  // In memory that the GPU copies from and to directly; answers are those of the last solve().
  double* goals();               // room for most_problems, Model::goal_size numbers each
  const int* winner() const;     // the attempt that arrived
  const double* misses() const;  // see Answer
  const double* states() const;  // Model::states numbers each

  // An error is a sentence; then no answer of this call counts, and the GPU is given up by this batch.
  Expected<bool> solve(std::size_t count);

  double kernel_seconds() const;    // of the last solve, between the copies
  const std::string& note() const;  // one sentence: why the program is not kept for the next run; or empty
  void remember_time_ratio(double ratio);  // for gpu_state(), as long as this GPU is in use

 private:
  struct State;
  explicit GpuBatch(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace limber::batch

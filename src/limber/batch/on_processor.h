#pragma once
// The batch solver on a processor: several problems at once in the lanes of the vector registers. A lane
// whose attempt has ended takes the next start of its problem, or the next problem.

#include <cstddef>
#include <functional>
#include <optional>

#include "limber/batch/problem.h"

namespace limber::batch {

struct Job {
  std::size_t number;
  const double* goal;  // Model::goal_size numbers
};
using NextJob = std::function<std::optional<Job>()>;
// `state`: Model::states numbers that live until the call returns.
using Finished = std::function<void(std::size_t number, const Answer&, const double* state)>;

// Whether a state that has arrived is clear, by exact distances.
using IsClear = std::function<bool(const double* state)>;

// Until `next` has no more; on one thread. `lanes` 2, 4 or 8: as many as the machine has. With `is_clear`
// all attempts are made and it is asked in place of the capsules; without it, Problem::capsule_attempts.
void solve_on_processor(const Problem& problem, const NextJob& next, const Finished& finished,
                        const IsClear& is_clear = {});
void solve_on_processor(const Problem& problem, int lanes, const NextJob& next, const Finished& finished);
int lanes_here();

}  // namespace limber::batch

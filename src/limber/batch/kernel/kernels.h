#pragma once
// The kernels, compiled at run time for one figure: LIMBER_TEAM is 1 (a thread per problem, all in registers)
// or 32 (a warp per problem, in shared memory). `model` is defined by the text that comes before this.
//
// A ticket is a problem and some attempts in a row. Teams take tickets until there are no more, so that one
// hard problem does not keep its neighbours waiting.

#include "limber/batch/kernel/attempt.h"
#include "limber/batch/kernel/filter.h"
#include "limber/batch/kernel/step.h"

namespace limber::batch {

constexpr int nobody = 0x7fffffff;

struct Team {
  static constexpr int size = LIMBER_TEAM;
  static __device__ __forceinline__ int member() {
    if constexpr (size == 1) return 0;
    return static_cast<int>(threadIdx.x) % 32;
  }
  static __device__ __forceinline__ void sync() {
    if constexpr (size > 1) __syncwarp();
  }
};

// Nothing has stopped a joint yet.
__device__ __forceinline__ void free_all(const Team& team, Work<Scalar>& work) {
  LIMBER_EACH(d, 0, model.dofs) work.is_free[d] = 1.0f;
  if constexpr (!has::axes) return;
  LIMBER_EACH(k, 0, 9 * model.limits) work.axes[model.limit[k / 9].axes][k % 9] = first_axes(k % 9);
}

// Whether what has arrived counts; see kernel/filter.h.
__device__ __forceinline__ bool passes(const Team& team, const Work<Scalar>& work) {
  if (model.couplings == 0 && model.near_pairs == 0) return true;
  bool is_good = true;
  LIMBER_EACH(c, 0, model.couplings) {
    const double sum = coupling_sum<Scalar>(model, model.coupling[c], work.state);
    is_good = is_good && sum >= model.coupling[c].low && sum <= model.coupling[c].high;
  }
  LIMBER_EACH(p, 0, model.near_pairs) {
    const NearPair& pair = model.near_pair[p];
    double pose[12], ends[6], other[6] = {};
    pose_of(work, model.rod[pair.rod].element, pose);
    place_rod(model.rod[pair.rod], pose, ends);
    if (pair.kind == with_rod) {
      pose_of(work, model.rod[pair.other].element, pose);
      place_rod(model.rod[pair.other], pose, other);
    }
    is_good = is_good && is_apart(model, pair, ends, other);
  }
#if LIMBER_TEAM > 1
  is_good = __all_sync(0xffffffffu, is_good);
#endif
  return is_good;
}

struct Ticket {
  int number = -1;  // -1: none left
  int problem = 0;
  int last = 0;  // attempt
};

}  // namespace limber::batch

using namespace limber::batch;

// shared memory of a team
extern "C" __device__ const int work_bytes = LIMBER_TEAM == 1 ? 0 : sizeof(Work<Scalar>);

// Problems list[0 .. count), or 0 .. count where there is no list; `parallel` tickets for each, of `in_a_row`
// attempts, from `first` on and before `attempts`. winner[problem]: the lowest attempt that has arrived.
// parallel 1: answers go to their places. Otherwise each ticket has a row of its own in ticket_*, for
// settle().
extern "C" __global__ void __launch_bounds__(LIMBER_BLOCK, LIMBER_BLOCKS)
    solve(const double* __restrict__ goals, const double* __restrict__ starts, const int* __restrict__ list,
          int count, int first, int in_a_row, int parallel, int attempts, int* __restrict__ next_ticket,
          int* winner, double* __restrict__ misses, double* __restrict__ states,
          int* __restrict__ ticket_attempt, double* __restrict__ ticket_miss,
          double* __restrict__ ticket_state) {
  const Team team;
#if LIMBER_TEAM == 1
  Work<Scalar> work;
#else
  extern __shared__ double shared_memory[];
  Work<Scalar>& work = reinterpret_cast<Work<Scalar>*>(shared_memory)[threadIdx.x / 32];
#endif
  const int tickets = count * parallel;
  Ticket ticket;
  Attempt attempt;
  double missed = 1e300;  // the best of this ticket so far
  double* row = nullptr;  // where its state goes
  bool is_fresh = true;   // nothing is in that row yet
  for (;;) {
    if (ticket.number < 0) {
      int number = 0;
      if (team.member() == 0) number = atomicAdd(next_ticket, 1);
#if LIMBER_TEAM > 1
      number = __shfl_sync(0xffffffffu, number, 0);
#endif
      if (number >= tickets) break;
      ticket.number = number;
      const int at = number / parallel, slot = number % parallel;
      ticket.problem = list ? list[at] : at;
      const int begin_at = first + slot * in_a_row;
      ticket.last = min(begin_at + in_a_row, attempts) - 1;
      if (parallel > 1) {
        row = ticket_state + static_cast<long long>(number) * model.states;
        missed = 1e300;
        is_fresh = true;
      } else {
        row = states + static_cast<long long>(ticket.problem) * model.states;
        missed = first > 0 ? misses[ticket.problem] : 1e300;
        is_fresh = first == 0;
      }
      const double* const numbers = goals + static_cast<long long>(ticket.problem) * model.goal_size;
      LIMBER_EACH(g, 0, model.groups) load_goal<Scalar>(model, numbers, g, work);
      begin(attempt, begin_at);
      LIMBER_EACH(s, 0, model.states) work.state[s] = starts[begin_at * model.states + s];
      free_all(team, work);
      team.sync();
    }
    evaluate(model, team, work);
#if LIMBER_TEAM == 1
    update(model, team, work);
#endif
    int verdict = judge(model, work.error, attempt);
    const bool is_filtered = verdict == arrived && !passes(team, work);
    if (is_filtered) verdict = given_up;
    if (parallel > 1 && verdict == going_on) {
      // Somebody with a lower attempt has arrived: this one no longer counts.
      int lowest = nobody;
      if (team.member() == 0) lowest = *reinterpret_cast<volatile int*>(winner + ticket.problem);
#if LIMBER_TEAM > 1
      lowest = __shfl_sync(0xffffffffu, lowest, 0);
#endif
      if (lowest < attempt.number) {
        if (team.member() == 0) ticket_attempt[ticket.number] = -1;
        ticket.number = -1;
        team.sync();
        continue;
      }
    }
    if (verdict == going_on) {
#if LIMBER_TEAM > 1
      update(model, team, work);
#else
      LIMBER_EACH(s, 0, model.states) work.state[s] = work.next[s];
#endif
      continue;
    }
    const double missing = verdict == arrived ? 0.0 : is_filtered ? in_the_way : miss(model, work.error);
    if (verdict == arrived || is_fresh || missing < missed) {
      LIMBER_EACH(s, 0, model.states) row[s] = work.state[s];
      missed = missing;
      is_fresh = false;
    }
    if (verdict == given_up && attempt.number < ticket.last) {
      team.sync();
      begin(attempt, attempt.number + 1);
      LIMBER_EACH(s, 0, model.states) work.state[s] = starts[attempt.number * model.states + s];
      free_all(team, work);
      team.sync();
      continue;
    }
    if (team.member() == 0) {
      if (parallel > 1) {
        ticket_attempt[ticket.number] = verdict == arrived ? attempt.number : -1;
        ticket_miss[ticket.number] = missed;
        if (verdict == arrived) atomicMin(winner + ticket.problem, attempt.number);
      } else {
        misses[ticket.problem] = missed;
        if (verdict == arrived) winner[ticket.problem] = attempt.number;
      }
    }
    ticket.number = -1;
    team.sync();
  }
}

// After tickets in parallel: each problem gets the row of its winner, or of the least miss. A thread per
// problem.
extern "C" __global__ void settle(const int* __restrict__ list, int count, int parallel,
                                  int* __restrict__ winner, double* __restrict__ misses,
                                  double* __restrict__ states, int is_first,
                                  const int* __restrict__ ticket_attempt,
                                  const double* __restrict__ ticket_miss,
                                  const double* __restrict__ ticket_state) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (at >= count) return;
  const int problem = list ? list[at] : at;
  const int won = winner[problem];
  double best = is_first ? 1e300 : misses[problem];
  int from = is_first ? 0 : -1;
  for (int slot = 0; slot < parallel; ++slot) {
    const int ticket = at * parallel + slot;
    if (won != nobody) {
      if (ticket_attempt[ticket] == won) {
        from = slot;
        best = 0.0;
      }
    } else if (ticket_miss[ticket] < best) {
      best = ticket_miss[ticket];
      from = slot;
    }
  }
  misses[problem] = best;
  if (from < 0) return;
  const long long row = static_cast<long long>(at) * parallel + from;
  for (int s = 0; s < model.states; ++s) {
    states[static_cast<long long>(problem) * model.states + s] = ticket_state[row * model.states + s];
  }
}

// Problems without a winner, in no particular order.
extern "C" __global__ void list_left(const int* __restrict__ list, int count, const int* __restrict__ winner,
                                     int* __restrict__ left, int* __restrict__ left_count) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int problem = at < count ? (list ? list[at] : at) : 0;
  const bool is_left = at < count && winner[problem] == nobody;
  const unsigned who = __ballot_sync(0xffffffffu, is_left);
  const int lane = static_cast<int>(threadIdx.x) % 32;
  int base = 0;
  if (lane == 0 && who) base = atomicAdd(left_count, __popc(who));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (is_left) left[base + __popc(who & ((1u << lane) - 1u))] = problem;
}

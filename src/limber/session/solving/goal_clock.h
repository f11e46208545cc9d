#pragma once
// Goals in time: where the targets that follow paths are now, and whether the posture repeats when they do.
//
//   closure = max_i |q(t) - q(t - T)|_i     T: after which all paths repeat
//
// A cycle has a whole number of steps, so that the two postures belong to the same goals.

#include <optional>
#include <vector>

#include "limber/figure/posture.h"
#include "limber/motion/path.h"

namespace limber {

class GoalClock {
 public:
  GoalClock() = default;
  explicit GoalClock(Paths paths) { follow_edit(std::move(paths)); }

  const Paths& paths() const { return paths_; }
  bool runs() const { return runs_; }
  double time() const { return time_; }      // [s]
  double period() const { return period_; }  // [s] 0: the goals do not all repeat together
  double end() const { return end_; }        // [s] when the last goal has arrived; 0: never
  // Of the cycle that ended last: how far the joints are from where they were a cycle before, [rad] or [m].
  const std::optional<double>& closure() const { return closure_; }
  int cycles() const { return cycles_; }  // finished since the goals started to run, or since start_cycle()

  // Postures of the last whole cycle or, if goals do not repeat, from the start to the end.
  struct Round {
    double interval;  // [s]
    std::vector<Posture> postures;
  };
  const std::optional<Round>& last_round() const { return last_round_; }
  // How many postures, besides the first, a round takes so that a spline through them is smooth. Rounds of
  // more than most_keys are not kept.
  int keys() const { return keys_; }
  static constexpr int most_keys = 480;

  void follow_edit(Paths paths);  // time goes on if there are still goals that move
  void set_runs(bool runs);
  void seek(double time);  // [s] >= 0
  void start_cycle();      // here: what was before counts no more

  // A step further. False: the last goal has arrived, and the clock has stopped.
  bool advance();
  double step_time() const { return step_time_; }                   // [s]
  void note_posture(const Figure& figure, const Posture& posture);  // after the step

 private:
  void finish_cycle(const Figure& figure, const Posture& posture);

  Paths paths_;
  bool runs_ = false;
  double time_ = 0.0, period_ = 0.0, end_ = 0.0;
  double step_time_ = 1e-3;
  long steps_in_cycle_ = 0;  // since its first posture was noted
  long cycle_steps_ = 0;     // of a cycle, or to the end; 0: there is neither
  int cycles_ = 0;
  int keys_ = 0;
  std::vector<Posture> round_;  // of this cycle, so far
  std::optional<Round> last_round_;
  std::optional<double> closure_;
};

}  // namespace limber

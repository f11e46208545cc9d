#pragma once
// How far the errors have come since the targets last moved: which steps are acceptable, and when the figure
// rests. Errors are per level, [m].

#include "limber/solver/step/observation.h"

namespace limber {

class Progress {
 public:
  void resize(int levels);  // allocates
  void start_anew() noexcept { idle_steps_ = -1; }

  // A step begins at `here`. True: it starts anew, or errors differ from what the last step left, so targets
  // must have moved, and what was best until then is forgotten.
  bool begin_step(const Evaluation& here) noexcept;
  bool is_first_step() const noexcept { return idle_steps_ < 0; }

  // Which level objects to going from `before` to `after`; -1: none. In order of priority: a level that was
  // to improve and does decides for the step; one that gets worse than it may decides against it. A level
  // inside its tolerance may move there freely (it is brought to zero at the end); one that cannot be
  // satisfied may lose as much as its tolerance against its best.
  int objecting_level(const TaskLevels& levels, const VecX& before, const VecX& predicted,
                      const VecX& after) const noexcept;

  // The first satisfied level that drifts towards the edge of its tolerance; the level count: none. What it
  // gives away there the levels below take as progress, and lose again when it comes back.
  static int drifting_level(const TaskLevels& levels, const VecX& before, const VecX& after) noexcept;
  // Some level was to improve, did, and so decides for the step.
  static bool gains(const TaskLevels& levels, const VecX& before, const VecX& predicted,
                    const VecX& after) noexcept;

  // A step was taken: what it cost a level, by the prediction, was asked for by those above it.
  void concede(const VecX& before, const VecX& predicted) noexcept;

  // Did steps up to `there` make anything better, in order of priority? Slow progress adds up: what is better
  // is so against when something last was.
  bool improves(const TaskLevels& levels, const Evaluation& there) noexcept;
  // What the next step will find, if no target moves.
  void expect(const VecX& level_error) noexcept { expected_ = level_error; }
  void end_step(bool has_improved) noexcept { idle_steps_ = has_improved ? 0 : idle_steps_ + 1; }
  bool is_idle() const noexcept { return idle_steps_ >= idle_steps_to_rest; }

  static constexpr int idle_steps_to_rest = 15;  // steps may gain nothing for a while and then go on

 private:
  VecX best_;      // lowest error so far
  VecX marked_;    // when something last got noticeably better
  VecX expected_;  // after the last step
  double marked_criteria_ = 0.0;
  int idle_steps_ = 0;  // since something got better; -1: nothing is known
};

// Is `a` better than `b`, in order of priority? Errors inside their tolerance are as good as none.
bool is_better(const TaskLevels& levels, const VecX& a, const VecX& b) noexcept;

// What a posture is judged by when a solve has ended there.
struct Outcome {
  VecX errors;            // [m] per level
  double criteria = 0.0;  // sum of gain * h
};
// The same by more than it makes a difference where exactly steps end: by a thousandth, or a tolerance. With
// all levels alike the criteria decide.
bool is_notably_better(const TaskLevels& levels, const Outcome& a, const Outcome& b) noexcept;

}  // namespace limber

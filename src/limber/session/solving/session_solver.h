#pragma once
// Runs the solver on the scene's tasks and the drag, one step at a time, until the figure rests. Where steps
// stop and something is not satisfied, it goes on in pieces of that length to the rest that `solve` finds.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "limber/avoidance/mover.h"
#include "limber/scene/scene.h"

namespace limber {

// Whether the last task is that of a point in a hand (state/drag.h). A scene may have such tasks as well.
enum class Hand : std::uint8_t { empty, holds };

class SessionSolver {
 public:
  explicit SessionSolver(const Scene& scene);

  // All tasks the solver works on: those of the scene, and the drag while there is one.
  const TaskList& tasks() const { return tasks_; }
  void set_tasks(TaskList tasks, Hand hand, const CriterionList& criteria);
  void move_drag(const Vec3& target);
  void set_goals(const Paths& paths, double time) {
    start_anew();
    set_targets(tasks_, paths, time);
  }

  // An edit made `before` to `after`; `tasks` are those of `after` and of the hand. Throws before anything
  // has changed. Returns whether the solver is a new one: then it needs `surround`.
  bool follow_edit(const Scene& before, const Scene& after, TaskList tasks, Hand hand = Hand::empty);
  // Forgets everything learnt from earlier steps: what follows depends only on `scene` and the commands to
  // come. Needs `surround` afterwards.
  void restart(const Scene& scene);
  void surround(const World& expected) {
    start_anew();
    mover_.surround(expected);
  }
  void place(ObstacleId number, const Shape& shape, const Vec3& velocity) {
    start_anew();
    mover_.move_obstacle(number, shape, velocity);
  }
  void forget() {  // the figure was moved by something else
    mover_.forget();
    start_anew();
  }

  // One step of the posture, or a piece of settling. True: it moved.
  bool step(const CriterionList& criteria, Posture& posture);

  // Running: the user has not paused the solver. Resting: more steps would change nothing until `wake`.
  bool is_running() const { return running_; }
  void set_running(bool running) { running_ = running; }
  bool is_resting() const { return resting_; }
  bool is_moving() const { return running_ && !resting_; }
  void keep_awake() {  // obstacles move
    resting_ = false;
    start_anew();
  }
  void set_resting(bool resting) { resting_ = resting; }  // something else moves the figure
  void wake();

  std::span<const TaskReport> reports() const { return reports_; }  // of the last step; empty: out of date
  std::span<const Solver::LevelView> levels() const { return mover_.levels(); }
  double clearance() const {
    return clearance_;
  }  // [m] the least after the last step; infinity: nothing near

 private:
  double least_clearance() const;
  void start_anew() {
    settling_ = false;
    steps_ = 0;
  }

  Mover mover_;
  TaskList tasks_;
  Hand hand_ = Hand::empty;
  std::vector<TaskReport> reports_;
  bool running_ = true, resting_ = false, settling_ = false;
  int steps_ = 0;  // since something has changed
  double clearance_ = std::numeric_limits<double>::infinity();
};

}  // namespace limber

#pragma once
// Everything that moves: the figure, by the solver, by torques or along a path, and obstacles that have a
// velocity.

#include <cstdint>
#include <limits>
#include <optional>

#include "limber/session/path/follower.h"
#include "limber/session/solving/dynamics_motion.h"
#include "limber/session/solving/session_solver.h"
#include "limber/session/solving/surroundings.h"
#include "limber/session/state/news.h"

namespace limber {

// The steps taken so far, and the last of them.
struct StepLog {
  std::uint64_t count = 0;
  double seconds = 0.0;                                        // [s] the last one took; for timing files only
  double clearance = std::numeric_limits<double>::infinity();  // [m] the least it saw; infinity: nothing near
};

class Motion {
 public:
  explicit Motion(const Scene& scene);

  const SessionSolver& solver() const { return solver_; }
  const PathFollower& follower() const { return follower_; }
  Surroundings& surroundings() { return surroundings_; }
  bool obstacles_move() const { return surroundings_.moves(); }
  const StepLog& steps() const { return steps_; }
  const Energy* energy() const {
    return dynamics_ ? &dynamics_->energy() : nullptr;
  }  // null: the solver moves it

  // An edit made `before` to `after`; `tasks` are those of `after` and the drag. Throws before anything has
  // changed.
  void follow_edit(const Scene& before, const Scene& after, TaskList tasks);
  void set_tasks(TaskList tasks, const CriterionList& criteria) {
    solver_.set_tasks(std::move(tasks), criteria);
  }
  void move_drag(const Vec3& target) { solver_.move_drag(target); }
  void wake() {
    solver_.wake();
    if (dynamics_) dynamics_->wake();
  }
  void set_running(bool running) { solver_.set_running(running); }
  void set_obstacles_move(bool move, const Scene& scene);
  // Whatever state it is in; no drag and no path any more.
  void rebuild(const Scene& scene, bool running, bool obstacles_move);
  void restart(const Scene& scene);  // what follows depends only on `scene` and the commands to come

  void follow(PathWalk path, const Scene& scene) { follower_.start(std::move(path), scene, surroundings_); }
  void stop_following() { follower_.stop(); }

  // One step of the scene's posture and obstacles, if anything moves: then true.
  bool step(Scene& scene, News& news);

 private:
  void surround(const World& world);
  void place(ObstacleId number, const Obstacle& obstacle);
  void advance_obstacles(World& world, News& news);
  bool follow_path(Scene& scene, News& news);
  void start_dynamics(const Scene& scene);
  void follow_edit_of_dynamics(const Scene& before, const Scene& after);

  SessionSolver solver_;
  Surroundings surroundings_;
  PathFollower follower_;
  std::optional<DynamicsMotion> dynamics_;
  StepLog steps_;
};

}  // namespace limber

#pragma once
// Everything that moves: the figure, by the solver, by torques or along a path; goals that follow paths in
// time; and obstacles that have a velocity.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "limber/motion/tracker.h"
#include "limber/session/path/follower.h"
#include "limber/session/solving/dynamics_motion.h"
#include "limber/session/solving/goal_clock.h"
#include "limber/session/solving/session_solver.h"
#include "limber/session/solving/surroundings.h"
#include "limber/session/state/edit_name.h"
#include "limber/session/state/news.h"

namespace limber {

// The steps taken so far, and the last of them.
struct StepLog {
  std::uint64_t count = 0;
  double seconds = 0.0;                                        // [s] the last one took; for timing files only
  double clearance = std::numeric_limits<double>::infinity();  // [m] the least it saw; infinity: nothing near
};

class LiveMotion {
 public:
  explicit LiveMotion(const Scene& scene);

  const SessionSolver& solver() const { return solver_; }
  const PathFollower& follower() const { return follower_; }
  Surroundings& surroundings() { return surroundings_; }
  bool obstacles_move() const { return surroundings_.moves(); }
  const GoalClock& goals() const { return goals_; }
  // Those that follow paths, and by how much they are displaced since time 0.
  std::vector<std::pair<ObstacleId, Vec3>> displaced_obstacles(const World& world) const;
  // Follows goals that run; null: something else moves the figure.
  const Tracker* tracker() const { return tracker_.get(); }
  const StepLog& steps() const { return steps_; }
  const Energy* energy() const {
    return dynamics_ ? &dynamics_->energy() : nullptr;
  }  // null: the solver moves it

  // An edit made `before` to `after`; `tasks` are those of `after` and the drag. Throws before anything has
  // changed.
  void follow_edit(const Scene& before, const Scene& after, TaskList tasks, Hand hand, Keeps keeps);
  void set_tasks(TaskList tasks, Hand hand, const CriterionList& criteria);
  void move_drag(const Vec3& target) { solver_.move_drag(target); }
  void wake() {
    solver_.wake();
    if (dynamics_) dynamics_->wake();
  }
  void set_running(bool running) { solver_.set_running(running); }
  void set_obstacles_move(bool move, const Scene& scene);
  void set_goals_run(bool run);                      // from where they are
  void seek_goals(double time, const Scene& scene);  // [s]
  // Whatever state it is in; no drag and no path any more.
  struct Running {
    bool solver = true, obstacles = false, goals = false;
    double goal_time = 0.0;  // [s]
  };
  Running running() const;
  void rebuild(const Scene& scene, const Running& running);
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
  void advance_goals(const Scene& scene, News& news);
  void place_goals(const Scene& scene);
  bool is_tracked(const Scene& scene) const;
  void track(Scene& scene);
  void forget_tracker();
  void stop_tracker();
  void start_dynamics(const Scene& scene);
  void follow_edit_of_dynamics(const Scene& before, const Scene& after);

  SessionSolver solver_;
  Surroundings surroundings_;
  PathFollower follower_;
  GoalClock goals_;
  std::unique_ptr<Tracker> tracker_;  // made when goals run
  std::optional<VecX> last_tracked_;  // displacement of the last step of a tracker before an edit
  std::optional<DynamicsMotion> dynamics_;
  StepLog steps_;
};

}  // namespace limber

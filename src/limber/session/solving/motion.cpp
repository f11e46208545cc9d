// Solver, path and obstacles in one step, and what an edit means for them.

#include "limber/session/solving/motion.h"

#include <chrono>

namespace limber {

namespace {

constexpr std::uint64_t steps_between_scenes = 250;  // while obstacles move; snapshots say where they are

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Motion::Motion(const Scene& scene) : solver_(scene), surroundings_(scene) {
  solver_.surround(surroundings_.expected(scene.world));
  start_dynamics(scene);
}

void Motion::start_dynamics(const Scene& scene) {
  dynamics_.reset();
  if (scene.dynamics.on) dynamics_.emplace(scene);
}

void Motion::follow_edit(const Scene& before, const Scene& after, TaskList tasks) {
  const bool is_new_solver = solver_.follow_edit(before, after, std::move(tasks));
  if (is_new_solver) surroundings_.measure(after);
  if (is_new_solver || !have_same_obstacles(after.world, before.world)) {
    surround(after.world);
  } else {
    for (int i = 0; i < static_cast<int>(after.world.obstacles.size()); ++i) {
      const Obstacle &to = at(after.world.obstacles, i), &from = at(before.world.obstacles, i);
      const bool stays = to.shape == from.shape && to.velocity == from.velocity;
      if (!stays) place(ObstacleId{i}, to);
    }
  }
  surroundings_.let_touch(after, solver_.tasks());
  solver_.forget();
  if (before.dynamics.on || after.dynamics.on) follow_edit_of_dynamics(before, after);
}

// A figure that is only controlled differently keeps its speed.
void Motion::follow_edit_of_dynamics(const Scene& before, const Scene& after) {
  const bool same_figure = before.figure.description() == after.figure.description();
  if (same_figure && before.dynamics == after.dynamics) return;
  std::optional<VecX> velocity;
  if (dynamics_ && same_figure) velocity = dynamics_->velocity();
  start_dynamics(after);
  if (dynamics_ && velocity) dynamics_->set_velocity(*velocity);
}

void Motion::set_obstacles_move(bool move, const Scene& scene) {
  surroundings_.set_moves(move);
  surround(scene.world);
}

void Motion::rebuild(const Scene& scene, bool running, bool obstacles_move) {
  Motion fresh(scene);
  fresh.set_running(running);
  fresh.set_obstacles_move(obstacles_move, scene);
  fresh.steps_ = steps_;
  *this = std::move(fresh);
}

void Motion::restart(const Scene& scene) {
  solver_.restart(scene);
  surround(scene.world);
  start_dynamics(scene);
}

void Motion::surround(const World& world) {
  const World expected = surroundings_.expected(world);
  solver_.surround(expected);
  surroundings_.surround(expected);
}

void Motion::place(ObstacleId number, const Obstacle& obstacle) {
  solver_.place(number, obstacle.shape, surroundings_.expected_velocity(obstacle));
  surroundings_.place(number, obstacle);
}

bool Motion::step(Scene& scene, News& news) {
  if (!solver_.is_moving()) return false;
  const auto begin = std::chrono::steady_clock::now();
  const bool obstacles_move = surroundings_.has_moving(scene.world);
  if (obstacles_move) advance_obstacles(scene.world, news);
  if (!follow_path(scene, news)) {
    if (dynamics_) {
      if (dynamics_->step(solver_.tasks(), scene.posture)) news.changed_for_saving();
      solver_.set_resting(dynamics_->is_at_rest());
    } else if (solver_.step(scene.criteria, scene.posture)) {
      news.changed_for_saving();
    }
    if (obstacles_move) solver_.keep_awake();
    steps_.clearance = solver_.clearance();
  }
  steps_.seconds = seconds_since(begin);
  ++steps_.count;
  return true;
}

void Motion::advance_obstacles(World& world, News& news) {
  world.advance(step_seconds);
  for (int i = 0; i < static_cast<int>(world.obstacles.size()); ++i) {
    const Obstacle& obstacle = at(world.obstacles, i);
    if (!obstacle.velocity.isZero(0.0)) place(ObstacleId{i}, obstacle);
  }
  news.changed_for_saving();
  if (steps_.count % steps_between_scenes == 0) news.obstacles_moved();
}

// False: there is no path to follow, or something blocks it now. Then it is the solver's turn.
bool Motion::follow_path(Scene& scene, News& news) {
  if (!follower_.is_following()) return false;
  const PathFollower::Outcome outcome = follower_.step(scene.posture, surroundings_);
  const std::optional<Contact>& nearest = follower_.nearest();
  if (outcome != PathFollower::Outcome::moved) solver_.forget();
  if (outcome == PathFollower::Outcome::blocked) {
    news.notify("warning", blocked_in_words(*nearest, scene));
    return false;
  }
  steps_.clearance = nearest ? nearest->clearance : std::numeric_limits<double>::infinity();
  news.changed_for_saving();
  return true;
}

}  // namespace limber

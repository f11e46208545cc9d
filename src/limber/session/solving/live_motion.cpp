// Solver, path and obstacles in one step, and what an edit means for them.

#include "limber/session/solving/live_motion.h"

#include <chrono>

#include "limber/scene/track_problem.h"

namespace limber {

namespace {

constexpr std::uint64_t steps_between_scenes = 250;  // while obstacles move; snapshots say where they are

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

LiveMotion::LiveMotion(const Scene& scene) : solver_(scene), surroundings_(scene), goals_(scene.paths) {
  solver_.surround(surroundings_.expected(scene.world));
  start_dynamics(scene);
}

void LiveMotion::start_dynamics(const Scene& scene) {
  dynamics_.reset();
  if (scene.dynamics.on) dynamics_.emplace(scene);
}

void LiveMotion::follow_edit(const Scene& before, const Scene& after, TaskList tasks, Hand hand,
                             Keeps keeps) {
  const bool is_new_solver = solver_.follow_edit(before, after, std::move(tasks), hand);
  if (!(before.paths == after.paths)) goals_.follow_edit(after.paths);
  // A tracker made anew has lost the estimate of its method and, where the scene has no criteria, takes the
  // posture of that moment as its reference: the round would not close. After edits that need one, rounds are
  // counted from there.
  if (!keeps.goals) {
    forget_tracker();
    goals_.start_cycle();
  }
  if (!after.figure.shares_data_with(before.figure)) last_tracked_.reset();
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
  place_goals(after);
  surroundings_.let_touch(after, solver_.tasks());
  solver_.forget();
  if (before.dynamics.on || after.dynamics.on) follow_edit_of_dynamics(before, after);
}

// A figure that is only controlled differently keeps its speed.
void LiveMotion::follow_edit_of_dynamics(const Scene& before, const Scene& after) {
  const bool same_figure = before.figure.description() == after.figure.description();
  if (same_figure && before.dynamics == after.dynamics) return;
  std::optional<VecX> velocity;
  if (dynamics_ && same_figure) velocity = dynamics_->velocity();
  start_dynamics(after);
  if (dynamics_ && velocity) dynamics_->set_velocity(*velocity);
}

void LiveMotion::set_obstacles_move(bool move, const Scene& scene) {
  surroundings_.set_moves(move);
  surround(scene.world);
}

void LiveMotion::set_tasks(TaskList tasks, Hand hand, const CriterionList& criteria) {
  solver_.set_tasks(std::move(tasks), hand, criteria);
  solver_.set_goals(goals_.paths(), goals_.time());
  forget_tracker();
  goals_.start_cycle();
}

// --- goals in time

void LiveMotion::set_goals_run(bool run) {
  goals_.set_runs(run);
  stop_tracker();
}

void LiveMotion::seek_goals(double time, const Scene& scene) {
  goals_.seek(time);
  stop_tracker();
  place_goals(scene);
}

std::vector<std::pair<ObstacleId, Vec3>> LiveMotion::displaced_obstacles(const World& world) const {
  std::vector<std::pair<ObstacleId, Vec3>> displaced;
  for (const auto& [name, path] : goals_.paths().obstacles) {
    if (const std::optional<ObstacleId> number = world.find_obstacle(name))
      displaced.emplace_back(*number, path.point(goals_.time()).value - path.point(0.0).value);
  }
  return displaced;
}

void LiveMotion::place_goals(const Scene& scene) {
  solver_.set_goals(goals_.paths(), goals_.time());
  for (const auto& [number, by] : displaced_obstacles(scene.world)) {
    Obstacle obstacle = at(scene.world.obstacles, number);
    translate(obstacle.shape, by);
    place(number, obstacle);
  }
}

void LiveMotion::advance_goals(const Scene& scene, News& news) {
  const bool still_run = goals_.advance();
  place_goals(scene);
  if (!still_run) news.time_changed();  // while they run, the status says their time
}

// A drag, other techniques and obstacles with a velocity are the solver's.
bool LiveMotion::is_tracked(const Scene& scene) const {
  const bool is_held = solver_.tasks().size() > scene.tasks.size();
  const Technique technique = scene.avoidance.technique;
  return goals_.runs() && !is_held && !obstacles_move() &&
         (technique == Technique::clearance || technique == Technique::off);
}

void LiveMotion::track(Scene& scene) {
  if (!tracker_) {
    tracker_ = std::make_unique<Tracker>(track_problem(scene), goals_.step_time());
    tracker_->begin(scene.posture, goals_.time() - goals_.step_time(),
                    last_tracked_ ? &*last_tracked_ : nullptr);
  }
  tracker_->step(goals_.time());
  scene.posture = tracker_->posture();
  solver_.wake();
  solver_.forget();
}

// What is tracked next starts from standing still.
void LiveMotion::stop_tracker() {
  tracker_.reset();
  last_tracked_.reset();
}

// It is made anew with the next step, and the figure keeps its speed.
void LiveMotion::forget_tracker() {
  if (!tracker_) return;
  last_tracked_ = tracker_->displacement();
  tracker_.reset();
}

LiveMotion::Running LiveMotion::running() const {
  return {solver_.is_running(), obstacles_move(), goals_.runs(), goals_.time()};
}

void LiveMotion::rebuild(const Scene& scene, const Running& running) {
  LiveMotion fresh(scene);
  fresh.set_running(running.solver);
  fresh.set_obstacles_move(running.obstacles, scene);
  fresh.seek_goals(running.goal_time, scene);
  fresh.set_goals_run(running.goals);
  fresh.steps_ = steps_;
  *this = std::move(fresh);
}

void LiveMotion::restart(const Scene& scene) {
  solver_.restart(scene);
  surround(scene.world);
  place_goals(scene);
  stop_tracker();
  start_dynamics(scene);
}

void LiveMotion::surround(const World& world) {
  const World expected = surroundings_.expected(world);
  solver_.surround(expected);
  surroundings_.surround(expected);
}

void LiveMotion::place(ObstacleId number, const Obstacle& obstacle) {
  solver_.place(number, obstacle.shape, surroundings_.expected_velocity(obstacle));
  surroundings_.place(number, obstacle);
}

bool LiveMotion::step(Scene& scene, News& news) {
  if (!solver_.is_moving()) return false;
  const auto begin = std::chrono::steady_clock::now();
  const bool obstacles_move = surroundings_.has_moving(scene.world);
  if (obstacles_move) advance_obstacles(scene.world, news);
  const bool goals_move = goals_.runs();
  if (goals_move) advance_goals(scene, news);
  if (!follow_path(scene, news)) {
    if (dynamics_) {
      if (dynamics_->step(solver_.tasks(), scene.posture)) news.changed_for_saving();
      solver_.set_resting(dynamics_->is_at_rest());
    } else if (is_tracked(scene)) {
      track(scene);
      news.changed_for_saving();
    } else {
      forget_tracker();
      if (solver_.step(scene.criteria, scene.posture)) news.changed_for_saving();
    }
    if (goals_move) goals_.note_posture(scene.figure, scene.posture);
    if (obstacles_move || goals_move) solver_.keep_awake();
    steps_.clearance = tracker_ ? tracker_->clearance() : solver_.clearance();
  }
  steps_.seconds = seconds_since(begin);
  ++steps_.count;
  return true;
}

void LiveMotion::advance_obstacles(World& world, News& news) {
  world.advance(step_seconds);
  for (int i = 0; i < static_cast<int>(world.obstacles.size()); ++i) {
    const Obstacle& obstacle = at(world.obstacles, i);
    if (!obstacle.velocity.isZero(0.0)) place(ObstacleId{i}, obstacle);
  }
  news.changed_for_saving();
  if (steps_.count % steps_between_scenes == 0) news.obstacles_moved();
}

// False: there is no path to follow, or something blocks it now. Then it is the solver's turn.
bool LiveMotion::follow_path(Scene& scene, News& news) {
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

#pragma once
// The obstacles around the figure, and which parts are near them or each other. Measured apart from the
// solver: also during playback, and whichever avoidance technique is chosen, or none.

#include <optional>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/world/proximity.h"

namespace limber {

// Time that passes for moving obstacles in one step, as long as the steps of a running studio are apart.
inline constexpr double step_seconds = 1e-3;

// Only the solver's own technique keeps a figure clear of itself, where it is told to.
bool keeps_clear_of_itself(const Scene& scene);

// [m] What is farther away is not near: a twentieth of the figure, or as far as the solver looks.
double nearness(const Scene& scene);

// None was added or removed, and none became solid or endless: they may be moved one by one.
bool have_same_obstacles(const World& a, const World& b);

class Surroundings {
 public:
  explicit Surroundings(const Scene& scene);

  // Obstacles that have a velocity move with every step. Off at first. Needs `surround` afterwards.
  bool moves() const { return moves_; }
  void set_moves(bool moves) { moves_ = moves; }
  // As the solver should expect them: without velocity while they do not move.
  World expected(const World& world) const;
  Vec3 expected_velocity(const Obstacle& obstacle) const { return moves_ ? obstacle.velocity : Vec3::Zero(); }
  bool has_moving(const World& world) const;

  // Another figure, or other options: everything is measured anew. Needs `surround` afterwards.
  void measure(const Scene& scene);
  void surround(const World& expected);  // obstacles were added or removed
  void place(ObstacleId number, const Obstacle& obstacle);
  void let_touch(const Scene& scene, const TaskList& tasks);  // segments that tasks hold together

  // All that is near, the nearest first.
  void find(const Kinematics& kinematics, double far, std::vector<Contact>& contacts);
  // Allocates nothing.
  std::optional<Contact> nearest(const Kinematics& kinematics, double far);

 private:
  Proximity nearby_;
  bool moves_ = false;
};

}  // namespace limber

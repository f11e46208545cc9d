// The world around the figure: what is near it, and obstacles that come, go and move.

#include <algorithm>

#include "limber/figure/joint_chain.h"
#include "limber/session/parts.h"

namespace limber {

void SessionParts::look() {
  kinematics.update(shown());
  masses.update(kinematics);
  const std::span<const Contact> found = nearby.find(kinematics, nearness(now.scene));
  contacts.assign(found.begin(), found.end());
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
}

double nearness(const Scene& scene) {
  return std::max(scene.solver.clearance.influence, 0.05 * longest_reach(scene.figure));
}

void SessionParts::set_world_moves(bool moves) {
  if (moves == world_moves) return;
  world_moves = moves;
  surround(now.scene.world);
  ++scene_revision;
  changed.scene = true;
  wake();
}

bool SessionParts::has_moving_obstacles() const {
  return world_moves && std::any_of(now.scene.world.obstacles.begin(), now.scene.world.obstacles.end(),
                                    [](const Obstacle& each) { return !each.velocity.isZero(0.0); });
}

// One that stands still, whatever its velocity would be, is not to be expected elsewhere.
void SessionParts::surround(const World& world) {
  World now_there = world;
  if (!world_moves) {
    for (Obstacle& obstacle : now_there.obstacles) obstacle.velocity.setZero();
  }
  mover.surround(now_there);
  nearby.prepare(now_there);
}

void SessionParts::move_obstacles(const World& to, const World& from) {
  for (std::size_t i = 0; i < to.obstacles.size(); ++i) {
    const Obstacle& obstacle = to.obstacles[i];
    if (obstacle.shape == from.obstacles[i].shape && obstacle.velocity == from.obstacles[i].velocity)
      continue;
    place_obstacle(static_cast<int>(i), obstacle);
  }
}

void SessionParts::place_obstacle(int number, const Obstacle& obstacle) {
  const Vec3 velocity = world_moves ? obstacle.velocity : Vec3::Zero();
  mover.move_obstacle(number, obstacle.shape, velocity);
  nearby.move_obstacle(number, obstacle.shape, velocity);
}

void SessionParts::advance_world() {
  World& world = now.scene.world;
  world.advance(step_seconds);
  for (std::size_t i = 0; i < world.obstacles.size(); ++i) {
    if (!world.obstacles[i].velocity.isZero(0.0)) place_obstacle(static_cast<int>(i), world.obstacles[i]);
  }
  ++revision;
  // Frames say where they are; now and then the scene does as well, for those who edit it.
  if (step_count % 250 == 0) changed.scene = true;
}

}  // namespace limber

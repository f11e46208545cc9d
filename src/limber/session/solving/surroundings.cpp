// Contacts between the figure and the obstacles around it.

#include "limber/session/solving/surroundings.h"

#include <algorithm>

#include "limber/figure/joint_chain.h"

namespace limber {

namespace {

ProximityOptions proximity_options(const Scene& scene) {
  // What cannot move away from an obstacle, a base on the ground, is not reported.
  return {.self = keeps_clear_of_itself(scene), .immovable = false};
}

}  // namespace

bool keeps_clear_of_itself(const Scene& scene) {
  return scene.avoidance.technique == Technique::clearance && scene.solver.clearance.self;
}

double nearness(const Scene& scene) {
  return std::max(scene.solver.clearance.influence, 0.05 * longest_reach(scene.figure));
}

bool have_same_obstacles(const World& a, const World& b) {
  return std::equal(a.obstacles.begin(), a.obstacles.end(), b.obstacles.begin(), b.obstacles.end(),
                    [](const Obstacle& one, const Obstacle& other) {
                      return one.is_solid == other.is_solid && std::holds_alternative<Plane>(one.shape) ==
                                                                   std::holds_alternative<Plane>(other.shape);
                    });
}

Surroundings::Surroundings(const Scene& scene) : nearby_(scene.figure, proximity_options(scene)) {
  let_touch(scene, scene.tasks);
  surround(expected(scene.world));
}

World Surroundings::expected(const World& world) const {
  World expected = world;
  if (!moves_) {
    for (Obstacle& obstacle : expected.obstacles) obstacle.velocity.setZero();
  }
  return expected;
}

bool Surroundings::has_moving(const World& world) const {
  return moves_ && std::any_of(world.obstacles.begin(), world.obstacles.end(),
                               [](const Obstacle& each) { return !each.velocity.isZero(0.0); });
}

void Surroundings::measure(const Scene& scene) {
  nearby_ = Proximity(scene.figure, proximity_options(scene));
}

void Surroundings::surround(const World& expected) {
  nearby_.prepare(expected);
}

void Surroundings::place(ObstacleId number, const Obstacle& obstacle) {
  nearby_.move_obstacle(number, obstacle.shape, expected_velocity(obstacle));
}

void Surroundings::let_touch(const Scene& scene, const TaskList& tasks) {
  nearby_.let_touch(segments_held_together(scene.figure, tasks));
}

void Surroundings::find(const Kinematics& kinematics, double far, std::vector<Contact>& contacts) {
  const std::span<const Contact> found = nearby_.find(kinematics, far);
  contacts.assign(found.begin(), found.end());
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
}

std::optional<Contact> Surroundings::nearest(const Kinematics& kinematics, double far) {
  return nearby_.nearest(kinematics, far);
}

}  // namespace limber

#include "analysis/nearness.h"

#include <algorithm>

#include "limber/figure/joint_chain.h"
#include "limber/world/proximity.h"

namespace limber::cli {

namespace {

constexpr double everywhere = 1e6;  // [m] larger than any scene

// To an obstacle as if it were alone in the world.
std::optional<Contact> nearest_to(const Obstacle& obstacle, Proximity& proximity,
                                  const Kinematics& kinematics) {
  proximity.prepare({.obstacles = {obstacle}});
  return proximity.nearest(kinematics, everywhere);
}

}  // namespace

const Contact* Nearness::nearest() const {
  const auto least =
      std::min_element(obstacles.begin(), obstacles.end(),
                       [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return least == obstacles.end() ? nullptr : &*least;
}

Nearness nearness(const Scene& scene) {
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  Proximity moving(scene.figure, {.self = false, .immovable = false}), whole(scene.figure, {.self = false});
  Nearness result;
  result.reach = longest_reach(scene.figure);
  for (std::size_t i = 0; i < scene.world.obstacles.size(); ++i) {
    std::optional<Contact> contact = nearest_to(scene.world.obstacles[i], moving, kinematics);
    if (!contact) contact = nearest_to(scene.world.obstacles[i], whole, kinematics);
    if (!contact) continue;
    contact->obstacle = ObstacleId{i};
    result.obstacles.push_back(*contact);
  }
  Proximity itself(scene.figure);
  itself.prepare({});
  itself.let_touch(segments_held_together(scene.figure, scene.tasks));
  result.self = itself.nearest(kinematics, everywhere);
  return result;
}

}  // namespace limber::cli

#pragma once
// Where a figure is nearest to each obstacle: the critical points of the documents.
//
// Left out: parts of the figure that no joint moves (a pedestal on the floor would otherwise be the worst
// contact forever), and the figure itself (the documents' techniques avoid only the world).

#include <cstdint>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/world/proximity.h"

namespace limber {

class CriticalContacts {
 public:
  CriticalContacts(const Figure& figure, const ContactOptions& options);

  void surround(const World& world);  // the only function that allocates
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
    proximity_.move_obstacle(obstacle, shape, velocity);
  }

  // Obstacles nearer than `distance` [m] with their nearest parts of the figure, up to the counts of the
  // options, sorted by clearance, then by obstacle and part. Valid until the next call.
  std::span<const Contact> find(const Kinematics& kinematics, double distance) noexcept;

  const ObstacleIndex& obstacles() const { return proximity_.obstacles(); }
  int most() const { return most_obstacles_ * contacts_per_obstacle_; }

 private:
  int most_obstacles_, contacts_per_obstacle_;
  Proximity proximity_;
  std::vector<std::uint8_t> counted_;  // per obstacle: how many of its contacts were taken
  std::vector<const Contact*> by_clearance_;
  std::vector<Contact> critical_;
};

}  // namespace limber

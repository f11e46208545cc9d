#pragma once
// Where a figure is nearest to each obstacle: the critical points of the documents.
//
// Parts of the figure that no joint moves do not count: a pedestal stands on its floor whatever the arm does,
// and would otherwise be the worst contact for ever. Nor does the figure itself: the documents' techniques
// keep away from the world alone.

#include <cstdint>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/world/proximity.h"

namespace limber {

class CriticalContacts {
 public:
  CriticalContacts(const Figure& figure, const AvoidanceOptions& options);

  void surround(const World& world);  // the only place that allocates
  void move_obstacle(int obstacle, const Shape& shape, const Vec3& velocity) noexcept {
    proximity_.move_obstacle(obstacle, shape, velocity);
  }

  // Obstacles nearer than `distance` [m], each with its nearest parts of the figure, as many obstacles and
  // parts as the options say, in order of clearance, ties by obstacle and part. Valid until the next call.
  std::span<const Contact> find(const Kinematics& kinematics, double distance) noexcept;

  const ObstacleIndex& obstacles() const { return proximity_.obstacles(); }
  int most() const { return most_obstacles_ * contacts_per_obstacle_; }

 private:
  int most_obstacles_, contacts_per_obstacle_;
  Proximity proximity_;
  std::vector<std::uint8_t> counted_;  // per obstacle: how many of its parts are in already
  std::vector<const Contact*> by_clearance_;
  std::vector<Contact> critical_;
};

}  // namespace limber

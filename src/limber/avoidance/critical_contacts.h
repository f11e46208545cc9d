#pragma once
// Where a chain is nearest to each obstacle: the critical points of the documents.
//
// Only the chain's own segments have critical points (task_chain.h): a foot on the ground, or a pedestal,
// would otherwise be the worst contact forever. The collision test sees everything that the chain moves.
//
// Parts of the figure may be obstacles as well, of the chain or of the rest of the body. Neighbouring links,
// or a trunk between two tusks, are near each other in every posture and would be the worst forever in their
// turn. So the distance d of two parts that are nearer than D at rest counts relative to what it is there:
//
//   d D/d_rest     D the distance below which parts are critical: none is at rest, and all are when they
//                  touch
//
// The collision test uses d itself, and knows which parts may touch (world/proximity.h).

#include <cstdint>
#include <optional>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/avoidance/task_chain.h"
#include "limber/world/proximity.h"

namespace limber {

enum class OwnParts : std::uint8_t { ignored, are_obstacles };

class CriticalContacts {
 public:
  CriticalContacts(const Figure& figure, const ContactOptions& options, OwnParts own = OwnParts::ignored);

  void surround(const World& world);  // allocates
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
    proximity_.move_obstacle(obstacle, shape, velocity);
  }
  // The figure's own parts: segments that tasks hold together may touch, and others are critical when they
  // are nearer than D = `distance` [m]. Allocates.
  void prepare_own(const TaskList& tasks, double distance);

  // The chain has changed.
  void follow(const TaskChain& chain) noexcept;

  // What is nearer than `distance` [m] to the chain with the chain's nearest parts, up to the counts of the
  // options, sorted by clearance, then by obstacle and part. Valid until the next call.
  std::span<const Contact> find(const Kinematics& kinematics, double distance) noexcept;
  // Of everything that moves, the contact with the least clearance, as found by the last call.
  const std::optional<Contact>& worst() const noexcept { return worst_; }

  const ObstacleIndex& obstacles() const { return proximity_.obstacles(); }
  const Body& body() const { return proximity_.body(); }
  int most() const { return most_obstacles_ * contacts_per_obstacle_; }

 private:
  enum class Side : std::uint8_t { neither, first, second };  // which of two parts is the chain's
  struct Seen {
    const Contact* contact;
    Side side;
    double clearance;  // [m] as it counts
  };
  Side side(const Contact& contact) const noexcept;
  struct AtRest {
    std::uint64_t pair;  // of parts
    double stretch;      // D/d_rest > 1
  };
  std::uint64_t pair_of(const Contact& contact) const noexcept;
  double stretched(const Contact& contact) const noexcept;  // [m] the clearance as it counts

  Figure figure_;
  const TaskChain* chain_ = nullptr;  // none: everything that joints move
  int most_obstacles_, contacts_per_obstacle_;
  OwnParts own_;
  double own_distance_ = 0.0;    // D
  std::vector<AtRest> at_rest_;  // sorted by pair
  Proximity proximity_;
  std::vector<std::uint8_t> counted_;  // per segment, then per obstacle: how many of its contacts were taken
  std::vector<Seen> by_clearance_;
  std::vector<Contact> critical_;
  std::optional<Contact> worst_;
};

}  // namespace limber

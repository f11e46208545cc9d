#pragma once
// Follows a path in place of the solver, step by step, and stops where something blocks it. Which posture a
// step gives depends on the number of steps alone, as with the solver.

#include <cstdint>
#include <optional>
#include <string>

#include "limber/kinematics/kinematics.h"
#include "limber/session/path/walk.h"
#include "limber/session/solving/surroundings.h"

namespace limber {

class PathFollower {
 public:
  bool is_following() const { return following_.has_value(); }
  double share() const { return following_ ? following_->walk.share() : 0.0; }  // 0..1 of it is done

  // From the scene's posture, which is where the path begins.
  void start(PathWalk walk, const Scene& scene, Surroundings& surroundings);
  void stop() { following_.reset(); }

  // One step of the posture; only while following. `blocked`: the posture is unchanged and it has stopped,
  // because of `nearest()`. `arrived`: the last step. Allocates nothing.
  enum class Outcome : std::uint8_t { moved, arrived, blocked };
  Outcome step(Posture& posture, Surroundings& surroundings);
  const std::optional<Contact>& nearest() const { return nearest_; }  // to the posture of the last step

 private:
  struct Following {
    PathWalk walk;
    Kinematics kinematics;
    double far;            // [m] what is not nearer is not looked at
    double depth_allowed;  // [m] inside something: the start may be; later postures may not
  };
  std::optional<Following> following_;
  std::optional<Contact> nearest_;
};

// "\"ball\" now blocks the path; stopped following it."
std::string blocked_in_words(const Contact& contact, const Scene& scene);

}  // namespace limber

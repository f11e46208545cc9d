#include "limber/session/path/follower.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/figure/joint_chain.h"

namespace limber {

namespace {

constexpr double touching = 1e-6;  // [m] the solver is never deeper inside something

double depth(const std::optional<Contact>& nearest) {
  return nearest ? std::max(0.0, -nearest->clearance) : 0.0;
}

}  // namespace

// A figure that an obstacle stopped may be slightly inside it, and may go slightly deeper on the first steps
// back.
void PathFollower::start(PathWalk walk, const Scene& scene, Surroundings& surroundings) {
  constexpr double deeper = 1e-4;  // of the reach
  following_.emplace(Following{std::move(walk), Kinematics(scene.figure), nearness(scene), 0.0});
  following_->kinematics.update(scene.posture);
  const double at_start = depth(surroundings.nearest(following_->kinematics, following_->far));
  following_->depth_allowed = at_start + deeper * longest_reach(scene.figure);
}

PathFollower::Outcome PathFollower::step(Posture& posture, Surroundings& surroundings) {
  Following& now = *following_;
  const Posture& next = now.walk.next();
  now.kinematics.update(next);
  nearest_ = surroundings.nearest(now.kinematics, now.far);
  if (depth(nearest_) > now.depth_allowed) {
    stop();
    return Outcome::blocked;
  }
  if (depth(nearest_) <= touching) now.depth_allowed = touching;
  posture.values = next.values;
  now.walk.advance();
  if (!now.walk.is_at_end()) return Outcome::moved;
  stop();
  return Outcome::arrived;
}

std::string blocked_in_words(const Contact& contact, const Scene& scene) {
  const std::string what =
      contact.obstacle >= 0 ? limber::quoted(at(scene.world.obstacles, contact.obstacle).name)
                            : "Its own " + limber::quoted(scene.figure.segment_name(contact.other_segment));
  return what + " now blocks the path; stopped following it. Find a path from here.";
}

}  // namespace limber

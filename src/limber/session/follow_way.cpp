// Following a way in the place of the solver: deterministic by steps, as the solver is.

#include <algorithm>

#include "limber/base/names.h"
#include "limber/figure/joint_chain.h"
#include "limber/session/parts.h"

namespace limber {

namespace {

constexpr double touching = 1e-6;  // [m] as deep as the solver ever is

double depth(const std::optional<Contact>& nearest) {
  return nearest ? std::max(0.0, -nearest->clearance) : 0.0;
}

std::string what_is_there(const Contact& contact, const Scene& scene) {
  return contact.obstacle >= 0
             ? limber::quoted(scene.world.obstacles[static_cast<std::size_t>(contact.obstacle)].name)
             : "its own " + limber::quoted(scene.figure.segment_name(contact.other_segment));
}

}  // namespace

// Who stops at something may be a little inside it, and may get a little deeper on the first steps back.
void SessionParts::follow(Way new_way) {
  way = std::move(new_way);
  kinematics.update(now.scene.posture);
  way->far = nearness(now.scene);
  const double start = depth(nearby.nearest(kinematics, way->far));
  way->depth_allowed = start + 1e-4 * longest_reach(now.scene.figure);
}

bool SessionParts::walk() {
  const Posture& next = way->next();
  kinematics.update(next);
  const std::optional<Contact> nearest = nearby.nearest(kinematics, way->far);
  if (depth(nearest) > way->depth_allowed) {
    notify("warning", what_is_there(*nearest, now.scene) +
                          " has come into the way, so the figure follows it no more; find a way from here.");
    way.reset();
    mover.forget();
    return false;
  }
  if (depth(nearest) <= touching) way->depth_allowed = touching;
  if (std::exchange(is_clearance_told, false)) least_clearance = std::numeric_limits<double>::infinity();
  if (nearest) least_clearance = std::min(least_clearance, nearest->clearance);
  now.scene.posture.values = next.values;
  way->advance();
  if (way->is_at_end()) {
    way.reset();
    mover.forget();
  }
  return true;
}

}  // namespace limber

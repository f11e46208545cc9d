// The room of every part, and how much of it a step uses.

#include "limber/solver/step/safe_motion.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double cautious = 0.8;  // of the room: displacements are judged by their first order
constexpr double too_far = 2.0;   // times the room, as measured afterwards

}  // namespace

SafeMotion::SafeMotion(const Figure& figure, const Body& body)
    : parts_(static_cast<std::size_t>(body.count())),
      first_part_(static_cast<std::size_t>(figure.segment_count()) + 1, 0),
      twists_(figure) {
  for (int i = 0; i < body.count(); ++i) ++at(first_part_, body.part(i).segment + 1);
  for (std::size_t s = 1; s < first_part_.size(); ++s) first_part_[s] += first_part_[s - 1];
}

void SafeMotion::start(const Body& body, const Start& start) noexcept {
  for (int i = 0; i < body.count(); ++i) {
    const Solid& solid = body.solid(i);
    // Two parts of the figure may come towards each other: half of the way each.
    at(parts_, i) = {reach(solid), thickness(solid), solid.center, solid.axes,
                     start.self ? 0.5 * start.farthest : start.farthest};
  }
  const auto take_room = [&](SegmentId segment, int shape, double room) {
    Part& part = at(parts_, part_number(segment, shape));
    part.room = std::min(part.room, room);
  };
  for (const Contact& contact : start.contacts) {
    const double room = std::max(0.0, contact.clearance);
    take_room(contact.segment, contact.shape, contact.obstacle.is_valid() ? room : 0.5 * room);
    if (!contact.obstacle.is_valid()) take_room(contact.other_segment, contact.other_shape, 0.5 * room);
  }
  for (Part& part : parts_) part.room = std::max({part.room, 0.5 * part.thickness, start.least_room});
}

double SafeMotion::fraction(const Kinematics& kinematics, const VecX& displacement) noexcept {
  double most = 1.0;  // of motion over room
  twists_.compute(kinematics, displacement);
  const int segments = static_cast<int>(first_part_.size()) - 1;
  for (const SegmentId s : IdRange(root_segment, SegmentId{segments})) {
    const SegmentTwists::Twist& twist = twists_.of(s);
    for (int p = at(first_part_, s); p < at(first_part_, s + 1); ++p) {
      const Part& part = at(parts_, p);
      const double motion =
          (twist.tail<3>() + twist.head<3>().cross(part.center)).norm() + twist.head<3>().norm() * part.reach;
      most = std::max(most, motion / (cautious * part.room));
    }
  }
  return 1.0 / most;
}

bool SafeMotion::went_too_far(const Body& body) const noexcept {
  for (int i = 0; i < body.count(); ++i) {
    const Part& part = at(parts_, i);
    const Solid& now = body.solid(i);
    // |R - R'| of a turn by an angle a is 2 sqrt(2) sin(a / 2).
    const double motion =
        (now.center - part.center).norm() + part.reach * (now.axes - part.axes).norm() / std::sqrt(2.0);
    if (motion > too_far * part.room) return true;
  }
  return false;
}

}  // namespace limber

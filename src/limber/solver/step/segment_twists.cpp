#include "limber/solver/step/segment_twists.h"

namespace limber {

SegmentTwists::SegmentTwists(const Figure& figure)
    : figure_(figure), twists_(static_cast<std::size_t>(figure.segment_count()), Twist::Zero()) {}

void SegmentTwists::compute(const Kinematics& kinematics, const VecX& displacement) noexcept {
  for (const SegmentId s : figure_.segments()) {
    Twist& twist = at(twists_, s);
    if (figure_.parent(s).is_valid()) {
      twist = at(twists_, figure_.parent(s));
    } else {
      twist.setZero();
    }
    for (const DofId i : figure_.dofs(figure_.joint_of(s)))
      twist += displacement[i] * kinematics.screws().col(i);
  }
}

double SegmentTwists::gain(const Contact& contact) const noexcept {
  Vec3 moves = velocity(contact.segment, contact.point);
  if (!contact.obstacle.is_valid()) moves -= velocity(contact.other_segment, contact.other_point);
  return contact.normal.dot(moves);
}

}  // namespace limber

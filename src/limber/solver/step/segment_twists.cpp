#include "limber/solver/step/segment_twists.h"

namespace limber {

SegmentTwists::SegmentTwists(const Figure& figure)
    : figure_(figure), twists_(static_cast<std::size_t>(figure.segment_count()), Twist::Zero()) {}

void SegmentTwists::compute(const Kinematics& kinematics, const VecX& displacement) noexcept {
  for (int s = 0; s < figure_.segment_count(); ++s) {
    Twist& twist = at(twists_, s);
    if (figure_.parent(s) >= 0) {
      twist = at(twists_, figure_.parent(s));
    } else {
      twist.setZero();
    }
    const int first = figure_.first_dof(s), count = dof_count(figure_.joint(s).type);
    for (int i = first; i < first + count; ++i) twist += displacement[i] * kinematics.screws().col(i);
  }
}

double SegmentTwists::gain(const Contact& contact) const noexcept {
  Vec3 moves = velocity(contact.segment, contact.point);
  if (contact.obstacle < 0) moves -= velocity(contact.other_segment, contact.other_point);
  return contact.normal.dot(moves);
}

}  // namespace limber

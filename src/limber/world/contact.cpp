#include "limber/world/world.h"

#include "limber/kinematics/kinematics.h"

namespace limber {

void clearance_row(const Kinematics& kinematics, const Contact& contact,
                   Eigen::Ref<Eigen::RowVectorXd> row) noexcept {
  row.setZero();
  const RowMatrix& screws = kinematics.screws();
  const Vec3& n = contact.normal;
  const Vec3 moment = contact.point.cross(n);
  const auto add = [&](SegmentId segment, double sign) {
    kinematics.for_columns_between(no_segment, segment, [&](int first, int end) {
      for (int c = first; c < end; ++c) {
        const double rate = moment.x() * screws(0, c) + moment.y() * screws(1, c) +
                            moment.z() * screws(2, c) + n.x() * screws(3, c) + n.y() * screws(4, c) +
                            n.z() * screws(5, c);
        row[c] += sign * rate;
      }
    });
  };
  add(contact.segment, 1.0);
  // Joints that carry both cancel to the last bit: the moment is the same for all points along the normal.
  if (contact.other_segment.is_valid()) add(contact.other_segment, -1.0);
}

}  // namespace limber

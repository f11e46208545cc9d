#pragma once
// Where a figure comes near an obstacle or itself, and how its joints change that. With n the unit normal
// from the other solid to the figure's, x and y the nearest points on the two,
//
//   clearance d = n . (x - y),      d' = n . (J_x q' - J_y q')
//
// where J_x moves x with its segment and J_y moves y with its solid: another segment, or an obstacle with a
// velocity of its own. The nearest points slide along the surfaces as the figure moves, but that
// motion is orthogonal to n. With the screws (w, u) of kinematics.h,  n . (u + w x P) = n . u + (P x n) . w,
// which is the same for every point P on the line through x along n.

#include "limber/base/ids.h"
#include "limber/math/types.h"

namespace limber {

class Kinematics;

struct Contact {
  SegmentId segment;  // of the figure
  int shape = 0;      // which shape of the segment
  // The other solid: an obstacle of the world, or another segment of the figure and one of its shapes.
  ObstacleId obstacle;
  SegmentId other_segment;
  int other_shape = 0;
  Vec3 point;              // [m] x, in the world
  Vec3 local;              // [m] x, in the segment's frame
  Vec3 other_point;        // [m] y, in the world
  Vec3 normal;             // unit, from y's solid to x's: moving along it increases the clearance
  double clearance = 0.0;  // [m] surface to surface; negative: how deep they overlap
  Vec3 velocity;           // [m/s] of the obstacle
};

// d clearance / dq: dof_count() entries.
void clearance_row(const Kinematics& kinematics, const Contact& contact,
                   Eigen::Ref<Eigen::RowVectorXd> row) noexcept;

// How fast the obstacle's own motion reduces the clearance [m/s]; negative: it moves away.
inline double closing_speed(const Contact& contact) {
  return contact.normal.dot(contact.velocity);
}

}  // namespace limber

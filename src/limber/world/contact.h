#pragma once
// Where a figure comes near an obstacle, or near itself, and how its joints change that. With n the unit
// normal from the other solid to the figure's, x and y the nearest points on the two,
//
//   clearance d = n . (x - y),      d' = n . (J_x q' - J_y q')
//
// where J_x moves x with its segment and J_y moves y with what it belongs to: another segment, or an obstacle
// with a velocity of its own. The nearest points slide along the surfaces as the figure moves, but that
// motion is orthogonal to n. By the screws (w, u) of kinematics.h,  n . (u + w x P) = n . u + (P x n) . w,
// one row for any point P of the line through x along n.

#include "limber/kinematics/kinematics.h"
#include "limber/shapes/closest.h"

namespace limber {

struct Contact {
  SegmentId segment;  // of the figure, and which of its shapes
  int shape = 0;
  ObstacleId obstacle;       // its number in the world; -1: the figure itself, see the next two
  SegmentId other_segment;  // -1 against an obstacle
  int other_shape = 0;
  Vec3 point;              // [m] x, in the world
  Vec3 local;              // [m] x, in the segment's frame
  Vec3 other_point;        // [m] y, in the world
  Vec3 normal;             // unit, from y's solid to x's: the way out
  double clearance = 0.0;  // [m] surface to surface; negative: overlap, by the shortest way out
  Vec3 velocity;           // [m/s] of the obstacle
};

// d clearance / dq: dof_count() entries.
void clearance_row(const Kinematics& kinematics, const Contact& contact,
                   Eigen::Ref<Eigen::RowVectorXd> row) noexcept;

// How fast the obstacle's own motion eats the clearance up [m/s]; negative: it moves away.
inline double closing_speed(const Contact& contact) {
  return contact.normal.dot(contact.velocity);
}

}  // namespace limber

#pragma once
// Is a figure clear of the world and of itself, in a posture and during the whole motion from one to another?
//
// During the motion q(t) = from (+) t d, t from 0 to 1, no point of a part on segment s moves farther than
//
//   reach_s(dt) = dt sum_c |d_c| r_cs        r_cs [m]: largest distance of a point of the part from the axis
//                                            of c in any posture; 1 for lengths
//
// so what is x metres clear at t stays clear while reach_s(|t' - t|) < x. The motion is halved until the
// middle of every piece proves it clear; a piece of less than `finest` metres that is not proved clear counts
// as a collision. No obstacle is thin enough to be missed. Contacts that no joint can change are ignored.

#include <utility>
#include <vector>

#include "limber/world/proximity.h"

namespace limber {

struct ClearMotionOptions {
  bool self = true;            // the figure may not touch itself either
  double margin = 0.0;         // [m] >= 0, least clearance
  double finest = 1e-4;        // [m] > 0
  double limit_excess = 1e-6;  // [rad], [m] by which a joint may be outside its limits
  // Pairs of segments that may overlap: hands that hold each other.
  std::vector<std::pair<SegmentId, SegmentId>> may_touch = {};
};

class ClearMotion {
 public:
  ClearMotion(const Figure& figure, const World& world, const ClearMotionOptions& options = {});

  const Figure& figure() const { return figure_; }
  const ClearMotionOptions& options() const { return options_; }

  bool is_inside_limits(const Posture& posture) const;
  // [m] The least clearance; `far` if nothing is nearer.
  double clearance(const Posture& posture, double far);
  std::optional<Contact> nearest(const Posture& posture, double far);
  bool is_clear(const Posture& posture);

  // The whole motion, both ends included.
  bool is_clear(const Posture& from, const Posture& to);

  // Moves away from everything nearer than `clearance`, as far as possible. Appends every posture it passes;
  // each has more clearance than the one before. True: nothing is nearer now.
  bool step_back(Posture& posture, double clearance, std::vector<Posture>& path);

  // [m] The length of the motion between two postures: sqrt(sum_c (r_c d_c)^2), r_c the largest r_cs.
  double length(const Posture& from, const Posture& to) const;
  // `from` moved towards `to`, 0 <= share <= 1.
  void between(const Posture& from, const Posture& to, double share, Posture& result) const;

  long checked() const { return checked_; }  // postures

 private:
  bool is_piece_clear(const Posture& from, double first, double last);
  // Whether any joint changes it: a fixed foot on a table always touches it.
  bool matters(const Contact& contact) const;
  double motion_of(SegmentId segment) const { return at(motion_, segment); }

  Figure figure_;
  ClearMotionOptions options_;
  Kinematics kinematics_;
  Proximity proximity_;
  Eigen::MatrixXd radius_;      // [m] r_cs: degrees of freedom x segments; 0 where c does not carry s
  VecX largest_radius_;         // [m] r_c
  std::vector<double> motion_;  // [m] of each segment in the motion being checked
  double largest_motion_ = 0.0;
  VecX whole_, part_;  // d, t d
  Posture posture_;
  long checked_ = 0;
};

}  // namespace limber

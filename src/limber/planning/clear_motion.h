#pragma once
// Is a figure clear of the world and of itself, in a posture and on the whole way from one to another?
//
// On the way q(t) = from (+) t d, t from 0 to 1, no point of a part on segment s moves farther than
//
//   reach_s(dt) = dt sum_c |d_c| r_cs        r_cs [m]: how far a point of the part can be from the axis of c,
//                                            whatever the posture; 1 for lengths
//
// so what is x metres clear at t stays clear while reach_s(|t' - t|) < x. The way is halved until every piece
// is shown to be clear by its middle; a piece of less than `finest` metres that is not counts as a collision.
// Nothing can be jumped over, however thin. What no joint can bring nearer or farther does not count.

#include <utility>
#include <vector>

#include "limber/world/proximity.h"

namespace limber {

struct ClearMotionOptions {
  bool self = true;            // the figure may not touch itself either
  double margin = 0.0;         // [m] >= 0, kept in every posture
  double finest = 1e-4;        // [m] > 0
  double limit_excess = 1e-6;  // [rad], [m] how far a joint may be beyond its limit
  // Pairs of segments that may overlap: hands that hold each other.
  std::vector<std::pair<SegmentId, SegmentId>> may_touch = {};
};

class ClearMotion {
 public:
  ClearMotion(const Figure& figure, const World& world, const ClearMotionOptions& options = {});

  const Figure& figure() const { return figure_; }
  const ClearMotionOptions& options() const { return options_; }

  bool is_inside_limits(const Posture& posture) const;
  // [m] The least clearance of all; `far` if there is nothing nearer.
  double clearance(const Posture& posture, double far);
  std::optional<Contact> nearest(const Posture& posture, double far);
  bool is_clear(const Posture& posture);

  // The whole way, its ends included.
  bool is_clear(const Posture& from, const Posture& to);

  // Moves away from what is nearer than `clearance` until nothing is, or no more can be had. Every posture on
  // the way is appended; none is less clear than the one before. True: done.
  bool step_back(Posture& posture, double clearance, std::vector<Posture>& way);

  // How long the way between two postures is, in metres moved: sqrt(sum_c (r_c d_c)^2), r_c the largest r_cs.
  double length(const Posture& from, const Posture& to) const;
  // `from` moved towards `to`, 0 <= share <= 1.
  void between(const Posture& from, const Posture& to, double share, Posture& result) const;

  long checked() const { return checked_; }  // postures

 private:
  bool is_piece_clear(const Posture& from, double first, double last);
  // Does any joint change it? What stands on a table with a foot that does not move touches it for ever.
  bool matters(const Contact& contact) const;
  double motion_of(int segment) const { return motion_[static_cast<std::size_t>(segment)]; }

  Figure figure_;
  ClearMotionOptions options_;
  Kinematics kinematics_;
  Proximity proximity_;
  Eigen::MatrixXd radius_;      // [m] r_cs: degrees of freedom x segments; 0 where c does not carry s
  VecX largest_radius_;         // [m] r_c
  std::vector<double> motion_;  // [m] of each segment on the way that is looked at
  double largest_motion_ = 0.0;
  VecX whole_, part_;  // d, t d
  Posture posture_;
  long checked_ = 0;
};

}  // namespace limber

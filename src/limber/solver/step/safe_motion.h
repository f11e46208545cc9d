#pragma once
// Nothing is jumped over and no corner is cut between the start of a step and its end. With d_0 and d_1 the
// clearances of a pair there and m the motion of one as seen from the other, the pair needs no second look if
//
//   m <= d_0 + d_1.
//
// It is the relative motion that counts: parts that move together do not limit each other. Pairs that were
// near neither at the start nor at the end are far enough away for a motion of twice the distance within
// which contacts are found; for longer ones the search is repeated on the way. What is left is for PairSweep.

#include <span>
#include <vector>

#include "limber/solver/step/pair_sweep.h"
#include "limber/world/proximity.h"

namespace limber {

class SafeMotion {
 public:
  // `tolerance`: [m] that pairs may come nearer on the way than at its ends.
  SafeMotion(const Figure& figure, const Body& body, bool self,
             double tolerance);  // allocates; others do not

  struct Near {
    std::uint64_t name;  // of the pair, ascending
    int part, other;     // parts; other -1: an obstacle
    ObstacleId obstacle;
    double clearance, required;  // [m] what it has, and what it must have
  };
  // A list of what is near: fill it in order.
  struct Surroundings {
    std::vector<Near> near;
    double farthest = 0.0;  // [m] what is not listed is at least so far away
  };
  Surroundings& start() noexcept { return start_; }
  Surroundings& end() noexcept { return end_; }

  struct Place {
    const Posture& posture;
    const Kinematics& kinematics;
  };
  // A step starts where `body` is, with what start() lists.
  void start_step(const Place& from, const Body& body) noexcept;
  // Is the way to a place clear, where the body is now, with what end() lists? Moves the body to places on
  // the way. `margin`: [m] to be kept by pairs that neither lists.
  bool is_clear(const Place& to, Proximity& proximity, double margin) noexcept;

 private:
  double measure_motions(const Place& to) noexcept;  // returns the longest
  // [m] At least as long as the way of any point of a solid.
  static double way(const Solid& before, const Solid& middle, const Solid& after) noexcept;
  void look_at(double time) noexcept;  // 0..1 of the step
  bool consider(const Near& pair, double clearances, const ObstacleIndex& obstacles) noexcept;
  bool consider_listed(const ObstacleIndex& obstacles) noexcept;
  bool consider_on_the_way(Proximity& proximity, double longest, double margin) noexcept;
  double relative_motion(int part, int other) const noexcept;

  Figure figure_;
  const Body& body_;
  bool self_;
  double tolerance_;
  Surroundings start_, end_;
  Posture from_, middle_;
  VecX step_, part_of_step_;
  Kinematics kinematics_;
  std::vector<Solid> before_;                                         // parts where the step starts
  std::vector<Transform> poses_before_, poses_middle_, poses_after_;  // of segments
  std::vector<double> motion_;                                        // [m] of parts, in the world
  std::vector<PairSweep::Pair> pairs_;                                // not shown to stay apart
  std::vector<std::uint64_t> names_;                                  // of pairs_
  PairSweep sweep_;
};

}  // namespace limber

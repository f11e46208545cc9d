#pragma once
// What a run is judged by: how near it came, how well it followed, how smooth the figure and its motion were.
//
//   bend       the angle between neighbouring links, as far as it differs from the rest posture: a kink
//   reversal   a frame in which some joint of the figure moves back: with x its place in the world,
//                  (x_f - x_f-1) . (x_f-1 - x_f-2) < 0,   both longer than a thousandth of the mean link
//              Ge's oscillation; a frame counts once, however many joints move back
//   penetration  a frame that ends with the figure in an obstacle
//
// Measured from the postures alone, by nothing that the techniques share.

#include <limits>
#include <vector>

#include "limber/avoidance/critical_contacts.h"
#include "limber/solver/report.h"

namespace limber {

struct Measures {
  int frames = 0;
  double least_clearance =
      std::numeric_limits<double>::infinity();  // [m] of all frames; infinite: nothing near
  int penetrations = 0;                         // frames that end with overlap
  double final_error = 0.0;                     // [unit of the task] of the worst task, in the last frame
  double mean_error = 0.0;                      // of the worst task, over all frames
  double largest_error = 0.0;
  double largest_bend = 0.0;  // [rad]
  int reversals = 0;          // frames
  double largest_turn = 0.0;  // [rad] or [m] of a single degree of freedom in one frame
  double mean_seconds = 0.0;  // [s] per step, of what add() was told
  double largest_seconds = 0.0;
};

class MotionMeter {
 public:
  // Clearances are looked for up to `farthest` [m]. Parts of the figure that no joint moves do not count.
  MotionMeter(const Figure& figure, const World& world, const Posture& start, double farthest);

  void move_obstacle(int obstacle, const Shape& shape) noexcept {
    contacts_.move_obstacle(obstacle, shape, Vec3::Zero());
  }
  // A frame: where it ended, the report of its (last) step and how long all its steps took.
  void add(const Posture& posture, const StepReport& report, double seconds, int steps = 1) noexcept;

  const Measures& measures() const noexcept { return measures_; }
  double clearance() const noexcept { return clearance_; }  // [m] in the last frame
  double bend() const noexcept { return bend_; }            // [rad] in the last frame

 private:
  struct Link {
    int from, to;            // points
    int parent = -1;         // the link it continues
    double rest_bend = 0.0;  // [rad]
  };
  void place_points(const Posture& posture, std::vector<Vec3>& points) noexcept;
  double bend_at(const Link& link) const noexcept;  // [rad] towards its parent
  double least_clearance() noexcept;                // [m] of the posture placed last
  bool turned_back() const noexcept;

  Figure figure_;
  Kinematics kinematics_;
  CriticalContacts contacts_;
  double farthest_;
  double shortest_move_;          // [m] that counts
  std::vector<int> leaf_frames_;  // where links without a next joint end
  std::vector<Link> links_;
  std::vector<Vec3> points_, last_, last_but_one_;  // origins of the segments, then the leaf frames
  Posture before_;
  VecX step_;
  double clearance_ = std::numeric_limits<double>::infinity(), bend_ = 0.0;
  double error_sum_ = 0.0, seconds_ = 0.0;
  int steps_ = 0;
  Measures measures_;
};

}  // namespace limber

#pragma once
// Quality of a run: how near it came to obstacles, how well it followed its goal, how smooth it was.
//
// Of the tasks' chain where there are tasks (task_chain.h): the rest of the figure has no part in it.
//
//   bend         largest change of the angle between neighbouring links from the rest posture: a kink
//   reversal     a frame in which some joint of the figure moves back (Ge's oscillation): with x its place,
//                    (x_f - x_f-1) . (x_f-1 - x_f-2) < 0,   both longer than a thousandth of the mean link
//                A frame counts once, however many joints move back.
//   penetration  a frame that ends with the figure in an obstacle, by more than rounding (world/overlap.h)
//
// Computed from the postures alone, independently of the techniques.

#include <limits>
#include <vector>

#include "limber/avoidance/critical_contacts.h"
#include "limber/solver/report.h"

namespace limber {

struct Measures {
  int frames = 0;
  double least_clearance =
      std::numeric_limits<double>::infinity();  // [m] of all frames; infinite: nothing was near
  int penetrations = 0;                         // frames that end in overlap
  double final_error = 0.0;                     // [unit of the task] of the worst task, in the last frame
  double mean_error = 0.0;                      // of the worst task, over all frames
  double largest_error = 0.0;
  double largest_bend = 0.0;   // [rad]
  int reversals = 0;           // frames
  double largest_turn = 0.0;   // [rad] or [m] of a single degree of freedom in one frame
  double moved_outside = 0.0;  // [rad] or [m] since the start, of a degree of freedom outside the chain
  double mean_seconds = 0.0;   // [s] per step
  double largest_seconds = 0.0;
};

class MotionMeter {
 public:
  // Searches for clearances up to `farthest` [m]. Parts of the figure that no joint moves are ignored; with
  // tasks, that no joint of their chain moves.
  MotionMeter(const Figure& figure, const World& world, const Posture& start, double farthest,
              const TaskList& tasks = {});
  MotionMeter(const MotionMeter&) = delete;  // contacts_ points to chain_
  MotionMeter& operator=(const MotionMeter&) = delete;

  void move_obstacle(ObstacleId obstacle, const Shape& shape) noexcept {
    contacts_.move_obstacle(obstacle, shape, Vec3::Zero());
  }
  // One frame: its last posture, the report of its last step, and the time of all its steps.
  void add(const Posture& posture, const StepReport& report, double seconds, int steps = 1) noexcept;

  const Measures& measures() const noexcept { return measures_; }
  double clearance() const noexcept { return clearance_; }  // [m] in the last frame
  double bend() const noexcept { return bend_; }            // [rad] in the last frame

 private:
  struct Link {
    int from, to;            // points
    int parent = -1;         // the link before it
    bool counts = true;      // it belongs to the chain
    double rest_bend = 0.0;  // [rad]
  };
  void place_points(const Posture& posture, std::vector<Vec3>& points) noexcept;
  double bend_at(const Link& link) const noexcept;  // [rad] against its parent
  double least_clearance() noexcept;                // [m] of the last placed posture
  bool turned_back() const noexcept;
  void add_turns(const Posture& posture) noexcept;

  Figure figure_;
  Kinematics kinematics_;
  TaskChain chain_;
  bool whole_;  // there are no tasks: everything is measured
  CriticalContacts contacts_;
  double farthest_;
  double reach_;                      // [m] of the figure
  double shortest_move_;              // [m] shorter moves are ignored
  std::vector<FrameId> leaf_frames_;  // ends of the links that no joint follows
  std::vector<Link> links_;
  std::vector<std::uint8_t> counts_;                // per point: it belongs to the chain
  std::vector<Vec3> points_, last_, last_but_one_;  // origins of the segments, then the leaf frames
  Posture start_, before_;
  VecX step_;
  double clearance_ = std::numeric_limits<double>::infinity(), bend_ = 0.0;
  double error_sum_ = 0.0, seconds_ = 0.0;
  int steps_ = 0;
  Measures measures_;
};

}  // namespace limber

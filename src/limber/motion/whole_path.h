#pragma once
// A tracked motion made smooth over all its frames at once: what every task reached in each frame stays, and
// the freedom that is left, the first posture's included, serves
//
//   minimise   sum over frames  g(q)/c + tau^2/2 |q'|^2 + tau^4/2 |q''|^2
//
// g: the criteria, c: their largest second derivative, tau: the smoothing time; it takes out of the joints
// what changes faster than in about that time. Limits of ranges, speeds and accelerations, other limits and
// contacts hold as they do in tracking. Where the targets repeat, the frames of one cycle are a ring: its
// first posture follows its last.
//
// Each round makes the problem linear in every frame (frame_chain.h) and moves all frames. Kept is the best
// motion found that holds everything; at the worst the one that was given.

#include <functional>

#include "limber/motion/frame_chain.h"
#include "limber/motion/joint_bounds.h"
#include "limber/motion/moving_problem.h"

namespace limber {

class WholePath {
 public:
  // Frames are dt apart, the first at time 0. Throws std::invalid_argument for what does not fit the figure.
  WholePath(const TrackProblem& problem, double dt, double smoothing_time, std::vector<Posture> frames,
            bool ring, bool starts_at_rest);
  WholePath(const WholePath&) = delete;

  void smooth(const std::function<void(double part)>& progress);

  const std::vector<Posture>& frames() const { return best_; }
  bool found() const { return found_; }  // false: they are those given
  int rounds() const { return rounds_; }
  bool settled() const { return settled_; }  // the last round moved nothing
  double cost_before() const { return cost_before_; }
  double cost_after() const { return best_cost_; }

 private:
  // How a motion stands.
  struct Standing {
    double cost = 0.0;
    double deviation = 0.0;          // [m] of any task row, from what tracking reached
    double excess = 0.0;             // of limits of speed and acceleration, relative to them
    double missing_clearance = 0.0;  // [m] below what tracking had
  };
  Standing look(bool first);
  void look_at_frame(int k, bool first, Standing& standing);
  void hold(FrameRows& frame);
  void find_steps(Standing& standing);
  void move_frames(const Eigen::ArrayXXd& moves, double part);
  bool holds(const Standing& standing) const;

  const int n_;
  double dt_;
  bool ring_, starts_at_rest_;
  MovingProblem motion_;
  JointBounds ranges_;
  FrameChain chain_;
  Evaluation here_;
  std::vector<Posture> frames_, best_;
  std::vector<VecX> reached_;  // errors of the task rows, as tracked
  std::vector<double> had_;    // [m] clearance, as tracked
  Eigen::ArrayXXd last_moves_;
  // Of the frame looked at: rows that are to be held, and whose they are (-1: a coupling or a tie).
  std::vector<VecX> rows_;
  std::vector<double> asked_;
  std::vector<int> owner_;
  VecX one_, zero_, gradient_, diagonal_;
  double unit_of_criteria_ = 0.0;  // c
  int rounds_ = 0;
  bool settled_ = false, found_ = false;
  double cost_before_ = 0.0, best_cost_ = 0.0;
};

}  // namespace limber

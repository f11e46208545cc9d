#pragma once
// A least-squares problem over all frames of a motion at once. Unknown: a displacement x_k of all joints in
// each frame k = 0..N-1. With differences in time of what the motion is and x makes of it,
//
//   s_k = d_k + x_(k+1) - x_k                 the step to the next frame
//   c_k = a_k + x_(k+1) - 2 x_k + x_(k-1)     its change; a_k = d_k - d_(k-1)
//
//   minimise   sum_k  gradient_k . x_k + 1/2 x_k' diag(diagonal_k) x_k  +  u^2/2 |s_k|^2  +  u^4/2 |c_k|^2
//   where      held_k x_k = held_k start_k    rows that tasks hold, orthonormal
//              lower_k <= x_k <= upper_k      ranges of joints
//              |s_k| <= largest_step, |c_k| <= largest_change       speeds and accelerations
//              at_most_k x_k <= room_k        other limits, contacts, tasks that are inequalities
//
// In a ring the first frame follows the last. Rows at_most that are met are held like those of tasks, as long
// as their multipliers push: an active set, which lasts from solve to solve. Limits of joints are kept by
// augmented Lagrangians: each has a multiplier that lasts as well, and counts where it is met. What is left
// is solved by conjugate gradients among displacements that the held rows leave, with the problem of each
// joint alone (five diagonals, solved directly) as preconditioner: rows change little from frame to frame, so
// that a few dozen iterations suffice. An iteration takes O(N n m); no matrix of size n is factorised.

#include <Eigen/Dense>
#include <vector>

#include "limber/figure/joint.h"
#include "limber/math/types.h"
#include "limber/motion/five_diagonals.h"

namespace limber {

struct FrameRows {
  VecX gradient, diagonal, lower, upper;
  VecX start;
  RowMatrix held;
  std::vector<std::uint8_t> frozen;  // per joint: x stays as `start` has it; empty: none
  RowMatrix at_most;
  VecX room, multipliers;  // of at_most; above 0: held. The caller empties them when it changes the rows
};

class FrameChain {
 public:
  // `smoothness`: u.
  FrameChain(int frames, int dofs, bool ring, double smoothness);

  std::vector<FrameRows> frames;
  Eigen::ArrayXXd steps;                                       // d_k; the last column counts in a ring only
  Eigen::ArrayXd largest_step, largest_change, largest_first;  // per joint; empty: no limit

  // Where conjugate gradients stop: this part of the first residual.
  double precision = 1e-8;
  // Improves multipliers as well; returns the displacements.
  const Eigen::ArrayXXd& solve();
  int iterations() const { return iterations_; }  // of conjugate gradients, in all solves
  double cost() const;                            // of x = 0, without the gradient's part

 private:
  // A limit of each joint and frame: where it is met, and its multiplier.
  struct Limits {
    Eigen::ArrayXXd multiplier, met;  // met: 0 or 1
  };
  int step_count() const { return ring_ ? n_frames_ : n_frames_ - 1; }
  int after(int k) const { return k + 1 == n_frames_ ? 0 : k + 1; }
  int before(int k) const { return k == 0 ? n_frames_ - 1 : k - 1; }
  bool has_change(int k) const { return ring_ || (k > 0 && k + 1 < n_frames_); }
  double step_limit(int k, int dof) const;
  // Rows at_most that are held in a frame, those that depend on others left out.
  struct HeldRows {
    std::vector<Eigen::Index> rows;
    RowMatrix basis;  // orthonormal: of the tasks' rows, then one for each of `rows`
  };
  void hold_rows(int k);          // of rows_met_; brings x_ to their rooms
  void find_multipliers(int k);   // of the rows held, by the slope at x_
  bool revise_rows();             // which are held; true: others than before
  void find_slope(bool improve);  // gradient at x_, and which limits of joints are met there
  void assemble();
  void multiply(const Eigen::ArrayXXd& p, Eigen::ArrayXXd& out) const;
  void project(Eigen::ArrayXXd& v) const;
  void polish(int k);
  bool descend();  // one Newton step; false: there is nothing left to gain

  int n_frames_, n_;
  bool ring_;
  double square_, fourth_;  // u^2, u^4
  double range_penalty_, step_penalty_, change_penalty_;
  double value_ = 0.0, exceeded_ = 0.0;  // at x_: the cost, and by how much limits are exceeded
  Eigen::ArrayXXd x_, slope_, search_, product_, preconditioned_, residual_, move_;
  Limits ranges_, speeds_, changes_;
  std::vector<VecX> rows_met_;  // 0 or 1
  std::vector<HeldRows> held_;
  FiveDiagonals alone_;
  bool whole_step_ = false;  // of descend(): it was not shortened
  int iterations_ = 0;
};

}  // namespace limber

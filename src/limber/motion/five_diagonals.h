#pragma once
// Many small systems at once: those of each joint over the frames of a motion, whose cost has differences
// in time up to the second.

#include <Eigen/Dense>

namespace limber {

// Symmetric systems with five diagonals, one per row of the matrices; column k is frame k.
class FiveDiagonals {
 public:
  FiveDiagonals(int systems, int frames, bool ring);
  Eigen::ArrayXXd main, next, after_next;  // (k, k), (k, k+1), (k, k+2); in a ring they go round
  void factorise();
  void solve(Eigen::ArrayXXd& b) const;  // in place

 private:
  void substitute(Eigen::ArrayXXd& b) const;
  int frames_, inner_;  // inner: those before the two that close the ring
  Eigen::ArrayXXd pivot_, below_, below2_;
  Eigen::ArrayXXd coupling_[2], border_[2];  // of the last two frames to the inner ones, and solved
  Eigen::ArrayXd corner_[3], determinant_;   // of what is left for the last two: 00, 01, 11
};

}  // namespace limber

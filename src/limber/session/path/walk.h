#pragma once
// A path through postures, as planning/find_path.h finds it, walked at an even pace.
//
//   l_k [m]  how far the fastest of the figure's joints and frames moves from posture k - 1 to k
//   s_k      l_1 + ... + l_k
//
// Step n of N is at s = s_end n / N, interpolated between two postures as the search did:
// q = q_(k-1) (+) share (q_k (-) q_(k-1)). N counts steps, not seconds: a recording walks the same path to
// the same bits.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/posture.h"

namespace limber {

class PathWalk {
 public:
  static constexpr std::size_t most_postures = 2000;
  // [s] in which the fastest point covers the figure's reach.
  static constexpr double seconds_per_reach = 1.5;
  static constexpr double longest = 20.0;  // [s] longer paths are walked faster

  // At least one posture. Neighbours are joined by the shortest turns.
  PathWalk(Figure figure, std::vector<Posture> postures);

  double length() const { return lengths_.back(); }  // [m] s_end
  double length_to(std::size_t posture) const { return lengths_[posture]; }
  double seconds() const;  // it takes, if steps come on time
  // 0..1 of it is done.
  double share() const { return static_cast<double>(step_) / static_cast<double>(steps_); }
  bool is_at_end() const { return step_ >= steps_; }

  // The posture at s = `share` of s_end.
  Posture at(double share) const;

  // The posture one step further; valid until the next call, allocates nothing. `advance` takes the step.
  const Posture& next() noexcept;
  void advance() noexcept { ++step_; }

  const Figure& figure() const { return figure_; }

 private:
  void find(double share, VecX& turn, Posture& result) const noexcept;

  Figure figure_;
  std::vector<Posture> postures_;
  std::vector<double> lengths_;  // [m] s_k, as many as postures
  long step_ = 0, steps_ = 1;
  VecX turn_;
  Posture next_;
};

}  // namespace limber

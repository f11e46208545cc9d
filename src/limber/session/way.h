#pragma once
// A way through postures, as planning/find_path.h finds it, walked at an even pace. For session/ only.
//
//   l_k [m]  how far the fastest of the figure's joints and frames goes from posture k - 1 to k
//   s_k      l_1 + ... + l_k
//
// Step n of N stands where s = s_end n / N, straight between its two postures as the search was:
// q = q_(k-1) (+) share (q_k (-) q_(k-1)). N is a number of steps and not of seconds: a recording walks the
// same way to the same bits.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/posture.h"

namespace limber {

class Way {
 public:
  static constexpr std::size_t most_postures = 2000;
  static constexpr double seconds_per_reach =
      1.5;                                 // [s] in which the fastest point goes as far as the figure
  static constexpr double longest = 20.0;  // [s] reaches; longer ways are walked faster

  // At least one posture. Those that follow each other are joined by the shortest turns.
  Way(Figure figure, std::vector<Posture> postures);

  double length() const { return lengths_.back(); }  // [m] s_end
  double length_to(std::size_t posture) const { return lengths_[posture]; }
  double seconds() const;  // it takes, if steps come when they should
  double share() const {
    return static_cast<double>(step_) / static_cast<double>(steps_);
  }  // 0..1 gone so far
  bool is_at_end() const { return step_ >= steps_; }

  // The posture at s = `share` of s_end.
  Posture at(double share) const;

  // The posture one step on; valid until the next call, allocates nothing. `advance`: it was taken.
  const Posture& next() noexcept;
  void advance() noexcept { ++step_; }

  // [m] How deep the figure may be in something on its way: nothing, once it is out of what it started in.
  double depth_allowed = 0.0;
  double far = 0.0;  // [m] what is not nearer is not looked at

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

#pragma once
// Do two solids stay apart during a whole step, and not only at its ends? Seen from the second one, B, which
// then rests, the first one, A, moves rigidly, q(t) = from (+) t d. On a piece of the motion, with clearances
// d_0, d_1 and normals n_0, n_1 at its ends, the clearance between is at least
//
//   (d_0 + d_1 - l) / 2                                  l: [m] the longest way of a point of A
//   min(s_n(0), s_n(1)) - sag     for n = n_0 or n_1     s_n: how far a plane with normal n parts the solids
//
// where `sag` is how far points of A leave the chord of their way, as measured in its middle. The first
// settles what is not near, the second what slides along. A piece that neither settles is halved.

#include <cstdint>
#include <span>
#include <vector>

#include "limber/figure/posture.h"
#include "limber/kinematics/kinematics.h"
#include "limber/world/body.h"

namespace limber {

class PairSweep {
 public:
  PairSweep(const Figure& figure, const Body& body);  // allocates; nothing below does

  struct Pair {
    int part;               // A
    int other;              // B, a part; -1: an obstacle
    const Solid* obstacle;  // B, where it is one
    double least;           // [m] clearance to be kept on the way
  };
  // The motion is from `from` by `displacement`; both must stay as they are while is_clear() is asked.
  bool is_clear(const Posture& from, const VecX& displacement, std::span<const Pair> pairs) noexcept;

  // [m] At least as far as any point of a solid has moved from one place to another.
  static double chord(const Solid& from, const Solid& to) noexcept;
  // How much longer than the chord the way of a point may be: that of a turn by 1.5 rad.
  static constexpr double longest_way = 1.1;

 private:
  struct Sample {  // of one pair at one time
    Solid a;       // as seen from B, with B where it is at the start
    Vec3 normal;
    double distance;  // [m]
  };
  static constexpr int most_pairs = 32;     // looked at together
  static constexpr int most_halvings = 10;  // a thousandth of a step

  bool is_batch_clear(std::span<const Pair> pairs) noexcept;
  bool is_clear_between(double begin, double end, int begin_slot, int end_slot, int depth,
                        std::uint32_t pairs) noexcept;
  bool is_shown(int pair, const Sample& begin, const Sample& end, double sag) const noexcept;
  void look_at(double time) noexcept;  // moves the kinematics there
  Solid place(int pair) const noexcept;
  const Solid& rests(int pair) const noexcept { return at(resting_, pair); }
  void measure(int pair, Sample& sample) const noexcept;
  Sample& sample(int slot, int pair) noexcept { return at(samples_, slot * most_pairs + pair); }

  Figure figure_;
  const Body& body_;
  Kinematics kinematics_;
  Posture posture_;
  VecX part_of_step_;
  const Posture* from_ = nullptr;
  const VecX* displacement_ = nullptr;
  std::span<const Pair> pairs_;
  std::vector<Solid> resting_;          // B of each pair at the start
  std::vector<Transform> other_start_;  // the segment of B there
  std::vector<Sample> samples_;         // slots: start, end, and the middles of nested pieces
};

}  // namespace limber

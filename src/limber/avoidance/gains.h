#pragma once
// How urgent an obstacle is, by its clearance d.
//
//                1                              d <= d_ug
//   alpha_h(d) = 1 - (3 t^2 - 2 t^3)            t = (d - d_ug)/(d_soi - d_ug)     how much it counts
//                0                              d >= d_soi
//
//                v_max                          d <= d_ta
//   alpha_o(d) = v_max ((d_ug - d)/(d_ug - d_ta))^2                               how fast it pushes
//                0                              d >= d_ug
//
// The three distances of Maciejewski and Klein 1985: task abort < unit gain < sphere of influence. Both are
// C1 (alpha_o except at d_ta, where it saturates), of the lowest degree possible. The documents only plot
// them.

#include <span>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/world/world.h"

namespace limber {

struct GainDistances {
  double abort = 0.0;      // [m] d_ta
  double full = 0.0;       // [m] d_ug
  double influence = 0.0;  // [m] d_soi
};

double counting_gain(double clearance, const GainDistances& distances) noexcept;                 // alpha_h
double pushing_gain(double clearance, const GainDistances& distances, double fastest) noexcept;  // alpha_o

// The influence function of Pourazady and Ho 1991, an alternative alpha_o: with v the speed of approach, a
// the deceleration the figure is capable of,
//
//   P = 0                        v <= 0
//       a v/(2 d a - v^2)        2 d a > v^2: there is room to brake
//       infinite                 otherwise, or d <= 0
//   alpha_o = (1 - exp(-P T_0)) v_max
//
// P is the reciprocal of the time left before braking must begin, 2d/v - v/a.
struct Braking {
  double deceleration = 1.0;   // [m/s^2] a > 0
  double time_constant = 1.0;  // [s] T_0 > 0
};
double approach_gain(double clearance, double speed, const Braking& braking, double fastest) noexcept;

// The share of the worst of two obstacles, d_1 <= d_2:  d_2^2/(d_1^2 + d_2^2). The other gets the rest. 1/2
// for equal distances, 1 when the second is far away. Both distances > 0.
double share_of_worst(double first, double second) noexcept;

// Ge's blending of k obstacles: w_i = (S - d_i)/((k - 1) S), S = sum d_i. The weights sum to 1; a single
// obstacle gets 1, where the expression is 0/0. `sum`: S > 0.
double blending_weight(double distance, double sum, int count) noexcept;

// alpha_h and alpha_o according to the options. Keeps the last clearance of each obstacle to know its speed:
// call begin() with the contacts of a step, then ask.
class Urgency {
 public:
  Urgency(const PushOptions& push, const ContactOptions& contacts);

  void begin(std::span<const Contact> contacts) noexcept;
  double counting(const Contact& contact) const noexcept {
    return counting_gain(contact.clearance, distances_);
  }
  double pushing(const Contact& contact) const noexcept;
  void forget() noexcept { last_.clear(), now_.clear(); }

  const GainDistances& distances() const noexcept { return distances_; }

 private:
  struct Seen {
    ObstacleId obstacle;
    SegmentId other_segment;  // where it is one of the figure's own
    SegmentId segment;
    int shape;
    double clearance;
  };
  double speed(const Contact& contact) const noexcept;  // [m/s] of approach

  GainDistances distances_;
  double fastest_;
  bool by_approach_;
  Braking braking_;
  double step_time_;
  std::vector<Seen> last_, now_;
};

}  // namespace limber

#pragma once
// The motion through keyframes: a spline (math/spline.h) for every joint, through its values or, for ball and
// free joints, through its orientations. The motion is C2 except where a joint limit cuts it off: a spline
// overshoots its keys a little, and no posture may break a limit.
//
// Equalities between joint values (couplings of revolute, prismatic, elbow and swing joints) that hold at
// every key hold in between, because the weights of a spline add up to 1. Inequalities may be exceeded by the
// overshoot.

#include <span>
#include <vector>

#include "limber/math/spline.h"
#include "limber/scene/scene.h"

namespace limber {

class KeyframeMotion {
 public:
  // `keys` in order of time, at least one, all of `figure`; throws std::invalid_argument otherwise.
  KeyframeMotion(Figure figure, std::span<const Keyframe> keys);

  const Figure& figure() const { return figure_; }
  double end() const { return times_.times().back(); }  // [s]

  // Constant before the first key and after the last.
  Posture at(double time) const;

 private:
  struct TurningJoint {
    int first_value;  // of its quaternion
    Quat first;
    std::vector<Vec3> turns;
  };
  Figure figure_;
  SplineTimes times_;
  std::vector<Posture> postures_;
  std::vector<TurningJoint> turning_;
};

// Editing the list; it stays in order of time. All three throw std::invalid_argument with a sentence.
//
// Adds a key, or replaces the one at that time. Returns its number.
int add_key(std::vector<Keyframe>& keys, double time, Posture posture);
void move_key(std::vector<Keyframe>& keys, int number, double time);
void remove_key(std::vector<Keyframe>& keys, int number);

inline constexpr double latest_key = 3600.0;  // [s]

}  // namespace limber

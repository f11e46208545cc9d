#pragma once
// A serial chain of hinges and slides in the form that takes the fewest operations per joint.
//
// Any rotation between two joint axes is Rz(g) Rx(a) Rz(t). With z along every axis, the turns about z before
// and after are added to the angles of the joints on either side, and what is left of link i is
//
//   X_i(q_i) = T(offset_i) Rx(a_i) Tz(slide) Rz(angle)        hinge: angle = q_i + angle_i,  slide = 0
//                                                             slide: angle = angle_i,        slide = q_i
//   tip      = base X_1 ... X_n T(tip_offset) tip_rotation
//
// Lengths are in units of the chain's own length, so that metres and radians weigh alike in the error.

#include <optional>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct SerialArm {
  struct Link {
    double cos_turn, sin_turn;   // of a_i
    Vec3 offset = Vec3::Zero();  // [unit]
    double angle;                // [rad] angle_i
    bool is_slide;
    double low, high;  // limits of q_i [rad] or [unit]
    Range range;       // the same in the unit of the posture
    int value;         // where q_i is in Posture::values
  };
  std::vector<Link> links;
  Transform base;  // in units
  Vec3 tip_offset = Vec3::Zero();
  Mat3 tip_rotation = Mat3::Identity();
  double unit = 1.0;  // [m]

  static constexpr int most_links = 16;

  double to_value(const Link& link, double q) const { return link.range.clamp(link.is_slide ? q * unit : q); }
  double from_value(const Link& link, double value) const { return link.is_slide ? value / unit : value; }
};

// The arm from the root to a frame. None if another kind of joint or a coupled one is on the way, or more
// than most_links joints.
std::optional<SerialArm> serial_arm(const Figure& figure, FrameId frame);

}  // namespace limber

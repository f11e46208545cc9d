#pragma once
// The limits of a swing or ball joint as linear rows for the solver, over the joint's own degrees of freedom
// (ball: w, swing: ds_x, ds_y, 0),
//
//   row . w <= room,      |row| = 1,   room >= 0 inside, in radians of the joint's motion.
//
//   ellipse   the tangent of the ellipse where the ray from 0 through s meets it: with rho = |s/r|,
//             h = s/r^2:   h . ds <= rho (1 - rho). All of the ellipse lies on the allowed side.
//   polygon   -(d x n) . w <= angle of d above the edge with normal n; in a notch, n is the direction from
//             its corner to the limb. The two nearest edges give rows.
//   twist     (dtau - grad tau_max . ds) <= tau_max - tau, and the mirrored lower row
//
// Ranges of swing joints are not included: they are bounds on single degrees of freedom. The rows are exact
// to first order; inside_limits corrects what the curvature of a limit adds to a step.

#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "limber/figure/joint.h"

namespace limber {

// The joint has a limit that these rows describe.
inline bool has_orientation_limit(const Joint& joint) {
  return !std::holds_alternative<std::monostate>(joint.swing_limit) ||
         !std::holds_alternative<std::monostate>(joint.twist_limit);
}

struct LimitRow {
  enum class Kind : std::uint8_t { swing, twist_upper, twist_lower };
  Vec3 row = Vec3::Zero();
  double room = 0.0;  // [rad]
  Kind kind = Kind::swing;
};

struct LimitRows {
  std::array<LimitRow, 4> rows;  // at most two for the swing, two for the twist
  int count = 0;
  const LimitRow* begin() const { return rows.data(); }
  const LimitRow* end() const { return rows.data() + count; }
};

// The rows whose room is less than `margin` [rad]; a step shorter than that cannot reach the others.
// `values` as a posture stores them. Where the limb points along -z (|s| = pi) the twist has no rows.
// Allocates nothing.
LimitRows orientation_limit_rows(const Joint& joint, std::span<const double> values,
                                 double margin = unlimited) noexcept;

}  // namespace limber

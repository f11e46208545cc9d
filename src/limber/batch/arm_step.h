#pragma once
// One damped Gauss-Newton step of several arms at once, one arm to a lane of the vector registers.
//
//   e = (position, rotation vector) from the tip to the goal, both seen from the goal
//   (J J^T + lambda) y = e,   dq = J^T y,   lambda = damping |e|^2/2 + least_damping      (Sugihara 2011)
//   q <- clamp(q + dq),   joints that were stopped by a limit are left out of J in the next step
//
// Every lane does the same additions, multiplications and divisions in the same order, and nothing else: the
// result does not depend on the number of lanes, on the neighbours or on the vector instructions there are.

#include <cmath>
#include <cstdint>
#include <cstring>

#include "limber/batch/serial_arm.h"

namespace limber {

struct ArmStepOptions {
  double damping = 0.1;
  double least_damping = 1e-6;
  double largest_step = 1.5;  // [rad] or [unit] of one joint
};

// What the lanes hold. Rows of `lanes` numbers, one per arm.
template <int lanes>
struct ArmLanes {
  static constexpr int n = SerialArm::most_links;
  using Row = double[lanes];
  alignas(64) Row base[12];       // columns x, y, z and origin of the arm's base, seen from the goal
  alignas(64) Row q[n], next[n];  // joint values before and after the step
  alignas(64) Row is_free[n];     // 0: stopped by a limit and left out; 1: free
  alignas(64) Row position_error, rotation_error;  // squared lengths, of q
};

namespace lane_math {

template <int lanes>
struct Types {
  typedef double Number __attribute__((vector_size(lanes * 8)));
  typedef std::int64_t Bits __attribute__((vector_size(lanes * 8)));
};

#define LIMBER_INLINE [[gnu::always_inline]] inline

template <class V>
LIMBER_INLINE void load(const double* row, V& lanes) {
  std::memcpy(&lanes, row, sizeof lanes);
}
template <class V>
LIMBER_INLINE void store(const V& lanes, double* row) {
  std::memcpy(row, &lanes, sizeof lanes);
}

// Sine and cosine of |x| < 1e5 to 2 ulp: quadrant and Taylor-like polynomials, as in math/sincos.cpp but
// without its care for the last bit.
template <class V, class B>
LIMBER_INLINE void sine_and_cosine(const V& x, V& sine, V& cosine) {
  constexpr double rounder = 6755399441055744.0;  // 1.5 * 2^52
  const V rounded = x * 0.63661977236758134308 + rounder;
  const B quadrant = __builtin_bit_cast(B, rounded);
  const V turns = rounded - rounder;
  const V r = (x - turns * 0x1.921fb544p+0) - turns * 0x1.0b4611a626331p-34;
  const V z = r * r;
  const V s = r + r * z *
                      (-1.66666666666666307295e-1 +
                       z * (8.33333333332211858878e-3 +
                            z * (-1.98412698295895385996e-4 +
                                 z * (2.75573136213857245213e-6 +
                                      z * (-2.50507477628578072866e-8 + z * 1.58962301576546568060e-10)))));
  const V c = 1.0 - 0.5 * z +
              z * z *
                  (4.16666666666665929218e-2 +
                   z * (-1.38888888888730564116e-3 +
                        z * (2.48015872888517045348e-5 +
                             z * (-2.75573141792967388112e-7 +
                                  z * (2.08757008419747316778e-9 + z * -1.13585365213876817300e-11)))));
  const B is_odd = (quadrant & 1) != 0;
  const V one = is_odd ? c : s, other = is_odd ? s : c;
  sine = (quadrant & 2) != 0 ? -one : one;
  cosine = ((quadrant + 1) & 2) != 0 ? -other : other;
}

}  // namespace lane_math

template <int lanes>
LIMBER_INLINE void step_arms(const SerialArm& arm, const ArmStepOptions& options, ArmLanes<lanes>& state) {
  using V = typename lane_math::Types<lanes>::Number;
  using B = typename lane_math::Types<lanes>::Bits;
  using lane_math::load;
  using lane_math::store;
  const int n = static_cast<int>(arm.links.size());
  const V zero = {};

  // Where the axes and the tip are, seen from the goal.
  V x[3], y[3], z[3], p[3];
  for (int k = 0; k < 3; ++k) {
    load(state.base[k], x[k]);
    load(state.base[3 + k], y[k]);
    load(state.base[6 + k], z[k]);
    load(state.base[9 + k], p[k]);
  }
  V axis[SerialArm::most_links][3], arm_to_tip[SerialArm::most_links][3];
  for (int i = 0; i < n; ++i) {
    const SerialArm::Link& link = arm.links[static_cast<std::size_t>(i)];
    V q, sine, cosine;
    load(state.q[i], q);
    lane_math::sine_and_cosine<V, B>(link.is_slide ? zero + link.angle : q + link.angle, sine, cosine);
    for (int k = 0; k < 3; ++k) {
      p[k] += link.offset[0] * x[k] + link.offset[1] * y[k] + link.offset[2] * z[k];
      const V across = link.cos_turn * y[k] + link.sin_turn * z[k];
      z[k] = link.cos_turn * z[k] - link.sin_turn * y[k];
      if (link.is_slide) p[k] += q * z[k];
      y[k] = cosine * across - sine * x[k];
      x[k] = cosine * x[k] + sine * across;
      axis[i][k] = z[k];
      arm_to_tip[i][k] = p[k];
    }
  }
  for (int k = 0; k < 3; ++k)
    p[k] += arm.tip_offset[0] * x[k] + arm.tip_offset[1] * y[k] + arm.tip_offset[2] * z[k];

  // The error. theta/(2 sin theta) = acos(h)/(2 h sqrt(1 - h^2)) with h = cos(theta/2); the polynomial in h
  // is acos(h)/sqrt(1 - h^2) to 3e-6 of it.
  V e[6];
  constexpr double least_cosine = 1e-7;  // of half the angle, squared: half a turn has no direction
  V u = 0.25 * (x[0] + y[1] + z[2]) + 0.25;
  u = u > least_cosine ? u : zero + least_cosine;
  V h;
  for (int l = 0; l < lanes; ++l) h[l] = std::sqrt(u[l]);
  const V f =
      1.5707917009694148 +
      h * (-0.999542399018716 +
           h * (0.7777224167318856 +
                h * (-0.616057221748111 +
                     h * (0.41791561207737565 + h * (-0.19247486455728846 + h * 0.041647167629465486)))));
  const V scale = -0.5 * f / h;
  e[3] = scale * (y[2] - z[1]);
  e[4] = scale * (z[0] - x[2]);
  e[5] = scale * (x[1] - y[0]);
  for (int k = 0; k < 3; ++k) e[k] = -p[k];
  const V position = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  const V rotation = e[3] * e[3] + e[4] * e[4] + e[5] * e[5];
  store(position, state.position_error);
  store(rotation, state.rotation_error);

  // J J^T + lambda, lower triangle.
  const V lambda = options.damping * 0.5 * (position + rotation) + options.least_damping;
  V m[6][6];
  for (int r = 0; r < 6; ++r) {
    for (int c = 0; c <= r; ++c) m[r][c] = r == c ? lambda : zero;
  }
  for (int i = 0; i < n; ++i) {
    V* const a = axis[i];
    V* const d = arm_to_tip[i];
    V column[6];
    if (arm.links[static_cast<std::size_t>(i)].is_slide) {
      for (int k = 0; k < 3; ++k) {
        d[k] = a[k];
        a[k] = zero;
      }
    } else {
      const V to_tip[3] = {p[0] - d[0], p[1] - d[1], p[2] - d[2]};
      d[0] = a[1] * to_tip[2] - a[2] * to_tip[1];
      d[1] = a[2] * to_tip[0] - a[0] * to_tip[2];
      d[2] = a[0] * to_tip[1] - a[1] * to_tip[0];
    }
    V counts;
    load(state.is_free[i], counts);
    for (int k = 0; k < 3; ++k) {
      column[k] = counts * d[k];
      column[3 + k] = counts * a[k];
    }
    for (int r = 0; r < 6; ++r) {
      for (int c = 0; c <= r; ++c) m[r][c] += column[r] * column[c];
    }
  }

  // L D L^T and two substitutions.
  V inverse[6];
  for (int c = 0; c < 6; ++c) {
    for (int k = 0; k < c; ++k) {
      const V factor = m[c][k] * inverse[k];  // L_ck, while m[.][k] still holds L D
      for (int r = c; r < 6; ++r) m[r][c] -= m[r][k] * factor;
    }
    inverse[c] = 1.0 / m[c][c];
  }
  for (int c = 0; c < 6; ++c) {
    for (int r = c + 1; r < 6; ++r) e[r] -= m[r][c] * (e[c] * inverse[c]);
  }
  for (int c = 5; c >= 0; --c) {
    for (int r = c + 1; r < 6; ++r) e[c] -= m[r][c] * e[r];
    e[c] *= inverse[c];
  }

  // The step, and which joints it stops.
  for (int i = 0; i < n; ++i) {
    const SerialArm::Link& link = arm.links[static_cast<std::size_t>(i)];
    const V* const a = axis[i];
    const V* const d = arm_to_tip[i];
    V step = d[0] * e[0] + d[1] * e[1] + d[2] * e[2] + a[0] * e[3] + a[1] * e[4] + a[2] * e[5];
    step = step < options.largest_step ? step : zero + options.largest_step;
    step = step > -options.largest_step ? step : zero - options.largest_step;
    V q, was_free;
    load(state.q[i], q);
    load(state.is_free[i], was_free);
    const V wanted = q + step;
    V allowed = wanted < link.high ? wanted : zero + link.high;
    allowed = allowed > link.low ? allowed : zero + link.low;
    const V next = was_free != 0.0 ? allowed : q;
    const V is_free = wanted != allowed ? zero : zero + 1.0;
    store(next, state.next[i]);
    store(is_free, state.is_free[i]);
  }
}

}  // namespace limber

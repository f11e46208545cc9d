#pragma once
// What is asked of a posture that has arrived: couplings inside their ranges, and capsules around the figure
// clear of obstacles and of each other. An attempt whose end does not pass counts as given up, and the next
// one begins: a filter with restarts. The capsules hold the solids they stand for, so what passes is clear
// but for pairs that are left out because their capsules overlap at rest; the exact check of the processors
// has the last word.

#include "limber/batch/kernel/limits.h"

namespace limber::batch {

constexpr double in_the_way = 1e200;  // the miss of an attempt that arrived and did not pass

template <class N>
LIMBER_BOTH typename N::Wide coupling_sum(const Model& model, const CouplingRange& coupling,
                                          const typename N::Wide* state) {
  using W = typename N::Wide;
  W sum = W{};
  for (int t = coupling.first; t < coupling.first + coupling.count; ++t) {
    const Term& term = model.term[t];
    W value = state[term.state];
    if (term.kind != of_state) {
      const SwingTwistOf<N> parts = swing_and_twist<N>(state + term.state);
      value =
          term.kind == of_twist ? parts.twist : parts.deviation * parts.u[term.kind == of_swing_x ? 0 : 1];
    }
    sum = sum + term.coefficient * value;
  }
  return sum;
}

// The ends of a rod in the world; `pose`: of its element.
LIMBER_BOTH void place_rod(const Rod& rod, const double* pose, double* ends) {
  for (int k = 0; k < 3; ++k) {
    ends[k] = pose[9 + k] + (pose[k] * rod.a[0] + pose[3 + k] * rod.a[1] + pose[6 + k] * rod.a[2]);
    ends[3 + k] = pose[9 + k] + (pose[k] * rod.b[0] + pose[3 + k] * rod.b[1] + pose[6 + k] * rod.b[2]);
  }
}

LIMBER_BOTH double clamped(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

// The squared distance of two segments, each given by its ends: the nearest points' parameters s and t, first
// without the ends, then at most one of them held there.
LIMBER_BOTH double squared_between(const double* p, const double* q) {
  constexpr double point = 1e-24;  // the squared length of a segment that is one
  double u[3], v[3], r[3], a = 0.0, b = 0.0, c = 0.0, e = 0.0, f = 0.0;
  for (int k = 0; k < 3; ++k) {
    u[k] = p[3 + k] - p[k];
    v[k] = q[3 + k] - q[k];
    r[k] = p[k] - q[k];
    a = a + u[k] * u[k];
    b = b + u[k] * v[k];
    c = c + u[k] * r[k];
    e = e + v[k] * v[k];
    f = f + v[k] * r[k];
  }
  double s = 0.0, t = 0.0;
  if (a <= point) {
    t = e <= point ? 0.0 : clamped(f / e, 0.0, 1.0);
  } else if (e <= point) {
    s = clamped(-c / a, 0.0, 1.0);
  } else {
    const double determinant = a * e - b * b;
    s = determinant > 1e-12 * a * e ? clamped((b * f - c * e) / determinant, 0.0, 1.0) : 0.0;
    t = (b * s + f) / e;
    if (t < 0.0 || t > 1.0) {
      t = t < 0.0 ? 0.0 : 1.0;
      s = clamped((t * b - c) / a, 0.0, 1.0);
    }
  }
  double squared = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double gap = r[k] + s * u[k] - t * v[k];
    squared = squared + gap * gap;
  }
  return squared;
}

// The squared distance of a segment and a box: convex along the segment, so its slope is halved down to 0.
LIMBER_BOTH double squared_to_block(const Block& block, const double* p) {
  double from[3], way[3];
  for (int k = 0; k < 3; ++k) {
    const double* const axis = block.axes + 3 * k;
    from[k] = way[k] = 0.0;
    for (int i = 0; i < 3; ++i) {
      from[k] = from[k] + axis[i] * (p[i] - block.center[i]);
      way[k] = way[k] + axis[i] * (p[3 + i] - p[i]);
    }
  }
  double low = 0.0, high = 1.0, squared = 0.0;
  constexpr int halvings = 42;
  for (int i = 0; i <= halvings; ++i) {
    const double t = i < halvings ? 0.5 * (low + high) : low;
    double slope = 0.0;
    squared = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double x = from[k] + t * way[k];
      const double gap = x - clamped(x, -block.half[k], block.half[k]);
      squared = squared + gap * gap;
      slope = slope + gap * way[k];
    }
    if (squared == 0.0) return 0.0;
    if (slope > 0.0) {
      high = t;
    } else {
      low = t;
    }
  }
  return squared;
}

// `ends`: of the rod; `other`: of the other, where that is a rod.
LIMBER_BOTH bool is_apart(const Model& model, const NearPair& pair, const double* ends, const double* other) {
  if (pair.kind == with_rod) return squared_between(ends, other) >= pair.distance * pair.distance;
  const Block& block = model.block[pair.other];
  if (pair.kind == with_block) return squared_to_block(block, ends) >= pair.distance * pair.distance;
  bool is_above = true;
  for (int end = 0; end < 6; end += 3) {
    double height = 0.0;
    for (int k = 0; k < 3; ++k) height = height + block.axes[6 + k] * (ends[end + k] - block.center[k]);
    is_above = is_above && height >= pair.distance;
  }
  return is_above;
}

}  // namespace limber::batch

#pragma once
// Where everything is, and how far off: the poses of all elements from the state, then the error of each
// group.

#include "limber/batch/kernel/work.h"

namespace limber::batch {

// a x + b y + c z. Leaving out what is multiplied by 0 changes no bit of a sum of finite numbers that begins
// at +0; it pays where a, b and c are known when this is compiled, and on a processor.
template <class Team, class W>
LIMBER_BOTH W mixed(const W& x, double a, const W& y, double b, const W& z, double c) {
  if constexpr (Team::size > 1) return ((W{} + a * x) + b * y) + c * z;
  W sum = W{};
  if (a != 0.0) sum = sum + a * x;
  if (b != 0.0) sum = sum + b * y;
  if (c != 0.0) sum = sum + c * z;
  return sum;
}

template <class N>
LIMBER_BOTH void load_goal(const Model& model, const typename N::Wide* numbers, int g, Work<N>& work) {
  using W = typename N::Wide;
  const Group& group = model.group[g];
  const W* const from = numbers + group.goal;
  if (group.kind != to_orientation) {
    for (int k = 0; k < 3; ++k) work.goal[g][k] = from[k] / model.unit;
    return;
  }
  const W w = from[0], x = from[1], y = from[2], z = from[3];
  W* const to = work.goal[g];
  to[0] = 1.0 - 2.0 * (y * y + z * z);
  to[1] = 2.0 * (x * y + w * z);
  to[2] = 2.0 * (x * z - w * y);
  to[3] = 2.0 * (x * y - w * z);
  to[4] = 1.0 - 2.0 * (x * x + z * z);
  to[5] = 2.0 * (y * z + w * x);
  to[6] = 2.0 * (x * z + w * y);
  to[7] = 2.0 * (y * z - w * x);
  to[8] = 1.0 - 2.0 * (x * x + y * y);
}

// One row of: columns <- columns * rotation of a quaternion.
template <class W>
LIMBER_BOTH void turn_row_by_quaternion(const W* q, W* row) {
  const W w = q[0], x = q[1], y = q[2], z = q[3];
  const W a = row[0], b = row[1], c = row[2];
  row[0] = a * (1.0 - 2.0 * (y * y + z * z)) + b * (2.0 * (x * y + w * z)) + c * (2.0 * (x * z - w * y));
  row[1] = a * (2.0 * (x * y - w * z)) + b * (1.0 - 2.0 * (x * x + z * z)) + c * (2.0 * (y * z + w * x));
  row[2] = a * (2.0 * (x * z + w * y)) + b * (2.0 * (y * z - w * x)) + c * (1.0 - 2.0 * (x * x + y * y));
}

// Of exp(a, b, 0) its quaternion, and what its angles a and b turn about as seen from the turned side:
// columns of the right Jacobian I - B [s] + C [s]^2, B = (1 - cos t)/t^2, C = (t - sin t)/t^3 with t = |s|.
template <class N>
LIMBER_BOTH void find_swing(const typename N::Wide* s, typename N::Wide* axes) {
  using W = typename N::Wide;
  const W a = s[0], b = s[1];
  const W squared = a * a + b * b;
  constexpr double series_below = 1e-2;
  const W zero = W{};
  const auto is_small = squared < series_below;
  const W length = N::root(is_small ? zero + 1.0 : squared);
  W sine, cosine;
  sine_and_cosine<N>(0.5 * (is_small ? N::root(squared) : length), sine, cosine);
  const W z = 0.25 * squared;
  const W near_half = 0.5 * (1.0 - z / 6.0 * (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0))));
  const W near_third = 1.0 / 6.0 - squared / 120.0 * (1.0 - squared / 42.0 * (1.0 - squared / 72.0));
  const W far_half = sine / length;
  const W half = is_small ? near_half : far_half;  // sin(t/2)/t
  const W far_third = (1.0 - 2.0 * half * cosine) / (length * length);
  const W third = is_small ? near_third : far_third, second = 2.0 * half * half;
  axes[0] = 1.0 - third * b * b;
  axes[1] = third * a * b;
  axes[2] = second * b;
  axes[3] = third * a * b;
  axes[4] = 1.0 - third * a * a;
  axes[5] = -(second * a);
  axes[6] = cosine;
  axes[7] = half * a;
  axes[8] = half * b;
}

template <class N>
LIMBER_BOTH void find_turn(const Model& model, int i, Work<N>& work) {
  const Element& element = model.element[i];
  if (has::axes && element.kind == swing) find_swing<N>(work.state + element.state, work.axes[element.axes]);
  if (element.kind != hinge) return;
  sine_and_cosine<N>(work.state[element.state] * element.ratio + element.offset, work.turn[i][0],
                     work.turn[i][1]);
}

// Row k (x, y or z in the world) of an element's axes and origin: it depends on the same row of the parent
// alone.
template <class Team, class N>
LIMBER_BOTH void place_row(const Model& model, int i, int k, Work<N>& work) {
  using W = typename N::Wide;
  const Element& element = model.element[i];
  const double* const f = element.fixed;
  W row[4];  // of the axes x, y, z and the origin
  if (element.parent < 0) {
    for (int c = 0; c < 4; ++c) row[c] = W{} + f[3 * c + k];
  } else {
    const W* const parent = work.pose[element.parent];
    const W x = parent[k], y = parent[3 + k], z = parent[6 + k];
    if (element.is_turned) {
      for (int c = 0; c < 3; ++c) row[c] = mixed<Team>(x, f[3 * c], y, f[3 * c + 1], z, f[3 * c + 2]);
    } else {
      row[0] = W{} + x;
      row[1] = W{} + y;
      row[2] = W{} + z;
    }
    row[3] = parent[9 + k] + mixed<Team>(x, f[9], y, f[10], z, f[11]);
  }
  if (element.kind == ball) {
    turn_row_by_quaternion(work.state + element.state, row);
  } else if (has::axes && element.kind == swing) {
    const W* const axes = work.axes[element.axes];
    const W q[4] = {axes[6], axes[7], axes[8], W{}};
    turn_row_by_quaternion(q, row);
  } else if (element.kind == slide) {
    const W q = work.state[element.state] * element.ratio + element.offset;
    row[3] = row[3] + q * row[2];
  } else {
    const W sine = work.turn[i][0], cosine = work.turn[i][1];
    const W x = row[0], y = row[1];
    row[0] = cosine * x + sine * y;
    row[1] = cosine * y - sine * x;
  }
  for (int c = 0; c < 4; ++c) work.pose[i][3 * c + k] = row[c];
}

// acos(h)/sqrt(1 - h^2) for 0 <= h <= 1, to 3e-6 of it.
template <class W>
LIMBER_BOTH W angle_by_sine(const W& h) {
  return 1.5707917009694148 +
         h * (-0.999542399018716 +
              h * (0.7777224167318856 +
                   h * (-0.616057221748111 +
                        h * (0.41791561207737565 + h * (-0.19247486455728846 + h * 0.041647167629465486)))));
}

constexpr double half_a_turn =
    1e-7;  // of h^2, h = cos(theta/2): it has no direction, and is never an arrival

// The rotation vector from the axes f to the axes g is theta/(2 sin theta) times the sum of f_k x g_k; with
// h = cos(theta/2) that factor is acos(h)/(2 h sqrt(1 - h^2)).
template <class N>
LIMBER_BOTH void rotation_error(const typename N::Wide* f, const typename N::Wide* g, typename N::Wide* e,
                                typename N::Wide& squared) {
  using W = typename N::Wide;
  W trace = W{}, sum[3] = {W{}, W{}, W{}};
  for (int k = 0; k < 9; k += 3) {
    trace = trace + (f[k] * g[k] + f[k + 1] * g[k + 1] + f[k + 2] * g[k + 2]);
    sum[0] = sum[0] + (f[k + 1] * g[k + 2] - f[k + 2] * g[k + 1]);
    sum[1] = sum[1] + (f[k + 2] * g[k] - f[k] * g[k + 2]);
    sum[2] = sum[2] + (f[k] * g[k + 1] - f[k + 1] * g[k]);
  }
  const W zero = W{};
  const W u = 0.25 * trace + 0.25;
  const W clear = u > half_a_turn ? u : zero + half_a_turn;
  const W h = N::root(clear);
  const W scale = 0.5 * angle_by_sine(h) / h;
  for (int k = 0; k < 3; ++k) e[k] = scale * sum[k];
  const W length = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  squared = u > half_a_turn ? length : zero + 9.0;
}

// The rotation vector from the unit vector v to the direction of t. A place at the eye itself asks for
// nothing.
template <class N>
LIMBER_BOTH void facing_error(const typename N::Wide* v, const typename N::Wide* t, typename N::Wide* e,
                              typename N::Wide& squared) {
  using W = typename N::Wide;
  const W zero = W{};
  const W length = N::root(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
  const W scale = 1.0 / (length > 1e-12 ? length : zero + 1e-12);
  const W x = scale * t[0], y = scale * t[1], z = scale * t[2];
  const W u = 0.5 + 0.5 * (v[0] * x + v[1] * y + v[2] * z);
  const W clear = u > half_a_turn ? u : zero + half_a_turn;
  const W h = N::root(clear);
  const W factor = angle_by_sine(h) / h;
  e[0] = factor * (v[1] * z - v[2] * y);
  e[1] = factor * (v[2] * x - v[0] * z);
  e[2] = factor * (v[0] * y - v[1] * x);
  const W whole_error = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  squared = u > half_a_turn ? whole_error : zero + 9.0;
}

// What a pose makes of numbers in its coordinates: point k of it, or the axes.
template <class N>
LIMBER_BOTH void pose_of(const Work<N>& work, int element, typename N::Wide* pose) {
  using W = typename N::Wide;
  const W zero = W{};
  for (int k = 0; k < 12; ++k) {
    pose[k] = element < 0 ? zero + (k == 0 || k == 4 || k == 8 ? 1.0 : 0.0) : work.pose[element][k];
  }
}

// The goal of a group in the world: a point, or axes as columns.
template <class Team, class N>
LIMBER_BOTH void goal_now(const Group& group, const typename N::Wide* goal, const Work<N>& work,
                          typename N::Wide* to) {
  using W = typename N::Wide;
  const int columns = group.kind == to_orientation ? 3 : 1;
  if (!has::frames || group.in == -2) {
    for (int k = 0; k < 3 * columns; ++k) to[k] = goal[k];
    return;
  }
  W pose[12], frame[12];
  pose_of(work, group.in, pose);
  for (int c = 0; c < 4; ++c) {
    for (int k = 0; k < 3; ++k) {
      const double* const f = group.frame + 3 * c;
      const W turned = mixed<Team>(pose[k], f[0], pose[3 + k], f[1], pose[6 + k], f[2]);
      frame[3 * c + k] = c == 3 ? pose[9 + k] + turned : turned;
    }
  }
  for (int c = 0; c < columns; ++c) {
    const W* const from = goal + 3 * c;
    for (int k = 0; k < 3; ++k) {
      const W turned = frame[k] * from[0] + frame[3 + k] * from[1] + frame[6 + k] * from[2];
      to[3 * c + k] = columns == 1 ? frame[9 + k] + turned : turned;
    }
  }
}

template <class Team, class N>
LIMBER_BOTH void find_error(const Model& model, int g, Work<N>& work) {
  using W = typename N::Wide;
  const Group& group = model.group[g];
  const double* const l = group.local;
  // Copies only where something may be missing: they take registers, or memory.
  W e[3], squared;
  W pose_held[has::still ? 12 : 1], goal_held[has::frames ? 9 : 1];
  const W *pose = pose_held, *goal = work.goal[g];
  if constexpr (has::still) {
    pose_of(work, group.element, pose_held);
  } else {
    pose = work.pose[group.element];
  }
  if constexpr (has::frames) {
    goal_now<Team>(group, work.goal[g], work, goal_held);
    goal = goal_held;
  }
  if (group.kind != to_orientation) {
    for (int k = 0; k < 3; ++k) {
      work.point[g][k] = pose[9 + k] + mixed<Team>(pose[k], l[0], pose[3 + k], l[1], pose[6 + k], l[2]);
      e[k] = goal[k] - work.point[g][k];
      if ((has::faces && group.kind == to_face) || (has::frames && group.in >= 0))
        work.target[g][k] = goal[k];
    }
    squared = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  }
  if (has::faces && group.kind == to_face) {
    W gaze[3];
    for (int k = 0; k < 3; ++k) gaze[k] = mixed<Team>(pose[k], l[3], pose[3 + k], l[4], pose[6 + k], l[5]);
    const W t[3] = {e[0], e[1], e[2]};
    facing_error<N>(gaze, t, e, squared);
  }
  if (group.kind == to_orientation) {
    W axes[9];
    for (int c = 0; c < 9; c += 3) {
      for (int k = 0; k < 3; ++k) {
        axes[c + k] = mixed<Team>(pose[k], l[c], pose[3 + k], l[c + 1], pose[6 + k], l[c + 2]);
      }
    }
    rotation_error<N>(axes, goal, e, squared);
  }
  work.error[g] = squared;
  for (int k = 0; k < 3; ++k) work.residual[3 * g + k] = N::small(group.weight * e[k]);
}

// Where the elements are, and how far off each group is.
template <class N, class Team>
LIMBER_BOTH void evaluate(const Model& model, const Team& team, Work<N>& work) {
  LIMBER_EACH(i, 0, model.elements) find_turn(model, i, work);
  team.sync();
  if constexpr (Team::size == 1) {
    LIMBER_UNROLL for (int i = 0; i < model.elements; ++i) {
      LIMBER_UNROLL for (int k = 0; k < 3; ++k) place_row<Team>(model, i, k, work);
    }
  } else {
    LIMBER_UNROLL for (int depth = 0; depth < model.depths; ++depth) {
      LIMBER_EACH(item, 3 * model.first_of_depth[depth], 3 * model.first_of_depth[depth + 1]) {
        place_row<Team>(model, item / 3, item % 3, work);
      }
      team.sync();
    }
  }
  LIMBER_EACH(g, 0, model.groups) find_error<Team>(model, g, work);
  team.sync();
}

}  // namespace limber::batch

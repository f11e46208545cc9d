#pragma once
// Balls that may not turn everywhere: how far they swing (where the limb, their z, points) and twist (how far
// it turns about itself). The words and signs are those of math/swing_twist.h:
//
//   q = (swing by |s| about (u_x, u_y, 0)) * (twist by tau about z),   d = q z, where the limb points
//
// A ball's three degrees of freedom are turns about three axes that are carried with it (Work::axes): across
// the nearest wall of its swing (0), across that of its twist (1), and along both (2). A wall that stopped
// the ball takes its degree of freedom out of the next step, like the limit of a hinge; the ball leaves it
// when a step pulls away.

#include "limber/batch/kernel/model.h"
#include "limber/batch/kernel/numbers.h"
#include "limber/batch/kernel/work.h"

namespace limber::batch {

template <class N>
struct SwingTwistOf {
  typename N::Wide u[2], deviation, twist;
  typename N::Wide sine, cosine;  // of the deviation
  typename N::Wide direction[3];
};

template <class N>
LIMBER_BOTH SwingTwistOf<N> swing_and_twist(const typename N::Wide* q) {
  using W = typename N::Wide;
  constexpr double least = 1e-14;  // of a half sine or cosine: below it a direction is rounding
  const W zero = W{};
  const W w = q[0], x = q[1], y = q[2], z = q[3];
  const W c = N::root(z * z + w * w), s = N::root(x * x + y * y);
  const W clear = c > least ? c : zero + least;
  const W cos_half = w / clear, sin_half = z / clear;
  const W px = x * cos_half - y * sin_half, py = x * sin_half + y * cos_half;
  const W ux = px / s, uy = py / s;
  SwingTwistOf<N> parts;
  parts.u[0] = s > least ? ux : zero + 1.0;
  parts.u[1] = s > least ? uy : zero;
  parts.deviation = 2.0 * angle_in_quadrant<N>(s, c);
  const W minus_w = -w, minus_z = -z;
  const W up = w < 0.0 ? minus_w : w, side = w < 0.0 ? minus_z : z;  // of q and -q the one with w >= 0
  parts.twist = 2.0 * angle_of<N>(side, c > least ? up : zero + 1.0);
  parts.sine = 2.0 * s * c;
  parts.cosine = (c - s) * (c + s);
  parts.direction[0] = parts.sine * parts.u[1];
  parts.direction[1] = -(parts.sine * parts.u[0]);
  parts.direction[2] = parts.cosine;
  return parts;
}

// Turns that a wall forbids. `point`: the place of the wall where the limb is brought to.
template <class N>
struct Wall {
  typename N::Wide point[3];
  typename N::Wide inward[3];   // unit: turning about this axis of the base leads away from the wall
  typename N::Wide is_outside;  // 1 or 0
};

template <class W>
LIMBER_BOTH W along(const double* b, const W* a) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class W>
LIMBER_BOTH W dot(const W* a, const W* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class W>
LIMBER_BOTH void cross(const W* a, const W* b, W* c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}
template <class N>
LIMBER_BOTH void normalize(typename N::Wide* a) {
  using W = typename N::Wide;
  const W length = N::root(dot(a, a));
  const W zero = W{};
  const W clear = length > 1e-30 ? length : zero + 1e-30;
  for (int k = 0; k < 3; ++k) a[k] = a[k] / clear;
}

// The nearest point of a polygon's outline, by the squared sine of the angle: that of an edge where the
// direction is beside it, and of every vertex.
template <class N>
LIMBER_BOTH Wall<N> wall_of_polygon(const Model& model, const Limit& limit, const SwingTwistOf<N>& parts) {
  using W = typename N::Wide;
  const W zero = W{};
  const W* const d = parts.direction;
  W least = zero + 10.0, inside = zero, point[3] = {zero, zero, zero}, normal[3] = {zero, zero, zero};
  for (int e = limit.first_edge; e < limit.first_edge + limit.edges; ++e) {
    const Edge& edge = model.edge[e];
    const W height = along(edge.normal, d);
    const W ahead = along(edge.ahead, d), behind = along(edge.behind, d);
    const W far = zero + 10.0;
    const W before_end = behind <= 0.0 ? height * height : far;
    const W squared = ahead >= 0.0 ? before_end : far;
    const auto is_nearer = squared < least;
    least = is_nearer ? squared : least;
    inside = is_nearer ? height : inside;
    for (int k = 0; k < 3; ++k) {
      const W foot = d[k] - height * edge.normal[k];
      point[k] = is_nearer ? foot : point[k];
      normal[k] = is_nearer ? zero + edge.normal[k] : normal[k];
    }
    const double* const v = edge.from;
    const W cx = d[1] * v[2] - d[2] * v[1], cy = d[2] * v[0] - d[0] * v[2], cz = d[0] * v[1] - d[1] * v[0];
    const W sine = cx * cx + cy * cy + cz * cz;
    const W beyond = 2.0 - sine;
    const W to_vertex = along(v, d) > 0.0 ? sine : beyond;
    const auto is_vertex = to_vertex < least;
    least = is_vertex ? to_vertex : least;
    inside = is_vertex ? along(edge.corner, d) : inside;
    for (int k = 0; k < 3; ++k) {
      point[k] = is_vertex ? zero + v[k] : point[k];
      normal[k] = is_vertex ? zero + edge.corner[k] : normal[k];
    }
  }
  Wall<N> wall;
  for (int k = 0; k < 3; ++k) wall.point[k] = point[k];
  normalize<N>(wall.point);
  cross(wall.point, normal, wall.inward);
  wall.is_outside = inside < 0.0 ? zero + 1.0 : zero;
  return wall;
}

// An ellipse in the swing plane: brought to its outline along the line to the middle.
template <class N>
LIMBER_BOTH Wall<N> wall_of_ellipse(const Limit& limit, const SwingTwistOf<N>& parts) {
  using W = typename N::Wide;
  const W zero = W{};
  const W x = parts.u[0] / limit.radii[0], y = parts.u[1] / limit.radii[1];
  const W end = 1.0 / N::root(x * x + y * y);  // how far the outline is in this direction
  W sine, cosine;
  sine_and_cosine<N>(end, sine, cosine);
  Wall<N> wall;
  wall.point[0] = sine * parts.u[1];
  wall.point[1] = -(sine * parts.u[0]);
  wall.point[2] = cosine;
  // d value/dw for a turn w of the base, with the gradient (x, y)/radii in the swing plane and m = (-u_y,
  // u_x): s' = w_xy + (theta cot theta - 1) m (m . w) + theta m w_z
  const W gx = x / limit.radii[0], gy = y / limit.radii[1];
  const W across = gy * parts.u[0] - gx * parts.u[1];
  const W bent = (end * cosine / sine - 1.0) * across;
  wall.inward[0] = -(gx - bent * parts.u[1]);
  wall.inward[1] = -(gy + bent * parts.u[0]);
  wall.inward[2] = -(end * across);
  normalize<N>(wall.inward);
  wall.is_outside = parts.deviation > end ? zero + 1.0 : zero;
  return wall;
}

// The twists that a swing leaves, and how both ends change with the azimuth and the deviation.
template <class N>
struct TwistEnds {
  typename N::Wide low, high;
  typename N::Wide by_azimuth[2], by_deviation[2];
};

template <class N>
LIMBER_BOTH TwistEnds<N> twist_ends(const Model& model, const Limit& limit, const SwingTwistOf<N>& parts) {
  using W = typename N::Wide;
  const W zero = W{};
  TwistEnds<N> ends;
  ends.low = zero + limit.low;
  ends.high = zero + limit.high;
  for (int b = 0; b < 2; ++b) ends.by_azimuth[b] = ends.by_deviation[b] = zero;
  if (limit.twists != twist_table) return ends;
  constexpr double turn = 6.28318530717958647693;
  const double count = limit.azimuths, last = limit.deviations - 1, step = limit.largest_deviation / last;
  const W azimuth = angle_of<N>(parts.u[1], parts.u[0]) * (count / turn);
  const W column = azimuth < 0.0 ? azimuth + count : azimuth;
  const W near = whole<N>(column - 0.5);
  const W low = near < 0.0 ? zero : near < count ? near : zero + (count - 1.0);
  const W across = column - low;
  const W next = low + 1.0 < count ? low + 1.0 : zero;
  const W row = parts.deviation / step;
  const W down = whole<N>(row - 0.5);
  const W below = down < 0.0 ? zero : down < last ? down : zero + (last - 1.0);
  const W outward = row < last ? row - below : zero + 1.0;
  const W slope = row < last ? zero + 1.0 / step : zero;
  const double first = limit.first_cell;
  const typename N::Bits a = row_of<N>(below * count + low + first),
                         b = row_of<N>(below * count + next + first),
                         c = row_of<N>((below + 1.0) * count + low + first),
                         d = row_of<N>((below + 1.0) * count + next + first);
  for (int bound = 0; bound < 2; ++bound) {
    const W near_low = N::look_up(model.cell, a, bound), near_high = N::look_up(model.cell, b, bound),
            far_low = N::look_up(model.cell, c, bound), far_high = N::look_up(model.cell, d, bound);
    const W close = near_low + across * (near_high - near_low), far = far_low + across * (far_high - far_low);
    (bound == 0 ? ends.low : ends.high) = close + outward * (far - close);
    ends.by_deviation[bound] = slope * (far - close);
    ends.by_azimuth[bound] =
        count / turn * ((near_high - near_low) + outward * ((far_high - far_low) - (near_high - near_low)));
  }
  return ends;
}

// p q, with p = (w; x, y, z) in the base.
template <class W>
LIMBER_BOTH void turn_in_base(const W& w, const W& x, const W& y, const W& z, W* q) {
  const W a = q[0], b = q[1], c = q[2], d = q[3];
  q[0] = w * a - x * b - y * c - z * d;
  q[1] = w * b + x * a + y * d - z * c;
  q[2] = w * c + y * a + z * b - x * d;
  q[3] = w * d + z * a + x * c - y * b;
}

template <class N>
LIMBER_BOTH void make_unit(typename N::Wide* q) {
  const typename N::Wide length = N::root(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) q[k] = q[k] / length;
}

// An axis of the base as the turned ball sees it.
template <class W>
LIMBER_BOTH void seen_from(const W* q, const W* a, W* to) {
  const W w = q[0], x = q[1], y = q[2], z = q[3];
  to[0] =
      a[0] * (1.0 - 2.0 * (y * y + z * z)) + a[1] * (2.0 * (x * y + w * z)) + a[2] * (2.0 * (x * z - w * y));
  to[1] =
      a[0] * (2.0 * (x * y - w * z)) + a[1] * (1.0 - 2.0 * (x * x + z * z)) + a[2] * (2.0 * (y * z + w * x));
  to[2] =
      a[0] * (2.0 * (x * z + w * y)) + a[1] * (2.0 * (y * z - w * x)) + a[2] * (1.0 - 2.0 * (x * x + y * y));
}

// Number k of the axes when an attempt begins: nothing has stopped the ball, so any three do.
LIMBER_BOTH constexpr double first_axes(int k) {
  return k % 4 == 0 ? 1.0 : 0.0;
}

// Brings q back inside, and chooses the axes and degrees of freedom of the next step. `pull`: what this step
// asked of the degrees of freedom across the walls.
template <class N>
LIMBER_BOTH void keep_inside(const Model& model, const Coordinate& coordinate, const typename N::Wide* pull,
                             typename N::Wide* q, Work<N>& work) {
  using W = typename N::Wide;
  const Limit& limit = model.limit[coordinate.limit];
  const W zero = W{}, one = zero + 1.0;
  W was_free[2], is_held[2] = {zero, zero};
  for (int k = 0; k < 2; ++k) was_free[k] = N::wide(work.is_free[coordinate.dof + k]);
  SwingTwistOf<N> parts = swing_and_twist<N>(q);
  Wall<N> wall{};
  if (limit.shape != any_swing) {
    wall = limit.shape == inside_polygon ? wall_of_polygon<N>(model, limit, parts)
                                         : wall_of_ellipse<N>(limit, parts);
    const W presses = pull[0] < 0.0 ? one : zero;
    is_held[0] = was_free[0] != 0.0 ? wall.is_outside : presses;
    const auto is_moved = (is_held[0] + wall.is_outside) != 0.0;
    // The shortest turn that takes the limb to the wall.
    W axis[3], turned[4] = {q[0], q[1], q[2], q[3]};
    cross(parts.direction, wall.point, axis);
    turn_in_base(W(1.0 + dot(parts.direction, wall.point)), axis[0], axis[1], axis[2], turned);
    make_unit<N>(turned);
    for (int k = 0; k < 4; ++k) q[k] = is_moved ? turned[k] : q[k];
    parts = swing_and_twist<N>(q);
  }
  // Across the twist's wall, in the base: where the twist grows against its end.
  W across[3] = {parts.direction[0], parts.direction[1], parts.direction[2]};
  if (limit.twists != any_twist) {
    constexpr double turn = 6.28318530717958647693;
    const TwistEnds<N> ends = twist_ends<N>(model, limit, parts);
    const W half = 0.5 * (ends.high - ends.low);
    const W off = parts.twist - 0.5 * (ends.low + ends.high);
    const W around = off - turn * whole<N>(off / turn);
    const auto is_above = around > 0.0;
    const W excess = (is_above ? around : -around) - half;
    const W minus_pull = -pull[1];
    const W presses = (is_above ? pull[1] : minus_pull) > 0.0 ? one : zero;
    const W out = excess > 0.0 ? one : zero;
    is_held[1] = was_free[1] != 0.0 ? out : presses;
    if (limit.low == limit.high && limit.twists == twist_range) is_held[1] = one;
    const auto is_moved = (is_held[1] + out) != 0.0;
    const W minus_excess = -excess;
    const W back = is_moved ? (is_above ? minus_excess : excess) : zero;
    W sine, cosine;
    sine_and_cosine<N>(0.5 * back, sine, cosine);
    const W a = q[0], b = q[1], c = q[2], d = q[3];
    q[0] = a * cosine - d * sine;
    q[1] = b * cosine + c * sine;
    q[2] = c * cosine - b * sine;
    q[3] = d * cosine + a * sine;
    // d(twist - end)/dw for a turn w of the base, with m = (-u_y, u_x) and theta the deviation:
    // twist' = w_z - tan(theta/2) (m . w),  azimuth' = w_z + cot(theta) (m . w),  deviation' = u . w
    constexpr double least = 1e-6;
    const W by_azimuth = is_above ? ends.by_azimuth[1] : ends.by_azimuth[0];
    const W by_deviation = is_above ? ends.by_deviation[1] : ends.by_deviation[0];
    const W some = parts.sine > least ? parts.sine : zero + least;
    const W by_m = -(parts.sine / (1.0 + parts.cosine)) - by_azimuth * (parts.cosine / some);
    across[0] = -(by_m * parts.u[1]) - by_deviation * parts.u[0];
    across[1] = by_m * parts.u[0] - by_deviation * parts.u[1];
    across[2] = 1.0 - by_azimuth;
  }
  for (int k = 0; k < 2; ++k) work.is_free[coordinate.dof + k] = N::small(1.0 - is_held[k]);
  // The axes: the swing's wall first where it holds, otherwise whatever leaves the twist's as it is.
  W* const axes = work.axes[limit.axes];
  W swing_wall[3], twist_wall[3];
  seen_from(q, wall.inward, swing_wall);
  seen_from(q, across, twist_wall);
  normalize<N>(twist_wall);
  // A direction that the twist's wall is far from.
  const W other[3] = {zero, twist_wall[2], -twist_wall[1]};
  const W second[3] = {-twist_wall[2], zero, twist_wall[0]};
  const W squared = other[1] * other[1] + other[2] * other[2];
  for (int k = 0; k < 3; ++k) {
    const W free_axis = squared > 0.25 ? other[k] : second[k];
    axes[k] = is_held[0] != 0.0 ? swing_wall[k] : free_axis;
  }
  normalize<N>(axes);
  const W shared = dot(axes, twist_wall);
  for (int k = 0; k < 3; ++k) axes[3 + k] = twist_wall[k] - shared * axes[k];
  normalize<N>(axes + 3);
  cross(axes, axes + 3, axes + 6);
}

}  // namespace limber::batch

#pragma once
// One step of the batch solver: where everything is, how far off, and a damped Gauss-Newton step from there.
//
//   e_g = weight (goal - now) of each group g of three rows, J its derivative, D without the dofs that a
//   limit
//   stopped, all groups stacked, those of the highest priority first:
//
//   (J D J^T + diag(lambda)) y = e,   dq = J^T y,   lambda_level = damping |e_level|^2/2 + least_damping
//
// L D L^T meets the rows level by level: what is left of a lower level's block when those above it have been
// eliminated is J_2 N_1 J_2^T, N_1 = I - J_1^T (J_1 J_1^T)^-1 J_1, so a lower level moves only what leaves
// the levels above as they are, up to the least damping of those; its own damping takes what it cannot reach.
// (With one level this is Sugihara's step, 2011.)

#include "limber/batch/kernel/limits.h"
#include "limber/batch/kernel/place.h"

namespace limber::batch {

// What one degree of freedom of an element turns about or slides along, in the world.
template <class N>
LIMBER_BOTH void axis_of(const Model& model, const Source& source, const Work<N>& work,
                         typename N::Wide* axis) {
  using W = typename N::Wide;
  const Element& element = model.element[source.element];
  const W* const pose = work.pose[source.element];
  for (int k = 0; k < 3; ++k) {
    if (!has::axes || element.axes < 0) {
      axis[k] = pose[3 * source.axis + k];
    } else {
      const W* const mix = work.axes[element.axes] + 3 * source.axis;
      axis[k] = mix[0] * pose[k] + mix[1] * pose[3 + k] + mix[2] * pose[6 + k];
    }
  }
}

// How it moves the point x that it carries.
template <class N>
LIMBER_BOTH void move_of(const Model& model, const Source& source, const typename N::Wide* axis,
                         const typename N::Wide* x, const Work<N>& work, typename N::Wide* move) {
  using W = typename N::Wide;
  if (model.element[source.element].kind == slide) {
    for (int k = 0; k < 3; ++k) move[k] = axis[k];
    return;
  }
  const W* const origin = work.pose[source.element] + 9;
  W arm[3];
  for (int k = 0; k < 3; ++k) arm[k] = x[k] - origin[k];
  move[0] = axis[1] * arm[2] - axis[2] * arm[1];
  move[1] = axis[2] * arm[0] - axis[0] * arm[2];
  move[2] = axis[0] * arm[1] - axis[1] * arm[0];
}

// What that does to a gaze, with t the way from the eye to what it faces: the gaze turns by the part of
// `turn` across t, if the eye turns at all, and the eye's move turns t by -(t x move)/|t|^2.
template <class W>
LIMBER_BOTH void turn_of_gaze(const W* t, bool turns, const W* turn, const W* move, W* to) {
  const W by_length = 1.0 / (t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + 1e-24);
  to[0] = by_length * (t[1] * move[2] - t[2] * move[1]);
  to[1] = by_length * (t[2] * move[0] - t[0] * move[2]);
  to[2] = by_length * (t[0] * move[1] - t[1] * move[0]);
  if (!turns) return;
  const W part = by_length * (t[0] * turn[0] + t[1] * turn[1] + t[2] * turn[2]);
  for (int k = 0; k < 3; ++k) to[k] = to[k] + (turn[k] - part * t[k]);
}

template <class N>
LIMBER_BOTH void fill_column(const Model& model, int c, Work<N>& work) {
  using W = typename N::Wide;
  const Column& column = model.column[c];
  const int g = column.group;
  const Group& group = model.group[g];
  W sum[3] = {W{}, W{}, W{}};
  LIMBER_UNROLL for (int s = column.first; s < column.first + column.count; ++s) {
    const Source& source = model.source[s];
    const int side = has::frames ? source.side : 1;
    const double ratio = side * group.weight * model.element[source.element].ratio;
    const bool slides = model.element[source.element].kind == slide;
    W axis[3];
    axis_of(model, source, work, axis);
    if (group.kind == to_orientation) {
      if (slides) continue;
      for (int k = 0; k < 3; ++k) sum[k] = sum[k] + ratio * axis[k];
      continue;
    }
    W move[3];
    move_of(model, source, axis, side > 0 ? work.point[g] : work.target[g], work, move);
    if (has::faces && group.kind == to_face) {
      W t[3], gaze[3];
      for (int k = 0; k < 3; ++k) t[k] = work.target[g][k] - work.point[g][k];
      turn_of_gaze(t, side > 0 && !slides, axis, move, gaze);
      for (int k = 0; k < 3; ++k) sum[k] = sum[k] + ratio * gaze[k];
    } else {
      for (int k = 0; k < 3; ++k) sum[k] = sum[k] + ratio * move[k];
    }
  }
  for (int k = 0; k < 3; ++k) work.jacobian[c][k] = N::small(sum[k]);
}

// One row of the block (g, h) of J D J^T + diag(lambda).
template <class N>
LIMBER_BOTH void fill_block_row(const Model& model, int g, int h, int r, const typename N::Small* lambda,
                                Work<N>& work) {
  using S = typename N::Small;
  S sum[3] = {S{}, S{}, S{}};
  if (g == h) {
    for (int c = 0; c < 3; ++c) {
      if (c == r) sum[c] = lambda[has::levels ? model.group[g].level : 0];
    }
  }
  const int pair = triangle(g, h);
  LIMBER_UNROLL_INNER for (int i = model.first_of_pair[pair]; i < model.first_of_pair[pair + 1]; ++i) {
    const int of_g = model.shared[i][0], of_h = model.shared[i][1];
    const S counts = work.jacobian[of_g][r] * work.is_free[model.column[of_g].dof];
    for (int c = 0; c < 3; ++c) {
      if (g != h || c <= r) sum[c] = sum[c] + counts * work.jacobian[of_h][c];
    }
  }
  for (int c = 0; c < 3; ++c) {
    if (g != h || c <= r) work.m[triangle(3 * g + r, 3 * h + c)] = sum[c];
  }
}

// Solves m y = e by L D L^T, a column at a time; e rides along as one more row and becomes L^-1 e. m keeps L
// D.
template <class N, class Team>
LIMBER_BOTH void factor(const Model& model, const Team& team, Work<N>& work) {
  using S = typename N::Small;
  const int rows = 3 * model.groups;
  const float least = 0.5f * static_cast<float>(model.least_damping);
  LIMBER_UNROLL for (int c = 0; c < rows; ++c) {
    LIMBER_EACH(r, c, rows + 1) {
      S sum = work.m[triangle(r, c)];
      LIMBER_UNROLL_INNER for (int k = 0; k < c; ++k) {
        sum = sum - work.m[triangle(r, k)] * (work.m[triangle(c, k)] * work.inverse[k]);
      }
      const S zero = S{};
      if (r == c) sum = sum > least ? sum : zero + least;
      work.m[triangle(r, c)] = sum;
    }
    team.sync();
    // Not by the one who computed it, above: the others would read ahead, and racecheck would see it.
    if (team.member() == 0) work.inverse[c] = 1.0f / work.m[triangle(c, c)];
    team.sync();
  }
  // L^T y = D^-1 L^-1 e, from the last row up, in the place of L^-1 e.
  LIMBER_UNROLL for (int c = rows - 1; c >= 0; --c) {
    const S y = work.m[triangle(rows, c)] * work.inverse[c];
    if (team.member() == 0) work.y[c] = y;
    LIMBER_EACH(r, 0, c) work.m[triangle(rows, r)] = work.m[triangle(rows, r)] - work.m[triangle(c, r)] * y;
    team.sync();
  }
}

// What the step asks of a dof, no farther than the largest step.
template <class N>
LIMBER_BOTH typename N::Wide bounded_change(const Model& model, int dof, const Work<N>& work) {
  using W = typename N::Wide;
  const W zero = W{};
  const W change = N::wide(work.change[dof]);
  const W above = change < model.largest_step ? change : zero + model.largest_step;
  return above > -model.largest_step ? above : zero - model.largest_step;
}

template <class N>
LIMBER_BOTH void advance(const Model& model, int i, Work<N>& work) {
  using W = typename N::Wide;
  using S = typename N::Small;
  const Coordinate& coordinate = model.coordinate[i];
  const W zero = W{};
  const W* const now = work.state + coordinate.state;
  W* const next = work.next + coordinate.state;
  if (coordinate.kind == ball) {
    // q (1, w/2), made a unit again: a turn by 2 atan(|w|/2) about w.
    W pull[3], w[3];
    for (int k = 0; k < 3; ++k) pull[k] = bounded_change(model, coordinate.dof + k, work);
    if (!has::axes || coordinate.limit < 0) {
      for (int k = 0; k < 3; ++k) w[k] = pull[k];
    } else {
      const W* const axes = work.axes[model.limit[coordinate.limit].axes];
      W step[3];
      for (int k = 0; k < 3; ++k) step[k] = N::wide(work.is_free[coordinate.dof + k]) * pull[k];
      for (int k = 0; k < 3; ++k) w[k] = axes[k] * step[0] + axes[3 + k] * step[1] + axes[6 + k] * step[2];
    }
    const W x = 0.5 * w[0], y = 0.5 * w[1], z = 0.5 * w[2];
    W q[4] = {now[0] - now[1] * x - now[2] * y - now[3] * z, now[1] + now[0] * x + now[2] * z - now[3] * y,
              now[2] + now[0] * y + now[3] * x - now[1] * z, now[3] + now[0] * z + now[1] * y - now[2] * x};
    const W length = N::root(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) q[k] = q[k] / length;
    if (has::axes && coordinate.limit >= 0) keep_inside(model, coordinate, pull, q, work);
    for (int k = 0; k < 4; ++k) next[k] = q[k];
    return;
  }
  const W wanted = now[0] + bounded_change(model, coordinate.dof, work);
  W allowed = wanted < coordinate.high ? wanted : zero + coordinate.high;
  allowed = allowed > coordinate.low ? allowed : zero + coordinate.low;
  const S was_free = work.is_free[coordinate.dof];
  next[0] = N::wide(was_free) != 0.0 ? allowed : now[0];
  work.is_free[coordinate.dof] = N::small(wanted != allowed ? zero : zero + 1.0);
}

// work.next: the state after a step, from what evaluate() found.
template <class N, class Team>
LIMBER_BOTH void update(const Model& model, const Team& team, Work<N>& work) {
  using W = typename N::Wide;
  using S = typename N::Small;
  LIMBER_EACH(c, 0, model.columns) fill_column(model, c, work);
  S lambda[most::levels];
  LIMBER_UNROLL for (int level = 0; level < model.levels; ++level) {
    W sum = W{};
    LIMBER_UNROLL for (int g = 0; g < model.groups; ++g) {
      if (!has::levels || model.group[g].level == level)
        sum = sum + model.group[g].weight * model.group[g].weight * work.error[g];
    }
    lambda[level] = N::small(0.5 * model.damping * sum + model.least_damping);
  }
  const int rows = 3 * model.groups;
  LIMBER_EACH(r, 0, rows) work.m[triangle(rows, r)] = work.residual[r];
  team.sync();
  if constexpr (Team::size == 1) {
    LIMBER_UNROLL for (int g = 0; g < model.groups; ++g) {
      LIMBER_UNROLL for (int h = 0; h <= g; ++h) {
        LIMBER_UNROLL for (int r = 0; r < 3; ++r) fill_block_row(model, g, h, r, lambda, work);
      }
    }
  } else {
    LIMBER_EACH(item, 0, 3 * (model.groups * (model.groups + 1) / 2)) {
      const int pair = item / 3;
      int g = 0;
      while (triangle(g + 1, 0) <= pair) ++g;
      fill_block_row(model, g, pair - triangle(g, 0), item % 3, lambda, work);
    }
  }
  team.sync();
  factor(model, team, work);
  LIMBER_EACH(d, 0, model.dofs) {
    S sum = S{};
    LIMBER_UNROLL_INNER for (int i = model.first_of_dof[d]; i < model.first_of_dof[d + 1]; ++i) {
      const int c = model.column_of_dof[i];
      const int row = 3 * model.column[c].group;
      for (int k = 0; k < 3; ++k) sum = sum + work.jacobian[c][k] * work.y[row + k];
    }
    work.change[d] = sum;
  }
  team.sync();
  LIMBER_EACH(i, 0, model.coordinates) advance(model, i, work);
  team.sync();
}

}  // namespace limber::batch

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
//
// A team is who works on one problem: one thread, or the 32 lanes of a warp that share `work`. Every number
// is computed by one member, from start to end in the same order: the size of the team changes no bit.

#include "limber/batch/kernel/model.h"
#include "limber/batch/kernel/numbers.h"

// Each of [first, end), shared out among the team. All loops of a lone GPU thread are unrolled, so that
// `work` is in registers; of a warp only inner ones, in part, so that several loads are under way at a time.
#if defined(__CUDACC_RTC__) && LIMBER_TEAM == 1
#define LIMBER_UNROLL _Pragma("unroll")
#define LIMBER_UNROLL_INNER _Pragma("unroll")
#elif defined(__CUDACC_RTC__)
#define LIMBER_UNROLL _Pragma("unroll 1")
#define LIMBER_UNROLL_INNER _Pragma("unroll 4")
#else
#define LIMBER_UNROLL
#define LIMBER_UNROLL_INNER
#endif
#define LIMBER_EACH(i, first, end) \
  LIMBER_UNROLL for (int i = (first) + team.member(); i < (end); i += team.size)

namespace limber::batch {

#ifndef __CUDACC_RTC__
struct Alone {
  static constexpr int size = 1;
  static int member() { return 0; }
  static void sync() {}
};
#endif

// What a step works on.
template <class N>
struct Work {
  using W = typename N::Wide;
  using S = typename N::Small;
  W goal[most::groups][9];  // position [unit], or the axes as columns
  W state[most::states], next[most::states];
  S is_free[most::dofs];      // 0: stopped by a limit and left out; 1: free
  W error[most::groups];      // squared lengths
  W turn[most::elements][2];  // of hinges: sine and cosine
  W pose[most::elements][12];
  W point[most::groups][3];  // of groups that are points
  S residual[most::rows];
  S jacobian[most::columns][3];
  S m[(most::rows + 1) * (most::rows + 2) / 2];  // rows of the lower triangle, and the residual as the last
  S inverse[most::rows];                         // 1 / D
  S y[most::rows];
  S change[most::dofs];
};

LIMBER_BOTH constexpr int triangle(int row, int column) {
  return row * (row + 1) / 2 + column;
}

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
  if (group.turns == 0) {
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

template <class N>
LIMBER_BOTH void find_turn(const Model& model, int i, Work<N>& work) {
  const Element& element = model.element[i];
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

// The rotation vector from the axes f to the axes g is theta/(2 sin theta) times the sum of f_k x g_k; with
// h = cos(theta/2) that factor is acos(h)/(2 h sqrt(1 - h^2)), and the polynomial in h is acos(h)/sqrt(1 -
// h^2) to 3e-6 of it.
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
  constexpr double least = 1e-7;  // of h^2: half a turn has no direction, and is never an arrival
  const W zero = W{};
  const W u = 0.25 * trace + 0.25;
  const W clear = u > least ? u : zero + least;
  const W h = N::root(clear);
  const W p =
      1.5707917009694148 +
      h * (-0.999542399018716 +
           h * (0.7777224167318856 +
                h * (-0.616057221748111 +
                     h * (0.41791561207737565 + h * (-0.19247486455728846 + h * 0.041647167629465486)))));
  const W scale = 0.5 * p / h;
  for (int k = 0; k < 3; ++k) e[k] = scale * sum[k];
  const W length = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  squared = u > least ? length : zero + 9.0;
}

// Where the elements are, and how far off each group is.
template <class N, class Team>
LIMBER_BOTH void evaluate(const Model& model, const Team& team, Work<N>& work) {
  using W = typename N::Wide;
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
  LIMBER_EACH(g, 0, model.groups) {
    const Group& group = model.group[g];
    const double* const l = group.local;
    const W zero = W{};
    W pose[12];
    for (int k = 0; k < 12; ++k) {
      pose[k] =
          group.element < 0 ? zero + (k == 0 || k == 4 || k == 8 ? 1.0 : 0.0) : work.pose[group.element][k];
    }
    W e[3], squared;
    if (group.turns == 0) {
      for (int k = 0; k < 3; ++k) {
        work.point[g][k] = pose[9 + k] + mixed<Team>(pose[k], l[0], pose[3 + k], l[1], pose[6 + k], l[2]);
        e[k] = work.goal[g][k] - work.point[g][k];
      }
      squared = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    } else {
      W axes[9];
      for (int c = 0; c < 9; c += 3) {
        for (int k = 0; k < 3; ++k) {
          axes[c + k] = mixed<Team>(pose[k], l[c], pose[3 + k], l[c + 1], pose[6 + k], l[c + 2]);
        }
      }
      rotation_error<N>(axes, work.goal[g], e, squared);
    }
    work.error[g] = squared;
    for (int k = 0; k < 3; ++k) work.residual[3 * g + k] = N::small(group.weight * e[k]);
  }
  team.sync();
}

template <class N>
LIMBER_BOTH void fill_column(const Model& model, int c, Work<N>& work) {
  using W = typename N::Wide;
  const Column& column = model.column[c];
  const Group& group = model.group[column.group];
  W sum[3] = {W{}, W{}, W{}};
  LIMBER_UNROLL for (int s = column.first; s < column.first + column.count; ++s) {
    const Source& source = model.source[s];
    const Element& element = model.element[source.element];
    const W* const axis = work.pose[source.element] + 3 * source.axis;
    const double ratio = group.weight * element.ratio;
    if (element.kind == slide) {
      if (group.turns == 0) {
        for (int k = 0; k < 3; ++k) sum[k] = sum[k] + ratio * axis[k];
      }
    } else if (group.turns != 0) {
      for (int k = 0; k < 3; ++k) sum[k] = sum[k] + ratio * axis[k];
    } else {
      const W* const origin = work.pose[source.element] + 9;
      W arm[3];
      for (int k = 0; k < 3; ++k) arm[k] = work.point[column.group][k] - origin[k];
      sum[0] = sum[0] + ratio * (axis[1] * arm[2] - axis[2] * arm[1]);
      sum[1] = sum[1] + ratio * (axis[2] * arm[0] - axis[0] * arm[2]);
      sum[2] = sum[2] + ratio * (axis[0] * arm[1] - axis[1] * arm[0]);
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
      if (c == r) sum[c] = lambda[model.group[g].level];
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
      if (r == c) {
        sum = sum > least ? sum : zero + least;
        work.inverse[c] = 1.0f / sum;
      }
      work.m[triangle(r, c)] = sum;
    }
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
    const W x = 0.5 * bounded_change(model, coordinate.dof, work),
            y = 0.5 * bounded_change(model, coordinate.dof + 1, work),
            z = 0.5 * bounded_change(model, coordinate.dof + 2, work);
    const W q[4] = {
        now[0] - now[1] * x - now[2] * y - now[3] * z, now[1] + now[0] * x + now[2] * z - now[3] * y,
        now[2] + now[0] * y + now[3] * x - now[1] * z, now[3] + now[0] * z + now[1] * y - now[2] * x};
    const W length = N::root(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) next[k] = q[k] / length;
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
      if (model.group[g].level == level)
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

#pragma once
// What a step works on, and who does. A team is who works on one problem: one thread, or the 32 lanes of a
// warp that share `work`. Every number is computed by one member, from start to end in the same order: the
// size of the team changes no bit.

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
//
// In the shared memory of a GPU, where less of it is more problems at a time, what is not needed at the same
// time is in one place: the next state takes the place of this one, coordinate by coordinate, and the sines
// have done their part when the linear system is set up.
#if defined(__CUDACC_RTC__) && LIMBER_TEAM > 1
#define LIMBER_IN_ONE_PLACE(...) \
  union {                        \
    __VA_ARGS__                  \
  };
#else
#define LIMBER_IN_ONE_PLACE(...) __VA_ARGS__
#endif

template <class N>
struct Work {
  using W = typename N::Wide;
  using S = typename N::Small;
  W goal[most::groups][9];  // position [unit], or the axes as columns
  LIMBER_IN_ONE_PLACE(W state[most::states]; W next[most::states];)
  W error[most::groups];  // squared lengths
  W pose[most::elements][12];
  W point[most::groups][3];    // what is moved: the point, or the eye of what is to face a place
  W target[most::targets][3];  // where it is to be, or what it faces, in the world
  // Of hinges sine and cosine; rows of the lower triangle, and the residual as the last.
  LIMBER_IN_ONE_PLACE(W turn[most::elements][2]; S m[(most::rows + 1) * (most::rows + 2) / 2];)
  S is_free[most::dofs];  // 0: stopped by a limit and left out; 1: free
  S residual[most::rows];
  S jacobian[most::columns][3];
  S inverse[most::rows];  // 1 / D
  S y[most::rows];
  S change[most::dofs];
  // What the degrees of freedom of limited balls (three columns) and of swings (two, then w, x, y of the
  // quaternion) turn about, as seen from the element.
  W axes[most::axes][9];
};

LIMBER_BOTH constexpr int triangle(int row, int column) {
  return row * (row + 1) / 2 + column;
}

}  // namespace limber::batch

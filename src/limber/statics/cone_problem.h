#pragma once
// Forces inside their friction cones that meet a few linear equations at the least cost:
//
//   minimise    sum over contacts of w/2 (f_n^2 + k |f_t|^2)  +  sum over free numbers of c/2 (d - d_0)^2
//   subject to  sum A_i f_i + sum B_j d_j = b,    |f_t,i| <= mu_i f_n,i  (a grip: any force)
//
//   A_i f = (f, L_i f, up . f in the row of its share): force, moment, and one row per prescribed share;
//           L_i f = r_i x f, or only the part of the moment that is asked for
//   a row with softness s > 0 may be missed, at the cost of miss^2/(2 s); s = 0 is exact
//
// Solved by its dual, which has as many unknowns y as there are rows, whatever the number of contacts:
//
//   minimise  phi(y) = sum w/2 |f_i(y)|^2 + ... + s/2 y^2 - b . y,     f_i(y) = projection of A_i^T y/w on
//             cone i
//
// phi is convex and once differentiable; its gradient is the miss of the equations. Newton's method with the
// derivative of the projections (P_i, known in closed form) and a line search converges in a few steps, from
// the last y in one or two. The forces are projections, so they are in their cones exactly, whatever y is.
//
// Plain sums in a fixed order and square roots only: the same bits everywhere. solve() allocates nothing.

#include <vector>

#include "limber/math/types.h"

namespace limber::statics {

inline constexpr int most_shares = 16;  // supports with a prescribed share
inline constexpr int most_rows = 6 + most_shares;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_rows, 1>;
using RowsByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_rows, most_rows>;

struct ConeContact {
  Vec3 arm = Vec3::Zero();        // r: from the point moments are taken about
  Mat3 lever = Mat3::Zero();      // L
  Vec3 normal = Vec3::UnitZ();    // unit, the way the surface pushes
  double friction = 0.0;          // mu >= 0
  bool grips = false;             // any force, not only those in the cone
  bool carries = true;            // false: no force at all
  int share_row = -1;             // its row, 6 or more; -1: none
  double cost = 1.0;              // w > 0
  double tangential_cost = 1.0;   // k > 0
  Vec3 reference = Vec3::Zero();  // the cost is that of the force minus this one

  Vec3 force = Vec3::Zero();  // the answer
  Vec3 pull = Vec3::Zero();   // v = A^T y, of which the force is the projection
  Mat3 rate = Mat3::Zero();   // P = df/dv, symmetric
};

// A number without a cone that acts on the equations, as a displacement of the centre of mass does.
struct FreeNumber {
  Eigen::Matrix<double, 6, 1> column = Eigen::Matrix<double, 6, 1>::Zero();
  double cost = 1.0;
  double wanted = 0.0;
  double value = 0.0;  // the answer
};

// not_met: no forces meet the equations, or only ones on the very edge of what is possible.
enum class ConeStatus { met, not_met };

class ConeProblem {
 public:
  std::vector<ConeContact> contacts;
  std::vector<FreeNumber> numbers;
  Vec3 up = Vec3::UnitZ();
  Rows right_side, softness;            // b, s: as many as there are rows
  Mat3 moment_softness = Mat3::Zero();  // added to that of the moment: 1 in directions that no lever asks for
  Rows multipliers;                     // y: where solve() starts, and the answer
  double accuracy = 2e-13;  // of equations scaled to 1; the default is a few hundred times the rounding

  explicit ConeProblem(int rows = 6);
  void set_row_count(int rows);
  int row_count() const { return static_cast<int>(right_side.size()); }

  // Cold: starts where all cones would be open. Warm: starts at `multipliers`.
  ConeStatus solve(bool warm) noexcept;
  // The forces that miss the equations least, all rows of softness 1, at no cost of their own. The
  // multipliers are the miss.
  void solve_nearest() noexcept;
  int iterations() const { return iterations_; }
  double miss() const { return miss_; }  // largest entry of A f + B d + s y - b

  // H = sum A P A^T + B B^T/c + s at the answer, factorised: the derivative of the equations by y.
  void factorise(double extra = 0.0) noexcept;
  void solve_with_factor(Rows& right) const noexcept;

  // A_i^T y and A_i f.
  Vec3 transposed(const ConeContact& contact, const Rows& y) const noexcept;
  void add_rows(const ConeContact& contact, const Vec3& force, Rows& rows) const noexcept;

 private:
  double evaluate(const Rows& y) noexcept;  // phi; forces and gradient_ beside it
  void newton_direction(double extra) noexcept;
  bool descend(double& phi) noexcept;
  void polish() noexcept;
  void open_all_cones() noexcept;

  Rows gradient_, direction_, trial_;
  RowsByRows factor_;
  int iterations_ = 0;
  double miss_ = 0.0;
};

// The force of the cone nearest to what `pull` and the reference ask for, and its derivative.
void project(ConeContact& contact) noexcept;

}  // namespace limber::statics

#pragma once
// A task solved by damped least squares, and the freedom it leaves to other tasks.
//
//   x = J^{+lambda} e                    the step of the task
//   N z = z - V_r V_r^T z                the part of a motion z that does not disturb it (exact), or
//   N_lambda z = z - J^{+lambda} J z     (damped: leaks, see svd/inverse.h)
//
// N is symmetric, so the rows of a secondary task [J_o N] are the rows of J_o, projected one by one.

#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"

namespace limber {

class DampedTask {
 public:
  struct Size {
    int rows = 0, columns = 0;
  };
  // Allocates for tasks of at most this size; nothing below does.
  DampedTask(Size most, double lambda, const SvdOptions& svd) : lambda_(lambda), svd_(svd) {
    svd_.prepare(most.rows, most.columns);
  }

  void decompose(const RowMatrixView& jacobian) noexcept { svd_.decompose(jacobian); }

  // x = J^{+lambda} e
  void solve(const VecView& e, VecTarget x) const noexcept { damped_inverse(svd_.factors(), lambda_, e, x); }

  enum class Projector : std::uint8_t { exact, damped };
  // z <- N z. The exact projection is applied twice: near a singular direction the v_i are orthogonal only to
  // eps sigma_1/sigma_i.
  void project(Projector projector, VecTarget z) const noexcept {
    if (projector == Projector::exact) {
      for (int pass = 0; pass < 2; ++pass) project_on_null_space(svd_.factors(), z);
    } else {
      damped_null_space(svd_.factors(), lambda_, z);
    }
  }
  // M <- M N
  void project_rows(Projector projector, RowMatrixRef rows) const noexcept {
    for (Eigen::Index i = 0; i < rows.rows(); ++i) project(projector, rows.row(i).transpose());
  }

  void forget() noexcept { svd_.forget(); }

 private:
  double lambda_;
  Svd svd_;
};

inline DampedTask::Projector projector_of(bool damped) {
  return damped ? DampedTask::Projector::damped : DampedTask::Projector::exact;
}

}  // namespace limber

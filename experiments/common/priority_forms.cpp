// The four forms of a prioritised step (priority_forms.h).

#include "experiments/common/priority_forms.h"

#include <Eigen/SVD>

#include "limber/math/random.h"

namespace limber::experiments {

namespace {

using Matrix = Eigen::MatrixXd;
using Svd = Eigen::BDCSVD<Matrix>;

Svd thin_svd(const Matrix& matrix) {
  return Svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
}

// The number of singular values above a threshold relative to the unprojected matrix. Relative to the largest
// singular value of the projected one, the rounding noise of a blocked level would count as full rank.
Eigen::Index rank_of(const Svd& svd, double original_size) {
  const double least = 1e-9 * original_size;
  Eigen::Index rank = 0;
  while (rank < svd.singularValues().size() && svd.singularValues()[rank] > least) ++rank;
  return rank;
}

VecX inverse_times(const Svd& svd, Eigen::Index rank, const VecX& wanted) {
  const VecX parts =
      (svd.matrixU().leftCols(rank).transpose() * wanted).cwiseQuotient(svd.singularValues().head(rank));
  return svd.matrixV().leftCols(rank) * parts;
}

Eigen::Index unknowns_of(const PriorityLevels& levels) {
  return levels.front().jacobian.cols();
}

}  // namespace

PriorityLevels random_levels(int levels, int rows, int unknowns, unsigned seed) {
  Random random(seed);
  PriorityLevels result(static_cast<std::size_t>(levels));
  for (PriorityLevel& level : result) {
    level.jacobian = RowMatrix(rows, unknowns);
    level.wanted = VecX(rows);
    for (Eigen::Index k = 0; k < level.jacobian.size(); ++k) level.jacobian.data()[k] = random.between(-1, 1);
    for (double& value : level.wanted) value = random.between(-1, 1);
  }
  return result;
}

VecX step_from_scratch(const PriorityLevels& levels) {
  const Eigen::Index n = unknowns_of(levels);
  VecX step = VecX::Zero(n);
  Matrix projector = Matrix::Identity(n, n), augmented(0, n);
  for (const PriorityLevel& level : levels) {
    const Matrix& j = level.jacobian;
    const Svd restricted = thin_svd(j * projector);
    step += inverse_times(restricted, rank_of(restricted, j.norm()), level.wanted - j * step);
    augmented.conservativeResize(augmented.rows() + j.rows(), Eigen::NoChange);
    augmented.bottomRows(j.rows()) = j;
    const Svd all = thin_svd(augmented);
    const auto v = all.matrixV().leftCols(rank_of(all, augmented.norm()));
    projector = Matrix::Identity(n, n) - v * v.transpose();
  }
  return step;
}

VecX step_recursive(const PriorityLevels& levels, double sign) {
  const Eigen::Index n = unknowns_of(levels);
  VecX step = VecX::Zero(n);
  Matrix projector = Matrix::Identity(n, n);
  for (const PriorityLevel& level : levels) {
    const RowMatrix& j = level.jacobian;
    const Svd restricted = thin_svd(j * projector);
    const Eigen::Index rank = rank_of(restricted, j.norm());
    step += inverse_times(restricted, rank, level.wanted - j * step);
    const auto v = restricted.matrixV().leftCols(rank);
    projector.noalias() -= sign * v * v.transpose();
  }
  return step;
}

VecX step_with_basis(const PriorityLevels& levels) {
  const Eigen::Index n = unknowns_of(levels);
  VecX step = VecX::Zero(n);
  Matrix basis(n, n);  // columns: orthonormal, the space used so far
  Eigen::Index used = 0;
  const auto free_of_basis = [&](Matrix columns) {  // twice: once leaves what rounding put back
    const auto b = basis.leftCols(used);
    for (int pass = 0; pass < 2 && used > 0; ++pass) columns -= b * (b.transpose() * columns);
    return columns;
  };
  for (const PriorityLevel& level : levels) {
    const RowMatrix& j = level.jacobian;
    const Svd restricted =
        thin_svd(free_of_basis(j.transpose()));  // J~^T: its left vectors are those of the step
    const Eigen::Index rank = rank_of(restricted, j.norm());
    const VecX parts = (restricted.matrixV().leftCols(rank).transpose() * (level.wanted - j * step))
                           .cwiseQuotient(restricted.singularValues().head(rank));
    const auto directions = restricted.matrixU().leftCols(rank);
    step += directions * parts;
    basis.middleCols(used, rank) = directions;
    used += rank;
  }
  return step;
}

const VecX& step_factorised(const PriorityLevels& levels, Lexicographic& problem) {
  problem.clear(static_cast<int>(unknowns_of(levels)));
  for (const PriorityLevel& level : levels) {
    problem.begin_level();
    for (Eigen::Index row = 0; row < level.jacobian.rows(); ++row) {
      Eigen::Map<VecX>(problem.add_equality(level.wanted[row]), level.jacobian.cols()) =
          level.jacobian.row(row);
    }
  }
  problem.solve();
  return problem.solution();
}

}  // namespace limber::experiments

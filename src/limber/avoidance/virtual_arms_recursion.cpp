// Eliminates the joints of an arm one by one (virtual_arms_recursion.h).

#include "limber/avoidance/virtual_arms_recursion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "limber/figure/compiled.h"

namespace limber {

namespace {

using Screw = Eigen::Matrix<double, 6, 1>;

// The heaviest row first.
template <class Rows>
void sort_by_weight(Rows& rows, int count) {
  std::array<double, 9> size{};
  for (int i = 0; i < count; ++i)
    size[static_cast<std::size_t>(i)] = rows.row(i).template lpNorm<Eigen::Infinity>();
  for (int i = 1; i < count; ++i) {  // few rows, often in order already
    for (int j = i; j > 0 && at(size, j) > at(size, j - 1); --j) {
      std::swap(at(size, j), at(size, j - 1));
      rows.row(j).swap(rows.row(j - 1));
    }
  }
}

// Turns rows first.. into a multiple of the unit vector in one column, and the other columns with them.
template <class Rows>
void reflect_column(Rows& rows, int first, int count, int column) {
  const int height = count - first;
  auto x = rows.block(first, column, height, 1);
  const double norm = x.norm();
  if (norm == 0.0) return;
  Eigen::Matrix<double, 9, 1> v = Eigen::Matrix<double, 9, 1>::Zero();
  v.head(height) = x;
  v[0] += x(0, 0) >= 0.0 ? norm : -norm;  // away from zero: no cancellation
  const double beta = 2.0 / v.head(height).squaredNorm();
  for (int c = 0; c < rows.cols(); ++c) {
    auto other = rows.block(first, c, height, 1);
    const double along = beta * v.head(height).dot(other.col(0));
    other.col(0) -= along * v.head(height);
  }
  for (int r = 1; r < height; ++r) rows(first + r, column) = 0.0;
}

}  // namespace

ArmRecursion::ArmRecursion(int most_columns) : kept_(decltype(kept_)::Zero()) {
  eliminated_.resize(static_cast<std::size_t>(most_columns));
}

void ArmRecursion::add_point(const ArmChain& chain, const Vec3& position, const double* weights,
                             const double* wanted) noexcept {
  const int added = chain.rows_per_point();
  Eigen::Matrix<double, most_rows, 7> rows = Eigen::Matrix<double, most_rows, 7>::Zero();
  rows.topRows<6>() = kept_;
  for (int r = 0; r < added; ++r) {
    const double factor = std::sqrt(weights[r]);
    const Vec3 axis = chain.axes().col(r);
    if (r < chain.position_rows()) {
      rows.row(6 + r).head<3>() = factor * position.cross(axis);
      rows.row(6 + r).segment<3>(3) = factor * axis;
    } else {
      rows.row(6 + r).head<3>() = factor * axis;  // the angle in the plane
    }
    rows(6 + r, 6) = factor * wanted[r];
    largest_ = std::max(largest_, rows.row(6 + r).head<6>().lpNorm<Eigen::Infinity>());
  }
  const int count = 6 + added;
  sort_by_weight(rows, count);
  std::array<bool, 6> used{};
  for (int k = 0; k < 6; ++k) {
    int longest = -1;
    double length = -1.0;
    for (int c = 0; c < 6; ++c) {
      if (at(used, c)) continue;
      const double own = rows.col(c).segment(k, count - k).squaredNorm();
      if (own > length) length = own, longest = c;
    }
    at(used, longest) = true;
    reflect_column(rows, k, count, longest);
  }
  kept_ = rows.topRows<6>();
}

bool ArmRecursion::eliminate(const Screw& screw, double damping, Eliminated& result) noexcept {
  Eigen::Matrix<double, 7, 8> rows = Eigen::Matrix<double, 7, 8>::Zero();
  rows(6, 0) = damping;
  rows.block<6, 1>(0, 0) = kept_.leftCols<6>() * screw;
  rows.block<6, 7>(0, 1) = kept_;
  sort_by_weight(rows, 7);
  reflect_column(rows, 0, 7, 0);
  constexpr double rounding = 1e-10;  // as the rank tolerance of the maximum-rank inverse
  const double least = damping > 0.0 ? 0.0 : rounding * largest_ * screw.lpNorm<Eigen::Infinity>();
  if (!(std::abs(rows(0, 0)) > least)) return false;
  result.r = rows(0, 0);
  result.t = rows.block<1, 6>(0, 1).transpose();
  result.y = rows(0, 7);
  kept_ = rows.block<6, 7>(1, 1);
  return true;
}

bool ArmRecursion::solve(const ArmChain& chain, const Kinematics& kinematics, std::span<const Vec3> positions,
                         const Eigen::Ref<const VecX>& weights, const Eigen::Ref<const VecX>& wanted,
                         double damping, Eigen::Ref<VecX> step) noexcept {
  const RowMatrix& screws = kinematics.screws();
  const std::span<const DofId> columns = chain.columns();
  const std::vector<JointId>& joint_of_dof = data_of(kinematics.figure()).joint_of_dof;
  const auto screw_of = [&](int column) -> Screw { return screws.col(at(columns, column)); };
  kept_.setZero();
  largest_ = 0.0;
  int point = static_cast<int>(chain.points().size()) - 1;
  for (int k = static_cast<int>(columns.size()) - 1; k >= 0; --k) {
    // End-points that no joint closer to the tip moves. Numbers grow along the arm.
    for (; point >= 0 && int{at(chain.points(), point).segment} >= int{at(joint_of_dof, at(columns, k))};
         --point) {
      const Eigen::Index row = Eigen::Index{point} * chain.rows_per_point();
      add_point(chain, at(positions, point), weights.data() + row, wanted.data() + row);
    }
    if (!eliminate(screw_of(k), damping, at(eliminated_, k))) return false;
  }
  Screw motion = Screw::Zero();
  for (int k = 0; k < static_cast<int>(columns.size()); ++k) {
    const Eliminated& own = at(eliminated_, k);
    step[k] = (own.y - own.t.dot(motion)) / own.r;
    motion += step[k] * screw_of(k);
  }
  return true;
}

}  // namespace limber

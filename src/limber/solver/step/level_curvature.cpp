// Second derivatives by central differences of the gradient, then their eigenvectors in the directions left.

#include "limber/solver/step/level_curvature.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "limber/world/world.h"

namespace limber {

namespace {

constexpr double difference_step = 1e-3;  // [rad] rounding and curvature of the curvature both below 1e-6
constexpr double dependent = 1e-9;        // of a direction: what is left of it counts as nothing
// Of the largest second derivative: a direction that costs less is free. Steps along it are still judged by
// what they really cost.
constexpr double flat = 1e-4;
constexpr double level_slope = 1e-5;  // [m] of half its squared error per radian, in reaches: less is rest

// Adds a direction to an orthonormal basis. False: it was in its span.
bool extend(std::vector<VecX>& basis, VecX direction) {
  const double length = direction.norm();
  for (const int round : {0, 1}) {
    static_cast<void>(round);  // once more, for rounding
    for (const VecX& b : basis) direction -= b.dot(direction) * b;
  }
  if (!(direction.norm() > dependent * length)) return false;
  basis.push_back(direction.normalized());
  return true;
}

}  // namespace

LevelCurvature::LevelCurvature(const SolverSetup& setup, const TaskLevels& levels, Clearance& clearance,
                               Observation& observation)
    : setup_(setup), levels_(levels), clearance_(clearance), observation_(observation) {
  there_.tasks = levels.make_values();
}

VecX LevelCurvature::scaled_row(const TaskSlot& slot, int row) const {
  return slot.row_scale * there_.tasks.jacobian.row(row).transpose().cwiseProduct(setup_.scale);
}

// Of L at another posture, with the same multipliers.
VecX LevelCurvature::gradient(const TaskList& tasks, const Posture& posture, int level,
                              const std::vector<Held>& held) {
  observation_.evaluate(tasks, {}, levels_, posture, there_);
  VecX sum = VecX::Zero(setup_.figure.dof_count());
  for (const TaskSlot& slot : levels_.slots()) {
    if (!slot.takes_part || slot.level > level) continue;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) {
      if (slot.level == level) {
        const double error = slot.row_scale * there_.tasks.error[r];
        if (slot.kind == RowKind::equality || error < 0.0) sum -= error * scaled_row(slot, r);
        continue;
      }
      for (const Held& h : held) {
        if (h.task_row == r) sum += h.multiplier * scaled_row(slot, r);
      }
    }
  }
  Eigen::RowVectorXd row(sum.size());
  for (const Held& h : held) {
    if (h.contact == 0) {
      if (h.task_row < 0) sum += h.multiplier * h.normal;  // a limit: linear, or taken for it
      continue;
    }
    for (int w = 0; w < clearance_.witness_count(); ++w) {
      if (clearance_.name(w) != h.contact) continue;
      clearance_row(observation_.kinematics(), clearance_.witness(w), row);
      sum -= h.multiplier * row.transpose().cwiseProduct(setup_.scale);
      break;
    }
  }
  return sum;
}

LevelModel LevelCurvature::model(const TaskList& tasks, const Posture& posture, int level,
                                 const std::vector<Held>& held, const std::vector<VecX>& fixed) {
  const Eigen::Index n = setup_.figure.dof_count();
  const VecX g = gradient(tasks, posture, level, held);
  Eigen::MatrixXd hessian(n, n);
  VecX step = VecX::Zero(n);
  Posture there = posture;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto at = [&](double side) {
      step[i] = side * difference_step * setup_.scale[i];
      there = posture;
      integrate(setup_.figure, step, there);
      step[i] = 0.0;
      return gradient(tasks, there, level, held);
    };
    hessian.col(i) = (at(1.0) - at(-1.0)) / (2.0 * difference_step);
  }
  observation_.look_at(posture);
  hessian = 0.5 * (hessian + hessian.transpose().eval());

  std::vector<VecX> basis, holding;
  for (const VecX& direction : fixed) extend(basis, direction);
  for (const Held& h : held) {
    if (extend(basis, h.normal) && h.is_inequality) holding.push_back(h.normal.normalized());
  }
  Eigen::MatrixXd projector = Eigen::MatrixXd::Identity(n, n);
  for (const VecX& b : basis) projector -= b * b.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(projector * hessian * projector);
  const VecX& values = eigen.eigenvalues();
  const double least = flat * std::max(std::abs(values[0]), std::abs(values[n - 1]));
  const auto costs = [&](Eigen::Index k) { return values[k] > least; };
  // Where there is no curvature to stop at, it still goes down, as far as its radius allows.
  VecX downhill = VecX::Zero(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto direction = eigen.eigenvectors().col(k);
    if (!costs(k)) downhill -= direction.dot(g) * direction;
  }
  downhill = projector * downhill;
  const double slope = downhill.norm();
  const bool slides = slope > level_slope * setup_.reach;
  Eigen::Index count = static_cast<Eigen::Index>(holding.size()) + (slides ? 1 : 0);
  for (Eigen::Index k = 0; k < n; ++k) count += costs(k) ? 1 : 0;
  LevelModel result{Eigen::MatrixXd(n, count), VecX::Zero(count)};
  Eigen::Index column = 0;
  for (const VecX& normal : holding) result.rows.col(column++) = normal;
  if (slides) {
    const double root = std::sqrt(least);
    result.rows.col(column) = root / slope * downhill;
    result.targets[column++] = slope / root;
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    if (!costs(k)) continue;
    const double root = std::sqrt(values[k]);
    result.rows.col(column) = root * eigen.eigenvectors().col(k);
    result.targets[column++] = -eigen.eigenvectors().col(k).dot(g) / root;
  }
  return result;
}

}  // namespace limber

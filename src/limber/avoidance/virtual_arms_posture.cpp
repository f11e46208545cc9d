// The rows of the virtual arms, stacked, and the posture that follows them.

#include "limber/avoidance/virtual_arms_posture.h"

namespace limber {

namespace {

Eigen::Index rows_of(const ArmChain& chain) {
  return static_cast<Eigen::Index>(chain.points().size()) * chain.rows_per_point();
}

}  // namespace

ArmPosture::ArmPosture(const Figure& figure, ArmChain chain, const MaximumRankOptions& options)
    : chain_(std::move(chain)),
      options_(options),
      inverse_(static_cast<int>(rows_of(chain_)), static_cast<int>(chain_.columns().size())),
      positions_(chain_.points().size(), Vec3::Zero()),
      jacobian_(RowMatrix::Zero(rows_of(chain_), static_cast<Eigen::Index>(chain_.columns().size()))),
      weights_(VecX::Ones(jacobian_.rows())),
      wanted_(VecX::Zero(jacobian_.rows())),
      none_(VecX::Zero(figure.dof_count())),
      free_(VecX::Zero(jacobian_.cols())),
      arm_step_(free_) {}

void ArmPosture::update(const Kinematics& kinematics) noexcept {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    positions_[i] = chain_.position(kinematics, chain_.points()[i]);
  }
  chain_.jacobian(kinematics, positions_, jacobian_);
  weights_.setOnes();
  wanted_.setZero();
}

void ArmPosture::ask(int point, const Vec3& displacement, double weight, double turn) noexcept {
  const int dimension = chain_.rows_per_point(), moves = chain_.position_rows();
  for (int r = 0; r < dimension; ++r) {
    const Eigen::Index row = Eigen::Index{point} * dimension + r;
    weights_[row] = weight;
    wanted_[row] = r < moves ? chain_.axes().col(r).dot(displacement) : turn;
  }
}

RankCase ArmPosture::displace(Eigen::Ref<VecX> step) noexcept {
  return displace(none_, step);
}

RankCase ArmPosture::displace(const VecX& free_motion, Eigen::Ref<VecX> step) noexcept {
  const std::span<const DofId> columns = chain_.columns();
  const int count = static_cast<int>(columns.size());
  for (int k = 0; k < count; ++k) free_[k] = free_motion[at(columns, k)];
  const RankCase rank_case = inverse_.solve(jacobian_, weights_, wanted_, free_, options_, arm_step_);
  step = free_motion;
  for (int k = 0; k < count; ++k) step[at(columns, k)] = arm_step_[k];
  return rank_case;
}

void ArmPosture::add_torque(int point, const Vec3& force, Eigen::Ref<VecX> torque) const noexcept {
  const std::span<const DofId> columns = chain_.columns();
  for (int r = 0; r < chain_.position_rows(); ++r) {
    const Eigen::Index row = Eigen::Index{point} * chain_.rows_per_point() + r;
    const double along = chain_.axes().col(r).dot(force);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      torque[columns[k]] += jacobian_(row, static_cast<Eigen::Index>(k)) * along;
    }
  }
}

void ArmPosture::torque(std::span<const Vec3> forces, Eigen::Ref<VecX> torque) const noexcept {
  torque.setZero();
  for (int i = 0; i < count(); ++i) add_torque(i, at(forces, i), torque);
}

void ArmPosture::torque(std::span<const Compliance> springs, const VecX& velocity,
                        Eigen::Ref<VecX> torque) const noexcept {
  const std::span<const DofId> columns = chain_.columns();
  torque.setZero();
  for (int i = 0; i < count(); ++i) {
    const Compliance& spring = at(springs, i);
    Vec3 speed = Vec3::Zero();
    for (int r = 0; r < chain_.position_rows(); ++r) {
      const Eigen::Index row = Eigen::Index{i} * chain_.rows_per_point() + r;
      double along = 0.0;
      for (std::size_t k = 0; k < columns.size(); ++k)
        along += jacobian_(row, static_cast<Eigen::Index>(k)) * velocity[columns[k]];
      speed += along * chain_.axes().col(r);
    }
    add_torque(i, spring.stiffness * (spring.rest - position(i)) - spring.damping * speed, torque);
  }
}

}  // namespace limber

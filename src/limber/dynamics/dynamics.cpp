#include "limber/dynamics/dynamics.h"

#include "limber/figure/compiled.h"

namespace limber {

Dynamics::Dynamics(Figure figure, const Vec3& gravity)
    : extra_inertia(VecX::Zero(figure.dof_count())),
      kinematics_(figure),
      motion_(figure),
      gravity_(gravity),
      inertia_(static_cast<std::size_t>(figure.segment_count()), Mat6::Zero()),
      gathered_(inertia_),
      force_(inertia_.size(), Vec6::Zero()),
      acceleration_(force_),
      turned_(static_cast<std::size_t>(figure.dof_count())),
      size_(inertia_.size(), 0.0) {
  update(figure.rest_posture(), VecX::Zero(figure.dof_count()));
}

Vec6 Dynamics::at_rest() const noexcept {
  Vec6 ground;
  ground << Vec3::Zero(), -gravity_;
  return ground;
}

void Dynamics::update(const Posture& posture, const VecX& velocity) noexcept {
  kinematics_.update(posture);
  motion_.update(kinematics_, posture, velocity);
  const FigureData& data = data_of(figure());
  for (std::size_t s = 0; s < inertia_.size(); ++s) {
    inertia_[s] = spatial_inertia(kinematics_.segment_pose(static_cast<int>(s)), data.masses[s]);
  }
}

void Dynamics::inverse(const VecX& acceleration, Eigen::Ref<VecX> torque) noexcept {
  const FigureData& data = data_of(figure());
  const RowMatrix& screws = kinematics_.screws();
  for (std::size_t s = 0; s < inertia_.size(); ++s) {
    const int parent = data.parent[s];
    Vec6 a = parent < 0 ? at_rest() : acceleration_[static_cast<std::size_t>(parent)];
    a += motion_.bias(static_cast<int>(s));
    for (int c = data.first_dof[s]; c < data.first_dof[s + 1]; ++c) a += acceleration[c] * screws.col(c);
    const Vec6& v = motion_.velocity(static_cast<int>(s));
    acceleration_[s] = a;
    force_[s] = inertia_[s] * a + cross_force(v, inertia_[s] * v);
  }
  for (std::size_t s = inertia_.size(); s-- > 0;) {
    for (int c = data.first_dof[s]; c < data.first_dof[s + 1]; ++c) {
      torque[c] = screws.col(c).dot(force_[s]) + extra_inertia[c] * acceleration[c];
    }
    if (data.parent[s] >= 0) force_[static_cast<std::size_t>(data.parent[s])] += force_[s];
  }
}

void Dynamics::mass_matrix(Eigen::Ref<Eigen::MatrixXd> matrix) noexcept {
  const FigureData& data = data_of(figure());
  const RowMatrix& screws = kinematics_.screws();
  matrix.setZero();
  gathered_ = inertia_;
  for (std::size_t s = inertia_.size(); s-- > 0;) {
    for (int c = data.first_dof[s]; c < data.first_dof[s + 1]; ++c) {
      const Vec6 momentum = gathered_[s] * screws.col(c);
      for (int above = static_cast<int>(s); above >= 0;
           above = data.parent[static_cast<std::size_t>(above)]) {
        const auto a = static_cast<std::size_t>(above);
        for (int d = data.first_dof[a]; d < data.first_dof[a + 1]; ++d) {
          matrix(c, d) = matrix(d, c) = screws.col(d).dot(momentum);
        }
      }
    }
    if (data.parent[s] >= 0) gathered_[static_cast<std::size_t>(data.parent[s])] += gathered_[s];
  }
  matrix.diagonal() += extra_inertia;
}

double Dynamics::kinetic_energy() const noexcept {
  double energy = 0.0;
  for (std::size_t s = 0; s < inertia_.size(); ++s) {
    const Vec6& v = motion_.velocity(static_cast<int>(s));
    energy += 0.5 * v.dot(inertia_[s] * v);
  }
  return energy;
}

double Dynamics::potential_energy() const noexcept {
  const FigureData& data = data_of(figure());
  double energy = 0.0;
  for (std::size_t s = 0; s < inertia_.size(); ++s) {
    const Vec3 center = kinematics_.segment_pose(static_cast<int>(s)) * data.masses[s].center;
    energy -= data.masses[s].mass * gravity_.dot(center);
  }
  return energy;
}

}  // namespace limber

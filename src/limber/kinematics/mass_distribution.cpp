// Branch masses by one backward sweep, and their derivatives.

#include "limber/kinematics/mass_distribution.h"

#include "limber/figure/compiled.h"

namespace limber {

namespace {

constexpr int row_of[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

}  // namespace

MassDistribution::MassDistribution(const Figure& figure)
    : branch_mass_(static_cast<std::size_t>(figure.segment_count()), 0.0),
      branch_center_(branch_mass_.size(), Vec3::Zero()),
      branch_inertia_(branch_mass_.size(), Mat3::Zero()) {}

void MassDistribution::update(const Kinematics& kinematics) noexcept {
  const FigureData& data = data_of(kinematics.figure());
  const std::size_t count = branch_mass_.size();
  for (std::size_t s = 0; s < count; ++s) {
    const MassProperties& body = data.masses[s];
    const Transform pose = kinematics.segment_pose(SegmentId{s});
    branch_mass_[s] = body.mass;
    branch_center_[s].noalias() = pose.rotation * body.center;
    branch_center_[s] += pose.translation;
    const Mat3 turned = pose.rotation * body.inertia;
    branch_inertia_[s].noalias() = turned * pose.rotation.transpose();
  }
  for (std::size_t s = count; s-- > 1;) {
    const auto p = static_cast<std::size_t>(data.parent[s]);
    const double m1 = branch_mass_[p], m2 = branch_mass_[s], m = m1 + m2;
    branch_inertia_[p] += branch_inertia_[s];
    if (m2 == 0.0) continue;  // a massless branch has no centre
    const Vec3 d = branch_center_[s] - branch_center_[p];
    branch_center_[p] += (m2 / m) * d;
    branch_inertia_[p] += (m1 * m2 / m) * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
    branch_mass_[p] = m;
  }
}

void MassDistribution::center_jacobian(const Kinematics& kinematics, RowMatrixRef rows) const noexcept {
  rows.setZero();
  if (total_mass() == 0.0) return;
  const FigureData& data = data_of(kinematics.figure());
  const RowMatrix& screws = kinematics.screws();
  for (int c = 0; c < screws.cols(); ++c) {
    const auto s = static_cast<std::size_t>(at(data.joint_of_dof, c));
    const Vec3 w = screws.block<3, 1>(0, c), u = screws.block<3, 1>(3, c);
    rows.col(c) = (branch_mass_[s] / total_mass()) * (u + w.cross(branch_center_[s]));
  }
}

void MassDistribution::inertia_gradient(const Kinematics& kinematics, RowMatrixRef rows) const noexcept {
  const FigureData& data = data_of(kinematics.figure());
  const RowMatrix& screws = kinematics.screws();
  for (int c = 0; c < screws.cols(); ++c) {
    const auto s = static_cast<std::size_t>(at(data.joint_of_dof, c));
    const Vec3 w = screws.block<3, 1>(0, c), u = screws.block<3, 1>(3, c);
    const Vec3 g = branch_center_[s] - center();
    const Vec3 v = u + w.cross(branch_center_[s]);
    const Mat3 turning = cross_matrix(w) * branch_inertia_[s];
    const Mat3 moving = 2.0 * g.dot(v) * Mat3::Identity() - g * v.transpose() - v * g.transpose();
    const Mat3 rate = turning + turning.transpose() + branch_mass_[s] * moving;
    for (int k = 0; k < 6; ++k) rows(k, c) = rate(row_of[k][0], row_of[k][1]);
  }
}

}  // namespace limber

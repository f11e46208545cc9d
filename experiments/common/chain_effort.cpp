// Torques of a chain and their gradients, three ways (chain_effort.h).

#include "experiments/common/chain_effort.h"

#include <Eigen/QR>

#include "experiments/common/gallery.h"
#include "limber/tasks/criterion.h"

namespace limber::experiments {

namespace {

struct Jacobians {
  RowMatrix tip, center;  // with columns of the links' joints only
  Vec3 force, weight;
};

// What acts on the links: their joints are the only columns that are not zero.
Jacobians jacobians(const Scene& scene, const Posture& posture) {
  const Figure& figure = scene.figure;
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  const ForceDescription& push = scene.tasks.loads.forces.front();
  const FrameId frame = figure.frame(push.frame);
  Jacobians all{RowMatrix::Zero(3, figure.dof_count()), RowMatrix::Zero(3, figure.dof_count()), push.force,
                masses.total_mass() * scene.tasks.loads.gravity};
  kinematics.translation_jacobian(figure.frame(frame).segment, kinematics.frame_position(frame), all.tip);
  masses.center_jacobian(kinematics, all.center);
  for (const JointId joint : figure.joints()) {
    if (figure.joint_name(joint).starts_with("link.")) continue;
    for (const DofId dof : figure.dofs(joint)) {
      all.tip.col(dof).setZero();
      all.center.col(dof).setZero();
    }
  }
  return all;
}

}  // namespace

double squared_torques(const Scene& scene, const Posture& posture) {
  const Jacobians j = jacobians(scene, posture);
  return (j.center.transpose() * j.weight + j.tip.transpose() * j.force).squaredNorm();
}

VecX printed_gradient(const Scene& scene, const Posture& posture) {
  const Jacobians j = jacobians(scene, posture);
  const VecX torques = j.center.transpose() * j.weight + j.tip.transpose() * j.force;
  const Vec3 axis = Vec3::UnitZ();  // of every joint of the chain
  const VecX column = j.tip.transpose() * j.force.cross(axis) + j.center.transpose() * j.weight.cross(axis);
  VecX gradient = VecX::Zero(torques.size());
  for (Eigen::Index c = 0; c < gradient.size(); ++c) {
    if (!j.center.col(c).isZero()) gradient[c] = 2.0 * column.dot(torques);
  }
  return gradient;
}

VecX gradient_by_differences(const Scene& scene, const Posture& posture) {
  constexpr double h = 1e-6;
  VecX gradient = VecX::Zero(scene.figure.dof_count());
  for (Eigen::Index c = 0; c < gradient.size(); ++c) {
    VecX step = VecX::Zero(gradient.size());
    step[c] = h;
    Posture ahead = posture, behind = posture;
    integrate(scene.figure, step, ahead);
    integrate(scene.figure, -step, behind);
    gradient[c] = (squared_torques(scene, ahead) - squared_torques(scene, behind)) / (2.0 * h);
  }
  return gradient;
}

VecX gradient_of_limber(const Scene& scene, const Posture& posture) {
  TaskList tasks = scene.tasks;
  tasks.loads.strengths = {{"*", {.torque = 1.0}}};  // the thesis has none: every torque counts alike
  AtRest rest(scene.figure, tasks, posture);
  RowMatrix scratch = RowMatrix::Zero(12, scene.figure.dof_count());
  VecX gradient = VecX::Zero(scene.figure.dof_count());
  add_gradient(Effort{}, TaskContext{rest.kinematics, rest.masses, posture, scratch, &rest.loads}, gradient);
  return gradient;
}

double free_part(const Scene& scene, const Posture& posture, const VecX& gradient) {
  AtRest rest(scene.figure, scene.tasks, posture);
  RowMatrix scratch = RowMatrix::Zero(12, scene.figure.dof_count());
  int count = 0;
  for (const TaskList::Entry& entry : scene.tasks) count += row_count(entry.task);
  RowMatrix all = RowMatrix::Zero(count, scene.figure.dof_count());
  int first = 0;
  for (const TaskList::Entry& entry : scene.tasks) {
    RowMatrix jacobian = RowMatrix::Zero(row_count(entry.task), scene.figure.dof_count());
    VecX error = VecX::Zero(row_count(entry.task));
    TaskRows rows{jacobian, error};
    evaluate(entry.task, TaskContext{rest.kinematics, rest.masses, posture, scratch, &rest.loads}, rows);
    all.middleRows(first, jacobian.rows()) = jacobian;
    first += row_count(entry.task);
  }
  // gradient - J^T x with the x that makes it shortest.
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(all.transpose());
  decomposition.setThreshold(1e-9);
  return (gradient - all.transpose() * decomposition.solve(gradient)).norm();
}

}  // namespace limber::experiments

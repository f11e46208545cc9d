// PD control of tasks and virtual end-points, forces of a drag, and one step of the simulation.

#include "limber/session/solving/dynamics_motion.h"

#include <algorithm>

#include "limber/figure/joint_chain.h"
#include "limber/kinematics/kinematics.h"
#include "limber/session/solving/surroundings.h"

namespace limber {

namespace {

constexpr int most_rows = 12;               // of one task
constexpr double still_speed = 1e-5;        // [rad/s] slower than this is standing still
constexpr double newtons_per_metre = 20.0;  // of a drag, for each kilogram: if nothing else was said

// Of the reach: dtheta is damped where a task is singular. Small, so that goals are met.
constexpr double damping_share = 0.02;

std::optional<Vec3> goal_of(const TaskList& tasks) {
  for (const TaskList::Entry& entry : tasks) {
    const auto* reach = std::get_if<Reach>(&entry.task);
    if (entry.settings.enabled && reach && !reach->in.moves()) return reach->in.pose * reach->target;
  }
  return std::nullopt;
}

}  // namespace

DynamicsMotion::DynamicsMotion(const Scene& scene)
    : options_(scene.dynamics),
      figure_(scene.figure),
      simulation_(figure_, options_.gravity),
      kinematics_(figure_),
      masses_(figure_),
      metres_per_radian_(longest_reach(figure_) / 6.0),
      damping_(damping_share * longest_reach(figure_)),
      pull_(options_.pull > 0.0 ? options_.pull : newtons_per_metre * std::max(figure_.total_mass(), 0.1)),
      state_{scene.posture, VecX::Zero(figure_.dof_count())},
      friction_(VecX::Constant(figure_.dof_count(), options_.friction)),
      wanted_(state_.velocity),
      right_(state_.velocity),
      normal_(Eigen::MatrixXd::Zero(figure_.dof_count(), figure_.dof_count())),
      rows_(RowMatrix::Zero(most_rows, figure_.dof_count())),
      scratch_(RowMatrix::Zero(most_rows, figure_.dof_count())),
      error_(VecX::Zero(most_rows)) {
  // Joints that move no mass (massless links, or the spin of a point) still have a motor to turn.
  simulation_.dynamics().extra_inertia.setConstant(1e-4 * std::max(figure_.total_mass(), 1.0));
}

void DynamicsMotion::add(const Eigen::Ref<const RowMatrix, 0, Eigen::OuterStride<>>& rows,
                         const Eigen::Ref<const VecX>& error, double weight) {
  normal_.noalias() += weight * rows.transpose() * rows;
  right_.noalias() += weight * rows.transpose() * error;
}

void DynamicsMotion::ask_tasks(const TaskList& tasks, const MotionState& at) {
  for (const TaskList::Entry& entry : tasks) {
    const int count = row_count(entry.task);
    if (!entry.settings.enabled || std::holds_alternative<Drag>(entry.task) || count > most_rows) continue;
    RowMatrixRef jacobian = rows_.topRows(count);
    jacobian.setZero();
    auto error = error_.head(count);
    error.setZero();
    TaskRows rows{jacobian, error};
    evaluate(entry.task, {kinematics_, masses_, at.posture, scratch_}, rows);
    if (row_kind(entry.task) == RowKind::at_most) {
      for (int r = 0; r < count; ++r) {
        if (error[r] >= 0.0) jacobian.row(r).setZero();  // satisfied
      }
      error = error.cwiseMin(0.0);
    }
    const double unit_scale = unit(entry.task, figure_) == TaskUnit::radian ? metres_per_radian_ : 1.0;
    add(jacobian, error, entry.settings.weight * unit_scale * unit_scale);
  }
}

void DynamicsMotion::ask_virtual_arms(const TaskList& tasks) {
  using Kind = DynamicsOptions::VirtualArms;
  if (options_.virtual_arms == Kind::off) return;
  const std::optional<Vec3> goal = goal_of(tasks);
  const Vec3 base = kinematics_.segment_pose(root_segment).translation;
  RowMatrixRef jacobian = rows_.topRows(3);
  const auto ask = [&](SegmentId segment, const Vec3& point) {
    Vec3 wanted = Vec3::Zero();
    if (options_.virtual_arms == Kind::to_base) wanted = base - point;
    if (options_.virtual_arms == Kind::to_goal && goal) wanted = *goal - point;
    jacobian.setZero();
    kinematics_.translation_jacobian(segment, point, jacobian);
    add(jacobian, wanted, 1.0);
  };
  for (const SegmentId segment : figure_.segments()) {
    if (segment == root_segment || dof_count(figure_.joint(figure_.joint_of(segment)).type) == 0) continue;
    const Transform pose = kinematics_.segment_pose(segment);
    ask(segment, pose.translation);
    if (figure_.mass(segment).mass > 0.0) ask(segment, pose * figure_.mass(segment).center);
  }
}

void DynamicsMotion::add_drag(const TaskList& tasks, VecX& tau) {
  for (const TaskList::Entry& entry : tasks) {
    const auto* drag = std::get_if<Drag>(&entry.task);
    if (drag == nullptr) continue;
    const Vec3 point = kinematics_.segment_pose(drag->segment) * drag->point;
    RowMatrixRef jacobian = rows_.topRows(3);
    jacobian.setZero();
    kinematics_.translation_jacobian(drag->segment, point, jacobian);
    const Vec3 force = pull_ * (drag->target - point);
    tau.noalias() += jacobian.transpose() * force;
  }
}

void DynamicsMotion::add_forces(const Loads& loads, VecX& tau) {
  for (const ForceDescription& each : loads.forces) {
    const FrameId frame = figure_.frame(each.frame);
    const Transform pose = kinematics_.frame_pose(frame);
    const bool turns = each.in == ForceAxes::body;
    const Vec3 force = turns ? Vec3(pose.rotation * each.force) : each.force;
    const Vec3 torque = turns ? Vec3(pose.rotation * each.torque) : each.torque;
    const auto push = [&](SegmentId segment, const Vec3& by, double sign) {
      RowMatrixRef jacobian = rows_.topRows(3);
      jacobian.setZero();
      kinematics_.translation_jacobian(segment, pose.translation, jacobian);
      tau.noalias() += jacobian.transpose() * by;
      jacobian.setZero();
      kinematics_.rotation_jacobian(segment, jacobian);
      tau.noalias() += sign * (jacobian.transpose() * torque);
    };
    push(figure_.frame(frame).segment, force + each.mass * options_.gravity, 1.0);
    // The opposite force acts at the same point, which the other part carries.
    if (!each.against.empty()) push(figure_.frame(figure_.frame(each.against)).segment, -force, -1.0);
  }
}

void DynamicsMotion::torque(const TaskList& tasks, const MotionState& at, VecX& tau) {
  kinematics_.update(at.posture);
  masses_.update(kinematics_);
  normal_.setIdentity();
  normal_ *= damping_ * damping_;
  right_.setZero();
  ask_tasks(tasks, at);
  ask_virtual_arms(tasks);
  wanted_ = normal_.ldlt().solve(right_);
  tau = options_.stiffness * wanted_;
  add_drag(tasks, tau);
  add_forces(tasks.loads, tau);
}

bool DynamicsMotion::step(const TaskList& tasks, Posture& posture) {
  state_.posture = posture;
  const auto torque_of = [&](const MotionState& at, VecX& tau) { torque(tasks, at, tau); };
  if (!simulation_.semi_implicit(state_, step_seconds, torque_of, friction_)) {
    stop();
    still_steps_ = still_steps_to_rest;
    return false;
  }
  Posture allowed = inside_limits(figure_, state_.posture);
  if (!(allowed == state_.posture)) {
    // What ran into a limit has the speed it really had.
    difference(figure_, posture, allowed, state_.velocity);
    state_.velocity /= step_seconds;
    state_.posture = std::move(allowed);
  }
  const bool is_still = state_.velocity.lpNorm<Eigen::Infinity>() < still_speed;
  still_steps_ = is_still ? still_steps_ + 1 : 0;
  simulation_.energy(state_);
  energy_ = {simulation_.dynamics().kinetic_energy(), simulation_.dynamics().potential_energy()};
  posture = state_.posture;
  return true;
}

}  // namespace limber

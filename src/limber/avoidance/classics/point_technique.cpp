#include "limber/avoidance/classics/point_technique.h"

namespace limber::classics {

PointTechnique::PointTechnique(const Figure& figure, const AvoidanceOptions& options)
    : figure_(figure),
      posture_(figure.rest_posture()),
      search_distance_(options.influence),
      largest_error_(options.largest_error),
      step_(VecX::Zero(figure.dof_count())) {
  joints_.reserve(static_cast<std::size_t>(figure.segment_count()));
}

Transform PointTechnique::base_of(JointId joint, const Kinematics& kinematics) const noexcept {
  const SegmentId parent = figure_.parent(figure_.segment_of(joint));
  return parent.is_valid() ? kinematics.segment_pose(parent) * figure_.before(joint) : figure_.before(joint);
}

std::span<double> PointTechnique::values_of(JointId joint) noexcept {
  return {posture_.values.data() + figure_.first_value(joint),
          static_cast<std::size_t>(value_count(figure_.joint(joint).type))};
}

AvoidanceTechnique::Outcome PointTechnique::displace(const AvoidanceQuestion& question,
                                                     Eigen::Ref<VecX> dq) noexcept {
  dq.setZero();
  if (!question.goal) return Outcome::moves;
  const SegmentId segment = question.goal->segment;
  Goal goal{segment, question.kinematics.segment_pose(segment) * question.goal->local, question.goal->target};
  const double distance = (goal.target - goal.point).norm();
  if (distance > largest_error_)
    goal.target = goal.point + (goal.target - goal.point) * (largest_error_ / distance);

  joints_.clear();
  for (const ChainColumn& column : question.columns) {
    const JointId joint = figure_.joint_of_dof(column.dof);
    if (column.moves(segment) && (joints_.empty() || joints_.back() != joint)) joints_.push_back(joint);
  }
  posture_.values = question.posture.values;
  if (!lead(question, goal)) return Outcome::moves;
  difference(figure_, question.posture, posture_, step_);
  for (std::size_t k = 0; k < question.columns.size(); ++k)
    dq[static_cast<Eigen::Index>(k)] = step_[question.columns[k].dof];
  return Outcome::moves;
}

}  // namespace limber::classics

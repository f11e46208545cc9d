// The sum of the criteria, its gradient and its second derivatives, by differences where they are not known.

#include "limber/motion/criteria_sum.h"

#include <algorithm>

namespace limber {

CriteriaSum::CriteriaSum(const TrackProblem& problem) : one_(VecX::Zero(problem.figure.dof_count())) {
  if (problem.measure) {
    measure_.emplace(problem.figure, *problem.measure);
    has_full_ = !measure_->is_diagonal();
    return;
  }
  for (const WeightedCriterion& criterion : problem.criteria) {
    if (criterion.enabled && criterion.gain > 0.0) criteria_.push_back(criterion);
  }
  if (criteria_.empty()) criteria_.push_back({"start", ReferencePosture{.reference = problem.start}, 1.0});
  check(criteria_, problem.figure);
  knows_curvature_ = std::all_of(criteria_.begin(), criteria_.end(), [](const WeightedCriterion& weighted) {
    return std::holds_alternative<ReferencePosture>(weighted.criterion) ||
           std::holds_alternative<MidRange>(weighted.criterion);
  });
}

void CriteriaSum::look_at(const TaskContext& context, VecX& gradient) {
  if (measure_) {
    measure_->look_at(context.posture);
    gradient = measure_->gradient();
    return;
  }
  gradient.setZero();
  for (const WeightedCriterion& weighted : criteria_) {
    one_.setZero();
    add_gradient(weighted.criterion, context, one_);
    gradient += weighted.gain * one_;
  }
}

double CriteriaSum::look_at(const TaskContext& context, VecX& gradient, VecX& diagonal) {
  look_at(context, gradient);
  if (measure_) {
    diagonal = measure_->diagonal();
    if (has_full_) measure_->hessian(full_);
  } else {
    diagonal.setZero();
    for (const WeightedCriterion& weighted : criteria_) {
      one_.setZero();
      add_curvature(weighted.criterion, context, one_);
      diagonal += weighted.gain * one_;
    }
  }
  return diagonal.size() > 0 ? std::max(0.0, diagonal.maxCoeff()) : 0.0;
}

double CriteriaSum::value(const TaskContext& context) {
  if (measure_) {
    measure_->look_at(context.posture);
    return measure_->value();
  }
  double sum = 0.0;
  for (const WeightedCriterion& weighted : criteria_)
    sum += weighted.gain * limber::value(weighted.criterion, context);
  return sum;
}

void move_obstacles(const World& world, const Paths& paths, double time, Clearance& clearance) {
  for (const Paths::OfObstacle& moving : paths.obstacles) {
    const auto found = world.find_obstacle(moving.obstacle);
    if (!found || !clearance.is_on()) continue;
    const PathPoint now = moving.path.point(time);
    Shape shape = at(world.obstacles, *found).shape;
    translate(shape, now.value - moving.path.point(0.0).value);
    clearance.move_obstacle(*found, shape, now.velocity);
  }
}

}  // namespace limber

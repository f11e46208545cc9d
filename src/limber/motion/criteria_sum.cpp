#include "limber/motion/criteria_sum.h"

#include <algorithm>

namespace limber {

CriterionList criteria_or_start(const TrackProblem& problem) {
  CriterionList criteria;
  for (const WeightedCriterion& criterion : problem.criteria) {
    if (criterion.enabled && criterion.gain > 0.0) criteria.push_back(criterion);
  }
  if (criteria.empty()) criteria.push_back({"start", ReferencePosture{.reference = problem.start}, 1.0});
  return criteria;
}

double sum_criteria(const CriterionList& criteria, const TaskContext& context, VecX& one, VecX& gradient,
                    VecX& diagonal) noexcept {
  gradient.setZero();
  diagonal.setZero();
  for (const WeightedCriterion& weighted : criteria) {
    one.setZero();
    add_gradient(weighted.criterion, context, one);
    gradient += weighted.gain * one;
    one.setZero();
    add_curvature(weighted.criterion, context, one);
    diagonal += weighted.gain * one;
  }
  return diagonal.size() > 0 ? std::max(0.0, diagonal.maxCoeff()) : 0.0;
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

bool has_solids(const World& world) {
  return std::any_of(world.obstacles.begin(), world.obstacles.end(),
                     [](const Obstacle& obstacle) { return obstacle.is_solid; });
}

}  // namespace limber

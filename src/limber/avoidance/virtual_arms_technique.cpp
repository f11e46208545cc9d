// Virtual arms as one of the techniques a scene can be given (technique.h).

#include "limber/avoidance/virtual_arms_technique.h"

#include "limber/avoidance/virtual_arms.h"
#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"

namespace limber {

VirtualArmsOptions virtual_arms_options(const AvoidanceOptions& from) {
  VirtualArmsOptions options;
  options.points_per_link = from.end_points_per_link;
  options.search_radius = from.search_radius;
  options.obstacle_weight = from.obstacle_weight;
  options.goal_weight = from.goal_weight;
  options.retry_weight = from.retry_weight;
  options.weight_unit = from.weight_unit;
  options.longest_move = from.longest_move;
  options.inverse.damping = from.virtual_damping;
  options.reweightings = from.reweightings;
  options.check_linear = from.check_linear;
  options.widen_obstacles = from.widen_obstacles;
  options.avoid_itself = from.avoid_itself;
  // A goal led by hand must be met exactly; and it may move again any time, so resting is not a deadlock.
  options.goal_tolerance = 1e-6;
  options.still = 0.0;
  options.no_nearer_steps = 0;
  return options;
}

namespace {

class VirtualArmsTechnique final : public AvoidanceTechnique {
 public:
  VirtualArmsTechnique(const Figure& figure, const AvoidanceOptions& options, const TechniqueSetup& setup)
      : arms_(figure, virtual_arms_options(options)),
        svd_(setup.svd),
        damping_(options.damping),
        whole_(VecX::Zero(figure.dof_count())) {
    svd_.prepare(setup.task_rows, setup.dofs);
  }

  double search_distance() const noexcept override { return arms_.options().search_radius; }

  // Moves to the goal of the first task that has one and ignores the others. Without a goal, plain tracking.
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override {
    if (!question.goal) {
      svd_.decompose(question.jacobian);
      damped_inverse(svd_.factors(), damping_, question.error, dq);
      return Outcome::moves;
    }
    const AvoidanceQuestion::Goal& goal = *question.goal;
    if (goal.segment != segment_ || goal.local != local_) {
      segment_ = goal.segment;
      local_ = goal.local;
      arms_.aim(question.kinematics, segment_, local_, question.columns);
    }
    const VirtualArmsStep step =
        arms_.displace(question.kinematics, question.posture, question.obstacles, goal.target, whole_);
    for (std::size_t k = 0; k < question.columns.size(); ++k)
      dq[static_cast<Eigen::Index>(k)] = whole_[question.columns[k].dof];
    return step.status == VirtualArmsStatus::infeasible ? Outcome::stands_still : Outcome::moves;
  }

  void forget() noexcept override {
    arms_.forget();
    segment_ = {};
    svd_.forget();
  }

 private:
  VirtualArms arms_;
  Svd svd_;
  double damping_;
  VecX whole_;         // dq of the whole figure
  SegmentId segment_;  // of the tip that is aimed at; none yet
  Vec3 local_ = Vec3::Zero();
};

}  // namespace

std::unique_ptr<AvoidanceTechnique> make_virtual_arms(const Figure& figure, const AvoidanceOptions& options,
                                                      const TechniqueSetup& setup) {
  return std::make_unique<VirtualArmsTechnique>(figure, options, setup);
}

}  // namespace limber

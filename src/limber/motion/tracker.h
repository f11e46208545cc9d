#pragma once
// One time step of following targets; include/limber/motion/track.h has the problem it solves.
// First the displacement that would be best, then what joints that change their speed calmly make of it.

#include "limber/motion/joint_bounds.h"
#include "limber/motion/level_dampings.h"
#include "limber/motion/moving_problem.h"
#include "limber/motion/redundancy.h"
#include "limber/motion/step_problem.h"
#include "limber/motion/stopping.h"
#include "limber/motion/weak_directions.h"

namespace limber {

inline constexpr double difference_step = 1e-5;  // [rad] of a one-sided difference along a direction

class Tracker final : private CurvedRows {
 public:
  Tracker(const TrackProblem& problem, double dt);
  Tracker(const Tracker&) = delete;

  // At a time; `last`: the displacement of the step before, as of another tracker. None: it stands still.
  void begin(const Posture& posture, double time = 0.0, const VecX* last = nullptr);
  // To this time, dt after the last. Allocates where another number of limits is met than the step before,
  // for paths of turns through keys, and in the methods that keep bases.
  void step(double time);
  const Posture& posture() const { return posture_; }
  const VecX& displacement() const { return last_; }  // of the last step
  JointBounds::Excess excess() const { return excess_; }
  double clearance() const { return motion_.least_clearance(); }  // [m] of the posture
  // What the criteria could still gain in the freedom left, per degree of freedom: their gradient, their
  // largest second derivative being 1, without what tasks and limits hold. At the start of the last step.
  const VecX& optimality() const { return free_gradient_; }

  struct TaskState {
    TaskId<> task;
    double error, tolerance;
  };
  std::vector<TaskState> states() const;
  // Why a task is not where it should be, by the last step.
  using Cause = StepProblem::Cause;
  Cause cause(TaskId<> task) const;

 private:
  double made_up_for(double error) const;
  void aim();
  void solve(const VecX& wish);
  void follow();
  double way_to_stop(const VecX& displacement) const;
  bool finds_more_contacts(double times, const VecX& displacement);
  void propose();
  void find_brake();
  void calm_down();
  void find_held();
  void find_free_gradient();
  bool proposes() const;
  void look_at_criteria();
  void move();

  // All rows of equality tasks, and those of couplings and ties, at the posture.
  const RowMatrix& jacobian() const override { return stacked_; }
  void curvature(const VecX& lambda, Eigen::MatrixXd& matrix) override;
  void product(const VecX& lambda, const VecX& direction, VecX& out) override;
  void jacobian_after(const VecX& step, RowMatrix& jacobian) override;
  const VecX* criterion_along() const override {
    return motion_.criteria.knows_curvature() ? nullptr : &along_;
  }
  void gradient_after(const VecX& step);
  void stack(const TaskValues& values, RowMatrix& rows) const;

  const int n_;
  double dt_;
  MovingProblem motion_;
  JointBounds bounds_, calm_bounds_;  // without and with accelerations
  Stopping stopping_;
  LevelDampings dampings_;
  WeakDirections weak_;
  StepProblem problem_, calm_problem_;
  RedundancyOptions options_;
  Redundancy redundancy_;

  Posture posture_, next_;
  Evaluation here_, there_;
  VecX error_before_;  // of the rows, with targets as they were
  VecX asked_;         // right-hand sides of the rows
  VecX aimed_, wish_;  // the same, and the displacement pulled to, before joints were calmed down
  // Where second derivatives of the criteria are not known: their gradient after a step, and what they do to
  // the direction of the last product.
  VecX gradient_there_, along_;
  Eigen::MatrixXd full_;
  double unit_of_criteria_ = 1.0;  // their largest second derivative
  VecX first_, free_gradient_, multipliers_;
  VecX last_, still_, brake_, displacement_, nearest_, ahead_, scale_, gradient_, diagonal_, one_;
  RowMatrix stacked_, stacked_there_;
  int task_rows_ = 0;  // of stacked_
  VecX wanted_;
  JointBounds::Excess excess_;
  DampedGram gram_;
  bool was_calmed_ = false;  // the last step is by calm_problem_
  // The first level did not get what it asked for: it catches up calmly, too.
  bool first_level_waits_ = false;
  double fastest_return_;  // [m/s] at which an error is made up for, at most
};

}  // namespace limber

// Draws circles with the methods of limber/motion.

#include "experiments/common/tevatia_circles.h"

#include <algorithm>
#include <cmath>

#include "limber/models/bare_chain.h"
#include "limber/motion/path.h"

namespace limber::experiments {

namespace {

// Rows whose second derivatives have the other sign: what a mistake in them does.
class FlippedRows final : public CurvedRows {
 public:
  explicit FlippedRows(CurvedRows& rows) : rows_(rows) {}
  const RowMatrix& jacobian() const override { return rows_.jacobian(); }
  void curvature(const VecX& lambda, Eigen::MatrixXd& matrix) override {
    rows_.curvature(lambda, matrix);
    matrix = -matrix;
  }
  void product(const VecX& lambda, const VecX& direction, VecX& out) override {
    rows_.product(lambda, direction, out);
    out = -out;
  }
  void jacobian_after(const VecX& step, RowMatrix& jacobian) override {
    rows_.jacobian_after(step, jacobian);
  }

 private:
  CurvedRows& rows_;
};

// An arm that follows its circle.
class CircleArm {
 public:
  explicit CircleArm(const CircleSettings& settings)
      : figure_(models::bare_chain({.name = "arm",
                                    .links = settings.joints,
                                    .length = 1.0,
                                    .radius = 0.4 / settings.joints,
                                    .planar = true})),
        path_(CircleCurve{.center = settings.center, .radius = 0.1, .period = settings.period}),
        time_step_(settings.time_step),
        stack_(figure_, tip_task()),
        measure_(figure_, settings.measure),
        posture_(figure_.rest_posture()) {
    posture_.values.setConstant(-1.2 / settings.joints);
    posture_.values[0] = 1.3;
    for (int k = 1; k < settings.joints; k += 2) posture_.values[k] = -3.5 / settings.joints;
    Redundancy plain(RedundancyMethod::pseudo_inverse, settings.joints, 0.0);
    aim(0);
    for (int k = 0; k < 200; ++k) {
      look();
      posture_.values += plain.velocity(stack_, 0.2 * stack_.error(), criterion(), 1.0);
    }
  }

  void aim(int step) {
    stack_.tasks()[tip_].target = path_.point(step * time_step_).value;
    look();
  }
  void look() {
    stack_.look_at(posture_);
    measure_.look_at(posture_);
  }
  VecX velocity(Redundancy& method, bool flipped) {
    const VecX wanted = stack_.error() / time_step_;
    FlippedRows other(stack_);
    CurvedRows& rows = flipped ? static_cast<CurvedRows&>(other) : stack_;
    return method.velocity(rows, wanted, criterion(), time_step_);
  }
  void move(const VecX& velocity) {
    posture_.values += time_step_ * velocity;
    look();
  }
  double free_gradient() const { return free_gradient_length(stack_.jacobian(), measure_.gradient()); }
  double error() const { return stack_.error().norm(); }
  const VecX& joints() const { return posture_.values; }
  const RowMatrix& jacobian() const { return stack_.jacobian(); }

 private:
  TaskList tip_task() {
    TaskList tasks;
    tip_ = tasks.add("tip", Reach{.frame = figure_.frame("arm.tip"), .axes = Axes::xy()});
    return tasks;
  }
  CriterionNow criterion() const { return {measure_.gradient(), measure_.diagonal()}; }

  Figure figure_;
  TargetPath path_;
  double time_step_;
  TaskId<Reach> tip_;
  TaskStack stack_;
  MeasuredPosture measure_;
  Posture posture_;
};

int steps_of_circle(const CircleSettings& settings) {
  return static_cast<int>(std::lround(settings.period / settings.time_step));
}

double off_orthonormal(const Eigen::MatrixXd& basis) {
  return (basis.transpose() * basis - Eigen::MatrixXd::Identity(basis.cols(), basis.cols())).norm();
}

}  // namespace

double CircleTrace::last_gradient() const {
  return *std::max_element(gradient.end() - cycle, gradient.end());
}

double CircleTrace::rms() const {
  double sum = 0.0;
  for (auto value = gradient.end() - cycle; value != gradient.end(); ++value) sum += *value * *value;
  return std::sqrt(sum / cycle);
}

CircleTrace draw_circles(const CircleSettings& settings) {
  CircleArm arm(settings);
  Redundancy method(settings.method, settings.joints, settings.gain, settings.tuning);
  CircleTrace trace{.cycle = steps_of_circle(settings)};
  const int steps = settings.cycles * trace.cycle;
  for (int k = 0; k < steps; ++k) {
    arm.aim(k + 1);
    const VecX velocity = arm.velocity(method, settings.flipped);
    arm.move(velocity);
    trace.gradient.push_back(arm.free_gradient());
    if (k >= steps - trace.cycle) {
      trace.tracking = std::max(trace.tracking, arm.error());
      trace.mean_square_step += (settings.time_step * velocity).squaredNorm() / trace.cycle;
    }
    if ((k + 1) % trace.cycle == 0) trace.at_cycle_end.push_back(arm.joints());
  }
  return trace;
}

BasisDrift basis_drift(const CircleSettings& settings) {
  CircleArm arm(settings);
  Redundancy method(RedundancyMethod::klein_second, settings.joints, settings.gain);
  const int cycle = steps_of_circle(settings);
  Eigen::MatrixXd turned = null_space_basis(arm.jacobian()), projected = turned;
  BasisDrift drift;
  for (int k = 0; k < settings.cycles * cycle; ++k) {
    arm.aim(k + 1);
    arm.move(arm.velocity(method, false));
    const Eigen::MatrixXd fresh = null_space_basis(arm.jacobian());
    turned = NearestBasis(arm.jacobian(), turned).basis();
    projected = fresh * (fresh.transpose() * projected).eval();
    if ((k + 1) % cycle != 0) continue;
    drift.projected.push_back(off_orthonormal(projected));
    drift.turned.push_back(off_orthonormal(turned));
  }
  return drift;
}

double largest_difference(const CircleSettings& a, const CircleSettings& b) {
  CircleArm arm(a);
  Redundancy first(a.method, a.joints, a.gain), second(b.method, b.joints, b.gain);
  double largest = 0.0;
  for (int k = 0; k < steps_of_circle(a); ++k) {
    arm.aim(k + 1);
    const VecX one = arm.velocity(first, a.flipped), other = arm.velocity(second, b.flipped);
    largest = std::max(largest, (one - other).norm() / one.norm());
    arm.move(one);
  }
  return largest;
}

}  // namespace limber::experiments

#pragma once
// The circles of Tevatia and Schaal 2000: a planar arm of ten links of 0.1 m draws circles of 0.2 m at 1 Hz.

#include <functional>
#include <vector>

#include "limber/models/bare_chain.h"
#include "limber/motion/path.h"
#include "limber/motion/measured_posture.h"
#include "limber/motion/redundancy.h"

namespace limber::test {

struct CircleRun {
  RedundancyMethod method = RedundancyMethod::pseudo_inverse;
  int joints = 10;
  double gain = 10.0, dt = 0.002, seconds = 5.0;
  Vec3 center = Vec3(0.45, 0.25, 0);
  PostureMeasure measure = {};
  double displaced = 0.6;  // [rad] of the start, in the null space
  EstimateTuning tuning = {};
};

struct CircleResult {
  double rms = 0.0;              // of |G| over the last second
  std::vector<VecX> cycle_ends;  // joints
  double tracking = 0.0;         // [m] largest error in the last second
  double closure() const { return (cycle_ends.back() - cycle_ends[cycle_ends.size() - 2]).norm(); }
};

inline CircleResult draw_circles(const CircleRun& run) {
  const Figure figure = models::bare_chain(
      {.name = "arm", .links = run.joints, .length = 1.0, .radius = 0.4 / run.joints, .planar = true});
  TaskList tasks;
  const auto tip = tasks.add("tip", Reach{.frame = figure.frame("arm.tip"), .axes = Axes::xy()});
  TaskStack stack(figure, tasks);
  MeasuredPosture measure(figure, run.measure);
  const TargetPath path(CircleCurve{.center = run.center, .radius = 0.1, .period = 1.0});
  const auto target = [&](double t) {
    std::get<Reach>(stack.tasks().entry(tip).task).target = path.point(t).value;
  };
  const auto now = [&] { return CriterionNow{measure.gradient(), measure.diagonal()}; };
  Posture q = figure.rest_posture();
  q.values.setConstant(-2.0 / run.joints);
  q.values[0] = 1.0;
  const auto look = [&] {
    stack.look_at(q);
    measure.look_at(q);
  };
  target(0);
  // To the best posture, then away from it in the null space.
  Redundancy settle(RedundancyMethod::simplified, run.joints, 1.0);
  for (int k = 0; k < 4000; ++k) {
    look();
    q.values += 0.05 * settle.velocity(stack, 4.0 * stack.error(), now(), 0.05);
  }
  look();
  VecX away(run.joints);
  for (int i = 0; i < run.joints; ++i) away[i] = (i * 7 % 5) - 2.0;
  const Eigen::MatrixXd basis = null_space_basis(stack.jacobian());
  away = basis * (basis.transpose() * away);
  q.values += run.displaced * away.normalized();
  Redundancy back(RedundancyMethod::pseudo_inverse, run.joints, 0.0);
  for (int k = 0; k < 100; ++k) {
    look();
    q.values += back.velocity(stack, stack.error(), now(), 1.0);
  }
  Redundancy method(run.method, run.joints, run.gain, run.tuning);
  CircleResult result;
  const int steps = static_cast<int>(run.seconds / run.dt + 0.5),
            cycle = static_cast<int>(1.0 / run.dt + 0.5);
  double sum = 0.0;
  for (int k = 0; k < steps; ++k) {
    target((k + 1) * run.dt);
    look();
    q.values += run.dt * method.velocity(stack, stack.error() / run.dt, now(), run.dt);
    look();
    if (k >= steps - cycle) {
      const double left = free_gradient_length(stack.jacobian(), measure.gradient());
      sum += left * left;
      result.tracking = std::max(result.tracking, stack.error().norm());
    }
    if ((k + 1) % cycle == 0) result.cycle_ends.push_back(q.values);
  }
  result.rms = std::sqrt(sum / cycle);
  return result;
}

}  // namespace limber::test

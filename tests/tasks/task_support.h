#pragma once
// A figure in a posture with everything a task may look at, and random places and tasks on it.

#include <gtest/gtest.h>

#include "limber/figure/edit.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task.h"
#include "support/finite_differences.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::test {

class TaskBench {
 public:
  explicit TaskBench(Figure figure)
      : kinematics_(figure), masses_(figure), scratch_(RowMatrix::Zero(12, figure.dof_count())) {
    move_to(figure.rest_posture());
  }

  void move_to(const Posture& posture) {
    posture_ = posture;
    kinematics_.update(posture);
    masses_.update(kinematics_);
  }

  const Figure& figure() const { return kinematics_.figure(); }
  const Posture& posture() const { return posture_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const MassDistribution& masses() const { return masses_; }
  TaskContext context() { return {kinematics_, masses_, posture_, scratch_}; }

  struct Answer {
    RowMatrix jacobian;
    VecX error;
  };
  Answer evaluate(const Task& task) {
    const int count = row_count(task);
    Answer answer{RowMatrix::Zero(count, figure().dof_count()), VecX::Constant(count, 1e300)};
    scratch_.setConstant(std::numeric_limits<double>::quiet_NaN());  // tasks must not rely on its content
    TaskRows rows{answer.jacobian, answer.error};
    limber::evaluate(task, context(), rows);
    return answer;
  }
  double value(const Criterion& criterion) { return limber::value(criterion, context()); }
  VecX gradient(const Criterion& criterion) {
    VecX result = VecX::Zero(figure().dof_count());
    limber::add_gradient(criterion, context(), result);
    return result;
  }

 private:
  Kinematics kinematics_;
  MassDistribution masses_;
  Posture posture_;
  RowMatrix scratch_;
};

// Every joint type, both ways round, on a fixed or free root, some held at another segment.
inline TaskBench random_bench(Random& random, int trial, bool limits = false) {
  Figure figure = random_figure(
      random, {.segments = 2 + trial % 9, .free_root = trial % 2 == 0, .limits = limits, .massless = 0.1});
  Posture posture = random_posture(random, figure);
  if (trial % 3 == 0) {
    const SegmentId root = random_segment(random, figure);
    Edited edited = re_root(figure, posture, figure.segment_name(root)).value();
    figure = edited.figure;
    posture = edited.posture;
  }
  TaskBench bench(figure);
  bench.move_to(posture);
  return bench;
}

inline Place random_moving_place(Random& random, const Figure& figure) {
  const FrameId frame{uniform_int(random, 0, static_cast<int>(figure.frames().size()) - 1)};
  if (uniform_int(random, 0, 1) == 0) return Place(frame);
  return Place::on_segment(random_segment(random, figure), random_placement(random, 0.5));
}

inline Place random_place(Random& random, const Figure& figure) {
  const int kind = uniform_int(random, 0, 3);
  if (kind == 0) return {};
  if (kind == 1) return Place::in_world(random_placement(random, 0.5));
  return random_moving_place(random, figure);
}

inline Axes random_axes(Random& random) {
  const int bits = uniform_int(random, 1, 7);
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

// d error/dq by finite differences against -J.
inline void expect_exact_jacobian(TaskBench& bench, const Task& task, double tolerance) {
  const TaskBench::Answer answer = bench.evaluate(task);
  TaskBench moved(bench.figure());
  const Eigen::MatrixXd expected =
      finite_differences(bench.figure(), bench.posture(), [&](const Posture& p) -> VecX {
        moved.move_to(p);
        return moved.evaluate(task).error;
      });
  const double size = 1.0 + expected.lpNorm<Eigen::Infinity>();
  EXPECT_LT((answer.jacobian + expected).lpNorm<Eigen::Infinity>(), tolerance * size) << type_name(task);
}

template <class Check>
void for_random_benches(std::uint64_t seed, int count, Check&& check, bool limits = false) {
  Random random(seed);
  for (int trial = 0; trial < scaled(count); ++trial) {
    TaskBench bench = random_bench(random, trial, limits);
    check(random, bench);
    if (testing::Test::HasFailure()) FAIL() << "first failure in trial " << trial;
  }
}

}  // namespace limber::test

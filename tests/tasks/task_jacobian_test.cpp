// Every task's rows are the exact derivative of its error, on random trees with every joint type.

#include "limber/kinematics/kinematics.h"
#include "support/allocations.h"
#include "tasks/task_support.h"

namespace limber {
namespace {

using test::expect_exact_jacobian;
using test::for_random_benches;
using test::Random;
using test::TaskBench;

constexpr double tolerance = 1e-7;

TEST(Reach, JacobianMatchesFiniteDifferences) {
  for_random_benches(101, 3000, [](Random& random, TaskBench& bench) {
    expect_exact_jacobian(bench,
                          Reach{.frame = test::random_moving_place(random, bench.figure()),
                                .target = test::random_vector(random, 1),
                                .in = test::random_place(random, bench.figure()),
                                .axes = test::random_axes(random)},
                          tolerance);
  });
}

TEST(Orient, JacobianMatchesFiniteDifferences) {
  for_random_benches(102, 3000, [](Random& random, TaskBench& bench) {
    const Orient task{.frame = test::random_moving_place(random, bench.figure()),
                      .target = Quat(test::random_rotation(random)),
                      .in = test::random_place(random, bench.figure()),
                      .axes = test::random_axes(random)};
    Orient all = task;
    all.axes = {};
    if (bench.evaluate(all).error.norm() > 3.1) return;  // the other way round is the shorter one next door
    expect_exact_jacobian(bench, task, tolerance);
  });
}

TEST(LookAt, JacobianMatchesFiniteDifferences) {
  for_random_benches(103, 3000, [](Random& random, TaskBench& bench) {
    const LookAt task{.frame = test::random_moving_place(random, bench.figure()),
                      .target = test::random_vector(random, 2),
                      .in = test::random_place(random, bench.figure()),
                      .gaze = test::random_direction(random)};
    const PlaceNow eye = now(task.frame, bench.kinematics()), in = now(task.in, bench.kinematics());
    const bool too_near = (in.pose * task.target - eye.pose.translation).norm() < 0.1;
    if (too_near || bench.evaluate(task).error.norm() > 3.0) return;  // curved beyond what differences tell
    expect_exact_jacobian(bench, task, 1e-6);
  });
}

TEST(RelativePosition, JacobianMatchesFiniteDifferences) {
  for_random_benches(104, 3000, [](Random& random, TaskBench& bench) {
    expect_exact_jacobian(bench,
                          RelativePosition{.first = test::random_moving_place(random, bench.figure()),
                                           .second = test::random_moving_place(random, bench.figure()),
                                           .offset = test::random_vector(random, 1),
                                           .axes = test::random_axes(random)},
                          tolerance);
  });
}

TEST(RelativeOrientation, JacobianMatchesFiniteDifferences) {
  for_random_benches(105, 3000, [](Random& random, TaskBench& bench) {
    const RelativeOrientation task{.first = test::random_moving_place(random, bench.figure()),
                                   .second = test::random_moving_place(random, bench.figure()),
                                   .target = Quat(test::random_rotation(random)),
                                   .axes = test::random_axes(random)};
    RelativeOrientation all = task;
    all.axes = {};
    if (bench.evaluate(all).error.norm() > 3.1) return;
    expect_exact_jacobian(bench, task, tolerance);
  });
}

TEST(CenterOfMass, JacobianMatchesFiniteDifferences) {
  for_random_benches(106, 3000, [](Random& random, TaskBench& bench) {
    if (bench.figure().total_mass() == 0) return;
    expect_exact_jacobian(bench,
                          CenterOfMass{.target = test::random_vector(random, 1),
                                       .in = test::random_place(random, bench.figure()),
                                       .axes = test::random_axes(random)},
                          tolerance);
  });
}

TEST(OnEllipsoid, JacobianMatchesFiniteDifferences) {
  for_random_benches(107, 3000, [](Random& random, TaskBench& bench) {
    const Vec3 radii = Vec3::Constant(0.2) + 0.8 * test::random_vector(random, 1).cwiseAbs();
    const OnEllipsoid task{.frame = test::random_moving_place(random, bench.figure()),
                           .center = test::random_place(random, bench.figure()),
                           .radii = radii,
                           .side = static_cast<OnEllipsoid::Side>(test::uniform_int(random, 0, 2))};
    const PlaceNow point = now(task.frame, bench.kinematics()), center = now(task.center, bench.kinematics());
    if ((point.pose.translation - center.pose.translation).norm() < 0.05) return;  // curved too much
    expect_exact_jacobian(bench, task, 1e-6);
  });
}

TEST(JointValue, JacobianMatchesFiniteDifferencesForEveryCoordinate) {
  for_random_benches(108, 500, [](Random& random, TaskBench& bench) {
    for (const JointId j : bench.figure().joints()) {
      for (int c = 0; c < dof_count(bench.figure().joint(j).type); ++c) {
        const JointValue task{.joint = j, .coordinate = c, .target = test::uniform(random, -1, 1)};
        if (std::abs(bench.evaluate(task).error[0]) > 3.0) continue;  // a twist about to go round
        expect_exact_jacobian(bench, task, 1e-6);
      }
    }
  });
}

TEST(Region, JacobianMatchesFiniteDifferences) {
  for_random_benches(109, 3000, [](Random& random, TaskBench& bench) {
    Region task{.frame = test::random_moving_place(random, bench.figure()),
                .inside = {},
                .in = test::random_place(random, bench.figure())};
    switch (test::uniform_int(random, 0, 2)) {
      case 0:
        task.inside = Region::InsideBox{Vec3(0.1, 0.2, 0.3)};
        break;
      case 1:
        task.inside = Region::InsideSphere{0.5};
        break;
      default:
        task.inside = Region::InsideHalfSpace{test::random_direction(random), 0.2};
    }
    const PlaceNow point = now(task.frame, bench.kinematics()), in = now(task.in, bench.kinematics());
    if ((point.pose.translation - in.pose.translation).norm() < 0.05) return;
    expect_exact_jacobian(bench, task, 1e-6);
  });
}

TEST(Drag, JacobianMatchesFiniteDifferences) {
  for_random_benches(110, 2000, [](Random& random, TaskBench& bench) {
    expect_exact_jacobian(bench,
                          Drag{.segment = test::random_segment(random, bench.figure()),
                               .point = test::random_vector(random, 1),
                               .target = test::random_vector(random, 1)},
                          tolerance);
  });
}

TEST(Custom, GivesTheSameRowsAsTheBuiltInTask) {
  for_random_benches(111, 200, [](Random& random, TaskBench& bench) {
    // The height of a point as a function of one's own, beside the built-in plane.
    const FrameId frame{test::uniform_int(random, 0, static_cast<int>(bench.figure().frames().size()) - 1)};
    const Custom task{.rows = 1,
                      .evaluate =
                          [frame](const TaskContext& context, TaskRows& rows) {
                            RowMatrixRef scratch = context.scratch.topRows(6);
                            context.kinematics.frame_jacobian(frame, scratch);
                            rows.jacobian.row(0) = scratch.row(2);
                            rows.error[0] = 1.0 - context.kinematics.frame_position(frame).z();
                          },
                      .unit = TaskUnit::metre};
    const auto own = bench.evaluate(task);
    const auto built_in =
        bench.evaluate(Reach{.frame = frame, .target = {0, 0, 1}, .axes = {false, false, true}});
    EXPECT_EQ(own.jacobian, built_in.jacobian);
    EXPECT_NEAR(own.error[0], built_in.error[0], 1e-14);
    EXPECT_EQ(unit(task, bench.figure()), TaskUnit::metre);
  });
}

// Two ways to the same rows: the relative Jacobian of kinematics, and the tasks.
TEST(RelativeTasks, AgreeWithTheRelativeJacobianOfKinematics) {
  for_random_benches(112, 1000, [](Random& random, TaskBench& bench) {
    const Figure& figure = bench.figure();
    const SegmentId a = test::random_segment(random, figure);
    const SegmentId b = test::random_segment(random, figure);
    const Vec3 point = test::random_vector(random, 0.5);
    RowMatrix expected(6, figure.dof_count());
    bench.kinematics().relative_jacobian(b, a, bench.kinematics().segment_pose(a) * point, expected);
    const auto position = bench.evaluate(
        RelativePosition{.first = Place::on_segment(a, point), .second = Place::on_segment(b, Transform{})});
    EXPECT_LT((position.jacobian - expected.topRows(3)).lpNorm<Eigen::Infinity>(), 1e-13);
    const Mat3 turned =
        bench.kinematics().segment_pose(b).rotation.transpose() * bench.kinematics().segment_pose(a).rotation;
    const auto orientation = bench.evaluate(RelativeOrientation{.first = Place::on_segment(a, point),
                                                                .second = Place::on_segment(b, Transform{}),
                                                                .target = Quat(turned)});
    EXPECT_LT((orientation.jacobian - expected.bottomRows(3)).lpNorm<Eigen::Infinity>(), 1e-7);
    EXPECT_LT(orientation.error.norm(), 1e-13);
    // Joints that carry both have no say, to the last bit.
    for (const SegmentId s : figure.segments()) {
      if (!(s <= std::min(a, b) && figure.branch_end(s) > std::max(a, b))) continue;
      for (const DofId c : figure.dofs(figure.joint_of(s))) {
        EXPECT_TRUE(position.jacobian.col(c).isZero(0.0));
        EXPECT_TRUE(orientation.jacobian.col(c).isZero(0.0));
      }
    }
  });
}

TEST(Tasks, AllocateNothing) {
  Random random(113);
  for (int trial = 0; trial < 50; ++trial) {
    TaskBench bench = test::random_bench(random, trial, true);
    const Figure& figure = bench.figure();
    const Place a = test::random_moving_place(random, figure), b = test::random_moving_place(random, figure);
    const std::vector<Task> tasks = {Reach{.frame = a, .in = b, .axes = Axes::xy()},
                                     Orient{.frame = a, .in = b},
                                     LookAt{.frame = a, .target = {1, 2, 3}, .in = b},
                                     RelativePosition{.first = a, .second = b},
                                     RelativeOrientation{.first = a, .second = b},
                                     CenterOfMass{.in = b},
                                     OnEllipsoid{.frame = a, .center = b},
                                     JointValue{.joint = JointId{figure.segment_count() - 1}},
                                     Region{.frame = a, .inside = Region::InsideBox{}, .in = b},
                                     Drag{.segment = SegmentId{figure.segment_count() - 1}}};
    std::vector<Criterion> criteria = {ReferencePosture{}, MidRange{}, Manipulability{.frame = a}};
    if (dof_count(figure.joint(JointId{1}).type) > 0) criteria.push_back(Flexion{{{.joint = JointId{1}}}});
    RowMatrix jacobian = RowMatrix::Zero(6, figure.dof_count());
    VecX error(6), gradient = VecX::Zero(figure.dof_count());
    double sum = 0.0;
    const TaskContext context = bench.context();
    const test::AllocationCounter allocations;
    for (const Task& task : tasks) {
      if (std::holds_alternative<JointValue>(task) &&
          dof_count(figure.joint(JointId{figure.segment_count() - 1}).type) == 0)
        continue;
      TaskRows rows{jacobian.topRows(row_count(task)), error.head(row_count(task))};
      evaluate(task, context, rows);
    }
    for (const Criterion& criterion : criteria) {
      add_gradient(criterion, context, gradient);
      sum += value(criterion, context);
    }
    EXPECT_EQ(allocations.count(), 0u) << "trial " << trial;
    EXPECT_TRUE(std::isfinite(sum));
  }
}

}  // namespace
}  // namespace limber

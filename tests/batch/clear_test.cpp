// Clear of obstacles and of itself: capsules hold what they stand for, their distances are those of the exact
// solids, and every answer that is reported as reached is confirmed by the exact check.

#include <gtest/gtest.h>

#include "batch_figures.h"
#include "limber/batch/clear_check.h"
#include "limber/batch/cover.h"
#include "limber/batch/kernel/filter.h"
#include "limber/batch/on_processor.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/shapes/closest.h"

namespace limber::test {

namespace {

Vec3 random_vector(Random& random, double size) {
  return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

std::vector<Shape> random_shapes(Random& random) {
  const auto length = [&] { return random.between(0.05, 0.5); };
  const Transform place = random_transform(random, 0.5);
  std::vector<Vec3> corners;
  for (int i = 0; i < 12; ++i) corners.push_back(random_vector(random, 0.4));
  return {Sphere{place.translation, length()},
          Ellipsoid{place.translation, {length(), length(), length()}, place.rotation},
          Capsule{place.translation, random_vector(random, 0.5), length()},
          Cylinder{place.translation, random_vector(random, 0.5), length()},
          Box{place.translation, {length(), length(), length()}, place.rotation},
          Rectangle{place.translation, {length(), length()}, place.rotation},
          ConvexMesh{std::make_shared<const ConvexHull>(convex_hull(corners).value()), place}};
}

double from_axis(const Capsule& capsule, const Vec3& x) {
  const Vec3 way = capsule.b - capsule.a;
  const double length = way.squaredNorm();
  const double t = length > 0.0 ? std::clamp((x - capsule.a).dot(way) / length, 0.0, 1.0) : 0.0;
  return (x - capsule.a - t * way).norm();
}

// A table, a pole and the floor, in reach of the arm.
World cluttered() {
  World world;
  world.add("table", Box{Vec3(0.5, 0.0, 0.2), Vec3(0.5, 1.2, 0.04)});
  world.add("pole", Capsule{Vec3(0.3, 0.35, 0.0), Vec3(0.3, 0.35, 1.0), 0.05});
  world.add("floor", Plane{Vec3(0, 0, -0.02), Vec3::UnitZ()});
  world.add("ball", Sphere{Vec3(0.2, -0.4, 0.6), 0.1});
  return world;
}

}  // namespace

TEST(BatchCover, HoldsEveryPointOfASolid) {
  Random random(1);
  for (int i = 0; i < scaled(50); ++i) {
    for (const Shape& shape : random_shapes(random)) {
      const std::vector<Capsule> capsules = batch::capsules_around(shape);
      const Solid solid = placed(shape);
      for (int k = 0; k < 40; ++k) {
        // Points between two points of the surface.
        const Vec3 n = random_vector(random, 1.0).normalized(), m = random_vector(random, 1.0).normalized();
        const Vec3 one = support(solid, n) + solid.rounding * n, two = support(solid, m) + solid.rounding * m;
        const Vec3 x = one + random.uniform() * (two - one);
        double least = unlimited;
        for (const Capsule& capsule : capsules)
          least = std::min(least, from_axis(capsule, x) - capsule.radius);
        EXPECT_LE(least, 1e-9) << shape_type_name(shape);
      }
    }
  }
}

TEST(BatchCover, MeasuresTheDistancesOfTheExactSolids) {
  Random random(2);
  const auto write = [](const Vec3& a, const Vec3& b, double* to) {
    for (int k = 0; k < 3; ++k) {
      to[k] = a[k];
      to[3 + k] = b[k];
    }
  };
  for (int i = 0; i < scaled(2000); ++i) {
    const Vec3 a = random_vector(random, 1.0), c = random_vector(random, 1.0);
    // Points and parallel rods among them.
    const Vec3 b = i % 10 == 0 ? a : random_vector(random, 1.0);
    const Vec3 d = i % 7 == 0 ? c : i % 5 == 0 ? Vec3(c + 0.5 * (b - a)) : random_vector(random, 1.0);
    double one[6], two[6];
    write(a, b, one);
    write(c, d, two);
    const double exact = closest(Shape(Capsule{a, b, 0.0}), Shape(Capsule{c, d, 0.0})).distance;
    EXPECT_NEAR(std::sqrt(batch::squared_between(one, two)), std::max(0.0, exact), 1e-7);

    const Transform place = random_transform(random, 0.7);
    const Box box{place.translation, Vec3(0.3, 0.5, 0.9), place.rotation};
    batch::Block block{};
    for (int k = 0; k < 3; ++k) {
      block.center[k] = box.center[k];
      block.half[k] = 0.5 * box.size[k];
      for (int r = 0; r < 3; ++r) block.axes[3 * k + r] = box.rotation(r, k);
    }
    const double to_box = closest(Shape(Capsule{a, b, 0.0}), Shape(box)).distance;
    EXPECT_NEAR(std::sqrt(batch::squared_to_block(block, one)), std::max(0.0, to_box), 1e-7);
  }
}

TEST(SolveMany, ReachesAmongObstaclesAndEveryAnswerIsClear) {
  const Figure figure = panda();
  const FrameId flange = figure.frame("flange");
  const FrameTask task{.frame = flange};
  const World world = cluttered();
  ClearanceOptions keep;
  keep.margin = 0.005;
  const auto problem =
      batch::gather_problem(figure, {&task, 1}, figure.rest_posture(), {.world = &world, .clearance = keep});
  ASSERT_TRUE(problem.has_value()) << problem.error().message;
  // By another way: all pairs that proximity knows, in every answer.
  Proximity exact(figure, {.immovable = false});
  exact.prepare(world);
  const auto clearance = [&](const Posture& posture) {
    Kinematics kinematics(figure);
    kinematics.update(posture);
    const auto nearest = exact.nearest(kinematics, 1.0);
    return nearest ? nearest->clearance : 1.0;
  };
  Random random(6);
  std::vector<PoseGoal> goals;
  Kinematics kinematics(figure);
  while (static_cast<int>(goals.size()) < 100) {  // enough for the world to be in the way of some
    const Posture posture = random_posture(figure, random);
    if (clearance(posture) < 0.03) continue;  // the capsules around cylinders are longer than these
    kinematics.update(posture);
    const Transform pose = kinematics.frame_pose(flange);
    goals.push_back({pose.translation, Quat(pose.rotation)});
  }
  SolveManyOptions options{.restarts = 500, .world = &world};
  options.solver.clearance = keep;
  const ManyReport report = solve_many(figure, flange, goals, options);
  EXPECT_GE(report.satisfied_count(), goals.size() * 98 / 100);
  SolveManyOptions blind = options;
  blind.world = nullptr;
  const ManyReport through = solve_many(figure, flange, goals, blind);
  int hit = 0;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (report.goals[i].satisfied) {
      EXPECT_GE(clearance(report.posture(i)), 0.005 - 2e-9) << "goal " << i;
    }
    hit += clearance(through.posture(i)) < 0.005;
  }
  EXPECT_GT(hit, 0);  // the world is in the way of something
  options.threads = 1;
  EXPECT_EQ(solve_many(figure, flange, goals, options).values, report.values);
}

// What the capsules let pass, the exact check confirms: it is the filter, not the Solver, that finds most
// answers.
TEST(BatchClear, WhatPassesIsConfirmedByTheExactCheck) {
  const Figure human = model("human");
  const std::vector<FrameTask> tasks{{.frame = human.frame("hand.r"), .orientation = false},
                                     {.frame = human.frame("hand.l"), .orientation = false}};
  World world;
  world.add("pole", Capsule{Vec3(0.35, 0.0, 0.0), Vec3(0.35, 0.0, 2.0), 0.03});
  const auto problem =
      batch::gather_problem(human, tasks, human.rest_posture(), {.restarts = 50, .world = &world});
  ASSERT_TRUE(problem.has_value()) << problem.error().message;
  Random random(9);
  const int count = scaled(200);
  std::vector<double> goals;
  for (int i = 0; i < 6 * count; i += 6) {
    for (int hand = 0; hand < 2; ++hand) {
      goals.push_back(random.between(0.1, 0.5));
      goals.push_back(random.between(-0.3, 0.3) + (hand == 0 ? -0.2 : 0.2));
      goals.push_back(random.between(1.0, 1.6));
    }
  }
  batch::ClearCheck check(human, tasks, world, {}, problem->moving);
  Kinematics kinematics(human);
  Posture posture = human.rest_posture();
  int next = 0, passed = 0, confirmed = 0;
  batch::solve_on_processor(
      *problem,
      [&]() -> std::optional<batch::Job> {
        if (next == count) return std::nullopt;
        const int i = next++;
        return batch::Job{static_cast<std::size_t>(i), goals.data() + 6 * i};
      },
      [&](std::size_t, const batch::Answer& answer, const double* state) {
        if (answer.attempt < 0) return;
        ++passed;
        problem->write_values(state, posture.values);
        kinematics.update(posture);
        confirmed += check.is_clear(kinematics);
      });
  EXPECT_GT(passed, count / 2);
  EXPECT_GE(confirmed, passed * 95 / 100);  // pairs whose capsules say nothing are left to the check
}

TEST(SolveMany, KeepsCouplingsThatAreRanges) {
  const Figure human = model("human");
  const std::vector<FrameTask> tasks{{.frame = human.frame("foot.l")}, {.frame = human.frame("foot.r")}};
  ASSERT_TRUE(batch::gather_problem(human, tasks, human.rest_posture(), {}).has_value());
  Random random(4);
  Kinematics kinematics(human);
  const auto is_kept = [&](const Posture& posture) {
    for (const Coupling& coupling : human.couplings()) {
      const double value = coupling_value(human, posture, coupling);
      if (value < coupling.range.min - 1e-9 || value > coupling.range.max + 1e-9) return false;
    }
    return true;
  };
  std::vector<PoseGoal> goals;
  int broken = 0;
  while (static_cast<int>(goals.size()) < 2 * scaled(60)) {
    Posture posture = human.rest_posture();
    VecX step(human.dof_count());
    for (int k = 0; k < step.size(); ++k) step[k] = random.between(-1.5, 1.5);
    integrate(human, step, posture);
    posture = inside_limits(human, posture);
    broken += !is_kept(posture);
    if (!is_kept(posture)) continue;
    kinematics.update(posture);
    for (const FrameTask& task : tasks) {
      const Transform pose = kinematics.frame_pose(task.frame);
      goals.push_back({pose.translation, Quat(pose.rotation)});
    }
  }
  EXPECT_GT(broken, 0);
  const ManyReport report = solve_many(human, tasks, goals);
  EXPECT_EQ(report.satisfied_count(), report.goals.size());
  for (std::size_t p = 0; p < report.goals.size(); ++p)
    EXPECT_TRUE(is_kept(report.posture(p))) << "problem " << p;
}

}  // namespace limber::test

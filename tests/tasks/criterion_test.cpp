// Every criterion's gradient is the exact derivative of its value.

#include <cmath>

#include "limber/figure/joint_coordinate.h"
#include "limber/math/swing_twist.h"
#include "support/star_polygon.h"
#include "tasks/task_support.h"

namespace limber {
namespace {

using test::for_random_benches;
using test::Random;
using test::TaskBench;

void expect_exact_gradient(TaskBench& bench, const Criterion& criterion, double tolerance = 1e-6) {
  const VecX gradient = bench.gradient(criterion);
  TaskBench moved(bench.figure());
  const VecX expected = test::finite_differences(bench.figure(), bench.posture(), [&](const Posture& p) {
                          moved.move_to(p);
                          return VecX::Constant(1, moved.value(criterion));
                        }).transpose();
  const double size = 1.0 + expected.lpNorm<Eigen::Infinity>();
  EXPECT_LT((gradient - expected).lpNorm<Eigen::Infinity>(), tolerance * size) << type_name(criterion);
}

TEST(ReferencePosture, GradientMatchesFiniteDifferences) {
  for_random_benches(201, 2000, [](Random& random, TaskBench& bench) {
    // A reference less than half a turn away: beyond, the other way round is shorter.
    Posture reference = bench.posture();
    integrate(bench.figure(), test::random_step(random, bench.figure(), 1.5), reference);
    expect_exact_gradient(bench, ReferencePosture{reference});
    // Some joints stiffen.
    std::vector<double> angles(static_cast<std::size_t>(bench.figure().dof_count()), unlimited);
    for (const JointId joint : bench.figure().joints()) {
      const double angle = test::uniform(random, 0.3, 2.0);
      if (test::uniform_int(random, 0, 2) == 0) continue;
      for (const DofId dof : bench.figure().dofs(joint)) at(angles, dof) = angle;
    }
    expect_exact_gradient(bench, ReferencePosture{.reference = reference, .stiffens_at = angles});
  });
}

TEST(ReferencePosture, AJointThatStiffensPullsTwiceAsHardAtItsAngle) {
  Random random(205);
  for (int trial = 0; trial < 50; ++trial) {
    TaskBench bench = test::random_bench(random, trial);
    const VecX plain = bench.gradient(ReferencePosture{});
    for (const JointId joint : bench.figure().joints()) {
      const int first = bench.figure().first_dof(joint), count = dof_count(bench.figure().joint(joint).type);
      if (count == 0 || bench.figure().joint(joint).type == JointType::free) continue;
      const double angle = plain.segment(first, count).norm();  // how far it is from rest
      if (!(angle > 1e-6)) continue;
      const std::vector<double> angles(static_cast<std::size_t>(bench.figure().dof_count()), angle);
      const VecX stiff = bench.gradient(ReferencePosture{.stiffens_at = angles});
      EXPECT_NEAR(stiff.segment(first, count).norm(), 2.0 * angle, 1e-12);
    }
  }
}

TEST(ReferencePosture, WithoutAReferenceIsTheRestPosture) {
  Random random(202);
  for (int trial = 0; trial < 50; ++trial) {
    TaskBench bench = test::random_bench(random, trial);
    const Criterion rest = ReferencePosture{bench.figure().rest_posture()};
    EXPECT_EQ(bench.value(ReferencePosture{}), bench.value(rest));
    EXPECT_EQ(bench.gradient(ReferencePosture{}), bench.gradient(rest));
    bench.move_to(bench.figure().rest_posture());
    EXPECT_EQ(bench.value(ReferencePosture{}), 0.0);
  }
}

TEST(ReferencePosture, AStepAlongTheGradientArrives) {
  Random random(203);
  for (int trial = 0; trial < 200; ++trial) {
    TaskBench bench = test::random_bench(random, trial);
    const VecX way = -bench.gradient(ReferencePosture{});
    Posture posture = bench.posture();
    integrate(bench.figure(), way, posture);
    bench.move_to(posture);
    EXPECT_LT(bench.value(ReferencePosture{}), 1e-20);
  }
}

TEST(MidRange, GradientMatchesFiniteDifferences) {
  for_random_benches(
      204, 3000,
      [](Random& random, TaskBench& bench) {
        Posture posture = bench.figure().rest_posture();  // inside the limits and out to twice as far
        integrate(bench.figure(), test::random_step(random, bench.figure(), 0.8), posture);
        bench.move_to(posture);
        expect_exact_gradient(bench, MidRange{}, 2e-6);
      },
      true);
}

// A ball joint with a polygon and a twist table, whose middle moves with the swing.
TEST(MidRange, GradientMatchesFiniteDifferencesForPolygonsAndTables) {
  Random random(205);
  for (int trial = 0; trial < test::scaled(500); ++trial) {
    TwistTable table{.azimuths = 5, .deviations = 3, .largest_deviation = 2.0, .ranges = {}};
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 5; ++k) {
        const double min = r == 0 ? -0.5 : test::uniform(random, -1.0, -0.2);
        table.ranges.push_back({min, r == 0 ? 0.8 : min + test::uniform(random, 0.3, 1.5)});
      }
    }
    SwingPolygon polygon;
    for (int k = 0; k < 5; ++k) {
      polygon.vertices.push_back(
          swing_direction(test::uniform(random, 0.5, 1.2) * Vec2(std::cos(1.25 * k), std::sin(1.25 * k))));
    }
    FigureDescription d;
    d.name = "ball";
    d.segments = {{.name = "base"},
                  {.name = "limb",
                   .parent = "base",
                   .joint = {.type = JointType::ball,
                             .swing_limit = polygon,
                             .twist_limit = table,
                             .inverted = trial % 2 == 0}}};
    TaskBench bench(Figure::build(d).value());
    Posture posture = bench.figure().rest_posture();
    integrate(bench.figure(), test::random_step(random, bench.figure(), 0.7), posture);
    bench.move_to(posture);
    const Vec2 s(joint_coordinate(bench.figure(), posture, JointId{1}, 0),
                 joint_coordinate(bench.figure(), posture, JointId{1}, 1));
    const double column = std::atan2(s.y(), s.x()) / (2 * std::numbers::pi) * 5, row = s.norm();
    const auto near_grid_line = [](double x) { return std::abs(x - std::round(x)) < 0.02; };
    if (near_grid_line(column) || near_grid_line(row)) continue;  // the table has an edge there
    expect_exact_gradient(bench, MidRange{}, 2e-6);
    if (HasFailure()) FAIL() << "trial " << trial;
  }
}

TEST(MidRange, IsZeroInTheMiddleAndCountsSharesOfTheRange) {
  FigureDescription d;
  d.segments = {{.name = "base"},
                {.name = "wide",
                 .parent = "base",
                 .joint = {.type = JointType::revolute, .ranges = {Range{-1, 3}, Range{}}}},
                {.name = "narrow",
                 .parent = "wide",
                 .joint = {.type = JointType::revolute, .ranges = {Range{-1, 1}, Range{}}}},
                {.name = "free", .parent = "narrow", .joint = {.type = JointType::revolute}}};
  TaskBench bench(Figure::build(d).value());
  bench.move_to({Vec3(1, 0, 5)});
  EXPECT_EQ(bench.value(MidRange{}), 0.0);
  bench.move_to({Vec3(1 + 2 * 0.3, 0, 0)});
  const double wide = bench.value(MidRange{});
  bench.move_to({Vec3(1, 1 * 0.3, 0)});
  EXPECT_NEAR(bench.value(MidRange{}), wide, 1e-15);  // the same share of either range
  EXPECT_GT(wide, 0.0);
}

TEST(Manipulability, GradientMatchesFiniteDifferences) {
  int tried = 0;
  for_random_benches(206, 3000, [&](Random& random, TaskBench& bench) {
    const Manipulability criterion{.frame = test::random_moving_place(random, bench.figure()),
                                   .axes = test::random_axes(random)};
    if (bench.value(criterion) > -0.05) return;  // near singular postures |.| has a corner
    ++tried;
    expect_exact_gradient(bench, criterion, 2e-6);
  });
  EXPECT_GT(tried, test::scaled(1000));
}

// Each joint type as the only one that moves, then below another: every pair of the rule in
// manipulability.cpp.
TEST(Manipulability, GradientIsExactForEveryPairOfJointTypes) {
  Random random(207);
  int tried = 0;
  for (int first = 0; first <= 6; ++first) {
    for (int second = 0; second <= 6; ++second) {
      for (int trial = 0; trial < test::scaled(40); ++trial) {
        const auto joint = [&](int type) {
          return Joint{.type = static_cast<JointType>(type),
                       .axis = test::random_direction(random),
                       .twist_axis = test::random_direction(random),
                       .inverted = test::uniform_int(random, 0, 1) == 0};
        };
        FigureDescription d;
        d.segments = {{.name = "base"},
                      {.name = "a",
                       .parent = "base",
                       .before = test::random_placement(random, 1),
                       .joint = joint(first),
                       .after = test::random_placement(random, 1)},
                      {.name = "b",
                       .parent = "a",
                       .before = test::random_placement(random, 1),
                       .joint = joint(second),
                       .after = test::random_placement(random, 1)}};
        TaskBench bench(Figure::build(d).value());
        bench.move_to(test::random_posture(random, bench.figure()));
        const Manipulability criterion{
            .frame = Place::on_segment(SegmentId{2}, test::random_vector(random, 1)),
            .axes = test::random_axes(random)};
        if (bench.value(criterion) > -0.05) continue;
        ++tried;
        expect_exact_gradient(bench, criterion, 2e-6);
        if (HasFailure()) FAIL() << first << " then " << second << ", trial " << trial;
      }
    }
  }
  EXPECT_GT(tried, test::scaled(40) * 15);
}

TEST(Manipulability, IsTheAreaOfATwoLinkArm) {
  // On paper: |l1 l2 sin(q2)|, gradient (0, l1 l2 cos(q2)).
  FigureDescription d;
  const Joint hinge{.type = JointType::revolute};
  d.segments = {{.name = "base"},
                {.name = "upper", .parent = "base", .joint = hinge},
                {.name = "lower", .parent = "upper", .before = Transform::at({0.4, 0, 0}), .joint = hinge}};
  TaskBench bench(Figure::build(d).value());
  const Manipulability criterion{.frame = Place::on_segment(SegmentId{2}, Vec3(0.3, 0, 0)),
                                 .axes = Axes::xy()};
  bench.move_to({Vec2(0.5, 0.7)});
  EXPECT_NEAR(bench.value(criterion), -0.12 * std::sin(0.7), 1e-15);
  EXPECT_NEAR(bench.gradient(criterion)[0], 0.0, 1e-15);
  EXPECT_NEAR(bench.gradient(criterion)[1], -0.12 * std::cos(0.7), 1e-15);
  bench.move_to({Vec2(0.5, 0.0)});  // stretched out: no direction is better than its opposite
  EXPECT_EQ(bench.value(criterion), 0.0);
  EXPECT_TRUE(bench.gradient(criterion).isZero(0.0));
}

TEST(Flexion, GradientMatchesFiniteDifferences) {
  for_random_benches(208, 1000, [](Random& random, TaskBench& bench) {
    Flexion criterion;
    for (const JointId j : bench.figure().joints()) {
      for (int c = 0; c < dof_count(bench.figure().joint(j).type); ++c) {
        const bool twist = bench.figure().joint(j).type == JointType::ball && c == 2;
        const double now = joint_coordinate(bench.figure(), bench.posture(), j, c);
        if (twist && std::abs(now) > 3.0) continue;
        criterion.terms.push_back({j, c, test::uniform(random, -1, 1)});
      }
    }
    expect_exact_gradient(bench, criterion);
  });
}

TEST(CustomCriterion, BehavesLikeABuiltInCriterion) {
  Random random(209);
  TaskBench bench = test::random_bench(random, 4);
  const CustomCriterion criterion{
      .value = [](const TaskContext& c) { return c.posture.values.sum(); },
      .add_gradient = [](const TaskContext&, Eigen::Ref<VecX> gradient) { gradient.array() += 1.0; }};
  EXPECT_EQ(bench.value(criterion), bench.posture().values.sum());
  EXPECT_EQ(bench.gradient(criterion), VecX::Ones(bench.figure().dof_count()));
}

}  // namespace
}  // namespace limber

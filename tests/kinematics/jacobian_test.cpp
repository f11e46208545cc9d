// Every Jacobian against finite differences: every joint type, both ways round, re-rooted and floating.

#include <gtest/gtest.h>

#include "limber/figure/edit.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "support/allocations.h"
#include "support/finite_differences.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::finite_differences;
using test::Random;
using test::scaled;

constexpr double tolerance = 1e-7;

// A figure in a posture, for the properties below: plain, or held at another segment.
struct Case {
  Figure figure;
  Posture posture;
};

Case random_case(Random& random, int trial) {
  Figure figure = test::random_figure(random, {.segments = 2 + trial % 9, .free_root = trial % 2 == 0});
  Posture posture = test::random_posture(random, figure);
  if (trial % 3 == 0) {
    const SegmentId root = test::random_segment(random, figure);
    Edited edited = re_root(figure, posture, figure.segment_name(root)).value();
    return {edited.figure, edited.posture};
  }
  return {std::move(figure), std::move(posture)};
}

template <class Check>
void for_random_cases(std::uint64_t seed, int count, Check&& check) {
  Random random(seed);
  for (int trial = 0; trial < scaled(count); ++trial) {
    const Case c = random_case(random, trial);
    check(random, c);
    if (testing::Test::HasFailure()) FAIL() << "first failure in trial " << trial;
  }
}

VecX stacked(const Mat3& inertia) {
  VecX v(6);
  v << inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2), inertia(1, 2);
  return v;
}

TEST(Jacobian, TranslationMatchesFiniteDifferences) {
  for_random_cases(11, 3000, [](Random& random, const Case& c) {
    Kinematics kinematics(c.figure), moved(c.figure);
    kinematics.update(c.posture);
    const SegmentId segment = test::random_segment(random, c.figure);
    const Vec3 local = test::random_vector(random, 0.5);
    RowMatrix rows(3, c.figure.dof_count());
    kinematics.translation_jacobian(segment, kinematics.segment_pose(segment) * local, rows);
    const auto expected = finite_differences(c.figure, c.posture, [&](const Posture& p) -> VecX {
      moved.update(p);
      return moved.segment_pose(segment) * local;
    });
    EXPECT_LT((rows - expected).lpNorm<Eigen::Infinity>(), tolerance);
  });
}

TEST(Jacobian, RotationMatchesFiniteDifferences) {
  for_random_cases(12, 3000, [](Random& random, const Case& c) {
    Kinematics kinematics(c.figure), moved(c.figure);
    kinematics.update(c.posture);
    const SegmentId segment = test::random_segment(random, c.figure);
    const Mat3 here = kinematics.segment_pose(segment).rotation;
    RowMatrix rows(3, c.figure.dof_count());
    kinematics.rotation_jacobian(segment, rows);
    const auto expected = finite_differences(c.figure, c.posture, [&](const Posture& p) -> VecX {
      moved.update(p);
      return log_rotation(Mat3(moved.segment_pose(segment).rotation * here.transpose()));
    });
    EXPECT_LT((rows - expected).lpNorm<Eigen::Infinity>(), tolerance);
  });
}

TEST(Jacobian, RelativeMatchesFiniteDifferences) {
  for_random_cases(13, 3000, [](Random& random, const Case& c) {
    Kinematics kinematics(c.figure), moved(c.figure);
    kinematics.update(c.posture);
    const SegmentId reference = test::random_segment(random, c.figure);
    const SegmentId moving = test::random_segment(random, c.figure);
    const Vec3 local = test::random_vector(random, 0.5);
    const auto relative = [&](Kinematics& k) {
      return k.segment_pose(reference).inverse() * k.segment_pose(moving);
    };
    const Mat3 here = relative(kinematics).rotation;
    RowMatrix rows(6, c.figure.dof_count());
    kinematics.relative_jacobian(reference, moving, kinematics.segment_pose(moving) * local, rows);
    const auto expected = finite_differences(c.figure, c.posture, [&](const Posture& p) -> VecX {
      moved.update(p);
      const Transform pose = relative(moved);
      VecX value(6);
      value << pose * local, log_rotation(Mat3(pose.rotation * here.transpose()));
      return value;
    });
    EXPECT_LT((rows - expected).lpNorm<Eigen::Infinity>(), tolerance);
  });
}

TEST(Jacobian, CenterOfMassAndInertiaMatchFiniteDifferences) {
  for_random_cases(14, 3000, [](Random&, const Case& c) {
    Kinematics kinematics(c.figure), moved(c.figure);
    MassDistribution masses(c.figure), moved_masses(c.figure);
    kinematics.update(c.posture);
    masses.update(kinematics);
    RowMatrix center(3, c.figure.dof_count()), inertia(6, c.figure.dof_count());
    masses.center_jacobian(kinematics, center);
    masses.inertia_gradient(kinematics, inertia);
    const auto expected = finite_differences(c.figure, c.posture, [&](const Posture& p) -> VecX {
      moved.update(p);
      moved_masses.update(moved);
      VecX value(9);
      value << moved_masses.center(), stacked(moved_masses.inertia());
      return value;
    });
    if (c.figure.total_mass() > 0) {
      EXPECT_LT((center - expected.topRows(3)).lpNorm<Eigen::Infinity>(), tolerance);
    }
    const double size = 1.0 + expected.bottomRows(6).lpNorm<Eigen::Infinity>();
    EXPECT_LT((inertia - expected.bottomRows(6)).lpNorm<Eigen::Infinity>(), tolerance * size);
  });
}

TEST(Jacobian, EveryJointTypeByItselfMatchesFiniteDifferences) {
  Random random(15);
  for (int type = 0; type <= 6; ++type) {
    for (const bool inverted : {false, true}) {
      for (int trial = 0; trial < scaled(200); ++trial) {
        FigureDescription d;
        d.segments = {
            {.name = "base", .before = test::random_placement(random, 1)},
            {.name = "link",
             .parent = "base",
             .before = test::random_placement(random, 1),
             .joint = {.type = static_cast<JointType>(type),
                       .axis = trial % 4 ? Vec3(Vec3::Unit(trial % 3)) : test::random_direction(random),
                       .twist_axis = Vec3(1, 1, 1),
                       .inverted = inverted},
             .after = test::random_placement(random, 1)}};
        d.frames = {{"tip", "link", test::random_placement(random, 1)}};
        const Figure figure = Figure::build(d).value();
        const Posture posture = test::random_posture(random, figure);
        Kinematics kinematics(figure), moved(figure);
        kinematics.update(posture);
        const Mat3 here = kinematics.frame_pose(FrameId{0}).rotation;
        RowMatrix rows(6, figure.dof_count());
        kinematics.frame_jacobian(FrameId{0}, rows);
        const auto expected = finite_differences(figure, posture, [&](const Posture& p) -> VecX {
          moved.update(p);
          VecX value(6);
          value << moved.frame_position(FrameId{0}),
              log_rotation(Mat3(moved.frame_pose(FrameId{0}).rotation * here.transpose()));
          return value;
        });
        EXPECT_EQ(rows.cols(), dof_count(static_cast<JointType>(type)));
        if (rows.cols() > 0) {
          EXPECT_LT((rows - expected).lpNorm<Eigen::Infinity>(), tolerance);
        }
      }
    }
  }
}

TEST(MassDistribution, EqualsTheSumOverBodies) {
  for_random_cases(16, 2000, [](Random&, const Case& c) {
    Kinematics kinematics(c.figure);
    MassDistribution masses(c.figure);
    kinematics.update(c.posture);
    masses.update(kinematics);
    // The other way: sums over all bodies about the world origin, shifted to the centre at the end.
    double mass = 0.0;
    Vec3 first_moment = Vec3::Zero();
    Mat3 about_origin = Mat3::Zero();
    for (const SegmentId s : c.figure.segments()) {
      const MassProperties body = transformed(kinematics.segment_pose(s), c.figure.mass(s));
      mass += body.mass;
      first_moment += body.mass * body.center;
      const Vec3& g = body.center;
      about_origin += body.inertia + body.mass * (g.squaredNorm() * Mat3::Identity() - g * g.transpose());
    }
    EXPECT_NEAR(masses.total_mass(), mass, 1e-12 * (1 + mass));
    if (mass == 0) return;
    const Vec3 center = first_moment / mass;
    const Mat3 inertia =
        about_origin - mass * (center.squaredNorm() * Mat3::Identity() - center * center.transpose());
    EXPECT_LT((masses.center() - center).norm(), 1e-12 * (1 + center.norm()));
    EXPECT_LT((masses.inertia() - inertia).norm(), 1e-12 * (1 + about_origin.norm()));
  });
}

TEST(MassDistribution, HotPathAllocatesNothing) {
  Random random(17);
  const Figure figure = test::random_figure(random, {.segments = 40, .free_root = true});
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  RowMatrix center(3, figure.dof_count()), inertia(6, figure.dof_count());
  const test::AllocationCounter counter;
  masses.update(kinematics);
  masses.center_jacobian(kinematics, center);
  masses.inertia_gradient(kinematics, inertia);
  EXPECT_EQ(counter.count(), 0u);
}

TEST(MassDistribution, AMasslessFigureHasZeroJacobians) {
  Random random(18);
  const Figure figure = test::random_figure(random, {.segments = 5, .massless = 1.1});
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  masses.update(kinematics);
  RowMatrix center = RowMatrix::Ones(3, figure.dof_count());
  masses.center_jacobian(kinematics, center);
  EXPECT_TRUE((center.array() == 0).all());
  EXPECT_TRUE(masses.center().allFinite());
}

}  // namespace
}  // namespace limber

// The objective function's gradient, by finite differences of real distances.

#include "limber/avoidance/objective.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "avoidance/situation.h"
#include "limber/avoidance/critical_contacts.h"
#include "support/finite_differences.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_direction;
using test::scaled;
using test::uniform;
using test::uniform_int;

struct ChainAmongSpheres {
  Figure figure;
  World world;
  Posture posture;
  Kinematics kinematics;
};

ChainAmongSpheres random_chain_among_spheres(Random& random) {
  FigureDescription description = test::random_description(random, {.segments = 8, .chain = 1.0});
  for (SegmentDescription& segment : description.segments)
    segment.shapes.push_back({Sphere{test::random_vector(random, 0.2), uniform(random, 0.02, 0.1)}, {}});
  const Figure figure = Figure::build(description).value();
  ChainAmongSpheres s{figure, {}, test::random_posture(random, figure), Kinematics(figure)};
  s.kinematics.update(s.posture);
  for (int i = 0; i < 3; ++i) {
    const SegmentId segment{uniform_int(random, 1, figure.segment_count() - 1)};
    const Vec3 center =
        s.kinematics.segment_pose(segment).translation + uniform(random, 0.3, 0.8) * random_direction(random);
    s.world.add("o" + std::to_string(i), Sphere{center, uniform(random, 0.05, 0.2)});
  }
  return s;
}

// Distances from the spheres of the figure to sphere number `obstacle`, worked out by hand, least first.
std::vector<double> distances_to(const ChainAmongSpheres& s, const Kinematics& kinematics, int obstacle) {
  const Sphere& other = std::get<Sphere>(at(s.world.obstacles, obstacle).shape);
  std::vector<double> gaps;
  bool moves = false;
  for (const SegmentId segment : s.figure.segments()) {
    if (segment == root_segment) continue;
    moves |= dof_count(s.figure.joint(s.figure.joint_of(segment)).type) >
             0;  // a chain: what is beyond it moves, too
    if (!moves) continue;
    for (const BodyShape& body : s.figure.shapes(segment)) {
      const Sphere& sphere = std::get<Sphere>(body.shape);
      gaps.push_back((kinematics.segment_pose(segment) * sphere.center - other.center).norm() -
                     sphere.radius - other.radius);
    }
  }
  std::sort(gaps.begin(), gaps.end());
  return gaps;
}

TEST(Objective, GradientIsThatOfTheSumOfReciprocalDistances) {
  Random random(16);
  int compared = 0;
  for (int i = 0; i < scaled(150); ++i) {
    ChainAmongSpheres s = random_chain_among_spheres(random);
    AvoidanceOptions options;
    options.technique = Technique::objective;
    options.unit = uniform(random, 0.3, 2.0);
    options.objective_power = uniform_int(random, 1, 4);
    options = resolved(options, s.figure);
    CriticalContacts critical(s.figure, options);
    critical.surround(s.world);
    const auto contacts = critical.find(s.kinematics, 100.0);
    if (contacts.size() != 3 || contacts.front().clearance < 0.1) continue;
    // Where two spheres are as near as each other the least of them has a corner, which differences straddle.
    const bool corner = [&] {
      for (int o = 0; o < 3; ++o) {
        const std::vector<double> gaps = distances_to(s, s.kinematics, o);
        if (gaps[1] - gaps[0] < 0.02) return true;
      }
      return false;
    }();
    if (corner) continue;
    Objective objective(options, {.dofs = s.figure.dof_count(), .task_rows = 0, .contacts = 3});
    VecX gradient(s.figure.dof_count());
    const RowMatrix no_rows(0, s.figure.dof_count());
    const VecX no_error(0);
    const std::vector<ChainColumn> columns = test::all_columns(s.figure);
    objective.gradient(
        {s.kinematics, s.posture, columns, no_rows, no_error, contacts, std::nullopt, critical.obstacles()},
        gradient);

    Kinematics moved(s.figure);
    const auto sum = [&](const Posture& posture) {
      moved.update(posture);
      VecX value = VecX::Zero(1);
      for (int o = 0; o < 3; ++o)
        value[0] += std::pow(distances_to(s, moved, o)[0] / options.unit, -options.objective_power);
      return value;
    };
    EXPECT_NEAR(objective.value(contacts), sum(s.posture)[0], 1e-9 * sum(s.posture)[0]);
    const Eigen::MatrixXd differences = test::finite_differences(s.figure, s.posture, sum);
    EXPECT_LE((gradient.transpose() - differences.row(0)).cwiseAbs().maxCoeff(),
              1e-5 * (1.0 + gradient.norm()));
    ++compared;
  }
  EXPECT_GT(compared, scaled(150) / 3);
}

// The sign that eq. 5.5 has the other way round: what it does with nothing else to do leads away.
TEST(Objective, ASmallPushAlwaysMakesTheSumSmaller) {
  Random random(17);
  int tried = 0;
  for (int i = 0; i < scaled(300); ++i) {
    ChainAmongSpheres s = random_chain_among_spheres(random);
    AvoidanceOptions options;
    options.technique = Technique::objective;
    options.objective_gain = 1e-9;
    options = resolved(options, s.figure);
    CriticalContacts critical(s.figure, options);
    critical.surround(s.world);
    const auto contacts = critical.find(s.kinematics, 100.0);
    if (contacts.empty() || contacts.front().clearance < 0.1) continue;
    Objective objective(options, {.dofs = s.figure.dof_count(), .task_rows = 0, .contacts = 3});
    const double before = objective.value(contacts);
    VecX dq(s.figure.dof_count());
    const RowMatrix no_rows(0, s.figure.dof_count());
    const VecX no_error(0);
    const std::vector<ChainColumn> columns = test::all_columns(s.figure);
    objective.displace(
        {s.kinematics, s.posture, columns, no_rows, no_error, contacts, std::nullopt, critical.obstacles()},
        dq);
    integrate(s.figure, dq, s.posture);
    s.kinematics.update(s.posture);
    EXPECT_LT(objective.value(critical.find(s.kinematics, 100.0)), before);
    ++tried;
  }
  EXPECT_GT(tried, scaled(300) / 3);
}

}  // namespace
}  // namespace limber

// Limbs and the notches of their swing polygons (Baerlocher 2001, 3.7.3): they go round, not across.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limber/figure/figure.h"
#include "limber/math/swing_twist.h"
#include "limber/solver/solver.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using std::numbers::pi;
using test::Random;
using test::scaled;
using test::uniform;

// A disc of swings with a wedge cut into it, from azimuth -width to width at its edge down to `end`.
struct NotchedDisc {
  SwingPolygon polygon;
  Vec3 end;  // of the notch
};

NotchedDisc random_disc(Random& random) {
  const double width = uniform(random, 0.002, 0.3), depth = uniform(random, 0.6, 1.0);
  const Vec2 end(1.2 - depth, uniform(random, -0.5, 0.5) * width);
  NotchedDisc disc{{}, swing_direction(end)};
  for (int k = 0; k <= 24; ++k) {
    const double azimuth = width + (2 * pi - 2 * width) * k / 24;
    disc.polygon.vertices.push_back(swing_direction(1.2 * Vec2(std::cos(azimuth), std::sin(azimuth))));
  }
  disc.polygon.vertices.push_back(disc.end);
  return disc;
}

Vec2 random_inside(Random& random, const SwingLimit& limit, double side) {
  for (;;) {
    const double azimuth = side * uniform(random, 0.05, 1.2), deviation = uniform(random, 0.3, 1.15);
    const Vec2 swing = deviation * Vec2(std::cos(azimuth), std::sin(azimuth));
    if (is_inside(limit, swing)) return swing;
  }
}

// A limb of 1 m that swings, or turns as a ball joint does.
struct Limb {
  Figure figure;
  JointType type;
  Posture at(const Vec2& swing) const {
    Posture posture = figure.rest_posture();
    if (type == JointType::swing) {
      posture.values << swing[0], swing[1];
    } else {
      posture.values = compose({swing, 0.0}).coeffs();
    }
    return posture;
  }
  Vec3 direction(const Posture& posture) const {
    const VecX& v = posture.values;
    if (type == JointType::swing) return swing_direction(Vec2(v[0], v[1]));
    return Quat(v[3], v[0], v[1], v[2]) * Vec3::UnitZ();
  }
};

Limb limb(const SwingPolygon& polygon, JointType type) {
  FigureDescription description;
  description.name = "limb";
  description.segments = {{.name = "base"}, {.name = "arm", .parent = "base"}};
  description.segments[1].joint.type = type;
  description.segments[1].joint.swing_limit = polygon;
  description.frames = {{"tip", "arm", Transform::at({0, 0, 1})}};
  return {Figure::build(description).value(), type};
}

// The rule of figure 3.14, in steps of 0.02 rad. Returns where it ends, and whether it never jumped.
struct ByTheThesis {
  bool arrives, jumps;
};
ByTheThesis by_the_thesis(const SwingPolygon& polygon, const Vec2& from, const Vec2& to) {
  const SwingLimit limit = polygon;
  const auto is_outside = [&](const Vec3& d) {
    const SwingPolygon::Nearest nearest = polygon.nearest_on_boundary(d);
    return !nearest.inside && angle_between(d, nearest.point) > 1e-4;
  };
  const Vec3 goal = swing_direction(to);
  Vec3 at = swing_direction(from);
  bool jumps = false;
  for (int step = 0; step < 400; ++step) {
    const double angle = angle_between(at, goal);
    const Vec3 side = (goal - at.dot(goal) * at).normalized();
    const Vec3 end = angle <= 0.02 ? goal : Vec3(std::cos(0.02) * at + std::sin(0.02) * side);
    const Vec2 middle = swing_of_direction((at + end).normalized());
    const Vec2 proposed = is_inside(limit, middle) ? swing_of_direction(end) : middle;
    const Vec3 next = swing_direction(nearest_allowed(limit, proposed));
    jumps |= is_outside((at + next).normalized());
    at = next;
  }
  return {angle_between(at, goal) < 1e-3, jumps};
}

struct Walked {
  double error = 0.0;
  double longest_round = 0.0;  // [rad] of the steps that lead to the other side, the way round the notch
  std::size_t allocations = 0;
  bool inside = true;
};
Walked walk(const NotchedDisc& disc, JointType type, const Vec2& from, const Vec2& to, LimitMethod method) {
  const Limb arm = limb(disc.polygon, type);
  Solver solver(arm.figure, {.limits = method});
  TaskList tasks;
  tasks.add("tip", Reach{.frame = arm.figure.frame("tip"), .target = swing_direction(to)});
  solver.prepare(tasks);
  Posture posture = arm.at(from);
  Walked walked;
  for (int step = 0; step < 300; ++step) {
    const Vec3 before = arm.direction(posture);
    const test::AllocationCounter counter;
    const StepReport report = solver.step(tasks, posture);
    walked.allocations += counter.count();
    const Vec3 after = arm.direction(posture);
    walked.inside &= largest_limit_excess(arm.figure, posture).amount <= 1e-9;
    walked.error = report.tasks[0].error;
    const bool crosses = !disc.polygon.contains((before + after).normalized());
    if (crosses)
      walked.longest_round =
          std::max(walked.longest_round, angle_between(before, disc.end) + angle_between(disc.end, after));
    if (report.status == StepStatus::at_rest) break;
  }
  return walked;
}

// A step turns a joint by half a radian at most about each axis: where it leads round the end of a notch, the
// way there and back is no longer. Across the notch it would be.
TEST(Notch, NoStepJumpsAcross) {
  Random random(21);
  const double longest = 0.5 * std::sqrt(2.0) + 0.06;
  int crossed = 0;
  for (int i = 0; i < scaled(1000); ++i) {
    const NotchedDisc disc = random_disc(random);
    const Vec2 from = random_inside(random, disc.polygon, 1), to = random_inside(random, disc.polygon, -1);
    const JointType type = i % 2 == 0 ? JointType::swing : JointType::ball;
    const LimitMethod method = i % 3 == 0 ? LimitMethod::projection : LimitMethod::active_set;
    const Walked walked = walk(disc, type, from, to, method);
    EXPECT_TRUE(walked.inside);
    EXPECT_EQ(walked.allocations, 0u);
    EXPECT_LE(walked.longest_round, longest) << i;
    crossed += walked.error < 1e-3;
  }
  EXPECT_GT(crossed, scaled(1000) / 4);
}

// Both slide along a wall and rest where that leads no nearer. Which wall they meet depends on the path, so
// each arrives in a few cases in which the other does not: ours in more.
TEST(Notch, GoesRoundWhereTheRuleOfTheThesisDoes) {
  Random random(22);
  int thesis = 0, both = 0, ours = 0;
  for (int i = 0; i < scaled(1000); ++i) {
    const NotchedDisc disc = random_disc(random);
    const Vec2 from = random_inside(random, disc.polygon, 1), to = random_inside(random, disc.polygon, -1);
    const ByTheThesis rule = by_the_thesis(disc.polygon, from, to);
    const JointType type = i % 2 == 0 ? JointType::swing : JointType::ball;
    const bool arrives = walk(disc, type, from, to, LimitMethod::active_set).error < 1e-3;
    if (rule.arrives && !rule.jumps) {
      ++thesis;
      both += arrives;
    }
    ours += arrives;
  }
  EXPECT_GT(thesis, scaled(1000) / 10);
  EXPECT_GE(both, 0.8 * thesis);
  EXPECT_GE(ours, 1.1 * thesis);
}

}  // namespace
}  // namespace limber

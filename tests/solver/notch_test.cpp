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
    const double azimuth = width + (2 * std::numbers::pi - 2 * width) * k / 24;
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

// Does a step lead from one side of the notch to the other through it? Seen along the great circle from its end to
// the middle of its mouth: where a step crosses that beyond the end, it jumps.
bool jumps_across(const NotchedDisc& disc, const Vec3& from, const Vec3& to) {
  const Vec3 axis = disc.end.cross(swing_direction(Vec2(1.2, 0.0))).normalized();
  const double before = from.dot(axis), after = to.dot(axis);
  if (!(before * after < 0.0)) return false;
  const Vec3 crossing = (std::abs(after) * from + std::abs(before) * to).normalized();
  return disc.end.cross(crossing).dot(axis) > 1e-9;
}

// The rule of figure 3.14, in short steps: whether it ends at the goal, and whether it jumped on its way.
struct ByTheThesis {
  bool arrives, jumps;
};
ByTheThesis by_the_thesis(const NotchedDisc& disc, const Vec2& from, const Vec2& to, double length) {
  const SwingLimit limit = disc.polygon;
  const Vec3 goal = swing_direction(to);
  Vec3 at = swing_direction(from);
  bool jumps = false;
  for (int step = 0; step < 8.0 / length; ++step) {
    const double angle = angle_between(at, goal);
    const Vec3 side = (goal - at.dot(goal) * at).normalized();
    const Vec3 end = angle <= length ? goal : Vec3(std::cos(length) * at + std::sin(length) * side);
    const Vec2 middle = swing_of_direction((at + end).normalized());
    const Vec2 proposed = is_inside(limit, middle) ? swing_of_direction(end) : middle;
    const Vec3 next = swing_direction(nearest_allowed(limit, proposed));
    jumps |= jumps_across(disc, at, next);
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
    if (jumps_across(disc, before, after))
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

// A wall is a constraint only where the limb would cross the wall itself, not the great circle beyond its ends. So
// ours arrives wherever the rule does without jumping across, and in many cases more. The damped steps of a swing
// joint are short in its coordinates, not on the sphere, and leave the great arc to the goal by up to a hundredth
// of a radian: where the arc passes the end of a notch as near, they go round it on its other side.
TEST(Notch, GoesRoundWhereTheRuleOfTheThesisDoes) {
  Random random(22);
  struct Count {
    int thesis = 0, both = 0, ours = 0;
  } ball, swing;
  for (int i = 0; i < scaled(1000); ++i) {
    const NotchedDisc disc = random_disc(random);
    const Vec2 from = random_inside(random, disc.polygon, 1), to = random_inside(random, disc.polygon, -1);
    const ByTheThesis rule = by_the_thesis(disc, from, to, 0.02);
    const JointType type = i % 2 == 0 ? JointType::swing : JointType::ball;
    const bool arrives = walk(disc, type, from, to, LimitMethod::active_set).error < 1e-3;
    Count& count = type == JointType::ball ? ball : swing;
    count.ours += arrives;
    if (!rule.arrives || rule.jumps) continue;
    ++count.thesis;
    count.both += arrives;
  }
  for (const Count& count : {ball, swing}) {
    EXPECT_GT(count.thesis, scaled(1000) / 20);
    // A share of fewer cases than this says little.
    constexpr int enough_cases = 100;
    if (count.thesis >= enough_cases) {
      EXPECT_GE(count.ours, 1.4 * count.thesis);
    }
  }
  EXPECT_EQ(ball.both, ball.thesis);
  EXPECT_EQ(swing.both, swing.thesis);
}

}  // namespace
}  // namespace limber

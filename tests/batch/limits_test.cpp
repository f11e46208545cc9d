// Balls with swing and twist limits in the batch solver: kept inside, by the shortest way where that is what
// the figure does, and moved along their limits.

#include <gtest/gtest.h>

#include <memory>

#include "batch_figures.h"
#include "limber/batch/kernel/step.h"
#include "limber/batch/limit_tables.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber::test {

namespace {

using Two = batch::Pack<2>;
using TwoWork = batch::Work<Two>;

// One ball with limits, alone in a model.
struct LoneBall {
  Joint joint;
  std::unique_ptr<batch::Model> model = std::make_unique<batch::Model>();
  std::unique_ptr<TwoWork> work = std::make_unique<TwoWork>();

  explicit LoneBall(const Joint& limited) : joint(limited) {
    batch::add_limit(*model, joint.swing_limit, joint.twist_limit, 0).value();
    model->coordinate[0] = {batch::ball, 0, 0, 0, -1e30, 1e30};
    for (int d = 0; d < 3; ++d) work->is_free[d] = Two::Small{} + 1.0F;
  }
  // What the solver makes of an orientation that a free ball has come to.
  Quat kept(const Quat& orientation) {
    const Two::Wide zero{}, pull[3] = {zero, zero, zero};
    Two::Wide q[4] = {zero + orientation.w(), zero + orientation.x(), zero + orientation.y(),
                      zero + orientation.z()};
    for (int d = 0; d < 3; ++d) work->is_free[d] = Two::Small{} + 1.0F;
    batch::keep_inside<Two>(*model, model->coordinate[0], pull, q, *work);
    return {q[0][0], q[1][0], q[2][0], q[3][0]};
  }
  Vec3 axis(int number) const {
    Vec3 a;
    for (int k = 0; k < 3; ++k) a[k] = work->axes[0][3 * number + k][0];
    return a;
  }
  bool is_held(int dof) const { return work->is_free[dof][0] == 0.0F; }
  bool is_inside(const Quat& q, double tolerance = 0.0) const {
    return limber::is_inside(joint.swing_limit, joint.twist_limit, q, tolerance);
  }
};

Joint random_limited_ball(std::uint64_t seed) {
  Random random(seed);
  Joint joint;
  joint.type = JointType::ball;
  add_random_limits(random, joint);
  return joint;
}

Quat random_orientation(Random& random) {
  Vec3 turn;
  for (int k = 0; k < 3; ++k) turn[k] = random.between(-1.6, 1.6);
  return exp_quaternion(turn);
}

// True if the joint's own nearest orientation is what the solver must find: polygons, and ranges of the
// twist.
bool is_nearest_exact(const Joint& joint) {
  return !std::holds_alternative<SwingEllipse>(joint.swing_limit);
}

}  // namespace

TEST(BatchLimits, ABallInsideIsLeftAloneAndOneOutsideIsBroughtInside) {
  int brought = 0;
  for (int seed = 1; seed <= scaled(200); ++seed) {
    LoneBall ball(random_limited_ball(static_cast<std::uint64_t>(seed)));
    if (!batch::is_limiting(ball.joint.swing_limit, ball.joint.twist_limit)) continue;
    Random random(static_cast<std::uint64_t>(seed));
    for (int i = 0; i < 30; ++i) {
      const Quat q = random_orientation(random);
      const Quat kept = ball.kept(q);
      if (ball.is_inside(q)) {
        EXPECT_LE((kept.coeffs() - q.coeffs()).norm(), 1e-15) << "seed " << seed;
        continue;
      }
      ++brought;
      EXPECT_TRUE(ball.is_inside(kept, 1e-11)) << "seed " << seed << ", case " << i;
      if (!is_nearest_exact(ball.joint)) continue;
      const Quat nearest = nearest_allowed(ball.joint.swing_limit, ball.joint.twist_limit, q);
      EXPECT_LE(log_rotation(kept.conjugate() * nearest).norm(), 1e-9) << "seed " << seed << ", case " << i;
    }
  }
  EXPECT_GT(brought, scaled(500));
}

// A small turn about an axis that is left over stays at the limit to first order; one about the axis across a
// wall leads inside or out of it.
TEST(BatchLimits, AxesLieAlongAndAcrossTheWallsThatHold) {
  int along = 0, across = 0;
  constexpr double h = 1e-5;
  for (int seed = 1; seed <= scaled(200); ++seed) {
    LoneBall ball(random_limited_ball(static_cast<std::uint64_t>(seed)));
    if (!batch::is_limiting(ball.joint.swing_limit, ball.joint.twist_limit)) continue;
    Random random(static_cast<std::uint64_t>(seed) + 500);
    for (int i = 0; i < 20; ++i) {
      const Quat kept = ball.kept(random_orientation(random));
      for (int a = 0; a < 3; ++a) {
        EXPECT_NEAR(ball.axis(a).norm(), 1.0, 1e-12);
        EXPECT_NEAR(ball.axis(a).dot(ball.axis((a + 1) % 3)), 0.0, 1e-12);
      }
      if (!ball.is_held(0) && !ball.is_held(1)) continue;
      const SwingTwist parts = swing_twist(kept);
      if (parts.swing.norm() < 0.05 || parts.swing.norm() > 3.0) continue;
      const auto stays = [&](const Vec3& turn) {
        return ball.is_inside(Quat(kept * exp_quaternion(turn)), 100.0 * h * h);
      };
      // Corners, grid lines of tables and notches have no single direction: most must fit, not all.
      along += stays(h * ball.axis(2)) && stays(-h * ball.axis(2)) ? 1 : -9;
      if (ball.is_held(0) && !ball.is_held(1)) {
        across += stays(h * ball.axis(0)) && !stays(-h * ball.axis(0)) ? 1 : -9;
      }
    }
  }
  EXPECT_GT(along, 0);  // over 90 %
  EXPECT_GT(across, 0);
}

// A person: four balls of the spine with polygons, a clavicle that swings, a shoulder with a twist table, an
// elbow, a wrist; postures at the very limits among them.
TEST(BatchLimits, AHumanReachesWithBothHandsInsideAllItsLimits) {
  const Figure human = model("human");
  const std::vector<FrameTask> tasks{{.frame = human.frame("hand.r")}, {.frame = human.frame("hand.l")}};
  Random random(3);
  Kinematics kinematics(human);
  std::vector<PoseGoal> goals;
  const int count = scaled(300);
  for (int i = 0; i < count; ++i) {
    Posture posture = human.rest_posture();
    VecX step(human.dof_count());
    const double size = i % 2 == 0 ? 0.5 : 2.0;
    for (int k = 0; k < step.size(); ++k) step[k] = random.between(-size, size);
    integrate(human, step, posture);
    kinematics.update(inside_limits(human, posture));
    for (const FrameTask& task : tasks) {
      const Transform pose = kinematics.frame_pose(task.frame);
      goals.push_back({pose.translation, Quat(pose.rotation)});
    }
  }
  const ManyReport report = solve_many(
      human, tasks, goals, {.position_tolerance = 1e-5, .orientation_tolerance = 1e-5, .restarts = 1000});
  EXPECT_EQ(report.satisfied_count(), report.goals.size());
  for (std::size_t p = 0; p < report.goals.size(); ++p) {
    EXPECT_EQ(largest_limit_excess(human, report.posture(p)).amount, 0.0) << "problem " << p;
  }
}

}  // namespace limber::test

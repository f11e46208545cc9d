// The tasks about weight, supports and strength: rows against finite differences, and postures they lead to.

#include "limber/dynamics/dynamics.h"
#include "limber/figure/edit.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "limber/statics/load_state.h"
#include "limber/statics/report.h"
#include "limber/tasks/task.h"
#include "statics/load_bench.h"
#include "support/allocations.h"

namespace limber {
namespace {

using test::check_rows;
using test::LoadBench;
using test::Random;
using test::StandingFigure;
using test::StaticsBench;

TEST(Equilibrium, JacobianMatchesFiniteDifferences) {
  check_rows(321, 5000, test::Reads::middles,
             [](Random&, const StandingFigure&, LoadBench& bench) -> std::optional<Task> {
               if (!bench.statics().middles().is_balanced) return {};
               // The third row, what is missing, has no derivative.
               if (!bench.rows(Equilibrium{}).error.tail<1>().isZero(0.0)) return {};
               return Equilibrium{};
             });
}

TEST(CenterOverSupports, JacobianMatchesFiniteDifferences) {
  check_rows(
      322, 2200, test::Reads::nothing,
      [](Random&, const StandingFigure&, LoadBench&) -> std::optional<Task> { return CenterOverSupports{}; });
}

TEST(Inertia, JacobianMatchesFiniteDifferences) {
  check_rows(323, 2200, test::Reads::nothing,
             [](Random& random, const StandingFigure&, LoadBench&) -> std::optional<Task> {
               return Inertia{.axis = test::random_direction(random), .radius = 0.3};
             });
}

TEST(SupportShare, JacobianMatchesFiniteDifferences) {
  check_rows(324, 8000, test::Reads::corners,
             [](Random& random, const StandingFigure& standing, LoadBench& bench) -> std::optional<Task> {
               if (!bench.statics().is_balanced()) return {};
               if (bench.statics().carried_load() < 0.2 * bench.statics().load_size()) return {};
               const int s =
                   test::uniform_int(random, 0, static_cast<int>(standing.loads.supports.size()) - 1);
               return SupportShare{standing.loads.supports[static_cast<std::size_t>(s)].name, 0.4};
             });
}

TEST(JointStrength, JacobianMatchesFiniteDifferences) {
  check_rows(325, 13000, test::Reads::corners,
             [](Random& random, const StandingFigure& standing, LoadBench& bench) -> std::optional<Task> {
               if (!bench.statics().is_balanced()) return {};
               const DofId dof{test::uniform_int(random, 0, standing.figure.dof_count() - 1)};
               const JointId joint = standing.figure.joint_of_dof(dof);
               if (standing.figure.joint(joint).type == JointType::free) return {};
               const Task task = JointStrength{joint, dof - standing.figure.first_dof(joint), 0.5};
               if (std::abs(bench.rows(task).error[0] - 0.5) < 1e-3) return {};
               return task;
             });
}

// The distance from the region is known to 1e-10 of the figure, so differences over 1e-4 to about 1e-6.
TEST(Balance, JacobianMatchesFiniteDifferences) {
  check_rows(326, 9000, test::Reads::region,
             [](Random&, const StandingFigure&, LoadBench& bench) -> std::optional<Task> {
               if (!bench.statics().is_balanced()) return {};
               const FeasibleRegion::Edge edge = bench.loads().region.worst(bench.statics(), bench.masses());
               if (!edge.exists || edge.depth() > 2.0) return {};
               return Balance{0.02};
             },
             {.least = 500, .tolerance = 1e-5});
}

// The region against the forces themselves: the weight moved to a point of the plane balances exactly if it
// is inside. Both answers carry their proof, which is checked without the solver: forces that balance, or a
// motion nothing resists.
TEST(FeasibleRegion, AgreesWithTheForceDistributionAtSampledPoints) {
  constexpr double nearly_on_the_edge = 1e-5;  // [m]
  Random random(327);
  int inside = 0, outside = 0, too_near = 0, no_region = 0;
  for (int trial = 0; inside + outside < test::scaled(10000) && trial < 100000; ++trial) {
    StandingFigure standing = test::random_standing_figure(random, trial);
    for (SupportDescription& support : standing.loads.supports) support.share.reset();
    if (!(standing.figure.total_mass() > 1.0)) continue;
    LoadBench bench(standing);
    const Vec3 away(test::uniform(random, -0.5, 0.5), test::uniform(random, -0.5, 0.5), 0);
    // The nearest point of the region, seen from the point sampled.
    const FeasibleRegion::Edge edge = bench.loads().region.nearest(bench.statics(), bench.masses(), away);
    const double distance = edge.exists ? (away - edge.point).norm() : 0.0;
    // The same by the forces: a couple moves the weight there.
    const Vec3 weight = standing.figure.total_mass() * standing.loads.gravity;
    standing.loads.forces.push_back(
        {.frame = standing.figure.frames()[0].name, .torque = away.cross(weight)});
    StaticsBench other(standing);
    const bool stands = other.statics().is_balanced();
    if (edge.exists && distance < nearly_on_the_edge) {
      ++too_near;
      continue;
    }
    if (bench.loads().region.missing() > statics::missing_tolerance) {  // no region at all
      EXPECT_FALSE(stands) << "trial " << trial;
      ++no_region;
      continue;
    }
    if (!edge.exists && !stands && !bench.statics().is_balanced()) {  // jammed: no edge was found
      ++no_region;
      continue;
    }
    EXPECT_EQ(stands, !edge.exists) << "trial " << trial << " distance " << distance;
    if (stands)
      EXPECT_LT(test::check_balance(standing, other).missing, 1e-9) << "trial " << trial;
    else
      EXPECT_GT(test::largest_force_ruled_out(standing, other), 1e3) << "trial " << trial;
    ++(stands ? inside : outside);
  }
  RecordProperty("inside", inside);
  RecordProperty("outside", outside);
  EXPECT_GT(inside, test::scaled(500));
  EXPECT_GT(outside, test::scaled(500));
  EXPECT_LT(too_near, test::scaled(100));
}

// A person standing on two feet, held at the left one.
struct Person {
  Figure figure;
  Posture posture;
  TaskList tasks;
};
Person standing_person(double hand_force) {
  const Figure human = Figure::build(models::find("human")->make({})).value();
  Edited edited = re_root(human, human.rest_posture(), "foot.l").value();
  Person person{edited.figure, edited.posture, {}};
  Kinematics kinematics(person.figure);
  kinematics.update(person.posture);
  const FrameId foot = person.figure.frame("foot.r");
  const Transform sole = kinematics.frame_pose(foot);
  person.tasks.add("right foot", Reach{.frame = foot, .target = sole.translation});
  person.tasks.add("right sole", Orient{.frame = foot, .target = Quat(sole.rotation)});
  person.tasks.add("poise", Equilibrium{}, {.priority = 2, .tolerance = 1e-12});
  const std::vector<Vec2> patch = {{-0.12, -0.04}, {0.12, -0.04}, {0.12, 0.04}, {-0.12, 0.04}};
  person.tasks.loads.supports = {{.name = "left", .frame = "foot.l", .patch = patch, .share = 0.5},
                                 {.name = "right", .frame = "foot.r", .patch = patch, .share = 0.5}};
  if (hand_force != 0.0)
    person.tasks.loads.forces = {{.frame = "hand.r", .force = Vec3(0.3 * hand_force, 0, -hand_force)}};
  return person;
}

// Flat feet on level ground with enough friction: the region is the hull of the soles, and the margin the
// distance to its nearest edge, which anyone can measure.
TEST(FeasibleRegion, OfAStandingPersonIsTheHullOfTheSoles) {
  Person person = standing_person(0.0);
  for (SupportDescription& support : person.tasks.loads.supports) support.share.reset();
  LoadBench bench({person.figure, person.posture, person.tasks.loads});
  Kinematics kinematics(person.figure);
  kinematics.update(person.posture);
  const Vec3 left = kinematics.frame_position(person.figure.frame("foot.l"));
  const Vec3 right = kinematics.frame_position(person.figure.frame("foot.r"));
  ASSERT_NEAR(left.x(), right.x(), 1e-9);
  const Vec3 center = bench.masses().center();
  const double front = left.x() + 0.12 - center.x(), back = center.x() - (left.x() - 0.12);
  const double side = left.y() + 0.04 - center.y();
  const double nearest = std::min({front, back, side});
  const FeasibleRegion::Edge edge = bench.loads().region.worst(bench.statics(), bench.masses());
  ASSERT_TRUE(edge.exists);
  EXPECT_NEAR(edge.depth(), nearest, 1e-5);
  EXPECT_NEAR(bench.rows(Balance{0.02}).error[0], nearest - 0.02, 1e-5);
  for (const Vec3& inside : {Vec3(0.9 * front, 0, 0), Vec3(-0.9 * back, 0, 0), Vec3(0, 0.9 * side, 0)})
    EXPECT_FALSE(bench.loads().region.nearest(bench.statics(), bench.masses(), inside).exists);
  const FeasibleRegion::Edge out =
      bench.loads().region.nearest(bench.statics(), bench.masses(), Vec3(front + 0.1, 0, 0));
  ASSERT_TRUE(out.exists);
  EXPECT_NEAR(out.point.x(), front, 1e-5);
}

TEST(Equilibrium, AHandForceMovesTheCenterOfMassAgainstIt) {
  double last = 1e9;
  for (const double force : {0.0, 60.0, 120.0}) {
    Person person = standing_person(force);
    Solver solver(person.figure);
    const SolveReport report = solver.solve(person.tasks, person.posture, {.most_steps = 500});
    (void)report;
    Kinematics kinematics(person.figure);
    kinematics.update(person.posture);
    MassDistribution masses(person.figure);
    masses.update(kinematics);
    Statics statics(person.figure, person.tasks.loads);
    statics.update(kinematics, masses);
    EXPECT_LT(statics.left_to_posture().norm(), 1e-8) << force;
    const double ahead = masses.center().x();
    RecordProperty("center_of_mass_at_" + std::to_string(static_cast<int>(force)), std::to_string(ahead));
    EXPECT_LT(ahead, last - (last < 1e8 ? 1e-3 : 0.0)) << force;  // the load is ahead: the body leans back
    last = ahead;
  }
}

TEST(Equilibrium, AStepAllocatesNothing) {
  Person person = standing_person(60.0);
  Solver solver(person.figure);
  const CriterionList criteria = {{"ease", Effort{}, 0.01}};
  solver.prepare(person.tasks, criteria);
  solver.step(person.tasks, criteria, person.posture);
  const test::AllocationCounter allocations;
  for (int i = 0; i < 5; ++i) solver.step(person.tasks, criteria, person.posture);
  EXPECT_EQ(allocations.count(), 0u);
}

TEST(Effort, MakesHoldingAPostureCheaper) {
  Person person = standing_person(100.0);
  person.tasks.loads.strengths = {{"*", {.torque = 100}}, {"wrist*", {.torque = 10}}};
  Solver solver(person.figure);
  solver.solve(person.tasks, person.posture, {.most_steps = 300});
  const double before = report_on_loads(person.figure, person.posture, person.tasks.loads).effort;
  const CriterionList criteria = {{"ease", Effort{}, 1.0}};
  Solver easier(person.figure);
  easier.solve(person.tasks, criteria, person.posture, {.most_steps = 300});
  const StaticsReport after = report_on_loads(person.figure, person.posture, person.tasks.loads);
  RecordProperty("ratio", std::to_string(after.effort / before));
  EXPECT_LT(after.effort, 0.8 * before);
  EXPECT_TRUE(after.is_balanced);
}

TEST(StaticsReport, SaysWhatGivesWay) {
  Person person = standing_person(0.0);
  const auto verdict = [&](const Vec3& push) {
    person.tasks.loads.forces = {{.frame = "pelvis", .force = push}};
    return report_on_loads(person.figure, person.posture, person.tasks.loads).verdict();
  };
  for (SupportDescription& support : person.tasks.loads.supports) support.share.reset();
  EXPECT_EQ(verdict({0, 0, 0}), "stands");
  person.tasks.loads.strengths = {{.joints = "knee*", .strength = {.torque = 1e-3}}};
  EXPECT_EQ(verdict({0, 0, 0}), "stands, but 2 joints are too weak");
  person.tasks.loads.strengths.clear();
  EXPECT_NE(verdict({2000, 0, 0}), "stands");
  for (SupportDescription& support : person.tasks.loads.supports) support.friction = 0.02;
  EXPECT_EQ(verdict({60, 0, 0}), "slips: left, right");
  for (SupportDescription& support : person.tasks.loads.supports) support.friction = 2.0;
  EXPECT_EQ(verdict({300, 0, 0}), "tips over the front edge of left");
  // On one point it turns about that point, which does not slip: only the rest of the figure moves.
  person.tasks.loads.supports.resize(1);
  person.tasks.loads.supports[0].patch.clear();
  EXPECT_EQ(verdict({0, 0, 0}), "tips over left");
}

}  // namespace
}  // namespace limber

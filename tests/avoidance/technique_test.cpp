// Every technique against its equation, on random figures in random postures near random obstacles.

#include "limber/avoidance/technique.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "avoidance/dense_reference.h"
#include "avoidance/document_techniques.h"
#include "limber/avoidance/cost.h"
#include "limber/avoidance/gains.h"
#include "limber/kinematics/kinematics.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::DenseProblem;
using test::Random;
using test::random_direction;
using test::scaled;
using test::uniform;
using test::uniform_int;

// A figure somewhere, asked for something, with things near it.
struct Situation {
  Figure figure;
  Kinematics kinematics;
  Posture posture;
  RowMatrix jacobian;
  VecX error;
  std::vector<Contact> contacts;
  ObstacleIndex obstacles;
  AvoidanceOptions options;

  AvoidanceQuestion question() const {
    return {kinematics, posture, jacobian, error, contacts, std::nullopt, obstacles};
  }
  std::unique_ptr<AvoidanceTechnique> technique() const {
    return make_technique(figure, options,
                          {.dofs = figure.dof_count(),
                           .task_rows = static_cast<int>(jacobian.rows()),
                           .contacts = static_cast<int>(contacts.size())});
  }
  VecX answer(AvoidanceTechnique& by) const {
    VecX dq = VecX::Constant(figure.dof_count(), 7.0);  // whatever was there before
    by.displace(question(), dq);
    return dq;
  }
  DenseProblem dense() const {
    DenseProblem problem{jacobian, error, contacts, {}, obstacles.count(), options};
    for (const Contact& contact : contacts) {
      RowMatrix rows(3, figure.dof_count());
      kinematics.translation_jacobian(contact.segment, contact.point, rows);
      problem.contact_rows.push_back(rows);
    }
    return problem;
  }
};

AvoidanceOptions random_options(Random& random, Technique technique) {
  AvoidanceOptions options;
  options.technique = technique;
  options.unit = uniform(random, 0.2, 3.0);
  options.damping = uniform(random, 0.01, 0.5);
  options.obstacle_damping = uniform(random, 0.01, 0.5);
  options.damped_projector = random() % 4 == 0;
  options.abort_distance = uniform(random, 0.01, 0.3);
  options.full_distance = options.abort_distance + uniform(random, 0.1, 1.0);
  options.influence = options.full_distance + uniform(random, 0.1, 1.0);
  options.least_distance = uniform(random, 0.01, 0.3);
  options.push = uniform(random, 0.05, 0.5);
  options.shortest_gain = random() % 2 == 0;
  options.fade_rows = random() % 2 == 0;
  options.abort = random() % 2 == 0;
  options.cost_gain = options.cost_blended_gain = options.cost_augmented_gain =
      options.cost_blended_augmented_gain = uniform(random, 0.0, 1.0);
  options.cost_longest_turn = random() % 2 == 0 ? 0.0 : uniform(random, 0.01, 0.3);
  options.objective_gain = uniform(random, 0.0, 1e-2);
  options.objective_power = uniform_int(random, 1, 4);
  options.objective_longest_turn = random() % 2 == 0 ? 0.0 : uniform(random, 0.01, 0.3);
  return options;
}

Situation random_situation(Random& random, Technique technique, int most_obstacles = 6) {
  Figure figure = test::random_figure(random, {.segments = uniform_int(random, 4, 10), .chain = 0.8});
  while (figure.dof_count() < 3)
    figure = test::random_figure(random, {.segments = uniform_int(random, 4, 10)});
  Situation s{figure, Kinematics(figure), test::random_posture(random, figure), {}, {}, {}, {}, {}};
  s.kinematics.update(s.posture);
  s.options = resolved(random_options(random, technique), figure);

  const int points = uniform_int(random, 0, 2);  // that are led somewhere
  s.jacobian = RowMatrix::Zero(3 * points, figure.dof_count());
  for (int i = 0; i < points; ++i) {
    const int segment = uniform_int(random, 1, figure.segment_count() - 1);
    s.kinematics.translation_jacobian(segment,
                                      s.kinematics.segment_pose(segment) * test::random_vector(random, 0.3),
                                      s.jacobian.middleRows(3 * i, 3));
  }
  s.error = VecX::Zero(3 * points);
  for (double& e : s.error) e = uniform(random, -0.2, 0.2);

  const int room = std::max(1, std::min(most_obstacles, figure.dof_count() / 3));
  World world;
  for (int i = 0; i < room; ++i) world.add("o" + std::to_string(i), Sphere{Vec3(i, 0, 0), 0.1});
  s.obstacles.build(world);
  std::vector<int> numbers(static_cast<std::size_t>(room));
  for (int i = 0; i < room; ++i) numbers[static_cast<std::size_t>(i)] = i;
  std::shuffle(numbers.begin(), numbers.end(), random);
  const int near = uniform_int(random, 1, room);
  for (int i = 0; i < near; ++i) {
    Contact contact;
    contact.obstacle = numbers[static_cast<std::size_t>(i)];
    contact.segment = uniform_int(random, 1, figure.segment_count() - 1);
    contact.local = test::random_vector(random, 0.5);
    contact.point = s.kinematics.segment_pose(contact.segment) * contact.local;
    contact.normal = random_direction(random);
    contact.clearance = uniform(random, -0.1, 1.1 * s.options.influence);
    contact.other_point = contact.point - contact.clearance * contact.normal;
    contact.velocity = Vec3::Zero();
    s.contacts.push_back(contact);
  }
  std::sort(s.contacts.begin(), s.contacts.end(),
            [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return s;
}

class EveryTechnique : public testing::TestWithParam<Technique> {};

INSTANTIATE_TEST_SUITE_P(Documents, EveryTechnique, testing::ValuesIn(test::document_techniques()),
                         [](const auto& of) { return test::technique_name(of); });

TEST_P(EveryTechnique, SolvesItsEquation) {
  Random random(11);
  int compared = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    const Situation s = random_situation(random, GetParam());
    const DenseProblem dense = s.dense();
    if (test::has_doubtful_rank(dense.j) || test::has_doubtful_rank(dense.contact_rows.front())) continue;
    ++compared;
    const auto technique = s.technique();
    const VecX expected = test::dense_answer(dense);
    const VecX dq = s.answer(*technique);
    ASSERT_LE((dq - expected).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + expected.cwiseAbs().maxCoeff()))
        << "case " << i << "\n"
        << dq.transpose() << "\n"
        << expected.transpose();
  }
  EXPECT_GT(compared, scaled(2000) * 9 / 10);
}

TEST_P(EveryTechnique, IsPlainTrackingWhereNothingIsNear) {
  Random random(12);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, GetParam());
    const auto technique = s.technique();
    s.contacts.clear();
    ASSERT_LE((s.answer(*technique) - s.dense().tracked()).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST_P(EveryTechnique, AllocatesNothing) {
  Random random(13);
  for (int i = 0; i < 20; ++i) {
    const Situation s = random_situation(random, GetParam());
    const auto technique = s.technique();
    VecX dq = VecX::Zero(s.figure.dof_count());
    const test::AllocationCounter counter;
    for (int k = 0; k < 3; ++k) technique->displace(s.question(), dq);
    technique->forget();
    EXPECT_EQ(counter.count(), 0u);
  }
}

TEST_P(EveryTechnique, AnswersTheSameAgainOnceItHasForgotten) {
  Random random(14);
  for (int i = 0; i < scaled(100); ++i) {
    const Situation s = random_situation(random, GetParam());
    const auto technique = s.technique();
    const VecX first = s.answer(*technique);
    for (int k = 0; k < 3; ++k) s.answer(*technique);
    technique->forget();
    EXPECT_EQ(s.answer(*technique), first);
  }
}

// With the exact projector nothing of the push reaches the tasks; with the damped one it does.
TEST(Projector, ExactLeavesTheTasksAloneAndDampedLeaks) {
  Random random(15);
  double worst_exact = 0.0, worst_damped = 0.0;
  for (int i = 0; i < scaled(1000); ++i) {
    Situation s = random_situation(random, i % 2 == 0 ? Technique::objective : Technique::cost);
    s.options.damping = 0.3;
    s.options.objective_longest_turn = s.options.cost_longest_turn = 0.3;
    const VecX tracked = s.dense().tracked();
    s.options.damped_projector = false;
    worst_exact =
        std::max(worst_exact, (s.jacobian * (s.answer(*s.technique()) - tracked)).lpNorm<Eigen::Infinity>());
    s.options.damped_projector = true;
    worst_damped =
        std::max(worst_damped, (s.jacobian * (s.answer(*s.technique()) - tracked)).lpNorm<Eigen::Infinity>());
  }
  EXPECT_LT(worst_exact, 1e-12);
  EXPECT_GT(worst_damped, 1e-2);
}

// --- what is said about single techniques

TEST(TaskPriority, CannotMoveTheTipAwayWhichTrackingHolds) {
  Random random(18);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::task_priority);
    const int tip = s.figure.segment_count() - 1;
    s.options.damped_projector = false;
    s.jacobian = RowMatrix::Zero(3, s.figure.dof_count());
    s.error = VecX::Zero(3);
    Contact& contact = s.contacts.front();
    contact.segment = tip;
    contact.point = s.kinematics.segment_pose(tip).translation;
    contact.clearance = 0.0;
    s.contacts.resize(1);
    s.kinematics.translation_jacobian(tip, contact.point, s.jacobian);
    EXPECT_LT(s.answer(*s.technique()).norm(), 1e-10);
  }
}

TEST(TaskPriority, NormalOnlyMovesTheCriticalPointAwayAsFastAsAsked) {
  Random random(19);
  for (int i = 0; i < scaled(500); ++i) {
    Situation s = random_situation(random, Technique::task_priority_normal);
    s.options.obstacle_damping = 1e-9;
    s.jacobian = RowMatrix::Zero(0, s.figure.dof_count());
    s.error = VecX::Zero(0);
    s.contacts.resize(1);
    s.contacts.front().clearance = 0.0;
    Eigen::RowVectorXd row(s.figure.dof_count());
    clearance_row(s.kinematics, s.contacts.front(), row);
    if (row.norm() < 1e-2) continue;
    EXPECT_NEAR(row.dot(s.answer(*s.technique())), s.options.push, 1e-9);
  }
}

// Pourazady and Ho: pushed by how fast the obstacle comes nearer, not by how near it is.
TEST(TaskPriority, MayBePushedByTheSpeedOfApproach) {
  Random random(25);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::task_priority_normal);
    s.options.approach_push = true;
    s.options.obstacle_damping = 1e-9;
    s.jacobian = RowMatrix::Zero(0, s.figure.dof_count());
    s.error = VecX::Zero(0);
    s.contacts.resize(1);
    Contact& contact = s.contacts.front();
    Eigen::RowVectorXd row(s.figure.dof_count());
    clearance_row(s.kinematics, contact, row);
    if (row.norm() < 1e-2) continue;
    const auto technique = s.technique();
    contact.clearance = 0.9 * s.options.full_distance;
    EXPECT_EQ(s.answer(*technique).norm(), 0.0);
    contact.clearance = 0.85 * s.options.full_distance;
    const double speed = 0.05 * s.options.full_distance / s.options.step_time;
    const double push = approach_gain(contact.clearance, speed,
                                      {s.options.deceleration, s.options.time_constant}, s.options.push);
    EXPECT_GT(push, 0.0);
    EXPECT_NEAR(row.dot(s.answer(*technique)), push, 1e-9);
    EXPECT_EQ(s.answer(*technique).norm(), 0.0);  // it stands
  }
}

TEST(Lab, StandsStillNearerThanTheAbortDistance) {
  Random random(20);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::lab);
    s.options.abort = true;
    s.contacts.front().clearance = s.options.abort_distance - 1e-6;
    VecX dq(s.figure.dof_count());
    EXPECT_EQ(s.technique()->displace(s.question(), dq), AvoidanceTechnique::Outcome::stands_still);
    EXPECT_EQ(dq.norm(), 0.0);
    s.options.abort = false;
    EXPECT_EQ(s.technique()->displace(s.question(), dq), AvoidanceTechnique::Outcome::moves);
  }
}

// Rows that fade leave no jump where an obstacle comes within range; rows that do not, do.
TEST(TaskAugmented, FadingRowsComeInWithoutAJump) {
  Random random(21);
  double largest_faded = 0.0, largest_sudden = 0.0;
  for (int i = 0; i < scaled(300); ++i) {
    Situation s = random_situation(random, Technique::task_augmented);
    if (s.contacts.size() < 2) continue;
    s.contacts.resize(2);
    s.options.obstacle_damping = 0.1;
    s.contacts[0].clearance = 0.5 * s.options.full_distance;
    for (const bool fade : {true, false}) {
      s.options.fade_rows = fade;
      s.contacts[1].clearance = s.options.influence - 1e-6;
      const VecX inside = s.answer(*s.technique());
      s.contacts[1].clearance = s.options.influence + 1e-6;
      const double jump = (inside - s.answer(*s.technique())).norm();
      double& largest = fade ? largest_faded : largest_sudden;
      largest = std::max(largest, jump);
    }
  }
  EXPECT_LT(largest_faded, 1e-6);
  EXPECT_GT(largest_sudden, 1e-2);
}

TEST(CostAdaptive, StrengthStaysWithinAFactorOf64AndComesBack) {
  Random random(22);
  Situation s = random_situation(random, Technique::cost_adaptive);
  const auto technique = s.technique();
  const double strength_at_start = dynamic_cast<Cost&>(*technique).adaptive_gain();
  const auto strength = [&] { return dynamic_cast<Cost&>(*technique).adaptive_gain() / strength_at_start; };
  s.contacts.resize(1);
  const auto steps_at = [&](double clearance, int count) {
    s.contacts[0].clearance = clearance;
    for (int k = 0; k < count; ++k) s.answer(*technique);
  };
  steps_at(2.0 * s.options.full_distance, 3);
  EXPECT_DOUBLE_EQ(strength(), 1.0 / 8.0);
  steps_at(2.0 * s.options.full_distance, 30);
  EXPECT_DOUBLE_EQ(strength(), 1.0 / 64.0);
  steps_at(0.5 * (s.options.full_distance + s.options.abort_distance), 5);
  EXPECT_DOUBLE_EQ(strength(), 1.0 / 64.0);
  steps_at(0.5 * s.options.abort_distance, 30);
  EXPECT_DOUBLE_EQ(strength(), 64.0);
  technique->forget();
  EXPECT_DOUBLE_EQ(strength(), 1.0);
}

// Each obstacle keeps its own three joints, however the others come and go.
TEST(CostAugmented, AnObstacleKeepsItsComponentsWhenAnotherLeaves) {
  Random random(23);
  int compared = 0;
  for (int i = 0; i < scaled(500); ++i) {
    Situation s = random_situation(random, Technique::cost_augmented);
    s.jacobian = RowMatrix::Zero(0, s.figure.dof_count());
    s.error = VecX::Zero(0);
    s.options.cost_longest_turn = 0.0;
    if (s.contacts.size() < 2) continue;
    ++compared;
    const VecX both = s.answer(*s.technique());
    const int gone = s.contacts.back().obstacle;
    s.contacts.pop_back();
    VecX expected = both;
    expected.segment<3>(3 * gone).setZero();
    EXPECT_EQ(s.answer(*s.technique()), expected);
  }
  EXPECT_GT(compared, scaled(500) / 4);
}

TEST(CostAugmented, WithTooManyObstaclesTheNearestHaveTheJointsInListOrder) {
  Random random(24);
  const Figure figure = test::random_figure(random, {.segments = 6});
  Situation s{figure, Kinematics(figure), test::random_posture(random, figure), {}, {}, {}, {}, {}};
  s.kinematics.update(s.posture);
  AvoidanceOptions options;
  options.technique = Technique::cost_augmented;
  options.unit = 1.0;
  s.options = resolved(options, figure);
  s.jacobian = RowMatrix::Zero(0, figure.dof_count());
  s.error = VecX::Zero(0);
  const int places = figure.dof_count() / 3, many = places + 2;
  World world;
  for (int i = 0; i < many; ++i) world.add("o" + std::to_string(i), Sphere{Vec3(i, 0, 0), 0.1});
  s.obstacles.build(world);
  for (int i = 0; i < many; ++i) {  // the last obstacle is the nearest
    Contact contact;
    contact.obstacle = many - 1 - i;
    contact.segment = SegmentId{1};
    contact.clearance = 1.0 + 0.1 * i;
    contact.normal = Vec3::UnitX();
    s.contacts.push_back(contact);
  }
  const VecX dq = s.answer(*s.technique());
  for (int place = 0; place < places; ++place) {
    const int obstacle = many - places + place;  // the nearest, in list order
    const double d = 1.0 + 0.1 * (many - 1 - obstacle);
    EXPECT_NEAR(dq[3 * place], std::pow(d, -3), 1e-12) << place;
    EXPECT_EQ(dq[3 * place + 1], 0.0);
  }
}

}  // namespace
}  // namespace limber

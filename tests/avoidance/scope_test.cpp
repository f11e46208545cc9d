// The table of what techniques follow, for the documents, the studio and the reports; and no report that is
// green, or silent, about what was not followed.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "avoidance/document_techniques.h"
#include "limber/avoidance/mover.h"
#include "limber/avoidance/scope.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/models/models.h"
#include "limber/tasks/ties.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::place_of;
using test::Random;
using test::uniform;
using test::uniform_int;

Figure two_arms() {
  return load_figure(LIMBER_SOURCE_DIR "/examples/two-arms.urdf").value();
}

// The table of docs/obstacles.md: a row for the techniques that follow the same.
std::string table_in_markdown() {
  std::vector<TechniqueScope> scopes;
  for (const TechniqueDescription& technique : techniques()) {
    if (std::find(scopes.begin(), scopes.end(), technique.scope) == scopes.end())
      scopes.push_back(technique.scope);
  }
  std::string head = "| technique |", line = "|---|", rows;
  for (const ScopeWords& cell : in_words(scopes.front())) {
    head += " " + std::string(cell.about) + " |";
    line += "---|";
  }
  for (const TechniqueScope& scope : scopes) {
    std::string names;
    for (const TechniqueDescription& technique : techniques()) {
      if (technique.scope == scope) names += (names.empty() ? "`" : ", `") + std::string(technique.key) + "`";
    }
    rows += "| " + names + " |";
    for (const ScopeWords& cell : in_words(scope)) rows += " " + std::string(cell.words) + " |";
    rows += "\n";
  }
  return head + "\n" + line + "\n" + rows;
}

TEST(Scope, TheTableOfTheDocumentsIsTheTechniques) {
  std::ifstream file(LIMBER_SOURCE_DIR "/docs/obstacles.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(table_in_markdown()), std::string::npos) << "docs/obstacles.md should have\n\n"
                                                                     << table_in_markdown();
}

// --- single cases

TEST(Scope, AnotherReachIsNotFollowedAndNoObstacleIsBlamed) {
  const Figure figure = two_arms();
  for (const double away : {0.0, 50.0}) {
    World world;
    world.add("post", Capsule{.a = {0.55 + away, 0.05, 0.2}, .b = {0.55 + away, 0.05, 1.6}, .radius = 0.06});
    TaskList tasks;
    tasks.add("left", Reach{.frame = figure.frame("left_tool"), .target = {0.45, -0.1, 1.0}});
    const auto right =
        tasks.add("right", Reach{.frame = figure.frame("right_tool"), .target = {0.5, -0.35, 0.9}});
    for (const Technique technique : {Technique::virtual_arms, Technique::coordinate_descent,
                                      Technique::fabrik, Technique::optimisation, Technique::two_bones}) {
      Mover mover(figure, {}, test::with(technique));
      mover.surround(world);
      Posture posture = figure.rest_posture();
      const SolveReport report = mover.solve(tasks, {}, posture);
      EXPECT_EQ(report[right].blocked_by, Blocker::not_followed) << describe(technique).key;
      EXPECT_EQ(reason_in_words(report[right].reasons[0], figure, tasks, world),
                "not followed by " + std::string(describe(technique).key));
      EXPECT_EQ(report.light, Light::red);
    }
  }
}

TEST(Scope, ATaskThatHoldsByChanceIsSatisfied) {
  const Figure figure = two_arms();
  TaskList tasks;
  tasks.add("left", Reach{.frame = figure.frame("left_tool"), .target = {0.45, -0.1, 1.0}});
  const auto right = tasks.add("right", JointValue{.joint = figure.joint("right_elbow"), .target = 0.0});
  Mover mover(figure, {}, test::with(Technique::fabrik));
  Posture posture = figure.rest_posture();
  const SolveReport report = mover.solve(tasks, {}, posture);
  EXPECT_TRUE(report[right].satisfied);
  EXPECT_EQ(report[right].blocked_by, Blocker::none);
}

TEST(Scope, CoordinatesThatDoNotCountKeepTheirValues) {
  const Figure figure = two_arms();
  const Posture start = figure.rest_posture();
  Vec3 target = place_of(figure, start, "left_tool") + Vec3(-0.05, 0.05, 0.0);
  target.z() = 7.0;  // does not count
  for (const Technique technique : {Technique::virtual_arms, Technique::coordinate_descent}) {
    TaskList tasks;
    const auto left = tasks.add(
        "left", Reach{.frame = figure.frame("left_tool"), .target = target, .axes = {true, true, false}});
    Mover mover(figure, {}, test::with(technique));
    Posture posture = start;
    EXPECT_TRUE(mover.solve(tasks, {}, posture)[left].satisfied) << describe(technique).key;
  }
}

// Balance had no forces to look at, and was satisfied wherever the figure stood.
TEST(Scope, BalanceIsJudgedByItsForcesUnderEveryTechnique) {
  const Scene shipped = load_scene(LIMBER_SOURCE_DIR "/scenes/human-supports.json").value();
  ASSERT_FALSE(shipped.tasks.loads.supports.empty());
  TaskList tasks;
  tasks.loads = shipped.tasks.loads;
  const auto reach = tasks.add("hand", Reach{.frame = shipped.figure.frame("hand.r"), .target = {3, 0, 1}});
  const auto balance = tasks.add("balance", Balance{.margin = 3.0});
  for (const Technique technique : {Technique::clearance, Technique::tracking, Technique::fabrik}) {
    Mover mover(shipped.figure, {}, test::with(technique));
    Posture posture = shipped.posture;
    const SolveReport report = mover.solve(tasks, {}, posture, {.most_steps = 30});
    EXPECT_FALSE(report[balance].satisfied) << describe(technique).key;
    EXPECT_FALSE(report[reach].satisfied);
  }
}

TEST(Scope, TheRootIsFixedWhicheverTechniqueIsChosen) {
  const Figure figure = Figure::build(models::find("human")->make({})).value();
  const std::string root = figure.segment_name(root_segment);
  for (const TechniqueDescription& technique : techniques()) {
    TaskList tasks;
    const auto drag = tasks.add("drag", Drag{.segment = root_segment, .target = {0.5, 0.5, 1.5}});
    Mover mover(figure, {}, test::with(technique.technique));
    mover.prepare(tasks);
    Posture posture = figure.rest_posture();
    const StepReport report = mover.step(tasks, {}, posture);
    EXPECT_EQ(report[drag].blocked_by, Blocker::fixed_root) << technique.key;
    EXPECT_EQ(reason_in_words(report[drag].reasons[0], figure, tasks, {}),
              root + " is the root, which is fixed");
  }
}

TEST(Scope, IsSaidInOneSentence) {
  const Figure figure = two_arms();
  TaskList tasks;
  const auto left = tasks.add("left", Reach{.frame = figure.frame("left_tool"), .target = {0.45, -0.1, 1.0}});
  tasks.add("right", Reach{.frame = figure.frame("right_tool"), .target = {0.5, -0.35, 0.9}});
  tasks.add("gaze", LookAt{.frame = figure.frame("right_tool"), .target = {1, 0, 0}});
  EXPECT_EQ(not_followed_in_words(Technique::fabrik, tasks, figure),
            "fabrik follows left alone, not right and gaze");
  EXPECT_EQ(not_followed_in_words(Technique::objective, tasks, figure), "");
  EXPECT_EQ(not_followed_in_words(Technique::clearance, tasks, figure), "");
  tasks.entry(left).settings.enabled = false;
  EXPECT_EQ(not_followed_in_words(Technique::fabrik, tasks, figure), "fabrik follows right alone, not gaze");
}

// --- any case

struct RandomCase {
  Figure figure;
  Posture start;
  TaskList tasks;
  World world;
};

RandomCase random_case(Random& random) {
  const test::RandomFigureOptions options{.segments = uniform_int(random, 4, 10), .limits = true};
  FigureDescription description = test::random_coupled_figure(random, options).description();
  const int segments = static_cast<int>(description.segments.size());
  if (uniform_int(random, 0, 1) == 0) {
    const int one = uniform_int(random, 0, segments - 1);
    const int other = (one + uniform_int(random, 1, segments - 1)) % segments;
    description.ties.push_back({.name = "tie",
                                .frame = "frame." + description.segments[static_cast<std::size_t>(one)].name,
                                .to = "frame." + description.segments[static_cast<std::size_t>(other)].name});
  }
  // Now and then one that no posture keeps.
  if (!description.couplings.empty() && uniform_int(random, 0, 3) == 0) {
    CouplingDescription contradiction = description.couplings.front();
    contradiction.name = "contradiction";
    contradiction.range = {6.0, 6.0};
    description.couplings.push_back(contradiction);
  }
  RandomCase result{.figure = Figure::build(description).value(), .start = {}, .tasks = {}, .world = {}};
  result.start = inside_limits(result.figure, test::random_posture(random, result.figure));
  const int count = uniform_int(random, 2, 4);
  while (static_cast<int>(result.tasks.size()) < count) {
    const TaskList more = test::random_tasks(random, result.figure, {.levels = 2, .most_per_level = 2});
    for (const TaskList::Entry& entry : more) {
      if (static_cast<int>(result.tasks.size()) < count)
        result.tasks.add("task." + std::to_string(result.tasks.size()), entry.task, entry.settings);
    }
  }
  for (int i = uniform_int(random, 0, 3); i > 0; --i)
    result.world.add("ball." + std::to_string(i), Sphere{.center = test::random_vector(random, 1.5),
                                                         .radius = uniform(random, 0.05, 0.3)});
  return result;
}

// As a task says itself, without any mover.
double error_of(const TaskList::Entry& entry, const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  RowMatrix scratch = RowMatrix::Zero(12, figure.dof_count());
  RowMatrix jacobian = RowMatrix::Zero(row_count(entry.task), figure.dof_count());
  VecX error = VecX::Zero(row_count(entry.task));
  TaskRows rows{jacobian, error};
  evaluate(entry.task, {kinematics, masses, posture, scratch}, rows);
  return error_length(row_kind(entry.task), error);
}

double worst_relation(const Figure& figure, const Posture& posture) {
  double worst = 0.0;
  for (const Coupling& coupling : figure.couplings()) {
    const double value = coupling_value(figure, posture, coupling);
    worst = std::max(worst, std::abs(value - coupling.range.clamp(value)));
  }
  Ties ties(figure);
  ties.look_at(posture);
  for (std::size_t t = 0; t < figure.ties().size(); ++t) worst = std::max(worst, ties.error_of(TieId{t}));
  return worst;
}

TEST(Scope, NoReportIsGreenOrSilentAboutWhatIsNotFollowed) {
  Random random(33);
  int unsatisfied = 0, not_followed = 0, red_by_relation = 0, by_technique = 0;
  const int cases = test::scaled(24);
  for (int i = 0; i < cases; ++i) {
    const RandomCase given = random_case(random);
    for (const TechniqueDescription& technique : techniques()) {
      SCOPED_TRACE("case " + std::to_string(i) + ", " + std::string(technique.key));
      Mover mover(given.figure, {}, test::with(technique.technique));
      mover.surround(given.world);
      Posture posture = given.start;
      const SolveReport report = mover.solve(given.tasks, {}, posture, {.most_steps = 200, .restarts = 0});
      bool all = true;
      for (const TaskReport& task : report.tasks) {
        const TaskList::Entry& entry = given.tasks.entry(task.number);
        const double error = error_of(entry, given.figure, posture);
        EXPECT_NEAR(task.error, error, 1e-9);
        EXPECT_EQ(task.satisfied, error <= entry.settings.tolerance);
        all = all && task.satisfied;
        if (task.satisfied) continue;
        ++unsatisfied;
        if (!follows(technique.technique, given.tasks, entry)) {
          ++not_followed;
          EXPECT_TRUE(task.blocked_by == Blocker::not_followed || task.blocked_by == Blocker::fixed_root);
        } else if (report.status == StepStatus::at_rest) {
          EXPECT_NE(task.blocked_by, Blocker::none) << "error " << error;
        }
        by_technique += task.blocked_by == Blocker::technique ? 1 : 0;
        if (task.blocked_by != Blocker::none) {
          EXPECT_NE(reason_in_words(task.reasons[0], given.figure, given.tasks, given.world), "");
        }
      }
      const double relation = worst_relation(given.figure, posture);
      EXPECT_EQ(report.light == Light::green, all && relation <= broken_from) << relation;
      if (relation > broken_from) {
        EXPECT_EQ(report.light, Light::red);
        red_by_relation += all ? 1 : 0;
      }
    }
  }
  std::printf(
      "%d cases: %d unsatisfied tasks, %d not followed, %d for the technique; %d red for a coupling or tie "
      "alone\n",
      cases, unsatisfied, not_followed, by_technique, red_by_relation);
  EXPECT_GT(not_followed, cases);
  EXPECT_GT(by_technique, 0);
}

}  // namespace
}  // namespace limber

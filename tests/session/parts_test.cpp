// The parts a session is made of, each by itself.

#include <gtest/gtest.h>

#include "limber/session/messages/evaluator.h"
#include "limber/session/path/follower.h"
#include "limber/session/solving/live_motion.h"
#include "limber/session/state/drag.h"
#include "limber/session/state/news.h"
#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

// --- state

TEST(News, AreTakenOnceAndRevisionsStay) {
  News news;
  news.scene_changed();
  news.notify("warning", "a \"sentence\"");
  const Changes changes = news.take();
  EXPECT_TRUE(changes.scene);
  EXPECT_FALSE(changes.figure);
  ASSERT_EQ(changes.notices.size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(changes.notices.front()).at("words"), "a \"sentence\"");
  EXPECT_FALSE(news.take().scene);
  EXPECT_EQ(news.scene_revision(), 2u);
  EXPECT_EQ(news.figure_revision(), 1u);
}

TEST(DragTask, IsLeastImportantAndMovesOnlyBeyondTheChainsRoot) {
  State state{.scene = small_scene()};
  const HeldPoint held{.segment = "hand", .point = Vec3::Zero(), .target = Vec3(1, 2, 3), .before = state};
  const TaskList free = tasks_with_drag(state, held);
  EXPECT_EQ(free.size(), state.scene.tasks.size() + 1);
  EXPECT_EQ(drag_task(free).settings.priority, 4) << "after the enabled ones, of priority 1 and 3";
  EXPECT_TRUE(drag_task(free).settings.joints.empty());
  EXPECT_EQ(std::get<Drag>(drag_task(free).task).target, Vec3(1, 2, 3));
  state.chain.root = "boom";
  const Figure& figure = state.scene.figure;
  EXPECT_EQ(drag_task(tasks_with_drag(state, held)).settings.joints,
            (std::vector<JointId>{figure.joint("slide"), figure.joint("hand")}));
  EXPECT_TRUE(can_drag(state, "hand"));
  EXPECT_FALSE(can_drag(state, "boom")) << "nothing between the root and itself can move";
  EXPECT_FALSE(can_drag(state, "none"));
}

// --- solving

TEST(SessionSolver, MovesUntilItRestsAndWakesAgain) {
  Scene scene = small_scene();
  SessionSolver solver(scene);
  solver.surround(scene.world);
  EXPECT_TRUE(solver.is_moving());
  int count = 0;
  for (; !solver.is_resting() && count < 5000; ++count) solver.step(scene.criteria, scene.posture);
  EXPECT_LT(count, 5000);
  EXPECT_EQ(solver.reports().size(), 2u) << "of the enabled tasks";
  solver.wake();
  EXPECT_TRUE(solver.is_moving());
  EXPECT_TRUE(solver.reports().empty());
  solver.set_running(false);
  EXPECT_FALSE(solver.is_moving());
}

// A task of the kind that a hand makes is no hand.
TEST(SessionSolver, SettlesADragOfTheSceneButNotOneInTheHand) {
  Scene scene = small_scene();
  scene.tasks = {};
  const SegmentId last{scene.figure.segment_count() - 1};
  scene.tasks.add("far", Drag{.segment = last, .target = Vec3(100, 50, 25)});
  const auto pieces_to_rest = [&](Hand hand) {
    Scene at = scene;
    SessionSolver solver(at);
    solver.surround(at.world);
    solver.set_tasks(at.tasks, hand, at.criteria);
    int pieces = 0;
    while (!solver.is_resting() && pieces < 5000) {
      solver.step(at.criteria, at.posture);
      ++pieces;
    }
    return pieces;
  };
  const int held = pieces_to_rest(Hand::holds), settled = pieces_to_rest(Hand::empty);
  EXPECT_LT(held, settled);
  EXPECT_LT(settled, 5000);
}

TEST(SessionSolver, AnEditThatIsRefusedChangesNothing) {
  const Scene scene = small_scene();
  SessionSolver solver(scene);
  solver.surround(scene.world);
  Scene bad = scene;
  bad.solver.recruitment.resize(1);
  EXPECT_THROW(solver.follow_edit(scene, bad, bad.tasks), std::invalid_argument);
  Scene one = scene, other = scene;
  SessionSolver fresh(scene);
  fresh.surround(scene.world);
  for (int i = 0; i < 50; ++i) {
    solver.step(one.criteria, one.posture);
    fresh.step(other.criteria, other.posture);
  }
  EXPECT_EQ(one.posture, other.posture);
}

TEST(Surroundings, ExpectVelocitiesOnlyWhenObstaclesMove) {
  Scene scene = small_scene();
  scene.world.obstacles.back().velocity = Vec3(0, 1, 0);
  Surroundings surroundings(scene);
  EXPECT_FALSE(surroundings.has_moving(scene.world));
  EXPECT_EQ(surroundings.expected(scene.world).obstacles.back().velocity, Vec3(0, 0, 0));
  surroundings.set_moves(true);
  EXPECT_TRUE(surroundings.has_moving(scene.world));
  EXPECT_EQ(surroundings.expected(scene.world).obstacles.back().velocity, Vec3(0, 1, 0));
}

TEST(LiveMotion, MovesObstaclesByTheirVelocityAndStaysAwakeForThem) {
  Scene scene = small_scene();
  scene.tasks = {};
  scene.criteria.clear();
  scene.world.obstacles.back().velocity = Vec3(0, 1, 0);
  LiveMotion motion(scene);
  News news;
  const double before = std::get<Sphere>(scene.world.obstacles.back().shape).center.y();
  while (motion.step(scene, news)) {
  }
  EXPECT_EQ(std::get<Sphere>(scene.world.obstacles.back().shape).center.y(), before) << "not told to move";
  motion.set_obstacles_move(true, scene);
  motion.wake();
  const std::uint64_t steps_before = motion.steps().count;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(motion.step(scene, news));
  EXPECT_NEAR(std::get<Sphere>(scene.world.obstacles.back().shape).center.y(), before + 0.1, 1e-12);
  EXPECT_EQ(motion.steps().count, steps_before + 100);
}

// --- path

std::vector<Posture> turning_postures(const Scene& scene, double angle) {
  Posture end = scene.posture;
  end.values[scene.figure.first_value(scene.figure.joint("knuckle"))] += angle;
  return {scene.posture, end};
}

TEST(PathFollower, ArrivesExactlyAtTheLastPosture) {
  Scene scene = small_scene();
  scene.world = {};
  Surroundings surroundings(scene);
  PathFollower follower;
  const std::vector<Posture> postures = turning_postures(scene, 0.4);
  follower.start(PathWalk(scene.figure, postures), scene, surroundings);
  int count = 0;
  PathFollower::Outcome outcome = PathFollower::Outcome::moved;
  for (; outcome == PathFollower::Outcome::moved && count < 100000; ++count) {
    EXPECT_TRUE(follower.is_following());
    outcome = follower.step(scene.posture, surroundings);
  }
  EXPECT_EQ(outcome, PathFollower::Outcome::arrived);
  EXPECT_EQ(scene.posture, postures.back());
  EXPECT_FALSE(follower.is_following());
}

TEST(PathFollower, StopsBeforeAnObstacleAndLeavesThePosture) {
  Scene scene = small_scene();
  const std::vector<Posture> postures = turning_postures(scene, 0.8);
  Kinematics kinematics(scene.figure);
  kinematics.update(postures.back());
  scene.world = {};
  scene.world.add("ball", Sphere{kinematics.frame_position(scene.figure.frame("grip")), 0.08});
  Surroundings surroundings(scene);
  PathFollower follower;
  follower.start(PathWalk(scene.figure, postures), scene, surroundings);
  Posture before = scene.posture;
  PathFollower::Outcome outcome = PathFollower::Outcome::moved;
  while (outcome == PathFollower::Outcome::moved) {
    before = scene.posture;
    outcome = follower.step(scene.posture, surroundings);
  }
  EXPECT_EQ(outcome, PathFollower::Outcome::blocked);
  EXPECT_EQ(scene.posture, before);
  EXPECT_EQ(blocked_in_words(*follower.nearest(), scene),
            "\"ball\" now blocks the path; stopped following it. Find a path from here.");
}

// --- evaluation

TEST(Evaluator, EvaluatesAnyPostureNotOnlyTheScenes) {
  const Scene scene = small_scene();
  Surroundings surroundings(scene);
  Evaluator evaluator(scene.figure);
  Snapshot snapshot;
  const Posture rest = scene.figure.rest_posture();
  evaluator.evaluate(scene, rest, scene.tasks, surroundings, {}, snapshot);
  Kinematics kinematics(scene.figure);
  kinematics.update(rest);
  const FrameId grip = scene.figure.frame("grip");
  EXPECT_EQ(snapshot.tasks.at(0).effector, kinematics.frame_position(grip));
  EXPECT_NEAR(snapshot.tasks.at(0).error, (Vec3(0.6, 0.1, 0.6) - kinematics.frame_position(grip)).norm(),
              1e-12);
  EXPECT_EQ(snapshot.light, Light::red) << "the first priority is not satisfied";
  EXPECT_EQ(snapshot.posture, rest);
}

TEST(Evaluator, OneSnapshotServesTheMessageAndTheStatus) {
  Session session(small_scene(), "crane");
  steps(session, 20);
  const Snapshot* first = &session.snapshot();
  const VecX values = first->posture.values;
  (void)session.all_messages();
  EXPECT_EQ(&session.snapshot(), first);
  EXPECT_EQ(session.snapshot().posture.values, values);
  session.step(0.001);
  EXPECT_EQ(session.snapshot().posture.values, session.posture().values) << "evaluated again after a step";
}

TEST(SceneNumber, ChangesExactlyWhenAnotherSceneIsOpened) {
  Session session(small_scene(), "crane");
  const int first = scene_of(session).at("scene_number");
  ask(session, valid_command("branch-delete"));
  EXPECT_EQ(scene_of(session).at("scene_number"), first);
  ask(session, valid_command("import"));
  const int second = scene_of(session).at("scene_number");
  EXPECT_NE(second, first);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(scene_of(session).at("scene_number"), first);
  ask(session, valid_command("import"));
  EXPECT_NE(scene_of(session).at("scene_number"), second);
}

}  // namespace
}  // namespace limber::test

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "folder_in_memory.h"
#include "limber/kinematics/kinematics.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

using nlohmann::json;

Session small_session(Library* library = nullptr) {
  return Session(small_scene(), "crane", library);
}

json figure_of(Session& session) {
  return message_of(session, "figure");
}
json segment_in(const json& figure, const std::string& name) {
  for (const json& segment : figure.at("segments")) {
    if (segment.at("name") == name) return segment;
  }
  return nullptr;
}

TEST(Commands, EachSucceedsOnASceneItFits) {
  for (const json& command : valid_commands()) {
    Session session = small_session();
    const std::string verb = command.at("do");
    if (verb == "drag-move" || verb == "drag-end") {
      EXPECT_EQ(tell(session, valid_command("drag-begin")), "");
    }
    const Answer answer = session.apply(command.dump());
    EXPECT_FALSE(answer.refused) << command << "\n" << answer.words;
    const json done = json::parse(message(answer));
    EXPECT_EQ(done.at("type"), "done");
    EXPECT_EQ(done.at("id"), command.at("id"));
    settle(session);
    EXPECT_LE(largest_limit_excess(session.scene().figure, session.posture()).amount, 1e-9) << command;
  }
}

TEST(Commands, TaskAddInventsANameAndReturnsItsNumber) {
  Session session = small_session();
  const json task = {{"type", "reach"}, {"frame", "grip"}, {"target", {0, 0, 1}}};
  EXPECT_EQ(ask(session, {{"do", "task-add"}, {"task", task}}).at("number"), 3);
  ask(session, {{"do", "task-add"}, {"task", task}});
  const json tasks = scene_of(session).at("tasks");
  EXPECT_EQ(tasks.at(3).at("name"), "reach grip");
  EXPECT_EQ(tasks.at(4).at("name"), "reach grip 2");
}

TEST(Commands, UndoSaysInWordsWhatItWouldUndo) {
  Session session = small_session();
  const auto undo_words = [&] { return scene_of(session).at("undo").get<std::string>(); };
  ask(session, valid_command("task-set"));
  EXPECT_EQ(undo_words(), "move goal of \"reach ball\"");
  ask(session,
      {{"do", "task-set"},
       {"number", 0},
       {"task", {{"type", "reach"}, {"frame", "grip"}, {"target", {0.5, 0.2, 0.7}}, {"enabled", false}}}});
  EXPECT_EQ(undo_words(), "switch off \"reach ball\"");
  ask(session, valid_command("task-remove"));
  EXPECT_EQ(undo_words(), "remove \"balance\"");
  ask(session, valid_command("root-set"));
  EXPECT_EQ(undo_words(), "make \"boom\" the root");
  ask(session, {{"do", "drag-begin"}, {"segment", "hand"}, {"point", {0, 0, 0}}, {"target", {1, 0, 1}}});
  tell(session, {{"do", "drag-move"}, {"target", {1, 0.2, 1}}});
  EXPECT_EQ(undo_words(), "drag \"hand\"");
}

TEST(Commands, TasksOrderSetsOrderAndPriorities) {
  Session session = small_session();
  ask(session, valid_command("tasks-order"));
  const json tasks = scene_of(session).at("tasks");
  std::vector<int> numbers, priorities;
  for (const json& task : tasks) {
    numbers.push_back(task.at("number"));
    priorities.push_back(task.value("priority", 1));
  }
  EXPECT_EQ(numbers, (std::vector{2, 0, 1}));
  EXPECT_EQ(priorities, (std::vector{1, 2, 2}));
  settle(session);
}

TEST(Commands, SolverSetKeepsWhatItDoesNotName) {
  Session session = small_session();
  ask(session, valid_command("solver-set"));
  ask(session, {{"do", "solver-set"}, {"solver", {{"largest_turn", 0.2}}}});
  const json solver = scene_of(session).at("solver");
  EXPECT_EQ(solver.at("damping"), "fixed");
  EXPECT_EQ(solver.at("lambda"), 0.05);
  EXPECT_EQ(solver.at("largest_turn"), 0.2);
  EXPECT_EQ(solver.at("recruitment"), (json{{"tail*", 2}}));
}

TEST(Commands, APausedSolverDoesNotMove) {
  Session session = small_session();
  ask(session, {{"do", "run-set"}, {"running", false}});
  const Posture before = session.posture();
  EXPECT_FALSE(session.step(0.001));
  EXPECT_EQ(session.posture(), before);
  EXPECT_NE(tell(session, valid_command("drag-begin")), "");
  ask(session, {{"do", "run-set"}, {"running", true}});
  EXPECT_TRUE(session.step(0.001));
}

TEST(Commands, SegmentSetChangesOneSegmentAndKeepsItsTasksWhenItIsRenamed) {
  Session session = small_session();
  ask(session,
      {{"do", "task-add"},
       {"task",
        {{"type", "reach"}, {"frame", {{"segment", "boom"}, {"point", {0, 0, 0}}}}, {"target", {0, 0, 1}}}}});
  ask(session, valid_command("segment-set"));
  const json jib = segment_in(figure_of(session), "jib");
  EXPECT_EQ(jib.at("joint").at("type"), "revolute");
  EXPECT_EQ(jib.at("joint").at("name"), "knuckle");
  EXPECT_EQ(jib.at("before").at("position"), (json{0, 0, 0.45}));
  EXPECT_EQ(jib.at("mass"), 2);
  EXPECT_EQ(scene_of(session).at("tasks").at(3).at("frame").at("segment"), "jib");
}

TEST(Commands, SegmentScaleScalesShapesMassFramesAndWhatHangsFromIt) {
  Session session = small_session();
  const json before = figure_of(session);
  ask(session, {{"do", "segment-scale"}, {"segment", "mast"}, {"factor", 2}});
  const json after = figure_of(session);
  EXPECT_EQ(segment_in(after, "mast").at("shapes").at(0).at("b"), (json{0, 0, 1}));
  EXPECT_EQ(segment_in(after, "mast").at("mass"), 24);
  EXPECT_EQ(segment_in(after, "boom").at("before").at("position"), (json{0, 0, 1}));
  EXPECT_EQ(segment_in(after, "boom").at("shapes"), segment_in(before, "boom").at("shapes"));

  ask(session, {{"do", "segment-scale"}, {"segment", "boom"}, {"factor", 0.5}, {"branch", true}});
  const json all = figure_of(session);
  EXPECT_EQ(segment_in(all, "boom").at("before").at("position"), (json{0, 0, 1}));
  EXPECT_EQ(segment_in(all, "slide").at("joint").at("range"), (json{0, 0.15}));
  EXPECT_EQ(segment_in(all, "hand").at("shapes").at(0).at("radius"), 0.025);
  EXPECT_EQ(all.at("frames").at(0).at("position"), (json{0, 0, 0.05}));
  EXPECT_NEAR(segment_in(all, "hand").at("mass").get<double>(),
              segment_in(before, "hand").at("mass").get<double>() / 8, 1e-12);
}

TEST(Commands, ScalingTheRootsBranchScalesItsChains) {
  Session session = small_session();
  ask(session, {{"do", "segment-scale"}, {"segment", "base"}, {"factor", 3}, {"branch", true}});
  EXPECT_NEAR(figure_of(session).at("chains").at(0).at("length").get<double>(), 1.8, 1e-12);
}

TEST(Commands, BranchAddWithoutASegmentGrowsALimbWithATip) {
  Session session = small_session();
  EXPECT_EQ(ask(session, {{"do", "branch-add"}, {"parent", "boom"}}).at("segment"), "limb");
  EXPECT_EQ(ask(session, {{"do", "branch-add"}, {"parent", "limb"}}).at("segment"), "limb.2");
  const json figure = figure_of(session);
  const json limb = segment_in(figure, "limb");
  EXPECT_EQ(limb.at("joint").at("type"), "ball");
  EXPECT_EQ(limb.at("before").at("position"), (json{0, 0, 0.4}));  // the far end of the boom
  EXPECT_NEAR(limb.at("shapes").at(0).at("b").at(2).get<double>(), 0.4, 1e-12);
  EXPECT_TRUE(session.scene().figure.find_frame("limb.2.tip"));
}

TEST(Commands, ALimbOfAPlanarFigureStaysInThePlane) {
  Session session = shipped_session("models/planar-chain.json");
  const json planar = figure_of(session).at("planar");
  ASSERT_FALSE(planar.is_null());
  const Figure& figure = session.scene().figure;
  ask(session,
      {{"do", "branch-add"}, {"parent", figure.segment_name(SegmentId{figure.segment_count() - 1})}});
  EXPECT_EQ(figure_of(session).at("planar"), planar);
}

TEST(Commands, OnlyFiguresThatMoveInAPlaneHaveItsNormal) {
  for (const char* file : {"models/human.json", "models/elephant.json", "models/panda-like.json"}) {
    Session session = shipped_session(file);
    EXPECT_TRUE(figure_of(session).at("planar").is_null()) << file;
  }
}

TEST(Commands, ANoticeNamesTasksThatLostTheirFrame) {
  Session session = small_session();
  session.take_changes(0.0);
  ask(session, valid_command("branch-delete"));
  const json notice = message_of(session.take_changes(1.0), "notice");
  EXPECT_EQ(notice.at("kind"), "warning");
  EXPECT_EQ(notice.at("words"), "left out task \"reach ball\": frame \"grip\" is gone");
}

TEST(Commands, ReRootingMovesNothingAndUndoesToTheSameBits) {
  Session session = small_session();
  settle(session);
  Kinematics before(session.scene().figure);
  before.update(session.posture());
  const Posture posture = session.posture();
  ask(session, valid_command("root-set"));
  Kinematics after(session.scene().figure);
  after.update(session.posture());
  for (const char* name : {"base", "mast", "boom", "hand", "tail.4"}) {
    const Transform was = before.segment_pose(before.figure().segment(name));
    const Transform is = after.segment_pose(after.figure().segment(name));
    EXPECT_LT((was.translation - is.translation).norm(), 1e-12) << name;
    EXPECT_LT((was.rotation - is.rotation).norm(), 1e-12) << name;
  }
  EXPECT_EQ(scene_of(session).at("root"), "boom");
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(session.posture(), posture);
  EXPECT_EQ(scene_of(session).at("root"), "base");
}

TEST(Commands, ALoopIsClosedByTheSolverAndBrokenAgain) {
  Session session = shipped_session("scenes/loop.json");
  // The rods are thick: their ends meet inside each other.
  ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"parameters", {{"self", 0}}}}}});
  ASSERT_EQ(tell(session, {{"do", "loop-break"}, {"number", 0}}), "");
  ask(session, {{"do", "joint-set"}, {"segment", "right.1"}, {"values", {0.3}}});
  const int number =
      ask(session, {{"do", "loop-join"}, {"first", "left tip"}, {"second", "right tip"}}).at("number");
  settle(session);
  const json status = status_of(session);
  for (const json& task : status.at("tasks")) {
    if (task.at("number") == number) {
      EXPECT_LT(task.at("error").get<double>(), 1e-4);
    }
  }
  EXPECT_NE(tell(session, {{"do", "loop-break"}, {"number", 0}}), "");
  EXPECT_EQ(tell(session, {{"do", "loop-break"}, {"number", number}}), "");
  EXPECT_EQ(scene_of(session).at("tasks").size(), 1u);
}

TEST(Commands, JointSetIsBroughtInsideTheLimits) {
  Session session = small_session();
  ask(session, {{"do", "run-set"}, {"running", false}});
  ask(session, {{"do", "joint-set"}, {"segment", "boom"}, {"values", {9, 0.5}}});
  const JointId joint = session.scene().figure.joint("knuckle");
  EXPECT_EQ(joint_parameters(session.scene().figure, session.posture(), joint), (std::vector{2.5, 0.5}));
  ask(session, {{"do", "joint-set"}, {"segment", "mast"}, {"values", {3, 3, 3}}});
  EXPECT_LE(largest_limit_excess(session.scene().figure, session.posture()).amount, 1e-9);
}

TEST(Commands, CameraSetIsKeptWithTheSceneAndNotUndone) {
  Session session = small_session();
  ask(session, valid_command("posture-rest"));
  ask(session, valid_command("camera-set"));
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(scene_of(session).at("camera").at("eye"), (json{3, 0, 1}));
}

TEST(Commands, FilesAreOpenedSavedAndKnownByName) {
  FolderInMemory folder;
  folder.files["crane.json"] = small_scene_text;
  Session session(load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "models/lab-arm.json").value(), "arm",
                  &folder);
  EXPECT_NE(tell(session, {{"do", "save"}}), "");
  ask(session, {{"do", "open"}, {"file", "crane.json"}, {"where", "folder"}});
  EXPECT_EQ(scene_of(session).at("title"), "crane");
  EXPECT_EQ(scene_of(session).at("file"), "crane.json");
  EXPECT_EQ(scene_of(session).at("saved"), true);
  ask(session, valid_command("task-remove"));
  EXPECT_EQ(scene_of(session).at("saved"), false);
  EXPECT_NE(tell(session, {{"do", "save-as"}, {"file", "crane.json"}}), "");
  ask(session, {{"do", "save-as"}, {"file", "other.json"}});
  EXPECT_EQ(scene_of(session).at("file"), "other.json");
  EXPECT_EQ(scene_of(session).at("saved"), true);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(scene_of(session).at("file"), "other.json");  // saving is not undone
  EXPECT_EQ(scene_of(session).at("saved"), false);
  ask(session, {{"do", "save"}});
  EXPECT_EQ(parse_scene(folder.files["other.json"], "other.json", "").value().tasks.size(), 3u);
  ask(session, {{"do", "undo"}});  // the opening
  EXPECT_EQ(scene_of(session).at("title"), "arm");
}

TEST(Commands, SavingOverWhatAnotherProgramSavedAsksFirst) {
  FolderInMemory folder;
  folder.files["crane.json"] = small_scene_text;
  Session other(small_scene(), "crane", &folder, "crane.json");
  ask(other, valid_command("task-remove"));
  folder.files["crane.json"] += " ";  // saved by someone else
  const Answer refused = other.apply(R"({"id": 7, "do": "save"})");
  EXPECT_TRUE(refused.refused);
  EXPECT_NE(refused.words.find("\"crane.json\" has been changed by another program"), std::string::npos);
  EXPECT_EQ(json::parse(message(refused)).at("may_replace"), true);
  EXPECT_EQ(folder.files["crane.json"], small_scene_text + std::string(" "));
  // The same after a crash: the backup remembers what the file was.
  Session restored = Session::from_backup(other.backup(), &folder).value();
  EXPECT_NE(tell(restored, {{"do", "save"}}), "");
  ask(other, {{"do", "save"}, {"replace", true}});
  EXPECT_EQ(scene_of(other).at("saved"), true);
  ask(other, {{"do", "save"}});  // it is ours again
  folder.files.erase("crane.json");
  ask(other, {{"do", "save"}});  // nothing to lose
  EXPECT_TRUE(folder.files.contains("crane.json"));
}

TEST(Commands, OutOfMemoryRefusesTheCommandByItsNumber) {
  class Greedy final : public Library {
   public:
    Expected<std::string> read(const std::string&, Where) const override { throw std::bad_alloc(); }
    Expected<std::string> write(const std::string&, std::string_view, bool) override { return Error{""}; }
    std::filesystem::path folder(Where) const override { return {}; }
    std::string files_message() const override { return R"({"type": "files"})"; }
  } greedy;
  Session session(small_scene(), "crane", &greedy);
  const std::string before = session.backup();
  const Answer answer = session.apply(R"({"id": 9, "do": "open", "file": "x.json", "where": "folder"})");
  EXPECT_TRUE(answer.refused);
  EXPECT_EQ(answer.id, 9.0);
  EXPECT_EQ(answer.words, "there is not enough memory for this");
  EXPECT_EQ(session.backup(), before);
}

TEST(Commands, ADroppedSceneNamesOnlyFilesOfItsFolderAndShippedOnes) {
  TemporaryFolder place;
  place.write("secret.json", contents_of(std::filesystem::path(LIMBER_SOURCE_DIR) / "models/lab-arm.json"));
  std::filesystem::create_directories(place.path() / "scenes");
  place.write("scenes/arm.json",
              contents_of(std::filesystem::path(LIMBER_SOURCE_DIR) / "models/lab-arm.json"));
  std::filesystem::create_symlink("../secret.json", place.path() / "scenes/link.json");
  const auto problem = [&](const std::string& figure) {
    const Expected<Scene> scene = parse_scene(json{{"limber", 1}, {"figure", figure}}.dump(), "x.json",
                                              place.path() / "scenes", FigureFiles::inside_folder);
    return scene ? "" : scene.error().message;
  };
  EXPECT_EQ(problem("arm.json"), "");
  ::setenv("LIMBER_SHARE", LIMBER_SOURCE_DIR, 1);  // in a build without the command they are nowhere else
  EXPECT_EQ(problem("models/human.json"), "");
  for (const std::string& figure :
       {std::string("../secret.json"), std::string("link.json"), (place.path() / "secret.json").string(),
        (place.path() / "scenes/arm.json").string(), std::string("/proc/kmsg"), std::string("/dev/zero"),
        std::string("models/../../secret.json")}) {
    EXPECT_NE(problem(figure).find("there is no figure file"), std::string::npos) << figure;
  }
  ::unsetenv("LIMBER_SHARE");
}

TEST(Commands, AnImportedRobotIsShownAndHasNoFile) {
  Session session = small_session();
  const json result = ask(session, {{"do", "export"}, {"what", "figure"}});
  EXPECT_EQ(result.at("name"), "crane.json");
  ask(session, {{"do", "import"}, {"name", "copy.json"}, {"text", result.at("text")}});
  EXPECT_EQ(scene_of(session).at("title"), "copy");
  EXPECT_TRUE(scene_of(session).at("file").is_null());
  EXPECT_EQ(scene_of(session).at("tasks").size(), 0u);
  EXPECT_EQ(session.scene().figure.name(), "crane");
}

TEST(Commands, WhatIfAnswersFromACopy) {
  Session session = small_session();
  settle(session);
  const Posture before = session.posture();
  const json result = ask(session, valid_command("what-if"));
  EXPECT_FALSE(result.at("satisfied").get<bool>());
  EXPECT_GT(result.at("error").get<double>(), 0.5);
  EXPECT_EQ(session.posture(), before);
}

TEST(Commands, ReachCloudStaysWithinReachAndIsTheSameEveryTime) {
  Session session = small_session();
  const json command = {{"do", "reach-cloud"}, {"place", "grip"}, {"count", 500}};
  const std::vector<double> points = ask(session, command).at("points");
  ASSERT_EQ(points.size(), 1500u);
  for (std::size_t i = 0; i < points.size(); i += 3) {
    EXPECT_LT(Vec3(points[i], points[i + 1], points[i + 2]).norm(), 0.1 + 0.5 + 0.4 + 0.3 + 0.1 + 1e-3);
  }
  EXPECT_EQ(ask(session, command).at("points"), json(points));
}

TEST(Commands, AccessibleSpaceIsFoundFromACopyAndCanBeStopped) {
  Session session = small_session();
  settle(session);
  const Posture before = session.posture();
  const json command = {{"do", "access-find"}, {"frame", "grip"}, {"cell", 0.2}};
  const json space = ask(session, command);
  EXPECT_EQ(space.at("frame"), "grip");
  const std::size_t cells = space.at("edges").size();
  EXPECT_GT(cells, 3u);
  EXPECT_EQ(space.at("places").size(), 3 * cells);
  EXPECT_EQ(space.at("effort").size(), cells);
  EXPECT_EQ(space.at("margin").size(), cells);
  EXPECT_EQ(ask(session, command), space);
  EXPECT_EQ(ask(session, {{"do", "access-progress"}}).at("share"), 1.0);
  EXPECT_EQ(session.posture(), before);
  Answer stopped = session.apply(R"({"id": 1, "do": "access-find", "frame": "grip"})");
  ASSERT_TRUE(stopped.later);
  ask(session, {{"do", "access-stop"}});
  EXPECT_THROW(stopped.later(), std::exception);
  EXPECT_TRUE(session.apply(R"({"id": 2, "do": "access-find", "frame": "gripp"})").refused);
}

TEST(Commands, AMapOfReachIsFoundFromACopyAndCanBeStopped) {
  Session session = small_session();
  settle(session);
  const Posture before = session.posture();
  const json command = {{"do", "map-find"}, {"frame", "grip"}, {"cell", 0.1}};
  const json map = ask(session, command);
  EXPECT_EQ(map.at("frame"), "grip");
  EXPECT_TRUE(map.at("map").get<bool>());
  const std::size_t cells = map.at("edges").size();
  EXPECT_GT(cells, 30u);
  EXPECT_NEAR(map.at("size").get<double>(), 1e-3 * static_cast<double>(cells), 1e-9);
  for (const char* values : {"effort", "margin", "manipulability", "room"}) {
    EXPECT_EQ(map.at(values).size(), cells) << values;
  }
  // Cells are inside the edge or have a neighbour that is missing; some of both.
  const auto edges = std::count(map.at("edges").begin(), map.at("edges").end(), json(1));
  EXPECT_GT(edges, 0);
  EXPECT_EQ(ask(session, command), map);
  EXPECT_EQ(session.posture(), before);
  Answer stopped = session.apply(R"({"id": 1, "do": "map-find", "frame": "grip"})");
  ASSERT_TRUE(stopped.later);
  ask(session, {{"do", "access-stop"}});
  EXPECT_THROW(stopped.later(), std::exception);
  EXPECT_TRUE(session.apply(R"({"id": 2, "do": "map-find", "frame": "gripp"})").refused);
  EXPECT_TRUE(session.apply(R"({"id": 3, "do": "map-find", "frame": "grip", "cell": 1e-6})").refused);
}

TEST(Commands, ABackupRestoresTheSession) {
  Session session = small_session();
  settle(session);
  ask(session, valid_command("chain-set"));
  const std::string backup = session.backup();
  Session restored = Session::from_backup(backup, nullptr).value();
  EXPECT_EQ(restored.backup(), backup);
  EXPECT_EQ(scene_of(restored).at("chain"), scene_of(session).at("chain"));
  EXPECT_EQ(scene_of(restored).at("saved"), false);
  EXPECT_FALSE(Session::from_backup("{}", nullptr));
  EXPECT_FALSE(Session::from_backup("hello", nullptr));
}

TEST(Status, SaysWhatIsMissingAndWhy) {
  Session session = small_session();
  settle(session);
  const json status = status_of(session);
  EXPECT_EQ(status.at("light"), "orange");
  EXPECT_EQ(status.at("words"), "1 of 2 tasks is not reached; all of priority 1 are.");
  EXPECT_EQ(status.at("tasks").at(0).at("words"), "reached");
  EXPECT_EQ(status.at("tasks").at(1).at("words"), "switched off");
  const std::string words = status.at("tasks").at(2).at("words");
  EXPECT_NE(words.find(" m short: "), std::string::npos) << words;
  EXPECT_FALSE(status.at("tasks").at(2).at("reasons").empty());
  EXPECT_EQ(status.at("moving"), false);
}

TEST(Status, IsSentAtMostTenTimesASecondAndOnceMoreAtRest) {
  Session session = small_session();
  int told_moving = 0, told_at_rest = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool moving = session.step(0.001);
    for (const std::string& text : session.take_changes(0.001 * i)) {
      const json message = json::parse(text);
      if (message.at("type") != "status") continue;
      ++(message.at("moving").get<bool>() ? told_moving : told_at_rest);
    }
    if (!moving) break;
  }
  EXPECT_LE(told_moving, 1 + 20);
  EXPECT_EQ(told_at_rest, 1);
}

}  // namespace
}  // namespace limber::test

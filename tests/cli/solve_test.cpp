// limber solve: its text, JSON and CSV against the library's solver.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "limber/files/files.h"
#include "limber/solver/solver.h"
#include "run_limber.h"

namespace limber::test {

namespace {

using nlohmann::json;

// Two links of 1 m in a plane.
std::string arm_scene(const std::string& tasks, const std::string& rest = "") {
  return R"({"limber": 1, "figure": {"limber": 1, "name": "arm", "segments": [
      {"name": "base"},
      {"name": "upper", "parent": "base", "joint": {"type": "revolute", "range": [-1, 2]}},
      {"name": "lower", "parent": "upper", "at": {"position": [1, 0, 0]},
       "joint": {"type": "revolute", "range": [0, 2.5]}}],
      "frames": [{"name": "tip", "segment": "lower", "position": [1, 0, 0]},
                 {"name": "elbow", "segment": "lower"}]},
      "posture": {"upper": 0.3, "lower": 0.5},
      "tasks": [)" +
         tasks + "]" + rest + "}";
}

constexpr const char* reachable =
    R"({"name": "tip", "type": "reach", "frame": "tip", "target": [0.9, 1.1, 0], "axes": "xy"})";
constexpr const char* far =
    R"({"name": "far", "type": "reach", "frame": "tip", "target": [3, 0, 0], "axes": "xy", "priority": 2})";

std::vector<std::vector<std::string>> table_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

}  // namespace

TEST(Solve, SameBitsAsTheLibrary) {
  const TemporaryFolder folder;
  const std::string file = folder.write("scene.json", arm_scene(reachable));
  const Ran ran = limber({"solve", file, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json result = json::parse(ran.out);

  Scene scene = load_scene(file).value();
  Solver solver(scene.figure, scene.solver);
  const SolveReport report = solver.solve(scene.tasks, scene.criteria, scene.posture);
  EXPECT_EQ(result["steps"], report.steps);
  EXPECT_EQ(result["status"], "at-rest");
  EXPECT_EQ(result["light"], "green");
  EXPECT_EQ(result["tasks"][0]["error"], report.tasks[0].error);
  EXPECT_EQ(result["tasks"][0]["satisfied"], true);
  EXPECT_EQ(result["tasks"][0]["unit"], "m");
  EXPECT_TRUE(result["tasks"][0]["blocked_by"].is_null());
  EXPECT_EQ(result["posture"]["upper"], scene.posture.values[0]);
  EXPECT_EQ(result["posture"]["lower"], scene.posture.values[1]);
  EXPECT_EQ(limber({"solve", file, "--json"}).out, ran.out);  // the same every time
}

TEST(Solve, UnsatisfiedTaskIsReportedWithItsReason) {
  const TemporaryFolder folder;
  const std::string file = folder.write("scene.json", arm_scene(std::string(reachable) + "," + far));
  const Ran ran = limber({"solve", file});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(contains(ran.out, "satisfied")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "not satisfied  tip comes first")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "orange: 1 of 2 tasks is not satisfied, but all of the first priority are"))
      << ran.out;
  EXPECT_EQ(limber({"solve", file, "--strict"}).code, 1);

  const json result = json::parse(limber({"solve", file, "--json"}).out);
  const json& task = result["tasks"][1];
  EXPECT_EQ(task["blocked_by"], "higher-task");
  EXPECT_EQ(task["reasons"][0]["name"], "tip");
  EXPECT_TRUE(contains(task["reason"], "tip comes first"));
  EXPECT_EQ(result["light"], "orange");

  const std::string alone = folder.write("alone.json", arm_scene(far));
  EXPECT_TRUE(contains(limber({"solve", alone}).out, "red: the task is not satisfied"));
  EXPECT_EQ(json::parse(limber({"solve", alone, "--json"}).out)["tasks"][0]["blocked_by"], "out-of-reach");
}

TEST(Solve, NamesTheJointAtItsLimit) {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "scene.json", arm_scene(R"({"name": "bend", "type": "joint-value", "joint": "lower", "target": -1})"));
  const Ran ran = limber({"solve", file});
  EXPECT_TRUE(contains(ran.out, "lower is at its limit")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "1 rad")) << ran.out;
}

TEST(Solve, ABrokenCouplingIsNeverGreen) {
  const TemporaryFolder folder;
  std::string text = arm_scene(R"({"name": "bend", "type": "joint-value", "joint": "upper", "target": 0.5})");
  text.insert(text.find("\"frames\""), R"("couplings": [{"name": "both", "terms": [{"joint": "lower"}],
      "equals": 9}], )");
  const std::string file = folder.write("scene.json", text);
  const Ran ran = limber({"solve", file, "--strict"});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, "The coupling both contradicts joint limits and is off by 6.5.")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "red: the task is satisfied, but a coupling does not hold;")) << ran.out;
  EXPECT_EQ(json::parse(limber({"solve", file, "--json"}).out)["light"], "red");
}

TEST(Solve, WhatATechniqueDoesNotFollowIsSaid) {
  const TemporaryFolder folder;
  const std::string elbow = R"({"name": "elbow", "type": "reach", "frame": "elbow", "target": [0, 1, 0]})";
  std::string text =
      arm_scene(std::string(reachable) + "," + elbow,
                R"(, "solver": {"avoidance": {"technique": "fabrik"}}, "dynamics": {"on": true})");
  text.insert(text.find("\"frames\""), R"("couplings": [{"name": "both", "terms": [{"joint": "lower"}],
      "equals": 0.5}], )");
  const std::string file = folder.write("scene.json", text);
  const Ran ran = limber({"solve", file});
  EXPECT_TRUE(contains(ran.out, "not satisfied  not followed by fabrik")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "The coupling both is not followed by fabrik and is off by ")) << ran.out;
  EXPECT_TRUE(contains(ran.err, "limber solve leaves out the dynamics of the scene")) << ran.err;
  const json task = json::parse(limber({"solve", file, "--json"}).out)["tasks"][1];
  EXPECT_EQ(task["blocked_by"], "not-followed");
  EXPECT_EQ(task["reasons"][0]["name"], "fabrik");
  EXPECT_TRUE(contains(limber({"check", file}).out, "fabrik follows tip alone, not elbow and the couplings"))
      << limber({"check", file}).out;
}

TEST(Solve, DisabledTasksAreShownAndDoNotCount) {
  const TemporaryFolder folder;
  std::string off = far;
  off.insert(off.size() - 1, R"(, "enabled": false)");
  const std::string file = folder.write("scene.json", arm_scene(std::string(reachable) + "," + off));
  const Ran ran = limber({"solve", file, "--strict"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_TRUE(contains(ran.out, "  off")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "green")) << ran.out;
  EXPECT_EQ(json::parse(limber({"solve", file, "--json"}).out)["tasks"].size(), 1u);
}

TEST(Solve, StartPostureOutsideItsLimitsIsCorrectedAndReported) {
  const TemporaryFolder folder;
  const std::string file = folder.write("scene.json", arm_scene(reachable));
  std::string text = contents_of(file);
  text.replace(text.find("\"lower\": 0.5"), 12, "\"lower\": 2.9");
  const std::string outside = folder.write("outside.json", text);
  const Ran ran = limber({"solve", outside});
  EXPECT_TRUE(contains(ran.out, "The start posture was outside its limits; it was corrected by up to 0.4."))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "green")) << ran.out;
}

TEST(Solve, TheTraceHasARowForEveryStepAndEndsWhereTheReportDoes) {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "scene.json",
      arm_scene(
          std::string(reachable) +
          R"(, {"name": "a, b", "type": "joint-value", "joint": "upper", "target": 1, "priority": 2})"));
  const std::string trace = folder.file("trace.csv");
  const Ran ran = limber({"solve", file, "--json", "--trace", trace});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json result = json::parse(ran.out);
  const std::string csv = contents_of(trace);
  EXPECT_TRUE(csv.starts_with("step,status,light,step_length,tip [m],\"a, b [rad]\"\r\n")) << csv;
  const auto rows = table_of(csv);
  ASSERT_EQ(rows.size(), result["steps"].get<std::size_t>() + 2);
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), 6u);
    EXPECT_EQ(rows[i][0], std::to_string(i));
  }
  EXPECT_EQ(rows[rows.size() - 2][1], "at-rest");
  EXPECT_EQ(rows.back()[1], "end");
  EXPECT_EQ(std::stod(rows.back()[4]), result["tasks"][0]["error"].get<double>());
  EXPECT_EQ(std::stod(rows.back()[5]), result["tasks"][1]["error"].get<double>());
  // Errors of the first priority never grow.
  for (std::size_t i = 2; i < rows.size(); ++i) {
    EXPECT_LE(std::stod(rows[i][4]), std::stod(rows[i - 1][4]) + 1e-9) << i;
  }
}

TEST(Solve, StepsLimitsTheNumberOfSteps) {
  const TemporaryFolder folder;
  const std::string file = folder.write("scene.json", arm_scene(far));
  const Ran ran = limber({"solve", file, "--steps", "1"});
  EXPECT_TRUE(contains(ran.out, "still moving after 1 step")) << ran.out;
}

TEST(Solve, WritesTheFinalScene) {
  const TemporaryFolder folder;
  const std::string file = folder.write("scene.json", arm_scene(reachable)), out = folder.file("done.json");
  ASSERT_EQ(limber({"solve", file, "-o", out}).code, 0);
  const Ran again = limber({"solve", out, "--json"});
  EXPECT_LE(json::parse(again.out)["tasks"][0]["error"].get<double>(), 1e-10);
  const Ran refused = limber({"solve", file, "-o", out});
  EXPECT_EQ(refused.code, 3);
  EXPECT_TRUE(contains(refused.err, "exists")) << refused.err;
  EXPECT_EQ(limber({"solve", file, "-o", out, "--force"}).code, 0);
  EXPECT_TRUE(contains(limber({"solve", file, "-o", "-"}).out, "\"tasks\""));
}

TEST(Solve, FigureFileThatCanBeFoundFromTheNewPlaceIsReferredTo) {
  const TemporaryFolder folder, elsewhere;
  const std::string out = elsewhere.file("reach.json");
  ASSERT_EQ(limber({"solve", "scenes/human-reach.json", "-o", out, "--steps", "2"}).code, 0);
  EXPECT_TRUE(contains(contents_of(out), "\"figure\": \"models/human.json\""));  // among the shipped ones
  folder.write("mine.json", contents_of(data_file("tiny.json")));
  const std::string scene = folder.write("scene.json", R"({"limber": 1, "figure": "mine.json"})");
  ASSERT_EQ(limber({"solve", scene, "-o", elsewhere.file("tiny.json")}).code, 0);
  EXPECT_FALSE(contains(contents_of(elsewhere.file("tiny.json")), "\"mine.json\""));
}

TEST(Solve, SceneWithoutTasksIsGreen) {
  const Ran ran = limber({"solve", data_file("tiny.json")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(contains(ran.out, "green: no task is enabled")) << ran.out;
}

TEST(Solve, ShowsProgressOnATerminalOnly) {
  EXPECT_EQ(limber({"solve", "scenes/human-reach.json"}).err, "");
  if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";
  RunOptions options;
  options.on_terminal = true;
  options.environment = {{"TERM", "xterm"}};
  const Ran ran = limber({"solve", "scenes/human-reach.json"}, options);
  EXPECT_TRUE(contains(ran.out, "\033[32mgreen")) << ran.out;  // the light in its colour
}

TEST(Solve, EveryShippedSceneSettles) {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes")) {
    if (!entry.is_regular_file()) continue;  // scenes/gallery/
    const Ran ran = limber({"solve", entry.path().string(), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json result = json::parse(ran.out);
    // Four ask for more than is possible, or for something behind a wall.
    const std::string name = entry.path().stem().string();
    const std::string light = name == "human-reach-far" || name == "human-beam" ? "orange"
                              : name == "two-goals" || name == "behind-a-wall"  ? "red"
                                                                                : "green";
    EXPECT_EQ(result["light"], light) << entry.path() << ran.out;
    // The lab's technique never stops moving towards its goal.
    if (name != "lab-arm") {
      EXPECT_EQ(result["status"], "at-rest") << entry.path();
    }
    const json& nearest = result["clearance"]["obstacle"];
    if (!nearest.is_null()) {
      EXPECT_GE(nearest["clearance"].get<double>(), -1e-6) << entry.path();
    }
  }
}

TEST(Solve, OnlyOneOutputMayGoToStandardOutput) {
  const Ran ran = limber({"solve", "-", "--json", "-o", "-"}, {.input = arm_scene(reachable)});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(contains(ran.err, "choose one")) << ran.err;
}

TEST(Solve, EmptyListOfJointsIsRefused) {
  const Ran ran =
      limber({"solve", "-"},
             {.input = arm_scene(R"({"name": "tip", "type": "reach", "frame": "tip", "joints": []})")});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(contains(ran.err, "leave \"joints\" out")) << ran.err;
}

}  // namespace limber::test

// limber solve --batch: goals from CSV and JSON, postures out, and what is said about files that are wrong.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "limber/batch/solve_many.h"
#include "limber/files/files.h"
#include "run_limber.h"
#include "support/shell.h"

namespace limber::test {

namespace {

using nlohmann::json;

constexpr const char* csv_goals =
    "x,y,z,rx,ry,rz\n"
    "0.5,0.1,0.4,3.1,0.2,0\n"
    "0.4,-0.2,0.5,2.8,0,0.3\n"
    "0.3,0.3,0.6,,,\n";

std::string said_about(const std::string& name, const std::string& goals) {
  const TemporaryFolder folder;
  folder.write(name, goals);
  const Ran ran =
      limber({"solve", std::string(LIMBER_SOURCE_DIR) + "/models/panda-like.json", "--batch", name},
             {.folder = folder.path().string()});
  EXPECT_EQ(ran.code, 3) << ran.out;
  return ran.err;
}

}  // namespace

TEST(Batch, WritesTheSameBitsAsTheLibrary) {
  const TemporaryFolder folder;
  const std::string goals = folder.write("goals.csv", csv_goals);
  const std::string out = (folder.path() / "out.json").string();
  const Ran ran =
      limber({"solve", "models/panda-like.json", "--batch", goals, "--frame", "flange", "-o", out});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "panda-like, flange: 3 of 3 goals reached (100 %)")) << ran.out;

  const Ran printed = limber(
      {"solve", "models/panda-like.json", "--batch", goals, "--frame", "flange", "--json", "--threads", "1"});
  ASSERT_EQ(printed.code, 0) << printed.err;
  const json result = json::parse(printed.out);
  EXPECT_EQ(result["reached"], 3);
  ASSERT_EQ(result["goals"].size(), 3u);
  const Figure figure = load_figure(std::string(LIMBER_SOURCE_DIR) + "/models/panda-like.json").value();
  const PoseGoal third{Vec3(0.3, 0.3, 0.6), std::nullopt};
  const ManyReport report = solve_many(figure, figure.frame("flange"), {&third, 1});
  for (const JointId j : figure.joints()) {
    const auto parameters = joint_parameters(figure, report.posture(0), j);
    if (parameters.empty()) continue;
    EXPECT_EQ(result["goals"][2]["posture"].value(figure.joint_name(j), 0.0), parameters[0]);
  }
}

TEST(Batch, ReadsJsonAndCsvAlike) {
  const TemporaryFolder folder;
  folder.write("goals.csv", "x,y,z,rx,ry,rz\n0.5,0.1,0.4,3.1,0.2,0\n0.3,0.3,0.6,,,\n");
  folder.write("goals.json", R"({"goals": [{"position": [0.5, 0.1, 0.4], "rotation": [3.1, 0.2, 0]},
                                           {"position": [0.3, 0.3, 0.6]}]})");
  const auto rows = [&](const std::string& goals) {
    const Ran ran =
        limber({"solve", "models/panda-like.json", "--batch", goals, "--frame", "flange", "-o", "-"},
               {.folder = folder.path().string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  };
  const std::string csv = rows("goals.csv");
  EXPECT_EQ(csv, rows("goals.json"));
  EXPECT_TRUE(csv.starts_with("goal,satisfied,position_error,orientation_error,restarts,")) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(Batch, SaysWhichGoalsWereNotReached) {
  const TemporaryFolder folder;
  const std::string goals = folder.write("goals.csv", "x,y,z\n0.5,0.1,0.4\n5,0,0\n");
  const Ran ran = limber({"solve", "models/panda-like.json", "--batch", goals, "--frame", "flange",
                          "--strict", "--restarts", "2"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(contains(ran.out, "1 of 2 goals reached (50 %)")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "not reached   goal 2\n")) << ran.out;
}

TEST(Batch, SaysWhatIsWrongWithAGoalsFileAndWhere) {
  const std::string columns = "; expected x, y, z and, for orientations, rx, ry, rz\n";
  EXPECT_EQ(said_about("g.csv", "0.5,0,0\n"), "limber: g.csv:1: unknown column \"0.5\"" + columns);
  EXPECT_EQ(said_about("g.csv", "x,y\n1,2\n"), "limber: g.csv:1: column \"z\" is missing" + columns);
  EXPECT_EQ(said_about("g.csv", "x,y,z,z\n"), "limber: g.csv:1: column \"z\" is there twice\n");
  EXPECT_EQ(said_about("g.csv", "x,y,z,rx\n"), "limber: g.csv:1: column \"ry\" is missing" + columns);
  EXPECT_EQ(said_about("g.csv", "x,y,z\n1,2,3\n1,2\n"),
            "limber: g.csv:3: expected 3 numbers, as many as there are columns, got 2\n");
  EXPECT_EQ(said_about("g.csv", "x,y,z\n1,two,3\n"), "limber: g.csv:2: y: expected a number, got \"two\"\n");
  EXPECT_EQ(said_about("g.csv", "x,y,z\n1,,3\n"), "limber: g.csv:2: y: expected a number, got nothing\n");
  EXPECT_EQ(said_about("g.csv", "x,y,z\n1,inf,3\n"), "limber: g.csv:2: y: expected a number, got \"inf\"\n");
  EXPECT_EQ(said_about("g.csv", "x,y,z,rx,ry,rz\n1,2,3,1,,\n"),
            "limber: g.csv:2: rx, ry, rz: expected three numbers, or none for any orientation\n");
  EXPECT_EQ(said_about("g.csv", "x,y,z\n"), "limber: g.csv: there are no goals in it\n");
  EXPECT_EQ(said_about("g.csv", "\n"), "limber: g.csv:1: there are no column names" + columns);
  EXPECT_EQ(said_about("g.json", "{\"goals\": [\n{\"position\": [1, 2]}]}"),
            "limber: g.json:2: goals[0].position: expected a list of 3 numbers, got 2\n");
  EXPECT_TRUE(contains(said_about("g.json", "{\"goals\": [{\"place\": [1, 2, 3]}]}"), "\"place\""));
}

TEST(Batch, AsksForTheFrameWhereThereAreSeveral) {
  const TemporaryFolder folder;
  const std::string goals = folder.write("goals.csv", csv_goals);
  const Ran ran = limber({"solve", "models/human.json", "--batch", goals});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(contains(ran.err, "solve: --batch needs --frame, one of ")) << ran.err;
  EXPECT_EQ(limber({"solve", "models/human.json", "--frame", "hand.r"}).code, 2);
}

TEST(Batch, GivesTheSameFileOnEveryDevice) {
  const TemporaryFolder folder;
  const std::string goals = folder.write("goals.csv", csv_goals);
  std::string first;
  for (const char* device : {"cpu", "auto", "gpu"}) {
    const Ran ran = limber({"solve", "models/panda-like.json", "--batch", goals, "--frame", "flange",
                            "--device", device, "-o", "-"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    if (first.empty()) first = ran.out;
    EXPECT_EQ(ran.out, first) << device;
  }
  EXPECT_EQ(std::count(first.begin(), first.end(), '\n'), 4);
}

TEST(Batch, SaysWhichDevicesThereAre) {
  const TemporaryFolder folder;
  const std::string goals = folder.write("goals.csv", csv_goals);
  const Ran ran = limber({"solve", "models/panda-like.json", "--batch", goals, "--device", "tpu"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(contains(ran.err, "solve: --device tpu: expected auto, cpu or gpu")) << ran.err;
}

TEST(Batch, ClearIsOfTheFigureItselfToo) {
  const TemporaryFolder folder;
  const std::string goals =
      folder.write("goals.csv", "x,y,z\n0,0,0.2\n0.5,0,0.4\n");  // the first is in its column
  const std::vector<std::string> command{"solve", "models/panda-like.json", "--batch", goals, "--frame",
                                         "flange"};
  EXPECT_TRUE(contains(limber(command).out, "flange: 2 of 2 goals reached"));
  std::vector<std::string> clear = command;
  clear.push_back("--clear");
  EXPECT_TRUE(contains(limber(clear).out, "flange: 1 of 2 goals reached"));
  EXPECT_TRUE(contains(limber({"solve", "scenes/panda.json", "--clear"}).err, "--clear is for --batch only"));
}

TEST(Batch, StoppedByCtrlCCountsWhatWasTried) {
  const TemporaryFolder folder;
  std::string lines = "x,y,z\n";
  for (int i = 0; i < 10; ++i) lines += "0.5,0.1,0.4\n";
  for (int i = 10; i < 20'000; ++i) lines += "9,0,0\n";  // out of reach: takes all restarts there are
  folder.write("goals.csv", lines);
  // So many restarts take any machine hours; a machine that is busy may not have begun after a second.
  Shell ran;
  for (const char* seconds : {"1", "5", "25"}) {
    ran = shell("timeout --foreground -s INT " + std::string(seconds) +
                    " " LIMBER_CLI " solve " LIMBER_SOURCE_DIR
                    "/models/panda-like.json --batch goals.csv --frame flange --restarts 10000",
                folder.path());
    if (contains(ran.output, "stopped: ")) break;
  }
  int tried = -1, all = 0;
  const std::size_t said = ran.output.find("stopped: ");
  ASSERT_NE(said, std::string::npos) << ran.output;
  ASSERT_EQ(std::sscanf(ran.output.c_str() + said, "stopped: %d of %d goals", &tried, &all), 2) << ran.output;
  EXPECT_GE(tried, 10);
  EXPECT_LT(tried, all);
  EXPECT_EQ(all, 20'000);
  EXPECT_TRUE(contains(ran.output, "flange: 10 of " + std::to_string(tried) + " goals reached"))
      << ran.output;
  EXPECT_FALSE(contains(ran.output, "at most 10000"))
      << "restarts of goals that were not tried: " << ran.output;
}

}  // namespace limber::test

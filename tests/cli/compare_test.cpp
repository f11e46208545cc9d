// limber compare and limber tune.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "limber/avoidance/course.h"
#include "limber/avoidance/parameters.h"
#include "limber/files/files.h"
#include "obstacle_scene.h"
#include "run_limber.h"

namespace limber::test {

namespace {

using nlohmann::json;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class Compare : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::string file = folder.write("scene.json", ObstacleScene{}.text());
  std::string written(const ObstacleScene& scene) const { return folder.write("other.json", scene.text()); }
};

}  // namespace

TEST_F(Compare, RunsEveryTechniqueOnTheSameMotion) {
  const Ran ran = limber({"compare", file, "--frames", "40", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const json result = json::parse(ran.out);
  ASSERT_EQ(result["techniques"].size(), techniques().size());
  EXPECT_EQ(result["frames"], 40);
  EXPECT_EQ(result["task"], "tip");
  EXPECT_EQ(result["unit"], "m");
  for (std::size_t i = 0; i < techniques().size(); ++i) {
    const json& row = result["techniques"][i];
    EXPECT_EQ(row["technique"], techniques()[i].key);
    EXPECT_TRUE(row["problem"].is_null()) << row["problem"];
    EXPECT_EQ(row["clearance"].size(), 40u);
    EXPECT_EQ(row["error"].size(), 40u);
    EXPECT_EQ(row["final_error"], row["error"].back());
  }
  const json& ours = result["techniques"][0];
  EXPECT_GE(ours["least_clearance"].get<double>(), -1e-6);
  EXPECT_EQ(ours["penetrations"], 0);
  const json& off = result["techniques"][1];
  EXPECT_LT(off["least_clearance"].get<double>(), 0.0);  // the ball is on the path
  EXPECT_GT(off["penetrations"], 0);
}

// The same course built by hand: the goal goes from the tip to the target, then rests.
TEST_F(Compare, NumbersAgreeWithTheLibrary) {
  const json row =
      json::parse(limber({"compare", file, "--techniques", "objective", "--frames", "50", "--json"})
                      .out)["techniques"][0];
  const Scene scene = load_scene(file).value();
  Course course{.figure = scene.figure,
                .start = scene.posture,
                .world = scene.world,
                .tasks = scene.tasks,
                .criteria = scene.criteria,
                .solver = scene.solver};
  course.leading_task = scene.tasks.begin()->number;
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  const Vec3 start = kinematics.frame_position(scene.figure.frame("tip")), end(0.6, 1.3, 0);
  for (int k = 1; k <= 50; ++k) {
    const double t = std::min(1.0, k / 40.0);
    course.targets.push_back(start + (3 - 2 * t) * t * t * (end - start));
  }
  AvoidanceOptions options;
  options.technique = Technique::objective;
  const Measures measures = run(course, options);
  EXPECT_NEAR(row["least_clearance"].get<double>(), measures.least_clearance, 1e-9);
  EXPECT_NEAR(row["mean_error"].get<double>(), measures.mean_error, 1e-9);
  EXPECT_NEAR(row["largest_bend"].get<double>(), measures.largest_bend, 1e-9);
  EXPECT_EQ(row["reversals"], measures.reversals);
}

TEST_F(Compare, PrintsATableAndDrawsACurveForEach) {
  const std::string svg = folder.file("curves.svg");
  const Ran ran =
      limber({"compare", file, "--techniques", "two-worst,clearance,off", "--frames", "30", "--svg", svg});
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"clearance", "off", "two-worst", "frames inside", "reversals",
                           "the goal of \"tip\" moves ", " m in 24 frames, then rests for 6"})
    EXPECT_TRUE(contains(ran.out, part)) << part << " in\n" << ran.out;
  EXPECT_FALSE(contains(ran.out, "objective"));
  EXPECT_LT(ran.out.find("\n  clearance"), ran.out.find("\n  two-worst"));  // in the order of the list
  const std::string drawn = contents_of(svg);
  EXPECT_TRUE(drawn.starts_with("<svg xmlns=")) << drawn.substr(0, 100);
  for (const char* curve : {"curve-1\"", "curve-2\"", "curve-3\""})
    EXPECT_EQ(count_of(drawn, std::string("line ") + curve), 3u);  // in the legend and in both plots
  EXPECT_EQ(count_of(drawn, "<svg"), count_of(drawn, "</svg>"));
  const Ran to_output = limber({"compare", file, "--techniques", "off", "--frames", "10", "--svg", "-"});
  EXPECT_TRUE(to_output.out.starts_with("<svg")) << to_output.out;
}

// The second arm is left where it is: virtual arms lead the first nearer than anyone, and still come last.
TEST_F(Compare, CountsEveryTaskAndRanksByAllOfThem) {
  const std::string scene = folder.write("arms.json", R"({"limber": 1,
    "figure": ")" LIMBER_SOURCE_DIR R"(/examples/two-arms.urdf",
    "world": [{"name": "post", "shape": "sphere", "center": [50, 0, 0], "radius": 1}],
    "tasks": [{"name": "left", "type": "reach", "frame": "left_tool", "target": [0.45, -0.1, 1.0]},
              {"name": "right", "type": "reach", "frame": "right_tool", "target": [0.5, -0.35, 0.9]}]})");
  const std::vector<std::string> arguments = {
      "compare", scene, "--techniques", "virtual-arms,objective,clearance", "--frames", "400"};
  std::vector<std::string> with_json = arguments;
  with_json.emplace_back("--json");
  const json techniques = json::parse(limber(with_json).out)["techniques"];
  ASSERT_EQ(techniques.size(), 3u);
  for (const json& row : techniques) {
    SCOPED_TRACE(row["technique"].get<std::string>());
    ASSERT_EQ(row["tasks"].size(), 2u);
    const bool is_last = row["technique"] == "virtual-arms";
    EXPECT_EQ(row["rank"] == 3, is_last);
    EXPECT_EQ(row["missed"], is_last ? 1 : 0);
    EXPECT_EQ(row["tasks"][1]["name"], "right");
    EXPECT_EQ(row["tasks"][1]["followed"], !is_last);
    EXPECT_EQ(row["tasks"][1]["satisfied"], !is_last);
    EXPECT_TRUE(row["tasks"][0]["followed"]);
    double missed_by = 0.0;
    for (const json& task : row["tasks"]) {
      if (!task["satisfied"]) missed_by = std::hypot(missed_by, task["final_error"].get<double>());
    }
    EXPECT_NEAR(row["missed_by"].get<double>(), missed_by, 1e-12);
  }
  const std::string text = limber(arguments).out;
  EXPECT_TRUE(contains(text, "right [m]")) << text;
  EXPECT_TRUE(contains(text, ", not followed")) << text;
}

// A foot on the ground, at -8e-17 m: touching.
TEST_F(Compare, RoundingIsNoOverlap) {
  const json row = json::parse(
      limber({"compare", "scenes/elephant-tree.json", "--techniques", "fabrik", "--frames", "12", "--json"})
          .out)["techniques"][0];
  EXPECT_LT(row["least_clearance"].get<double>(), 1e-9);
  EXPECT_EQ(row["penetrations"], 0);
}

TEST_F(Compare, GoalMayPassThroughGivenPoints) {
  const json straight =
      json::parse(limber({"compare", file, "--techniques", "off", "--frames", "20", "--json"}).out);
  const json round = json::parse(
      limber({"compare", file, "--techniques", "off", "--frames", "20", "--json", "--via", "1.5,-0.5,0"})
          .out);
  EXPECT_NE(straight["techniques"][0]["clearance"], round["techniques"][0]["clearance"]);
  EXPECT_GT(round["techniques"][0]["largest_turn"],
            straight["techniques"][0]["largest_turn"]);  // a longer path
}

TEST_F(Compare, ADraggedFrameMovesItsLimbAloneAsTheBareLimbDoes) {
  const json result =
      json::parse(limber({"compare", "scenes/elephant.json", "--drag", "trunk.tip", "--via", "3,-0.9,0.8",
                          "--via", "3.15,-0.3,0.6", "--frames", "60", "--bare", "--json"})
                      .out);
  ASSERT_EQ(result["techniques"].size(), techniques().size());
  EXPECT_EQ(result["task"], "trunk.tip");
  for (const json& row : result["techniques"]) {
    if (row["technique"] == "clearance" || row["technique"] == "off") continue;  // they move all joints
    EXPECT_EQ(row["moved_outside"], 0.0) << row["technique"];
    EXPECT_NEAR(row["mean_error"].get<double>(), row["bare_mean_error"].get<double>(), 1e-12)
        << row["technique"];
    EXPECT_GT(row["bare_step_microseconds"], 0.0);
  }
  // Only the joints named; a robot without a world.
  const json robot =
      json::parse(limber({"compare", "examples/two-arms.urdf", "--drag", "left_tool", "--joints", "left_*",
                          "--via", "0.5,0.4,1.0", "--techniques", "coordinate-descent", "--json"})
                      .out)["techniques"][0];
  EXPECT_EQ(robot["moved_outside"], 0.0);
  EXPECT_LT(robot["final_error"], 1e-3);
}

TEST_F(Compare, RefusesADragThatIsNotOne) {
  const auto refusal = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"compare", file, "--techniques", "off"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = limber(words);
    EXPECT_EQ(ran.code, 2);
    return ran.err;
  };
  EXPECT_TRUE(contains(refusal({"--drag", "tp", "--via", "1,0,0"}), "did you mean \"tip\"?"));
  EXPECT_TRUE(contains(refusal({"--drag", "tip"}), "--via"));
  EXPECT_TRUE(contains(refusal({"--drag", "tip", "--via", "1,0,0", "--joints", "arm.*"}), "arm.*"));
  EXPECT_TRUE(contains(refusal({"--bare"}), "--drag"));
}

TEST_F(Compare, ListsTheTechniques) {
  const Ran ran = limber({"compare", "--list"});
  EXPECT_EQ(ran.code, 0);
  for (const TechniqueDescription& technique : techniques())
    EXPECT_TRUE(contains(ran.out, std::string(technique.title))) << technique.title;
  EXPECT_TRUE(contains(ran.out, "hardly moves")) << ran.out;  // what FABRIK cannot do on a trunk
}

TEST_F(Compare, RefusesInOneSentence) {
  const auto refusal = [](const std::vector<std::string>& arguments, int code) {
    const Ran ran = limber(arguments);
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_EQ(count_of(ran.err, "\n"), 1u) << ran.err;
    return ran.err;
  };
  EXPECT_TRUE(contains(refusal({"compare"}, 2), "expected a scene"));
  EXPECT_TRUE(contains(refusal({"compare", file, "--techniques", "objektive"}, 2),
                       "unknown technique \"objektive\" (did you mean \"objective\"?)"));
  EXPECT_TRUE(contains(refusal({"compare", file, "--task", "tipp"}, 2), "(did you mean \"tip\"?)"));
  EXPECT_TRUE(contains(refusal({"compare", file, "--via", "1,2"}, 2), "expected three numbers"));
  EXPECT_TRUE(contains(refusal({"compare", file, "--frames", "3"}, 2), "--frames"));
  EXPECT_TRUE(
      contains(refusal({"compare", written({.world = ""})}, 3), "there is no solid obstacle to avoid"));
  EXPECT_TRUE(contains(refusal({"compare", written({.tasks = ""})}, 3), "no task is enabled"));
  EXPECT_TRUE(contains(refusal({"compare", file, "--json", "--svg", "-"}, 2), "choose one"));
}

TEST_F(Compare, ParametersThatDoNotFitATechniqueAreReportedForItAlone) {
  // Distances that fit the technique of the scene and contradict those of another.
  const std::string odd = written(
      {.solver =
           R"("solver": {"avoidance": {"technique": "cost-adaptive", "full_distance": 5, "abort_distance": 0.1}})"});
  const json result = json::parse(
      limber({"compare", odd, "--techniques", "clearance,task-priority", "--frames", "10", "--json"}).out);
  EXPECT_TRUE(result["techniques"][0]["problem"].is_null());
  EXPECT_TRUE(contains(result["techniques"][1]["problem"], "must increase"));
  EXPECT_TRUE(contains(limber({"compare", odd, "--techniques", "task-priority", "--frames", "10"}).out,
                       "must increase"));
}

TEST_F(Compare, ShowsProgressOnATerminalOnly) {
  EXPECT_EQ(limber({"compare", file, "--frames", "20"}).err, "");
}

// --- tune

using Tune = Compare;

TEST_F(Tune, FindsParametersThatMeetTheRequirements) {
  const Ran ran = limber({"tune", file, "--technique", "objective", "--clearance", "0.02", "--bend", "90",
                          "--frames", "60", "--refinements", "1", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.out << ran.err;
  const json result = json::parse(ran.out);
  EXPECT_EQ(result["found"], true);
  EXPECT_EQ(result["technique"], "objective");
  EXPECT_GE(result["least_clearance"].get<double>(), 0.02);
  EXPECT_LE(result["largest_bend"].get<double>(), 90.0 * 3.14159265358979 / 180.0);
  EXPECT_GT(result["parameters"]["gain"].get<double>(), 0.0);
  EXPECT_EQ(result["shortfall"], 0);
}

TEST_F(Tune, ReportsTheBestIfNoneMeetsTheRequirements) {
  const Ran ran = limber({"tune", file, "--technique", "objective", "--clearance", "1.5", "--frames", "40",
                          "--refinements", "0"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(
      ran.out.starts_with("No parameters of Objective function meet the request; the best found was gain"))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "the requested clearance was 1.5 m")) << ran.out;
}

TEST_F(Tune, WritesTheSceneWithTheBestParameters) {
  const std::string out = folder.file("tuned.json");
  const Ran ran =
      limber({"tune", file, "--technique", "objective", "--frames", "40", "--refinements", "0", "-o", out});
  ASSERT_LE(ran.code, 1) << ran.err;
  const Scene tuned = load_scene(out).value();
  EXPECT_EQ(tuned.avoidance.technique, Technique::objective);
  EXPECT_TRUE(contains(ran.out, "gain ")) << ran.out;
  EXPECT_EQ(limber({"tune", file, "--technique", "objective", "-o", out}).code, 3);  // it exists
}

TEST_F(Tune, RefusesInOneSentence) {
  const Ran unknown = limber({"tune", file, "--technique", "objektive"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.err, "(did you mean \"objective\"?)")) << unknown.err;
  const Ran nothing = limber({"tune", file, "--technique", "off"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_TRUE(contains(nothing.err, "has no parameter to tune")) << nothing.err;
  EXPECT_EQ(limber({"tune", written({.world = ""}), "--technique", "objective"}).code, 3);
}

}  // namespace limber::test

#include <gtest/gtest.h>

#include "files_support.h"
#include "limber/figure/edit.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "support/random_figure.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

using test::data_folder;

constexpr const char* arm_figure = R"({"limber": 1, "name": "arm", "segments": [
    {"name": "base"},
    {"name": "upper", "parent": "base", "joint": {"type": "ball"}},
    {"name": "lower", "parent": "upper", "at": {"position": [0, 0, 1]},
     "joint": {"type": "revolute", "name": "elbow", "axis": [0, 1, 0], "range": [0, 2]}}],
    "frames": [{"name": "tip", "segment": "lower", "position": [0, 0, 1]}, {"name": "plinth", "segment": "base"}]})";

std::string scene_with(const std::string& rest) {
  return std::string(R"({"limber": 1, "figure": )") + arm_figure + rest + "}";
}

TEST(SceneJson, ReadsEveryKey) {
  const Scene scene = load_scene(data_folder / "everything_scene.json").value();
  EXPECT_EQ(scene.figure.name(), "everything");
  EXPECT_EQ(scene.figure_file, "everything.json");
  EXPECT_EQ(scene.root, "hand");
  EXPECT_EQ(scene.figure.segment_name(root_segment), "hand");
  const auto value = [&](const char* joint) {
    return joint_parameters(scene.figure, scene.posture, scene.figure.joint(joint));
  };
  EXPECT_EQ(value("lift"), std::vector<double>{0.2});
  EXPECT_EQ(value("tail.1"), std::vector<double>{0.3});
  EXPECT_EQ(value("elbow"), (std::vector<double>{0.5, 0.1}));
  EXPECT_NEAR(value("shoulder")[2], 0.3, 1e-15);
  ASSERT_EQ(scene.world.obstacles.size(), 9u);
  EXPECT_EQ(scene.world.obstacles[3].shape, Shape(Capsule{{0.4, 0, 0}, {0.4, 0, 2}, 0.03}));
  EXPECT_EQ(scene.world.obstacles[1].velocity, Vec3(0.1, 0, -0.2));
  EXPECT_EQ(scene.world.obstacles[3].velocity, Vec3(0, 0, 0));
  EXPECT_EQ(std::get<Rectangle>(scene.world.obstacles[7].shape).size, Vec2(0.9, 2));
  EXPECT_EQ(std::get<ConvexMesh>(scene.world.obstacles[8].shape).hull->vertices.size(), 5u);
  EXPECT_EQ(scene.world.obstacle("table"), 5);
  EXPECT_EQ(scene.avoidance.technique, Technique::objective);
  EXPECT_EQ(scene.avoidance.objective_gain, 0.01);
  ASSERT_EQ(scene.tasks.loads.forces.size(), 3u);
  EXPECT_EQ(scene.tasks.loads.forces[2].mass, 2.0);
  EXPECT_EQ(scene.tasks.loads.forces[0], (ForceDescription{.frame = "grip", .force = {0, 0, -50}}));
  EXPECT_EQ(scene.tasks.loads.forces[1], (ForceDescription{.frame = "grip",
                                                           .force = {1, 0, 0},
                                                           .torque = {0, 0, 2},
                                                           .in = ForceAxes::body,
                                                           .against = "sting"}));
  ASSERT_EQ(scene.tasks.loads.supports.size(), 2u);
  EXPECT_EQ(scene.tasks.loads.supports[0].patch.size(), 3u);
  EXPECT_EQ(scene.tasks.loads.supports[0].share, 0.25);
  EXPECT_EQ(scene.tasks.loads.supports[0].normal, Vec3(0, 0, 1));
  EXPECT_TRUE(scene.tasks.loads.supports[1].grip);
  ASSERT_EQ(scene.tasks.loads.strengths.size(), 3u);
  EXPECT_EQ(scene.tasks.loads.strengths[2].strength.axes[1], (Strength::Table{{0.0, 6.0, 4.0}}));
  EXPECT_EQ(scene.tasks.loads.strengths[1].strength.table.size(), 2u);
  EXPECT_EQ(scene.tasks.loads.distribution, Distribution::least_tangential);
  EXPECT_EQ(scene.tasks.loads.gravity, Vec3(0, 0, -1.62));
  EXPECT_EQ(scene.camera->eye, Vec3(2, -3, 1.5));
  EXPECT_EQ(scene.camera->field_of_view, 0.7);
  EXPECT_EQ(scene.camera->roll, 0.2);
  ASSERT_EQ(scene.keys.size(), 2u);
  EXPECT_EQ(scene.keys[1].number, 2);
  EXPECT_EQ(scene.keys[1].time, 0.75);
  EXPECT_EQ(joint_parameters(scene.figure, scene.keys[1].posture, scene.figure.joint("lift")),
            std::vector<double>{0.2});
}

TEST(SceneJson, WritingReadsBackTheSameAndWritesTheSameBytes) {
  const Scene scene = load_scene(data_folder / "everything_scene.json").value();
  const std::string first = write_scene(scene);
  const Expected<Scene> again = parse_scene(first, "again.json", data_folder);
  ASSERT_TRUE(again) << again.error().message << "\n" << first;
  EXPECT_EQ(write_scene(*again), first);
  EXPECT_LE((again->posture.values - scene.posture.values).cwiseAbs().maxCoeff(), 2e-14);
  EXPECT_EQ(again->world, scene.world);
  EXPECT_EQ(again->tasks.size(), scene.tasks.size());
  EXPECT_EQ(again->criteria.size(), scene.criteria.size());
  EXPECT_EQ(again->tasks.loads, scene.tasks.loads);
  ASSERT_EQ(again->paths.tasks.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(again->paths.tasks[i].path, scene.paths.tasks[i].path);
  ASSERT_NE(again->paths.of("pole"), nullptr);
  EXPECT_EQ(*again->paths.of("pole"), *scene.paths.of("pole"));
  EXPECT_EQ(again->motion, scene.motion);
  EXPECT_EQ(again->recruitment, scene.recruitment);
  EXPECT_EQ(again->avoidance, scene.avoidance);
  EXPECT_EQ(again->camera, scene.camera);
  ASSERT_EQ(again->keys.size(), scene.keys.size());
  for (std::size_t i = 0; i < scene.keys.size(); ++i) {
    EXPECT_EQ(again->keys[i].time, scene.keys[i].time);
    EXPECT_LE((again->keys[i].posture.values - scene.keys[i].posture.values).cwiseAbs().maxCoeff(), 2e-14);
  }
}

TEST(SceneJson, TargetsThatMoveAreWhereTheyBegin) {
  const Scene scene = load_scene(data_folder / "everything_scene.json").value();
  const TaskList::Entry& round = *scene.tasks.find("round");
  const TargetPath& path = *scene.paths.of(round.number);
  EXPECT_EQ(std::get<Reach>(round.task).target, path.point(0).value);
  EXPECT_EQ(std::get<CircleCurve>(path.curve()).radius, 0.1);
  EXPECT_EQ(std::get<SampledCurve>(scene.paths.of(scene.tasks.find("track")->number)->curve()).times.size(),
            4u);
  EXPECT_EQ(scene.motion.redundancy.method, RedundancyMethod::repeatable);
  EXPECT_EQ(scene.motion.redundancy.gain, 5.0);
  EXPECT_EQ(at(scene.motion.speeds, scene.figure.first_dof(scene.figure.joint("lift"))), 0.5);
  // A scene that contains its figure contains its samples, too.
  Scene contained = scene;
  contained.figure_file = "";
  const std::string text = write_scene(contained);
  EXPECT_EQ(text.find("path.csv"), text.npos);
  EXPECT_TRUE(parse_scene(text, "contained.json", ""))
      << parse_scene(text, "contained.json", "").error().message;
}

TEST(SceneJson, PathsThatCannotBeAreRefusedInOneSentence) {
  const auto complaint = [](const std::string& target) {
    const std::string text = scene_with(
        R"(, "tasks": [{"name": "t", "type": "reach", "frame": "tip", "target": )" + target + "}]");
    const Expected<Scene> scene = parse_scene(text, "x.json", "");
    if (scene) return std::string();
    test::expect_one_sentence(scene.error().message, "x.json");
    return scene.error().message;
  };
  EXPECT_EQ(complaint(R"({"circle": {"center": [0, 0, 1], "radius": 0.1, "period": 1}})"), "");
  EXPECT_NE(
      complaint(
          R"({"spline": {"keys": [{"time": 1, "target": [0, 0, 1]}, {"time": 1, "target": [0, 0, 1]}]}})")
          .find("two keys of a path are both at 1 s"),
      std::string::npos);
  EXPECT_NE(complaint(R"({"circle": {"center": [0, 0, 1], "radius": 0.1, "period": 0}})"), "");
  EXPECT_NE(complaint(R"({"csv": {"file": "nothing.csv"}})"), "");
  EXPECT_NE(complaint(R"({"csv": {"file": "/etc/passwd"}})"), "");
  EXPECT_NE(complaint("{}"), "");
}

TEST(SceneJson, RandomPosturesSurviveWritingAndReading) {
  test::Random random(21);
  for (int round = 0; round < test::scaled(500); ++round) {
    test::RandomFigureOptions options;
    options.free_root = round % 2 == 0;
    Figure figure = test::random_figure(random, options);
    Posture posture = test::random_posture(random, figure);
    const Scene scene{.figure = figure, .posture = posture};
    const std::string first = write_scene(scene);
    const Expected<Scene> again = parse_scene(first, "again.json", "");
    ASSERT_TRUE(again) << again.error().message << "\n" << first;
    EXPECT_EQ(write_scene(*again), first);
    EXPECT_LE(difference(figure, posture, again->posture).cwiseAbs().maxCoeff(), 2e-14);
  }
}

TEST(SceneJson, FigureWithAnotherRootSurvivesWritingAndReading) {
  test::Random random(22);
  const TemporaryFolder folder;
  for (int round = 0; round < test::scaled(100); ++round) {
    test::RandomFigureOptions options;
    options.free_root = round % 2 == 0;
    const Figure figure = test::random_figure(random, options);
    const SegmentId chosen{test::uniform_int(random, 0, figure.segment_count() - 1)};
    const std::string root = figure.segment_name(chosen);
    folder.write("figure.json", write_figure(figure));
    Scene scene = parse_scene(R"({"limber": 1, "figure": "figure.json", "root": ")" + root + "\"}", "x.json",
                              folder.path())
                      .value();
    if (round % 3 == 0) scene.posture = test::random_posture(random, scene.figure);
    if (round % 3 == 1)
      scene.posture = scene.figure.rest_posture();  // not where holding it elsewhere leaves it
    const std::string first = write_scene(scene);
    const Scene again = parse_scene(first, "again.json", folder.path()).value();
    EXPECT_EQ(write_scene(again), first);
    EXPECT_LE(difference(scene.figure, scene.posture, again.posture).cwiseAbs().maxCoeff(), 2e-14);
  }
}

TEST(SceneJson, TheRootStaysWhereTheRestPostureHasIt) {
  const Scene scene =
      parse_scene(scene_with(R"(, "root": "lower", "posture": {"elbow": 1})"), "x.json", "").value();
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  EXPECT_TRUE(kinematics.segment_pose(scene.figure.segment("lower")).translation.isApprox(Vec3(0, 0, 1)));
  EXPECT_GT(kinematics.segment_pose(scene.figure.segment("upper")).translation.norm(), 0.1);
}

TEST(SceneJson, PostureOutsideLimitsIsKept) {
  const Scene scene = parse_scene(scene_with(R"(, "posture": {"elbow": -1.5})"), "x.json", "").value();
  EXPECT_EQ(joint_parameters(scene.figure, scene.posture, scene.figure.joint("elbow")),
            std::vector<double>{-1.5});
}

TEST(SceneJson, RefusesWhatDoesNotFitTheFigure) {
  const std::pair<std::string, std::string> cases[] = {
      {R"(, "posture": {"elbo": 1})",
       "posture.elbo: figure \"arm\" has no joint \"elbo\" (did you mean \"elbow\"?)"},
      {R"(, "posture": {"elbow": [1, 2]})", "posture.elbow: expected a list of 1 number, got 2"},
      {R"(, "posture": {"upper": 1})", "posture.upper: expected a list of 3 numbers, got the number 1"},
      {R"(, "posture": {"base": 1})", "posture.base: a fixed joint has no value"},
      {R"(, "root": "lowr")", "root: figure \"arm\" has no segment \"lowr\" (did you mean \"lower\"?)"},
      {R"(, "tasks": [{"name": "a", "type": "reach", "frame": "tipp", "target": [0, 0, 0]}])",
       "tasks[0].frame: figure \"arm\" has no frame \"tipp\" (did you mean \"tip\"?)"},
      {R"(, "tasks": [{"name": "a", "type": "grab"}])",
       "tasks[0].type: unknown task type \"grab\" (did you mean \"drag\"?); expected \"reach\", \"orient\", "
       "\"look-at\", \"relative-position\", \"relative-orientation\", \"center-of-mass\", \"on-ellipsoid\", "
       "\"joint-value\", \"region\", \"drag\", \"equilibrium\", "
       "\"center-over-supports\", \"balance\", \"inertia\", \"support-share\" or \"joint-strength\""},
      {R"(, "tasks": [{"name": "a", "type": "reach", "frame": "tip", "target": [0, 0, 0], "joints": ["elbw"]}])",
       "tasks[0].joints[0]: no joint of figure \"arm\" is called \"elbw\" (did you mean \"elbow\"?)"},
      {R"(, "forces": [{"frame": "hand", "force": [0, 0, 1]}])",
       "forces[0].frame: figure \"arm\" has no frame \"hand\""},
      {R"(, "forces": [{"frame": "tip", "force": [0, 0, 1e30]}])",
       "forces[0].force[2]: the number 1e+30 is too large; the largest allowed is 1e9"},
      {R"(, "forces": [{"frame": "tip"}])",
       "forces[0]: expected \"force\" in newtons, \"torque\" in newton metres or \"mass\" in kilograms"},
      {R"(, "supports": [{"name": "s", "frame": "tip", "friction": -0.1}])",
       "supports[0].friction: expected a number from 0 (ice) to 1000, as 0.6 for a shoe on a floor, got "
       "-0.1"},
      {R"(, "supports": [{"name": "s", "frame": "tip", "share": 0}])",
       "supports: share: the shares of all supports sum to 0, so nothing carries; give one a share above 0, "
       "or none"},
      {R"(, "supports": [{"name": "s", "frame": "tip", "share": 1.5}])",
       "supports[0].share: expected a part of the load from 0 to 1, got 1.5"},
      {R"(, "supports": [{"name": "s", "frame": "tip", "share": 0.7}, {"name": "t", "frame": "tip", "share": 0.6}, {"name": "u", "frame": "tip"}])",
       "supports: share: the shares given sum to 1.3, more than the whole load, which leaves less than "
       "nothing to the supports without one; lower them, or give every support a share: then they count in "
       "proportion"},
      {R"(, "supports": [{"name": "s", "frame": "tip", "patch": [[0, 0], [1, 0], [2, 0]]}])",
       "supports[0].patch: its corners lie on a line; give the two ends of an edge, or corners of a surface "
       "in "
       "order"},
      {R"(, "supports": [{"name": "s", "frame": "plinth"}])",
       "supports[0].frame: segment \"base\" is fixed to the world, which carries it anyway; give a frame on "
       "a "
       "part that moves, or hold the figure elsewhere (\"root\")"},
      {R"(, "strengths": [{"joints": "knee*", "torque": 5}])",
       "strengths[0].joints: no joint of figure \"arm\" matches \"knee*\""},
      {R"(, "strengths": [{"joints": "elbow", "torque": 0}])",
       "strengths[0].torque: expected a positive number, at most 1000000000 N m"},
      {R"(, "strengths": [{"joints": "elbow", "axes": [5, 6]}])",
       "strengths[0].axes: joint \"elbow\": a revolute joint has one axis; give a number or a table"},
      {R"(, "world": [{"name": "a", "shape": "sphere", "radius": 1}, {"name": "a", "shape": "sphere", "radius": 1}])",
       "world[1].name: the name \"a\" is used twice"},
  };
  for (const auto& [rest, expected] : cases) {
    EXPECT_EQ(parse_scene(scene_with(rest), "x.json", "").error().message, "x.json:6: " + expected);
  }
}

TEST(SceneJson, FindsItsFigureBesideTheSceneAndBesideItsFolder) {
  const TemporaryFolder folder;
  folder.write("models/arm.json", arm_figure);
  folder.write("scenes/near.json", arm_figure);
  const fs::path above = folder.write("scenes/a.json", R"({"limber": 1, "figure": "models/arm.json"})");
  const fs::path beside = folder.write("scenes/b.json", R"({"limber": 1, "figure": "near.json"})");
  const fs::path missing =
      folder.write("scenes/c.json", "{\"limber\": 1,\n \"figure\": \"models/armm.json\"}");
  EXPECT_EQ(load_scene(above).value().figure.name(), "arm");
  EXPECT_EQ(load_scene(beside).value().figure.name(), "arm");
  EXPECT_EQ(load_scene(missing).error().message,
            missing.string() +
                ":2: figure: there is no file \"models/armm.json\" beside the scene, beside its folder or "
                "among the shipped files (did you mean \"arm.json\"?)");
}

TEST(SceneJson, FindsShippedFiguresThroughTheEnvironment) {
  const TemporaryFolder share, elsewhere;
  share.write("models/unheard of.json", arm_figure);
  const fs::path scene = elsewhere.write("x.json", R"({"limber": 1, "figure": "models/unheard of.json"})");
  EXPECT_FALSE(load_scene(scene));
  ::setenv("LIMBER_SHARE", share.path().c_str(), 1);
  EXPECT_TRUE(load_scene(scene));
  ::unsetenv("LIMBER_SHARE");
}

TEST(SceneJson, AnErrorInTheFigureFileNamesBothPlaces) {
  const TemporaryFolder folder;
  const fs::path figure = folder.write("bad.json", "{\"limber\": 1, \"name\": \"x\",\n\"segments\": 3}");
  const fs::path scene = folder.write("x.json", R"({"limber": 1, "figure": "bad.json"})");
  EXPECT_EQ(load_scene(scene).error().message, scene.string() + ":1: figure: " + figure.string() +
                                                   ":2: segments: expected a list, got the number 3");
}

TEST(SceneJson, AFigureFileIsASceneAtRest) {
  const TemporaryFolder folder;
  const fs::path figure = folder.write("arm.json", arm_figure);
  const Scene scene = load_scene(figure).value();
  EXPECT_EQ(scene.posture, scene.figure.rest_posture());
  EXPECT_EQ(scene.figure_file, figure.generic_string());
  EXPECT_TRUE(scene.tasks.empty());
}

TEST(SceneJson, ASceneIsNotAFigure) {
  EXPECT_EQ(parse_figure(scene_with(""), "x.json").error().message,
            "x.json:1: figure: this is a scene; expected a file with just a figure");
}

// A posture is a few bytes in a file and 640 KB in memory when the figure has 20,000 ball joints.
TEST(SceneJson, RefusesListsThatHoldFarMoreThanTheirText) {
  const std::string start = R"({"limber": 1, "figure": {"name": "worm", "segments": [{"name": "base"}],
      "chains": [{"name": "c", "parent": "base", "links": 20000, "length": 9, "radius": 0.1,
                  "joints": [{"type": "ball"}]}]}, )";
  const auto refusal = [&](const std::string& list, int count, const std::string& entry) {
    std::string text = start + '"' + list + "\": [";
    for (int i = 0; i < count; ++i) {
      std::string one = entry;
      one.replace(one.find('#'), 1, std::to_string(i));
      text += (i > 0 ? "," : "") + one;
    }
    const Expected<Scene> scene = parse_scene(text + "]}", "worm.json", "");
    return scene ? "" : scene.error().message;
  };
  EXPECT_EQ(refusal("keys", 1001, R"({"time": #})"),
            "worm.json:3: keys: expected at most 1000 keys, got 1001");
  EXPECT_EQ(refusal("keys", 125, R"({"time": #})"), "");
  EXPECT_EQ(refusal("keys", 126, R"({"time": #})"),
            "worm.json:3: keys[125]: these keys hold more than 10000000 numbers, one or more for each joint");
  EXPECT_EQ(refusal("criteria", 126, R"({"name": "#", "type": "posture", "reference": {}})"),
            "worm.json:3: criteria[125]: these criteria hold more than 10000000 numbers, one or more for "
            "each joint");
  EXPECT_EQ(
      refusal("tasks", 500,
              R"({"name": "#", "type": "reach", "frame": "c.tip", "target": [0, 0, 0], "joints": ["*"]})"),
      "worm.json:3: tasks[499]: these tasks hold more than 10000000 numbers, one or more for each joint");
  const std::string tree =
      R"({"name": "#", "shape": "tree", "axiom": "A", "depth": 14, "length": 1, )"
      R"("rules": [{"letter": "A", "word": "F[A]A"}], "angle": 0.5, "radius": 0.1, "seed": 1})";
  EXPECT_EQ(refusal("world", 12, tree), "");
  EXPECT_EQ(refusal("world", 13, tree), "worm.json:3: world[12]: the trees grow more than 200000 branches");
}

TEST(World, AddsAndFindsObstaclesByName) {
  World world;
  EXPECT_EQ(world.add("pole", Sphere{{0, 0, 0}, 1}), 0);
  EXPECT_EQ(world.add("wall", Plane{}), 1);
  EXPECT_EQ(world.obstacle("wall"), 1);
  EXPECT_FALSE(world.find_obstacle("door"));
  EXPECT_THROW(world.add("pole", Plane{}), std::invalid_argument);
  EXPECT_THROW(world.add("", Plane{}), std::invalid_argument);
  EXPECT_THROW(world.obstacle("door"), std::invalid_argument);
}

}  // namespace
}  // namespace limber

// Tasks, criteria and solver options: reading, writing, and errors.

#include <gtest/gtest.h>

#include "files_support.h"
#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::data_folder;

const Scene& everything_scene() {
  static const Scene scene = load_scene(data_folder / "everything_scene.json").value();
  return scene;
}

template <class T>
const T& task(const char* name) {
  return std::get<T>(everything_scene().tasks.find(name)->task);
}

template <class T>
const T& criterion(std::size_t index) {
  return std::get<T>(everything_scene().criteria[index].criterion);
}

TEST(TaskJson, ReadsEveryTask) {
  const Figure& figure = everything_scene().figure;
  ASSERT_EQ(everything_scene().tasks.size(), 29u);
  const TaskList::Entry& grasp = *everything_scene().tasks.find("grasp");
  EXPECT_EQ(grasp.settings.priority, 2);
  EXPECT_EQ(grasp.settings.weight, 0.5);
  EXPECT_EQ(grasp.settings.tolerance, 0.001);
  EXPECT_EQ(grasp.settings.joint_patterns, (std::vector<std::string>{"shoulder", "tail*"}));
  EXPECT_EQ(grasp.settings.joints, joints_matching(figure, {"shoulder", "tail*"}));
  EXPECT_TRUE(grasp.settings.enabled);
  EXPECT_EQ(task<Reach>("grasp").frame, Place(figure.frame("grip")));
  EXPECT_EQ(task<Reach>("grasp").target, Vec3(0.5, 0.2, 1.1));
  EXPECT_EQ(task<Reach>("grasp").axes, Axes::xy());
  EXPECT_EQ(task<Reach>("point").in, Place{});
  EXPECT_EQ(task<Reach>("point").axes, Axes::xyz());
  EXPECT_EQ(task<Reach>("carry").frame, Place::on_segment(figure.segment("forearm"), Vec3(0, 0, 0.1)));
  EXPECT_EQ(task<Reach>("carry").in,
            Place::on_segment(figure.segment("base"), Transform{exp_rotation({0, 0, 0.3}), {0, 0, 0.5}}));
  EXPECT_FALSE(everything_scene().tasks.find("carry")->settings.enabled);
  EXPECT_TRUE(task<Orient>("upright").target.isApprox(exp_quaternion({0, 0.4, 0})));
  EXPECT_EQ(task<Orient>("upright").in, Place::in_world({exp_rotation({0.2, 0, 0}), Vec3::Zero()}));
  EXPECT_EQ(task<LookAt>("watch").gaze, Vec3::UnitX());
  EXPECT_EQ(task<LookAt>("watch").in, Place::on_segment(figure.segment("mast"), Vec3::Zero()));
  EXPECT_EQ(task<RelativePosition>("hold").offset, Vec3(0.1, 0, 0));
  EXPECT_EQ(task<RelativePosition>("hold").second, Place(figure.frame("sting")));
  EXPECT_EQ(task<RelativeOrientation>("parallel").axes, (Axes{false, true, true}));
  EXPECT_EQ(task<CenterOfMass>("balance").axes, Axes::xyz());
  EXPECT_EQ(task<OnEllipsoid>("slide").side, OnEllipsoid::Side::outside);
  EXPECT_EQ(task<JointValue>("twist").joint, figure.joint("shoulder"));
  EXPECT_EQ(task<JointValue>("twist").coordinate, 2);
  EXPECT_EQ(std::get<Region::InsideBox>(task<Region>("cage").inside).half_size, Vec3(0.5, 0.3, 1));
  EXPECT_EQ(std::get<Region::InsideSphere>(task<Region>("bubble").inside).radius, 0.7);
  EXPECT_EQ(std::get<Region::InsideHalfSpace>(task<Region>("wall").inside).offset, 1.5);
  EXPECT_EQ(task<Drag>("").segment, figure.segment("lamp"));
}

TEST(TaskJson, ReadsEveryCriterionAndSolverOption) {
  const Figure& figure = everything_scene().figure;
  ASSERT_EQ(everything_scene().criteria.size(), 6u);
  EXPECT_EQ(criterion<ReferencePosture>(0).reference.values.size(), 0);
  const Posture& pose = criterion<ReferencePosture>(1).reference;
  EXPECT_EQ(joint_parameters(figure, pose, figure.joint("lift")), std::vector<double>{0.3});
  const std::vector<double>& stiffens_at = criterion<ReferencePosture>(1).stiffens_at;
  EXPECT_EQ(at(stiffens_at, figure.first_dof(figure.joint("shoulder"))), 0.4);
  EXPECT_EQ(at(stiffens_at, figure.first_dof(figure.joint("lift"))), unlimited);
  EXPECT_EQ(everything_scene().criteria[1].gain, 0.2);
  EXPECT_FALSE(everything_scene().criteria[1].enabled);
  EXPECT_EQ(criterion<Manipulability>(3).axes, (Axes{true, false, true}));
  ASSERT_EQ(criterion<Flexion>(4).terms.size(), 2u);
  EXPECT_EQ(criterion<Flexion>(4).terms[0].sign, -1.0);
  EXPECT_EQ(criterion<Flexion>(4).terms[1].coordinate, 1);

  const SolverOptions& solver = everything_scene().solver;
  EXPECT_EQ(solver.limits, LimitMethod::projection);
  EXPECT_EQ(solver.formulation, Formulation::projector);
  EXPECT_EQ(solver.svd, SvdMethod::golub_reinsch);
  EXPECT_EQ(solver.damping.rule, Damping::Rule::smallest_singular_value);
  EXPECT_EQ(solver.damping.lambda, 0.2);
  EXPECT_EQ(solver.damping.bound, 0.15);
  EXPECT_EQ(solver.largest_error, 0.05);
  EXPECT_EQ(solver.clamp, ErrorClamp::global);
  EXPECT_EQ(solver.largest_turn, 0.25);
  EXPECT_EQ(solver.metres_per_radian, 0.3);
  EXPECT_FALSE(solver.line_search);
  EXPECT_EQ(solver.fade_steps, 10);
  ASSERT_EQ(solver.recruitment.size(), static_cast<std::size_t>(figure.dof_count()));
  const auto cost = [&](const char* joint) {
    return at(solver.recruitment, figure.first_dof(figure.joint(joint)));
  };
  EXPECT_EQ(cost("tail.2"), 5.0);
  EXPECT_EQ(cost("lift"), 2.0);
  EXPECT_EQ(cost("elbow"), 2.0);  // as the figure says
  EXPECT_EQ(figure.dof_name(solver.ignored_limits.at(0)), "wrist swing x");
  EXPECT_EQ(at(figure.couplings(), solver.ignored_couplings.at(0)).name, "lift turns");
}

// Every word of the enums, by writing each value and reading it back.
TEST(TaskJson, EverySolverWordReadsBackAsItself) {
  Scene scene = everything_scene();
  const auto again = [&] {
    return parse_scene(write_scene(scene), "again.json", data_folder).value().solver;
  };
  for (int i = 0; i <= static_cast<int>(LimitMethod::off); ++i) {
    scene.solver.limits = static_cast<LimitMethod>(i);
    EXPECT_EQ(again().limits, scene.solver.limits);
  }
  for (int i = 0; i <= static_cast<int>(Formulation::chiaverini); ++i) {
    scene.solver.formulation = static_cast<Formulation>(i);
    EXPECT_EQ(again().formulation, scene.solver.formulation);
  }
  for (int i = 0; i <= static_cast<int>(SvdMethod::row_givens); ++i) {
    scene.solver.svd = static_cast<SvdMethod>(i);
    EXPECT_EQ(again().svd, scene.solver.svd);
  }
  for (int i = 0; i <= static_cast<int>(Damping::Rule::numerical_filtering); ++i) {
    scene.solver.damping = {};
    scene.solver.damping.rule = static_cast<Damping::Rule>(i);
    EXPECT_EQ(again().damping.rule, scene.solver.damping.rule);
  }
  EXPECT_NE(write_scene(scene).find("\"damping\": \"numerical-filtering\""), std::string::npos);
  scene.solver = {};
  scene.recruitment.clear();
  scene.avoidance = {};
  scene.motion = {};
  scene.speeds.clear();
  scene.accelerations.clear();
  EXPECT_EQ(write_scene(scene).find("\"solver\""), std::string::npos);  // all as usual: nothing to say
}

TEST(TaskJson, CostsAreWrittenByJointIfPatternsNoLongerGiveThem) {
  Scene scene = everything_scene();
  EXPECT_NE(write_scene(scene).find("\"tail*\": 5"), std::string::npos);
  at(scene.solver.recruitment, scene.figure.first_dof(scene.figure.joint("tail.2"))) = 7;
  const std::string text = write_scene(scene);
  EXPECT_EQ(text.find("tail*\": 5"), std::string::npos);
  EXPECT_EQ(parse_scene(text, "again.json", data_folder).value().solver.recruitment,
            scene.solver.recruitment);
}

TEST(TaskJson, JointsAreWrittenByNameIfPatternsNoLongerGiveThem) {
  Scene scene = everything_scene();
  TaskList::Entry& grasp = *scene.tasks.find("grasp");
  grasp.settings.joints = {scene.figure.joint("elbow")};
  const Scene again = parse_scene(write_scene(scene), "again.json", data_folder).value();
  EXPECT_EQ(again.tasks.find("grasp")->settings.joint_patterns, std::vector<std::string>{"elbow"});
}

// Orientations and poses are written as rotation vectors; the second writing is the first, to the byte.
TEST(TaskJson, RandomPosesSurviveWritingAndReading) {
  test::Random random(31);
  for (int round = 0; round < test::scaled(1000); ++round) {
    Scene scene{.figure = test::random_figure(random, {.segments = 4})};
    scene.posture = scene.figure.rest_posture();
    const Place on_segment = Place::on_segment(SegmentId{1}, test::random_placement(random, 1));
    const Place in_world = Place::in_world(test::random_placement(random, 1));
    scene.tasks.add(
        "a", Orient{.frame = FrameId{1}, .target = Quat(test::random_rotation(random)), .in = on_segment});
    scene.tasks.add(
        "b", RelativeOrientation{
                 .first = on_segment, .second = FrameId{0}, .target = Quat(test::random_rotation(random))});
    scene.tasks.add("c", LookAt{.frame = on_segment,
                                .target = test::random_vector(random, 2),
                                .in = in_world,
                                .gaze = test::random_direction(random)});
    scene.tasks.add("d", Region{.frame = FrameId{1},
                                .inside = Region::InsideHalfSpace{test::random_direction(random), 0.3},
                                .in = in_world});
    scene.tasks.add("e", Region{.frame = FrameId{1},
                                .inside = Region::InsideBox{test::random_vector(random, 1).cwiseAbs()}});
    scene.tasks.add("f", Orient{.frame = FrameId{1},
                                .target = exp_quaternion(std::numbers::pi * test::random_direction(random))});
    scene.criteria.push_back({"g", ReferencePosture{test::random_posture(random, scene.figure)}});
    const std::string first = write_scene(scene);
    const Expected<Scene> again = parse_scene(first, "again.json", "");
    ASSERT_TRUE(again) << again.error().message << "\n" << first;
    ASSERT_EQ(write_scene(*again), first);
    const auto angle = [](const Quat& a, const Quat& b) { return a.angularDistance(b); };
    EXPECT_LT(angle(std::get<Orient>(again->tasks.find("a")->task).target,
                    std::get<Orient>(scene.tasks.find("a")->task).target),
              1e-7);
    EXPECT_LT(
        (std::get<LookAt>(again->tasks.find("c")->task).in.pose.rotation - in_world.pose.rotation).norm(),
        1e-12);
  }
}

TEST(TaskJson, CustomTasksAndCriteriaCannotBeSaved) {
  const auto refusal = [](const Scene& scene) -> std::string {
    try {
      write_scene(scene);
    } catch (const std::invalid_argument& problem) {
      return problem.what();
    }
    return "saved";
  };
  Scene scene = everything_scene();
  EXPECT_EQ(refusal(scene), "saved");
  const auto id =
      scene.tasks.add("mine", Custom{.rows = 1, .evaluate = [](const TaskContext&, TaskRows&) {}});
  EXPECT_EQ(
      refusal(scene),
      "task \"mine\" cannot be saved: it is a custom task, made of functions, which a file cannot contain");
  scene.tasks.remove(id);
  scene.criteria.push_back({"own", CustomCriterion{}});
  EXPECT_EQ(refusal(scene),
            "criterion \"own\" cannot be saved: it is made of functions, which a file cannot contain");
}

constexpr const char* arm = R"({"limber": 1, "name": "arm", "segments": [
    {"name": "base"},
    {"name": "upper", "parent": "base", "joint": {"type": "ball", "name": "shoulder"}},
    {"name": "lower", "parent": "upper", "at": {"position": [0, 0, 1]},
     "joint": {"type": "revolute", "name": "elbow", "axis": [0, 1, 0], "range": [0, 2]}}],
    "frames": [{"name": "tip", "segment": "lower", "position": [0, 0, 1]}]})";

TEST(TaskJson, ErrorsHaveTheirPlace) {
  const auto refused = [](const std::string& rest) {
    const Expected<Scene> scene =
        parse_scene(std::string(R"({"limber": 1, "figure": )") + arm + ", " + rest + "}", "x.json", "");
    return scene ? "read" : scene.error().message;
  };
  const auto about_task = [&](const std::string& members) {
    return refused(R"("tasks": [{"name": "t", )" + members + "}]");
  };
  const std::pair<std::string, std::string> tasks[] = {
      {R"("type": "reach", "frame": "tpi", "target": [0, 0, 0])",
       "tasks[0].frame: figure \"arm\" has no frame \"tpi\" (did you mean \"tip\"?)"},
      {R"("type": "reach", "frame": 3, "target": [0, 0, 0])",
       "tasks[0].frame: expected the name of a frame, {\"segment\": ...} or {\"world\": {\"position\": ..., "
       "\"rotation\": ...}}, got the number 3"},
      {R"("type": "reach", "frame": {"segment": "lowr"}, "target": [0, 0, 0])",
       "tasks[0].frame.segment: figure \"arm\" has no segment \"lowr\" (did you mean \"lower\"?)"},
      {R"("type": "reach", "frame": {"segment": "lower", "pont": [0, 0, 0]}, "target": [0, 0, 0])",
       "tasks[0].frame.pont: unknown key \"pont\" in a place on a segment (did you mean \"point\" or "
       "\"pose\"?)"},
      {R"("type": "reach", "frame": {"segment": "lower", "point": [0, 0, 0], "pose": {}}, "target": [0, 0, 0])",
       "tasks[0].frame.pose: a place has a point or a pose; expected only one of them"},
      {R"("type": "reach", "frame": {"world": {}}, "target": [0, 0, 0])",
       "tasks[0]: frame is fixed in the world and cannot be moved; name a frame or a segment of the figure"},
      {R"("type": "reach", "frame": "tip")", "tasks[0]: the key \"target\" is missing"},
      {R"("type": "reach", "frame": "tip", "target": [0, 0, 0], "axis": "x")",
       "tasks[0].axis: unknown key \"axis\" in a reach task (did you mean \"axes\"?)"},
      {R"("type": "reach", "frame": "tip", "target": [0, 0, 0], "axes": "zx")",
       "tasks[0].axes: unknown choice of axes \"zx\" (did you mean \"x\", \"z\" or \"y\"?); expected \"x\", "
       "\"y\", \"z\", \"xy\", \"xz\", \"yz\" or \"xyz\""},
      {R"("type": "reach", "frame": "tip", "target": [0, 0, 0], "priority": 0)",
       "tasks[0].priority: expected a whole number from 1 to 1000, got the number 0"},
      {R"("type": "reach", "frame": "tip", "target": [0, 0, 0], "enabled": 1)",
       "tasks[0].enabled: expected true or false, got the number 1"},
      {R"("type": "look_at", "frame": "tip", "target": [0, 0, 0])",
       "tasks[0].type: unknown task type \"look_at\" (did you mean \"look-at\"?); expected \"reach\", "
       "\"orient\", \"look-at\", \"relative-position\", \"relative-orientation\", \"center-of-mass\", "
       "\"on-ellipsoid\", \"joint-value\", \"region\", \"drag\", \"equilibrium\", "
       "\"center-over-supports\", \"balance\", \"inertia\", \"support-share\" or \"joint-strength\""},
      {R"("type": "look-at", "frame": "tip", "target": [0, 0, 0], "gaze": [0, 0, 0])",
       "tasks[0].gaze: the direction has no length; expected a vector like [0, 0, 1]"},
      {R"("type": "orient", "frame": "tip", "target": [0, 0])",
       "tasks[0].target: expected a list of 3 numbers, got 2"},
      {R"("type": "joint-value", "joint": "elbo", "target": 1)",
       "tasks[0].joint: figure \"arm\" has no joint \"elbo\" (did you mean \"elbow\"?)"},
      {R"("type": "joint-value", "joint": "elbow", "coordinate": 1, "target": 1)",
       "tasks[0]: coordinate: joint \"elbow\" is revolute and has one coordinate, number 0; there is no "
       "number 1"},
      {R"("type": "center-of-mass", "target": [0, 0, 0])",
       "tasks[0]: figure \"arm\" has no mass, so it has no centre of mass"},
      {R"("type": "on-ellipsoid", "frame": "tip", "center": {"world": {}}, "radii": [1, 1, 0])",
       "tasks[0].radii[2]: expected a number above 0, got the number 0"},
      {R"("type": "on-ellipsoid", "frame": "tip", "center": {"world": {}}, "radii": [1, 1, 1], "side": "out")",
       "tasks[0].side: unknown side of an ellipsoid \"out\" (did you mean \"outside\" or \"on\"?); expected "
       "\"on\", \"inside\" or \"outside\""},
      {R"("type": "region", "frame": "tip", "inside": {"shape": "cube"})",
       "tasks[0].inside.shape: unknown region \"cube\"; expected \"box\", \"sphere\" or \"half-space\""},
      {R"("type": "region", "frame": "tip", "inside": {"shape": "sphere", "size": 1})",
       "tasks[0].inside.size: unknown key \"size\" in an inside sphere; its keys are \"shape\" and "
       "\"radius\""},
  };
  for (const auto& [members, expected] : tasks) EXPECT_EQ(about_task(members), "x.json:6: " + expected);

  EXPECT_EQ(refused(R"("tasks": [{"type": "reach", "frame": "tip", "target": [0, 0, 0]}])"),
            "x.json:6: tasks[0]: the key \"name\" is missing");
  const std::pair<std::string, std::string> others[] = {
      {R"("criteria": [{"type": "midrange"}])",
       "criteria[0].type: unknown criterion \"midrange\" (did you mean \"mid-range\"?); expected "
       "\"posture\", \"mid-range\", \"manipulability\", \"flexion\" or \"effort\""},
      {R"("criteria": [{"type": "flexion"}])", "criteria[0]: the key \"terms\" is missing"},
      {R"("criteria": [{"type": "posture", "reference": {"elbw": 1}}])",
       "criteria[0].reference.elbw: figure \"arm\" has no joint \"elbw\" (did you mean \"elbow\"?)"},
      {R"("criteria": [{"type": "posture", "gain": -1}])",
       "criteria[0].gain: expected a number of at least 0, got the number -1"},
      {R"("solver": {"limits": "activeset"})",
       "solver.limits: unknown handling of limits \"activeset\" (did you mean \"active-set\"?); expected "
       "\"active-set\", \"projection\", \"clipping\" or \"off\""},
      {R"("solver": {"damping": "auto"})",
       "solver.damping: unknown damping rule \"auto\" (did you mean \"automatic\"?); expected \"automatic\", "
       "\"none\", \"fixed\", \"step-bound\", \"smallest-singular-value\" or \"numerical-filtering\""},
      {R"("solver": {"damping": {"lambda": 1}})", "solver.damping: the key \"rule\" is missing"},
      {R"("solver": {"recruitment": {"wrist": 2}})",
       "solver.recruitment.wrist: no joint of figure \"arm\" is called \"wrist\""},
      {R"("solver": {"recruitment": {"elbow": 0}})",
       "solver.recruitment.elbow: expected a number above 0, got the number 0"},
      {R"("solver": {"ignored_limits": ["elbo"]})",
       "solver.ignored_limits[0]: there is no degree of freedom called \"elbo\" (did you mean \"elbow\"?)"},
      {R"("solver": {"svd": "lapack"})",
       "solver.svd: unknown singular value decomposition \"lapack\"; expected \"golub-reinsch\", "
       "\"column-givens\" or \"row-givens\""},
      {R"("solver": {"svd": "row-given"})",
       "solver.svd: unknown singular value decomposition \"row-given\" (did you mean \"row-givens\"?); "
       "expected "
       "\"golub-reinsch\", \"column-givens\" or \"row-givens\""},
  };
  for (const auto& [members, expected] : others) EXPECT_EQ(refused(members), "x.json:6: " + expected);
}

}  // namespace
}  // namespace limber

// Names, numbers, patterns, refusals, and tasks carried over to an edited figure.

#include "limber/tasks/task_list.h"

#include "limber/tasks/rebound.h"
#include "tasks/task_support.h"

namespace limber {
namespace {

Figure arm() {
  FigureDescription d;
  d.name = "arm";
  const Joint hinge{.type = JointType::revolute};
  d.segments = {{.name = "base", .mass = MassProperties{1, Vec3::Zero(), Mat3::Identity()}},
                {.name = "shoulder", .parent = "base", .joint = {.type = JointType::ball}},
                {.name = "elbow", .parent = "shoulder", .before = Transform::at({0.3, 0, 0}), .joint = hinge},
                {.name = "wrist", .parent = "elbow", .before = Transform::at({0.3, 0, 0}), .joint = hinge}};
  d.frames = {{"hand", "wrist", Transform::at({0.1, 0, 0})}, {"chest", "base", {}}};
  return Figure::build(d).value();
}

// The sentence with which something is refused.
template <class Function>
std::string refusal(Function&& function) {
  try {
    function();
  } catch (const std::invalid_argument& problem) {
    return problem.what();
  }
  return "accepted";
}

std::vector<TaskId<>> numbers(std::initializer_list<int> list) {
  std::vector<TaskId<>> result;
  for (const int number : list) result.push_back(TaskId<>{number});
  return result;
}

TEST(TaskList, IdsKnowTheTypeOfTheirTask) {
  const Figure figure = arm();
  TaskList tasks;
  const TaskId<Reach> hand =
      tasks.add("hand", Reach{.frame = figure.frame("hand"), .target = {1, 0, 0}}, {.priority = 2});
  const TaskId<LookAt> gaze = tasks.add("gaze", LookAt{.frame = figure.frame("chest")});
  tasks[hand].target = {0, 2, 0};
  EXPECT_EQ(std::get<Reach>(tasks.entry(hand).task).target, Vec3(0, 2, 0));
  EXPECT_EQ(tasks.find("gaze")->number, gaze);
  EXPECT_EQ(tasks.find("nose"), nullptr);
  EXPECT_EQ(tasks.size(), 2u);
}

TEST(TaskList, IdsStayValidWhenOthersAreRemoved) {
  TaskList tasks;
  const auto a = tasks.add("a", CenterOfMass{}), b = tasks.add("b", CenterOfMass{}),
             c = tasks.add("", CenterOfMass{});
  tasks.remove(b);
  EXPECT_EQ(tasks.entry(a).name, "a");
  EXPECT_EQ(tasks.entry(c).name, "");
  const auto d = tasks.add("b", CenterOfMass{});  // the name is free again, the number is not
  EXPECT_NE(d, b);
  EXPECT_EQ(refusal([&] { tasks.remove(b); }),
            "there is no task with id 1: it was removed, or belongs to another list");
  EXPECT_EQ(refusal([&] { tasks.add("a", CenterOfMass{}); }), "there is already a task \"a\"");
  tasks.add("", CenterOfMass{});  // any number may be without a name
}

TEST(TaskList, ReorderingKeepsTheIds) {
  TaskList tasks;
  for (const char* name : {"a", "b", "c"}) tasks.add(name, CenterOfMass{});
  tasks.order(numbers({2, 0, 1}));
  std::string names;
  for (const TaskList::Entry& entry : tasks) names += entry.name;
  EXPECT_EQ(names, "cab");
  EXPECT_EQ(tasks.entry(TaskId<>{1}).name, "b");
  EXPECT_THROW(tasks.order(numbers({2, 0})), std::invalid_argument);
  EXPECT_THROW(tasks.order(numbers({2, 0, 2})), std::invalid_argument);
  EXPECT_THROW(tasks.order(numbers({2, 0, 7})), std::invalid_argument);
  EXPECT_EQ(tasks.begin()->name, "c");
}

// What a solver has to be prepared for again.
TEST(SameStructure, DiffersInTypeRowsUnitPriorityAndJoints) {
  const Figure figure = arm();
  const FrameId hand = figure.frame("hand");
  const auto with = [&](Task task, TaskSettings settings = {}) {
    TaskList tasks;
    tasks.insert("t", std::move(task), std::move(settings));
    return tasks;
  };
  const TaskList reach = with(Reach{.frame = hand});
  EXPECT_FALSE(same_structure(reach, with(Orient{.frame = hand}))) << "as many rows, another unit";
  EXPECT_FALSE(same_structure(reach, with(Reach{.frame = hand, .axes = Axes::xy()})));
  EXPECT_FALSE(same_structure(reach, with(Reach{.frame = hand}, {.priority = 2})));
  EXPECT_FALSE(same_structure(reach, with(Reach{.frame = hand}, {.joints = {figure.joint("elbow")}})));
  EXPECT_FALSE(same_structure(reach, TaskList{}));
  EXPECT_FALSE(same_structure(with(OnEllipsoid{.frame = hand}),
                              with(OnEllipsoid{.frame = hand, .side = OnEllipsoid::Side::inside})))
      << "an equality and an inequality";
  EXPECT_FALSE(same_structure(with(JointValue{.joint = figure.joint("elbow")}),
                              with(JointValue{.joint = figure.joint("wrist")})))
      << "one joint may turn and another slide";
  const auto custom = [](TaskUnit unit) { return Custom{.rows = 1, .evaluate = {}, .unit = unit}; };
  EXPECT_FALSE(same_structure(with(custom(TaskUnit::metre)), with(custom(TaskUnit::radian))));
}

TEST(SameStructure, IgnoresTargetsPlacesWeightsAndWhetherATaskIsEnabled) {
  const Figure figure = arm();
  TaskList tasks;
  const auto id =
      tasks.add("hand", Reach{.frame = figure.frame("hand")}, {.joints = {figure.joint("elbow")}});
  TaskList moved = tasks;
  moved[id] = Reach{.frame = figure.frame("chest"), .target = {1, 2, 3}};
  moved.entry(id).settings.weight = 3.0;
  moved.entry(id).settings.tolerance = 0.1;
  moved.entry(id).settings.enabled = false;
  EXPECT_TRUE(same_structure(tasks, moved));
}

TEST(SameStructure, TellsTasksApartByTheirIds) {
  TaskList two;
  const auto a = two.add("a", CenterOfMass{});
  const auto b = two.add("b", CenterOfMass{});
  TaskList first = two, second = two, swapped = two;
  first.remove(b);
  second.remove(a);
  swapped.order({b, a});
  EXPECT_FALSE(same_structure(first, second));
  EXPECT_FALSE(same_structure(two, swapped));
  EXPECT_TRUE(same_structure(two, TaskList(two)));
}

TEST(TaskList, JointsByPattern) {
  const Figure figure = arm();
  EXPECT_EQ(joints_matching(figure, {"w*", "shoulder"}), (std::vector<JointId>{JointId{1}, JointId{3}}));
  EXPECT_EQ(refusal([&] { joints_matching(figure, {"elbwo"}); }),
            "no joint of figure \"arm\" is called \"elbwo\" (did you mean \"elbow\"?)");
}

TEST(TaskCheck, SaysWhatDoesNotFit) {
  const Figure figure = arm();
  const auto said = [&](Task task, TaskSettings settings = {}) {
    TaskList tasks;
    tasks.insert("t", std::move(task), std::move(settings));
    return refusal([&] { check(tasks, figure); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(said(Reach{.frame = FrameId{0}}), "accepted");
  EXPECT_EQ(said(Reach{.frame = FrameId{7}}),
            "task \"t\": frame: there is no frame number 7 in figure \"arm\", which has 2, counted from 0");
  EXPECT_EQ(
      said(Reach{}),
      "task \"t\": frame is fixed in the world and cannot be moved; name a frame or a segment of the figure");
  EXPECT_EQ(said(Reach{.frame = FrameId{0}, .target = {0, nan, 0}}),
            "task \"t\": target is not a point: a coordinate is not a number, or too large");
  EXPECT_EQ(said(Reach{.frame = FrameId{0}, .axes = {false, false, false}}),
            "task \"t\": axes: at least one of x, y and z must count");
  EXPECT_EQ(said(Reach{.frame = Place::on_segment(SegmentId{9}, Vec3::Zero())}),
            "task \"t\": frame: there is no segment number 9 in figure \"arm\", which has 4, counted from 0");
  EXPECT_EQ(said(Orient{.frame = FrameId{0}, .target = Quat(0, 0, 0, 0)}),
            "task \"t\": target must be a unit quaternion");
  EXPECT_EQ(said(LookAt{.frame = FrameId{0}, .gaze = {0, 0, 2}}),
            "task \"t\": gaze must be a vector of length 1");
  EXPECT_EQ(
      said(JointValue{.joint = JointId{2}, .coordinate = 1}),
      "task \"t\": coordinate: joint \"elbow\" is revolute and has one coordinate, number 0; there is no "
      "number 1");
  EXPECT_EQ(said(JointValue{.joint = JointId{0}}),
            "task \"t\": coordinate: joint \"base\" is fixed and has no coordinates; there is no number 0");
  EXPECT_EQ(said(JointValue{.joint = JointId{11}}),
            "task \"t\": joint: there is no joint number 11 in figure \"arm\", which has 4, counted from 0");
  EXPECT_EQ(said(OnEllipsoid{.frame = FrameId{0}, .radii = {1, 0, 1}}),
            "task \"t\": radii must be three positive numbers");
  EXPECT_EQ(said(Region{.frame = FrameId{0}, .inside = Region::InsideSphere{-1}}),
            "task \"t\": radius must be a positive number");
  EXPECT_EQ(said(Drag{.segment = no_segment}),
            "task \"t\": segment is fixed in the world and cannot be moved; name a frame or a segment of the "
            "figure");
  EXPECT_EQ(said(Custom{}), "task \"t\": rows: a custom task needs at least one row");
  EXPECT_EQ(said(Reach{.frame = FrameId{0}}, {.priority = 0}), "task \"t\": priority is 0; the first is 1");
  EXPECT_EQ(said(Reach{.frame = FrameId{0}}, {.weight = 0}),
            "task \"t\": weight must be a positive number; to switch a task off, disable it");
  EXPECT_EQ(said(Reach{.frame = FrameId{0}}, {.tolerance = nan}),
            "task \"t\": tolerance must be zero or a positive number");
  EXPECT_EQ(said(Reach{.frame = FrameId{0}}, {.joints = {JointId{4}}}),
            "task \"t\": joints: there is no joint number 4 in figure \"arm\", which has 4, counted from 0");
  FigureDescription weightless = figure.description();
  weightless.segments[0].mass.reset();
  EXPECT_EQ(refusal([&] { check(Task(CenterOfMass{}), Figure::build(weightless).value()); }),
            "figure \"arm\" has no mass, so it has no centre of mass");
}

TEST(CriterionCheck, SaysWhatDoesNotFit) {
  const Figure figure = arm();
  const auto said = [&](Criterion criterion, double gain = 0.1) {
    const CriterionList list = {{"c", std::move(criterion), gain}};
    return refusal([&] { check(list, figure); });
  };
  EXPECT_EQ(said(ReferencePosture{}), "accepted");
  EXPECT_EQ(said(ReferencePosture{{VecX::Zero(3)}}),
            "criterion \"c\": reference has 3 values, figure \"arm\" needs 6");
  EXPECT_EQ(said(MidRange{}, -1), "criterion \"c\": gain must be zero or a positive number");
  EXPECT_EQ(
      said(Flexion{{{.joint = JointId{2}, .coordinate = 5}}}),
      "criterion \"c\": coordinate: joint \"elbow\" is revolute and has one coordinate, number 0; there is "
      "no number 5");
  EXPECT_EQ(said(CustomCriterion{}), "criterion \"c\": a custom criterion needs both of its functions");
  EXPECT_EQ(
      said(Manipulability{}),
      "criterion \"c\": frame is fixed in the world and cannot be moved; name a frame or a segment of the "
      "figure");
}

// Held at another segment, all numbers change and nothing else does.
TEST(Rebound, TasksMeanTheSameAfterReRooting) {
  test::Random random(501);
  for (int trial = 0; trial < test::scaled(300); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 8});
    test::TaskBench before(figure);
    before.move_to(test::random_posture(random, figure));
    TaskList tasks;
    const Place a = test::random_moving_place(random, figure), b = test::random_moving_place(random, figure);
    tasks.add("reach", Reach{.frame = a, .target = {1, 2, 3}, .in = b});
    tasks.add("orient", Orient{.frame = a, .in = b}, {.joints = {JointId{3}, JointId{5}}});
    tasks.add("gaze", LookAt{.frame = a, .target = {1, 2, 3}, .in = b});
    tasks.add("loop", RelativePosition{.first = a, .second = b});
    tasks.add("parallel", RelativeOrientation{.first = a, .second = b});
    if (figure.total_mass() > 0) tasks.add("balance", CenterOfMass{.in = b});
    tasks.add("scapula", OnEllipsoid{.frame = a, .center = b, .radii = {0.1, 0.2, 0.3}});
    tasks.add("room", Region{.frame = a, .inside = Region::InsideBox{}, .in = b});
    tasks.add("drag", Drag{.segment = SegmentId{4}});
    for (const JointId j : figure.joints()) {
      if (dof_count(figure.joint(j).type) > 0) {
        tasks.add(figure.joint_name(j), JointValue{.joint = j});
        break;
      }
    }
    const SegmentId root{test::random_segment(random, figure)};
    const Edited edited = re_root(figure, before.posture(), figure.segment_name(root)).value();
    const ReboundTasks after = rebound(tasks, figure, edited.figure);
    EXPECT_TRUE(after.dropped.empty());
    test::TaskBench there(edited.figure);
    there.move_to(edited.posture);
    for (const TaskList::Entry& entry : tasks) {
      const TaskList::Entry& carried = after.tasks.entry(entry.number);
      const VecX difference = before.evaluate(entry.task).error - there.evaluate(carried.task).error;
      EXPECT_LT(difference.norm(), 1e-8) << entry.name;
      EXPECT_EQ(entry.settings.joints.size(), carried.settings.joints.size());
      for (const JointId j : entry.settings.joints) {
        const JointId moved = edited.figure.joint(figure.joint_name(j));
        EXPECT_NE(std::find(carried.settings.joints.begin(), carried.settings.joints.end(), moved),
                  carried.settings.joints.end());
      }
    }
    if (HasFailure()) FAIL() << "trial " << trial;
  }
}

TEST(Rebound, NamesWhatNoLongerExists) {
  const Figure figure = arm();
  TaskList tasks;
  tasks.add("hand", Reach{.frame = figure.frame("hand")});
  tasks.add("chest", Reach{.frame = figure.frame("chest")});
  tasks.add("bend", JointValue{.joint = JointId{3}});
  tasks.add("", Drag{.segment = SegmentId{3}});
  tasks.add("only the wrist", Reach{.frame = figure.frame("chest")}, {.joints = {JointId{3}}});
  tasks.add("w and e", Reach{.frame = figure.frame("chest")},
            {.joints = {JointId{2}, JointId{3}}, .joint_patterns = {"w*", "e*"}});
  tasks.add("balance", CenterOfMass{});
  FigureDescription shorter = figure.description();
  shorter.segments.pop_back();
  std::erase_if(shorter.frames, [](const FrameDescription& f) { return f.name == "hand"; });
  const ReboundTasks after = rebound(tasks, figure, Figure::build(shorter).value());
  EXPECT_EQ(after.dropped,
            (std::vector<std::string>{"task \"hand\": frame \"hand\" is gone",
                                      "task \"bend\": joint \"wrist\" is gone",
                                      "task number 4: segment \"wrist\" is gone",
                                      "task \"only the wrist\": none of the joints it may use is left"}));
  EXPECT_EQ(after.tasks.size(), 3u);
  EXPECT_EQ(after.tasks.find("w and e")->settings.joints, std::vector{JointId{2}});
  EXPECT_EQ(after.tasks.find("w and e")->settings.joint_patterns, std::vector<std::string>{"e*"});
}

TEST(Rebound, CriteriaKeepTheRemainingPartOfTheirPosture) {
  const Figure figure = arm();
  Posture reference = figure.rest_posture();
  reference.values.tail(2) = Vec2(0.4, 0.7);  // elbow, wrist
  const CriterionList criteria = {{"pose", ReferencePosture{reference}},
                                  {"middle", MidRange{}},
                                  {"flex", Flexion{{{.joint = JointId{3}}}}},
                                  {"", Manipulability{.frame = figure.frame("hand")}}};
  FigureDescription shorter = figure.description();
  shorter.segments.pop_back();
  std::erase_if(shorter.frames, [](const FrameDescription& f) { return f.name == "hand"; });
  const ReboundCriteria after = rebound(criteria, figure, Figure::build(shorter).value());
  EXPECT_EQ(after.dropped,
            (std::vector<std::string>{"criterion \"flex\": joint \"wrist\" is gone",
                                      "criterion \"manipulability\": frame \"hand\" is gone"}));
  ASSERT_EQ(after.criteria.size(), 2u);
  EXPECT_EQ(std::get<ReferencePosture>(after.criteria[0].criterion).reference.values[4], 0.4);
}

}  // namespace
}  // namespace limber

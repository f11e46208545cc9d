// The tables that the batch solver reads are the figure: poses, errors and derivatives against Kinematics and
// finite differences, for chains, trees, slides, elbows, balls with and without limits, swings, free joints
// and coupled joints; for poses, poses seen from another frame, and gazes.

#include "limber/batch/problem.h"

#include <gtest/gtest.h>

#include "batch_figures.h"
#include "limber/batch/kernel/step.h"
#include "limber/math/rotation.h"

namespace limber::test {

namespace {

using batch::Model;
using Two = batch::Pack<2>;
using TwoWork = batch::Work<Two>;

// Random trees of every kind of joint that the tables take, with two frames.
Figure random_tree(std::uint64_t seed) {
  Random random(seed);
  FigureDescription d;
  d.name = "tree";
  const int segments = 4 + static_cast<int>(random.uniform() * 8);
  for (int i = 0; i < segments; ++i) {
    SegmentDescription s;
    s.name = "s" + std::to_string(i);
    if (i > 0) s.parent = "s" + std::to_string(static_cast<int>(random.uniform() * i));
    s.before = random_transform(random, 0.4);
    s.after = random_transform(random, 0.2);
    constexpr JointType types[] = {JointType::fixed, JointType::revolute, JointType::prismatic,
                                   JointType::elbow, JointType::ball,     JointType::swing};
    const std::size_t kind = static_cast<std::size_t>(random.uniform() * 6);
    s.joint.type = i > 0 ? types[kind] : kind % 2 == 0 ? JointType::fixed : JointType::free;
    s.joint.axis = (random_transform(random, 1.0).rotation * Vec3::UnitX()).normalized();
    s.joint.twist_axis = s.joint.axis.unitOrthogonal();
    if (s.joint.type == JointType::revolute) s.joint.ranges[0] = {-2.0, 2.5};
    if (s.joint.type == JointType::elbow) s.joint.ranges = {Range{-1.0, 1.5}, Range{-0.5, 1.0}};
    if (s.joint.type == JointType::swing) s.joint.ranges = {Range{-1.0, 1.5}, Range{-1.1, 1.2}};
    if (s.joint.type == JointType::ball && random.uniform() < 0.6) add_random_limits(random, s.joint);
    d.segments.push_back(s);
  }
  SegmentDescription last;  // at least one joint moves
  last.name = "last";
  last.parent = "s" + std::to_string(segments - 1);
  last.joint.type = JointType::revolute;
  d.segments.push_back(last);
  d.frames.push_back({"one", "last", random_transform(random, 0.2)});
  d.frames.push_back({"two", "s" + std::to_string(static_cast<int>(random.uniform() * segments)),
                      random_transform(random, 0.2)});
  return Figure::build(d).value();
}

// A random step from the rest posture, inside the limits.
Posture random_place(const Figure& figure, Random& random, double size) {
  Posture posture = figure.rest_posture();
  VecX step(figure.dof_count());
  for (int i = 0; i < step.size(); ++i) step[i] = random.between(-size, size);
  integrate(figure, step, posture);
  return inside_limits(figure, posture);
}

void set_state(const batch::Problem& problem, TwoWork& work) {
  for (int s = 0; s < problem.model->states; ++s) {
    for (int l = 0; l < 2; ++l) work.state[s][l] = problem.start(0)[s];
  }
}

void free_all_dofs(const Model& model, TwoWork& work) {
  for (int d = 0; d < model.dofs; ++d) work.is_free[d] = Two::Small{} + 1.0F;
  for (int i = 0; i < model.limits; ++i) {
    for (int k = 0; k < 9; ++k) work.axes[model.limit[i].axes][k] = Two::Wide{} + batch::first_axes(k);
  }
}

// A pose, a place, a pose seen from another frame, and a gaze at a point that moves.
std::vector<FrameTask> every_kind_of_task() {
  const FrameId one{0}, two{1};
  return {{.frame = one, .weight = 2.0},
          {.frame = two, .orientation = false},
          {.frame = one, .in = two},
          {.frame = two, .gaze = Vec3(0.6, 0.0, 0.8)},
          {.frame = one, .in = two, .gaze = Vec3(0.0, 0.6, 0.8)}};
}

// Goals that the posture reaches, by Kinematics.
std::vector<Two::Wide> goals_here(const std::vector<FrameTask>& tasks, const Kinematics& kinematics) {
  std::vector<Two::Wide> numbers;
  for (const FrameTask& task : tasks) {
    const Transform pose = kinematics.frame_pose(task.frame);
    const Transform in = task.in.is_valid() ? kinematics.frame_pose(task.in) : Transform{};
    const Transform seen = in.inverse() * pose;
    const Vec3 ahead =
        task.gaze ? Vec3(pose.translation + 0.7 * (pose.rotation * *task.gaze)) : pose.translation;
    const Vec3 place = in.inverse() * ahead;
    for (int k = 0; k < 3; ++k) numbers.push_back(Two::Wide{} + place[k]);
    const Quat q(seen.rotation);
    if (!task.orientation || task.gaze) continue;
    for (int k = 0; k < 4; ++k) numbers.push_back(Two::Wide{} + q.coeffs()[(k + 3) % 4]);
  }
  return numbers;
}

}  // namespace

TEST(BatchProblem, PlacesFramesWhereKinematicsDoes) {
  for (int seed = 1; seed <= scaled(300); ++seed) {
    const Figure figure = random_tree(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    const Posture posture = random_place(figure, random, 0.8);
    const std::vector<FrameTask> tasks = every_kind_of_task();
    const auto problem = batch::gather_problem(figure, tasks, posture, {});
    ASSERT_TRUE(problem.has_value()) << problem.error().message;
    auto work = std::make_unique<TwoWork>();
    set_state(*problem, *work);
    // The goals are where Kinematics puts the frames: no error is left.
    Kinematics kinematics(figure);
    kinematics.update(posture);
    const Model& model = *problem->model;
    const std::vector<Two::Wide> numbers = goals_here(tasks, kinematics);
    ASSERT_EQ(static_cast<int>(numbers.size()), model.goal_size);
    for (int g = 0; g < model.groups; ++g) batch::load_goal(model, numbers.data(), g, *work);
    batch::evaluate(model, batch::Alone{}, *work);
    for (int g = 0; g < model.groups; ++g) EXPECT_LE(std::sqrt(work->error[g][0]), 1e-12) << "seed " << seed;
    // And the way back gives the posture.
    VecX values = figure.rest_posture().values;
    problem->write_values(problem->start(0), values);
    const Vec3 before[2] = {kinematics.frame_position(FrameId{0}), kinematics.frame_position(FrameId{1})};
    kinematics.update({values});
    for (int t = 0; t < 2; ++t) {
      EXPECT_LE((kinematics.frame_position(FrameId{t}) - before[t]).norm(), 1e-12) << "seed " << seed;
    }
  }
}

TEST(BatchProblem, JacobianIsTheFiniteDifferenceOfTheError) {
  for (int seed = 1; seed <= scaled(60); ++seed) {
    const Figure figure = random_tree(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed) + 1000);
    const Posture posture = random_place(figure, random, 0.4);
    const std::vector<FrameTask> tasks = every_kind_of_task();
    const auto problem = batch::gather_problem(figure, tasks, posture, {});
    ASSERT_TRUE(problem.has_value()) << problem.error().message;
    const Model& model = *problem->model;
    auto work = std::make_unique<TwoWork>(), moved = std::make_unique<TwoWork>();
    set_state(*problem, *work);
    // Goals at the frames themselves: there the rotation error is linear in the step.
    Kinematics kinematics(figure);
    kinematics.update(posture);
    const std::vector<Two::Wide> numbers = goals_here(tasks, kinematics);
    for (int g = 0; g < model.groups; ++g) batch::load_goal(model, numbers.data(), g, *work);
    free_all_dofs(model, *work);
    batch::evaluate(model, batch::Alone{}, *work);
    for (int c = 0; c < model.columns; ++c) batch::fill_column(model, c, *work);
    constexpr double h = 1e-6;
    for (int c = 0; c < model.columns; ++c) {
      const batch::Column& column = model.column[c];
      *moved = *work;
      double sign = 1.0;  // away from a limit
      for (int i = 0; i < model.coordinates; ++i) {
        const batch::Coordinate& coordinate = model.coordinate[i];
        const int which = column.dof - coordinate.dof;
        if (which < 0 || which >= (coordinate.kind == batch::ball ? 3 : 1)) continue;
        if (coordinate.kind != batch::ball && work->state[coordinate.state][0] + h > coordinate.high)
          sign = -1.0;
        const float step = static_cast<float>(sign * h);
        for (int d = 0; d < model.dofs; ++d)
          moved->change[d] = Two::Small{} + (d == column.dof ? step : 0.0F);
        batch::advance(model, i, *moved);
        for (int s = 0; s < (coordinate.kind == batch::ball ? 4 : 1); ++s) {
          moved->state[coordinate.state + s] = moved->next[coordinate.state + s];
        }
      }
      batch::evaluate(model, batch::Alone{}, *moved);
      for (int k = 0; k < 3; ++k) {
        // The residual falls by what the frame has moved.
        const double difference = -static_cast<double>(moved->residual[3 * column.group + k][0]) / (sign * h);
        EXPECT_NEAR(static_cast<double>(work->jacobian[c][k][0]), difference, 2e-5)
            << "seed " << seed << ", group " << column.group;
      }
    }
  }
}

TEST(BatchProblem, MakesOneCoordinateOfJointsThatMimicEachOther) {
  FigureDescription description = panda_description();
  const Figure plain = panda();
  const auto name = [&](int segment) {
    return plain.joint_name(
        plain.joint_of(plain.segment(description.segments[static_cast<std::size_t>(segment)].name)));
  };
  CouplingDescription coupling;  // q3 = 0.5 q1 + 0.1
  coupling.name = "mimic";
  coupling.terms = {{name(3), 0, 1.0}, {name(1), 0, -0.5}};
  coupling.range = {0.1, 0.1};
  description.couplings.push_back(coupling);
  const Figure figure = Figure::build(description).value();
  const FrameId flange = figure.frame("flange");
  const FrameTask task{.frame = flange};
  const auto problem = batch::gather_problem(figure, {&task, 1}, figure.rest_posture(), {});
  ASSERT_TRUE(problem.has_value()) << problem.error().message;
  EXPECT_EQ(problem->model->dofs, 6);
  // What such a figure can reach is reached, with the coupling kept.
  Random random(4);
  std::vector<PoseGoal> goals;
  Kinematics kinematics(figure);
  const int one = figure.first_value(figure.joint(name(1))),
            three = figure.first_value(figure.joint(name(3)));
  while (goals.size() < 100) {
    Posture posture = random_posture(figure, random);
    posture.values[three] = 0.5 * posture.values[one] + 0.1;
    if (largest_limit_excess(figure, posture).amount > 1e-12) continue;
    kinematics.update(posture);
    const Transform pose = kinematics.frame_pose(flange);
    goals.push_back({pose.translation, Quat(pose.rotation)});
  }
  const ManyReport report = solve_many(figure, flange, goals, {.restarts = 300});
  EXPECT_EQ(report.satisfied_count(), goals.size());
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Posture posture = report.posture(i);
    EXPECT_NEAR(posture.values[three], 0.5 * posture.values[one] + 0.1, 1e-12);
  }
}

TEST(BatchProblem, SaysWhichJointItCannotTake) {
  const Figure shoulder = model("shoulder");
  const FrameTask task{.frame = FrameId{0}};
  const auto problem = batch::gather_problem(shoulder, {&task, 1}, shoulder.rest_posture(), {});
  ASSERT_FALSE(problem.has_value());
  EXPECT_EQ(problem.error().message, "the figure has ties, which close loops");
}
TEST(BatchProblem, SaysWhenAFigureIsTooLarge) {
  FigureDescription d;
  for (int i = 0; i <= 300; ++i) {
    SegmentDescription s;
    s.name = "s" + std::to_string(i);
    if (i > 0) s.parent = "s" + std::to_string(i - 1);
    s.joint.type = i > 0 ? JointType::revolute : JointType::fixed;
    s.after = Transform::at(Vec3(0.01, 0, 0));
    d.segments.push_back(s);
  }
  d.frames.push_back({"tip", "s300", Transform{}});
  const Figure figure = Figure::build(d).value();
  const FrameTask task{.frame = FrameId{0}};
  const auto problem = batch::gather_problem(figure, {&task, 1}, figure.rest_posture(), {});
  ASSERT_FALSE(problem.has_value());
  EXPECT_EQ(problem.error().message,
            "the figure is too large: 300 hinges, slides and balls move the tasks, at most 192 fit");
}

}  // namespace limber::test

// Measures of motions whose answers can be worked out on paper.

#include "limber/avoidance/measures.h"

#include <gtest/gtest.h>

#include <numbers>

#include "avoidance/chain.h"
#include "limber/avoidance/course.h"

namespace limber {
namespace {

using test::sphere_chain;

// Three links of 1 m in the plane.
struct SampleMotion {
  Figure figure = sphere_chain(3, 1.0, true);
  World world;
  MotionMeter meter_from(const Posture& start) const { return MotionMeter(figure, world, start, 10.0); }
  Posture at(double a, double b = 0.0, double c = 0.0) const {
    Posture posture = figure.rest_posture();
    posture.values << a, b, c;
    return posture;
  }
};

TEST(MotionMeter, BendIsTheLargestAngleBetweenNeighbouringLinks) {
  const SampleMotion motion;
  MotionMeter meter = motion.meter_from(motion.at(0));
  meter.add(motion.at(1.0, 0.2, -0.3), {}, 0.0);  // the first joint turns the whole arm: no bend
  EXPECT_NEAR(meter.bend(), 0.3, 1e-12);
  meter.add(motion.at(0.0, 0.7, 0.1), {}, 0.0);
  EXPECT_NEAR(meter.measures().largest_bend, 0.7, 1e-12);
  meter.add(motion.at(0.0, 0.0, 0.1), {}, 0.0);
  EXPECT_NEAR(meter.bend(), 0.1, 1e-12);
  EXPECT_NEAR(meter.measures().largest_bend, 0.7, 1e-12);
  EXPECT_EQ(meter.measures().frames, 3);
}

TEST(MotionMeter, BendThroughAllThreeAxesOfABallIsTheAngleOfTheLinks) {
  const Figure figure = sphere_chain(2, 1.0);
  Posture posture = figure.rest_posture();
  posture.values[3] = 0.9;  // twist about the link
  posture.values[5] = 0.4;
  MotionMeter meter(figure, {}, posture, 10.0);
  meter.add(posture, {}, 0.0);
  EXPECT_NEAR(meter.bend(), 0.4, 1e-12);
}

TEST(MotionMeter, AReversalIsAFrameInWhichSomethingMovesBack) {
  const SampleMotion motion;
  const auto reversals = [&](std::initializer_list<double> angles) {
    MotionMeter meter = motion.meter_from(motion.at(*angles.begin()));
    for (const double a : angles) meter.add(motion.at(a), {}, 0.0);
    return meter.measures().reversals;
  };
  EXPECT_EQ(reversals({0.0, 0.1, 0.2, 0.3}), 0);
  EXPECT_EQ(reversals({0.0, 0.1, 0.2, 0.1, 0.0}), 1);
  EXPECT_EQ(reversals({0.0, 0.1, 0.0, 0.1, 0.0, 0.1}), 4);
  EXPECT_EQ(reversals({0.0, 0.1, 0.1, 0.0}), 0);    // it stood still in between
  EXPECT_EQ(reversals({0.0, 1e-5, 0.0, 1e-5}), 0);  // too small to see
}

TEST(MotionMeter, CountsFramesInAnObstacle) {
  SampleMotion motion;
  motion.world.add("ball", Sphere{Vec3(0, 2.5, 0), 0.25});
  MotionMeter meter = motion.meter_from(motion.at(0));
  const double right = 0.5 * std::numbers::pi;
  meter.add(motion.at(0), {}, 0.0);
  EXPECT_GT(meter.clearance(), 1.0);
  meter.add(motion.at(right), {}, 0.0);
  EXPECT_LT(meter.clearance(), -0.2);
  meter.add(motion.at(right + 0.1), {}, 0.0);
  EXPECT_EQ(meter.measures().penetrations, 2);
  EXPECT_LT(meter.measures().least_clearance, -0.2);
}

TEST(MotionMeter, ErrorsTurnsAndTimes) {
  const SampleMotion motion;
  MotionMeter meter = motion.meter_from(motion.at(0));
  TaskReport tasks[2];
  StepReport report;
  report.tasks = tasks;
  tasks[0].error = 0.1;
  tasks[1].error = 0.3;
  meter.add(motion.at(0.2, 0.1), report, 2e-3, 2);
  tasks[1].error = 0.0;
  meter.add(motion.at(0.2, -0.4), report, 3e-3, 1);
  const Measures& m = meter.measures();
  EXPECT_DOUBLE_EQ(m.final_error, 0.1);
  EXPECT_DOUBLE_EQ(m.mean_error, 0.2);
  EXPECT_DOUBLE_EQ(m.largest_error, 0.3);
  EXPECT_DOUBLE_EQ(m.largest_turn, 0.5);
  EXPECT_DOUBLE_EQ(m.mean_seconds, 5e-3 / 3);
  EXPECT_DOUBLE_EQ(m.largest_seconds, 3e-3);
}

// --- courses

TEST(Along, GoesFromCornerToCornerInStepsNoLongerThanAsked) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.25, 0}};
  const std::vector<Vec3> points = along(corners, 0.3);
  EXPECT_EQ(points.front(), corners.front());
  EXPECT_EQ(points.back(), corners.back());
  EXPECT_EQ(points.size(), 1u + 4u + 1u);
  for (std::size_t i = 1; i < points.size(); ++i) EXPECT_LE((points[i] - points[i - 1]).norm(), 0.3 + 1e-12);
  EXPECT_NE(std::find(points.begin(), points.end(), corners[1]), points.end());
  EXPECT_TRUE(along({}, 0.1).empty());
}

Course simple_course() {
  const Figure figure = sphere_chain(5, 1.0, true);
  Course course{figure, figure.rest_posture()};
  course.start.values.setConstant(0.2);
  course.leading_task = course.tasks.add("tip", Reach{.frame = figure.frame("chain.tip")});
  course.targets = along({{3, 2, 0}, {2, 3, 0}}, 0.1);
  course.settling_frames = 50;
  return course;
}

AvoidanceOptions objective() {
  AvoidanceOptions options;
  options.technique = Technique::objective;
  return options;
}

TEST(Course, FollowsItsTargets) {
  Posture end;
  const Measures m = run(simple_course(), objective(), {}, &end);
  EXPECT_EQ(m.frames, 16);
  EXPECT_LT(m.largest_error, 0.01);
  Kinematics kinematics(simple_course().figure);
  kinematics.update(end);
  EXPECT_LT((kinematics.frame_position(simple_course().figure.frame("chain.tip")) - Vec3(2, 3, 0)).norm(),
            0.01);
}

TEST(Course, ObstaclesMoveOnWithTheFrames) {
  Course course = simple_course();
  course.targets.assign(20, Vec3(3, 2, 0));
  course.world.add("ball", Sphere{Vec3(3, 5.5, 0), 0.5});
  course.world.obstacles[0].velocity = Vec3(0, -0.5, 0);
  AvoidanceOptions options = objective();
  options.objective_gain = 0.0;
  const auto least = [&](double frame_time) {
    course.frame_time = frame_time;
    return run(course, options).least_clearance;
  };
  EXPECT_NEAR(least(0.0) - least(0.1), 1.0, 0.3);
}

TEST(Course, TheObserverSeesEveryFrameAndMayEndIt) {
  int seen = 0;
  const Measures m = run(simple_course(), objective(),
                         [&](int frame, const Posture&, const StepReport& report, const MotionMeter& meter) {
                           EXPECT_EQ(frame, seen++);
                           EXPECT_EQ(report.tasks.size(), 1u);
                           EXPECT_EQ(meter.measures().frames, seen);
                           return seen < 5;
                         });
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(m.frames, 5);
}

TEST(Course, OnlyAPointCanLead) {
  Course course = simple_course();
  course.leading_task = course.tasks.add("centre", CenterOfMass{});
  EXPECT_THROW(run(course, objective()), std::invalid_argument);
}

}  // namespace
}  // namespace limber

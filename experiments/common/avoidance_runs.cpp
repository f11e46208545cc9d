// The courses of avoidance_runs.h: the trunk, its sweeps, and balls placed where it would pass.

#include "experiments/common/avoidance_runs.h"

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "limber/models/bare_chain.h"

namespace limber::experiments {

namespace {

constexpr double trunk_length = 30.0, trunk_radius = 0.5;
constexpr int sweep_frames = 250;
constexpr double bend_at_start = std::numbers::pi / 3.0;  // [rad] from the first link to the last
constexpr double ball_radius = 1.5;
constexpr double ball_depth = 0.5;  // how deep the trunk would go into a ball

// Every link turned by the same angle about z.
Posture arc(const Figure& figure, int links, double angle) {
  Posture posture = figure.rest_posture();
  for (int i = 0; i < links; ++i) posture.values[3 * i + 2] = angle / links;
  return posture;
}

// A course without targets yet.
Course from(const Figure& figure, const Posture& start) {
  Course course{figure, start};
  course.leading_task = course.tasks.add("tip", Reach{.frame = figure.frame("trunk.tip")});
  course.solver.limits = LimitMethod::off;
  course.settling_frames = 100;
  return course;
}

Vec3 tip_at_start(const Course& course) {
  Kinematics kinematics(course.figure);
  kinematics.update(course.start);
  return kinematics.frame_position(course.figure.frame("trunk.tip"));
}

Vec3 motion_of_tip(Sweep sweep) {
  return sweep == Sweep::near ? Vec3(-1, -3, 4) : Vec3(-12, -8, 6);
}

Course without_balls(Sweep sweep, int links) {
  const Figure figure = long_trunk(links);
  Course course = from(figure, arc(figure, links, bend_at_start));
  const Vec3 tip = tip_at_start(course);
  for (int k = 1; k <= sweep_frames; ++k) {
    const double t = static_cast<double>(k) / sweep_frames;
    course.targets.push_back(tip + t * t * (3 - 2 * t) * motion_of_tip(sweep));  // starts and ends at rest
  }
  return course;
}

// A ball in the path of one sphere of the trunk of 30: at the sphere's place after a share of the frames,
// ahead of it, rotated about the trunk by an angle.
struct Spot {
  int sphere;
  double share;  // 0..1 of the frames
  double angle;  // [rad]
};
constexpr double in_radians = std::numbers::pi / 180.0;
constexpr std::array<Spot, 8> spots = {{{18, 1.0, 0},
                                        {12, 1.0, 90 * in_radians},
                                        {24, 0.6, 45 * in_radians},
                                        {9, 0.6, -45 * in_radians},
                                        {15, 0.8, 30 * in_radians},
                                        {21, 1.0, 60 * in_radians},
                                        {26, 1.0, -15 * in_radians},
                                        {7, 1.0, 15 * in_radians}}};

std::vector<Vec3> ball_centers(Sweep sweep) {
  const Course course = without_balls(sweep, 30);
  std::vector<Posture> postures;
  run(course, tracking_only(), [&](int, const Posture& posture, const StepReport&, const MotionMeter&) {
    postures.push_back(posture);
    return true;
  });
  Kinematics at_start(course.figure), then(course.figure);
  at_start.update(course.start);
  std::vector<Vec3> centers;
  for (const Spot& spot : spots) {
    then.update(at(postures, static_cast<int>(std::lround(spot.share * (sweep_frames - 1)))));
    const SegmentId segment = course.figure.segment("trunk." + std::to_string(spot.sphere));
    const Transform pose = then.segment_pose(segment);
    const Vec3 motion = pose.translation - at_start.segment_pose(segment).translation;
    const Vec3 along = pose.rotation.col(0);
    const Vec3 side = along.cross(motion).normalized(), ahead = side.cross(along);
    centers.push_back(pose.translation + (ball_radius + trunk_radius - ball_depth) *
                                             (std::cos(spot.angle) * ahead + std::sin(spot.angle) * side));
  }
  return centers;
}

}  // namespace

Figure long_trunk(int links) {
  using Shape = ChainDescription::LinkShape;
  return models::bare_chain(
      {.links = links,
       .length = trunk_length,
       .radius = trunk_radius,
       .shape = trunk_length / links > 2.0 * trunk_radius ? Shape::capsule : Shape::sphere});
}

AvoidanceOptions trunk_options(Technique technique) {
  AvoidanceOptions options;
  options.technique = technique;
  options.unit = 1.0;
  options.cancel = false;
  return options;
}

AvoidanceOptions tracking_only() {
  AvoidanceOptions options = trunk_options(Technique::objective);
  options.objective_gain = 0.0;
  return options;
}

Measures run_with_reversed_push(const Course& course, const AvoidanceOptions& options) {
  Mover avoiding(course.figure, course.solver, options),
      tracking(course.figure, course.solver, tracking_only());
  TaskList tasks = course.tasks;
  avoiding.prepare(tasks, {}, course.world);
  tracking.prepare(tasks, {}, course.world);
  Posture posture = course.start;
  const auto step = [&](const Vec3& target) {
    tasks[TaskId<Reach>(course.leading_task)].target = target;
    Posture avoided = posture, tracked = posture;
    const StepReport report = avoiding.step(tasks, {}, avoided);
    tracking.step(tasks, {}, tracked);
    const VecX reversed =
        2.0 * difference(course.figure, posture, tracked) - difference(course.figure, posture, avoided);
    integrate(course.figure, reversed, posture);
    return report;
  };
  for (int frame = 0; frame < course.settling_frames; ++frame) step(course.targets.front());
  MotionMeter meter(course.figure, course.world, posture, 2.0 * trunk_length);
  for (const Vec3& target : course.targets) {
    const StepReport report = step(target);
    meter.add(posture, report, 0.0);
  }
  return meter.measures();
}

Course past_balls(int balls, Sweep sweep, int links) {
  if (balls < 0 || balls > static_cast<int>(spots.size()))
    throw std::invalid_argument("there are 0 to 8 balls on this course, not " + std::to_string(balls));
  Course course = without_balls(sweep, links);
  if (balls == 0) return course;
  const std::vector<Vec3> centers = ball_centers(sweep);
  for (int i = 0; i < balls; ++i)
    course.world.add("ball " + std::to_string(i + 1), Sphere{at(centers, i), ball_radius});
  return course;
}

Course through_corridor() {
  const Figure figure = long_trunk(30);
  Course course = from(figure, figure.rest_posture());
  const Vec3 tip = tip_at_start(course);
  for (int k = 0; k < sweep_frames; ++k)
    course.targets.push_back(tip + (static_cast<double>(k) / sweep_frames) * Vec3(-4, 1, 1));
  constexpr double width = 2.0;  // between the walls
  for (const double side : {-1.0, 1.0}) {
    course.world.add(side < 0.0 ? "wall on the right" : "wall on the left",
                     Box{.center = Vec3(15, side * (0.5 * width + 0.5), 0), .size = Vec3(1, 1, 20)});
  }
  return course;
}

}  // namespace limber::experiments

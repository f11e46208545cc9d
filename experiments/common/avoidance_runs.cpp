#include "experiments/common/avoidance_runs.h"

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "limber/models/bare_chain.h"

namespace limber::experiments {

namespace {

constexpr double length = 30.0, radius = 0.5;
constexpr int frames = 250;
constexpr double bend_at_start = std::numbers::pi / 3.0;  // [rad] from the first link to the last
constexpr double ball_radius = 1.5;
constexpr double depth = 0.5;  // how deep the trunk would go into a ball

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

Vec3 way_of_tip(Sweep sweep) {
  return sweep == Sweep::near ? Vec3(-1, -3, 4) : Vec3(-12, -8, 6);
}

Course without_balls(Sweep sweep, int links) {
  const Figure figure = long_trunk(links);
  Course course = from(figure, arc(figure, links, bend_at_start));
  const Vec3 tip = tip_at_start(course);
  for (int k = 1; k <= frames; ++k) {
    const double t = static_cast<double>(k) / frames;
    course.targets.push_back(tip + t * t * (3 - 2 * t) * way_of_tip(sweep));  // sets out and arrives at rest
  }
  return course;
}

// A ball stands in the way of a sphere of the trunk of 30: where that is after a share of the frames, on the
// side it moves to, turned about the trunk by an angle.
struct Spot {
  int sphere;
  double share;  // 0..1 of the frames
  double angle;  // [rad]
};
constexpr double degree = std::numbers::pi / 180.0;
constexpr std::array<Spot, 8> spots = {{{18, 1.0, 0},
                                        {12, 1.0, 90 * degree},
                                        {24, 0.6, 45 * degree},
                                        {9, 0.6, -45 * degree},
                                        {15, 0.8, 30 * degree},
                                        {21, 1.0, 60 * degree},
                                        {26, 1.0, -15 * degree},
                                        {7, 1.0, 15 * degree}}};

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
    then.update(postures[static_cast<std::size_t>(std::lround(spot.share * (frames - 1)))]);
    const SegmentId segment = course.figure.segment("trunk." + std::to_string(spot.sphere));
    const Transform pose = then.segment_pose(segment);
    const Vec3 motion = pose.translation - at_start.segment_pose(segment).translation;
    const Vec3 along = pose.rotation.col(0);
    const Vec3 side = along.cross(motion).normalized(), ahead = side.cross(along);
    centers.push_back(pose.translation + (ball_radius + radius - depth) *
                                             (std::cos(spot.angle) * ahead + std::sin(spot.angle) * side));
  }
  return centers;
}

}  // namespace

Figure long_trunk(int links) {
  using Shape = ChainDescription::LinkShape;
  return models::bare_chain({.links = links,
                             .length = length,
                             .radius = radius,
                             .shape = length / links > 2.0 * radius ? Shape::capsule : Shape::sphere});
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

Course past_balls(int balls, Sweep sweep, int links) {
  if (balls < 0 || balls > static_cast<int>(spots.size()))
    throw std::invalid_argument("there are 0 to 8 balls on this course, not " + std::to_string(balls));
  Course course = without_balls(sweep, links);
  if (balls == 0) return course;
  const std::vector<Vec3> centers = ball_centers(sweep);
  for (int i = 0; i < balls; ++i)
    course.world.add("ball " + std::to_string(i + 1),
                     Sphere{centers[static_cast<std::size_t>(i)], ball_radius});
  return course;
}

Course through_corridor() {
  const Figure figure = long_trunk(30);
  Course course = from(figure, figure.rest_posture());
  const Vec3 tip = tip_at_start(course);
  for (int k = 0; k < frames; ++k)
    course.targets.push_back(tip + (static_cast<double>(k) / frames) * Vec3(-4, 1, 1));
  constexpr double width = 2.0;  // between the walls
  for (const double side : {-1.0, 1.0}) {
    course.world.add(side < 0.0 ? "wall on the right" : "wall on the left",
                     Box{.center = Vec3(15, side * (0.5 * width + 0.5), 0), .size = Vec3(1, 1, 20)});
  }
  return course;
}

}  // namespace limber::experiments

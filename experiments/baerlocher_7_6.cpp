// Baerlocher 2001, 7.3.2, figure 7.6: the tip of a chain slides around a ball to its goal and is pulled on
// until the chain is taut.
//
// Tautness is measured by geometry alone. No curve from base to tip around a disc of radius R is shorter than
//
//   geodesic = sqrt(a^2 - R^2) + R arc + sqrt(b^2 - R^2),     arc = turn - acos(R/a) - acos(R/b)
//
// a, b: distances of base and tip from the centre; turn: the angle between them on the chain's side. A chain
// cannot be shorter than that; one that is hardly longer is taut.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "limber/shapes/closest.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber::experiments {

namespace of_baerlocher_7_6 {
namespace {

constexpr int links = 12;
constexpr double length = 3.0, radius = 0.01 * length;  // [m] of the chain, of its links
constexpr double ball_radius = 0.4;
const Vec2 ball_center(1.2, 0.0);
constexpr double frame_step = 0.01;  // [m] the goal moves in a frame
constexpr double pi = std::numbers::pi;
constexpr double goal_distance = 0.6;                  // [m] from the centre of the ball
constexpr double first_turn = 0.05, last_turn = -1.0;  // [half turns] of the goal around the ball

Vec2 around(double angle, double distance) {
  return ball_center + distance * Vec2(std::cos(angle), std::sin(angle));
}

Series ball() {
  Series circle{.label = "ball", .style = Series::Style::outline, .tone = Tone::middle};
  for (int k = 0; k < 72; ++k) circle.points.push_back(around(2.0 * pi * k / 72, ball_radius));
  return circle;
}

// The angle from one direction to another, counted clockwise, 0 .. 2 pi.
double clockwise(const Vec2& from, const Vec2& to) {
  const double angle = std::atan2(from.y(), from.x()) - std::atan2(to.y(), to.x());
  return angle < 0.0 ? angle + 2.0 * pi : angle;
}

// [degrees] How far around the ball a string of the chain's length and thickness would let the goal move.
double string_angle() {
  const double r = ball_radius + radius, a = ball_center.norm(), b = goal_distance;
  const double arc = (length - std::sqrt(a * a - r * r) - std::sqrt(b * b - r * r)) / r;
  const double turn = arc + std::acos(r / a) + std::acos(r / b);  // clockwise from the base
  return (turn - (1.0 - first_turn) * pi) * 180.0 / pi;
}

class Chain {
 public:
  Chain()
      : figure_(planar_chain(links, length)),
        tip_(figure_.frame("link.tip")),
        kinematics_(figure_),
        solver_(figure_),
        posture_(figure_.rest_posture()) {
    world_.add("ball", Sphere{in_plane(ball_center), ball_radius});
    task_ = tasks_.add("tip", Reach{.frame = tip_, .axes = Axes::xy()});
    // Bent to the upper side, all on the left of the ball: figure A.
    posture_.values.setConstant(-0.1);
    posture_.values[0] = 2.2;
    posture_.values[4] = -1.6;
    solver_.prepare(tasks_);
    solver_.surround(world_);
  }

  // The goal moves straight or around the ball in small pieces; the chain follows, a few steps per frame.
  void lead_to(const Vec2& goal, int steps) {
    std::get<Reach>(tasks_.entry(task_).task).target = in_plane(goal);
    for (int i = 0; i < steps; ++i) report_ = solver_.step(tasks_, posture_);
    kinematics_.update(posture_);
    least_ = std::min(least_, clearance());
    const double apart = (tip() - ball_center).norm() - ball_radius - radius;
    if (apart < 0.01) ++sliding_;
    if (in_ball(goal)) ++goal_inside_;
    goal_ = goal;
  }

  // [m] least of all links, by the closest points of shapes: not what the solver saw.
  double clearance() const {
    double least = 1e9;
    for (const SegmentId s : figure_.segments()) {
      for (const BodyShape& body : figure_.shapes(s)) {
        least = std::min(
            least, closest(kinematics_.segment_pose(s), body.shape, Transform{}, world_.obstacles[0].shape)
                       .distance);
      }
    }
    return least;
  }
  bool in_ball(const Vec2& point) const { return (point - ball_center).norm() < ball_radius; }
  Vec2 tip() const { return kinematics_.frame_position(tip_).head<2>(); }
  double error() const { return (goal_ - tip()).norm(); }
  double least_clearance() const { return least_; }
  int frames_sliding() const { return sliding_; }
  const StepReport& report() const { return report_; }

  // 1: as short as any curve from base to tip around the ball on the chain's side.
  double tautness() const {
    const double r = ball_radius + radius;
    const Vec2 to_base = -ball_center, to_tip = tip() - ball_center;
    const double a = to_base.norm(), b = std::max(to_tip.norm(), r);
    const double arc = clockwise(to_base, to_tip) - std::acos(r / a) - std::acos(r / b);
    return (std::sqrt(a * a - r * r) + r * std::max(arc, 0.0) + std::sqrt(b * b - r * r)) / length;
  }

  Plot picture(const std::string& title) const {
    Plot plot = plane(title, {-1.0, 2.1}, {-1.2, 1.3});
    plot.series = {ball()};
    for (const Series& arm : arms(figure_, posture_, {"link.tip"}, "chain", Tone::accent))
      plot.series.push_back(arm);
    plot.series.push_back(crosses({goal_}, "goal"));
    plot.width = 360;
    plot.height = 330;
    return plot;
  }

 private:
  Figure figure_;
  FrameId tip_;
  World world_;
  TaskList tasks_;
  TaskId<Reach> task_;
  Kinematics kinematics_;
  Solver solver_;
  Posture posture_;
  StepReport report_;
  Vec2 goal_ = Vec2::Zero();
  double least_ = 1e9;
  int sliding_ = 0, goal_inside_ = 0;
};

Result run(const RunOptions& options) {
  Chain chain;
  const Vec2 front = around(0.85 * pi, goal_distance), behind = around(first_turn * pi, goal_distance);
  Result result;
  chain.lead_to(front, 200);
  result.plots.push_back(chain.picture("A  A goal for the tip"));
  options.progress(0.2);

  // Straight through the ball.
  const int through = static_cast<int>((behind - front).norm() / frame_step);
  bool was_blocked = false;
  double middle_error = 0.0;
  for (int k = 1; k <= through; ++k) {
    chain.lead_to(front + (static_cast<double>(k) / through) * (behind - front), 3);
    if (2 * k == through - through % 2) {
      result.plots.push_back(chain.picture("B  The goal is inside: the tip slides"));
      middle_error = chain.error();
    }
    for (const TaskReport& task : chain.report().tasks)
      was_blocked = was_blocked || task.blocked_by == Blocker::obstacle;
  }
  const int sliding = chain.frames_sliding();
  chain.lead_to(behind, 300);
  const double error_behind = chain.error();
  result.plots.push_back(chain.picture("C  It has reached its goal"));
  options.progress(0.5);

  // On around the ball, near its surface, until the chain cannot follow.
  Series tautness{.label = "geodesic over length", .tone = Tone::accent};
  Series error{.label = "error of the tip [m]", .tone = Tone::middle};
  double last_in_reach = 0.0;
  for (double turn = first_turn; turn >= last_turn; turn -= 0.005) {
    chain.lead_to(around(turn * pi, goal_distance), 10);
    const double degrees = (first_turn - turn) * 180.0;
    tautness.points.emplace_back(degrees, chain.tautness());
    error.points.emplace_back(degrees, chain.error());
    if (chain.error() < 0.01) last_in_reach = degrees;
  }
  options.progress(0.9);
  chain.lead_to(around(last_turn * pi, goal_distance), 300);
  result.plots.push_back(chain.picture("D  The chain is taut"));
  result.plots.push_back({.title = "While the goal moves around the ball",
                          .x = {"angle around the ball [°]"},
                          .y = {"", Spacing::linear, Range{0.0, 1.1}},
                          .series = {tautness, error},
                          .width = 480,
                          .height = 330});

  result.add("least clearance of all links in all frames",
             "whatever lies inside the obstacle is moved out of it", chain.least_clearance(), "m",
             at_least(-1e-6, signed_number));
  result.add("error of the tip while its goal is inside the ball", "the tip stays outside", middle_error, "m",
             between(0.05, 0.6));
  result.add("frames in which the tip touches the ball, of those through it", "the tip slides on the surface",
             100.0 * sliding / through, "%", at_least(30.0));
  result.add("the report names the ball as the obstacle that blocks (1: yes)", "no counterpart: ours",
             was_blocked ? 1.0 : 0.0, "", at_least(1.0));
  result.add("error of the tip once its goal is behind the ball", "finally reaches its goal", error_behind,
             "m", at_most(1e-3));
  result.add("angle around the ball up to which the goal is reached", "the goal is moved around the sphere",
             last_in_reach, "°", between(0.85 * string_angle(), string_angle()));
  result.note("the same for a string of the same length and thickness, by geometry", string_angle(), "°");
  result.add("geodesic from base to tip over the length of the chain, in the end",
             "tightened up to its limit", chain.tautness(), "", between(0.95, 1.0));
  result.conclusion =
      "With clearances as inequalities above all tasks, a goal inside the ball pulls the tip along the "
      "surface, and the tip reaches it on the other side. Pulled farther, the chain winds around the ball "
      "until hardly any curve around it could be shorter; the difference is due to the corners between its "
      "links.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_6

Experiment baerlocher_7_6() {
  return {.name = "baerlocher-7.6",
          .title = "The tip slides around a ball until the chain is taut",
          .document = "Baerlocher 2001",
          .place = "section 7.3.2, figure 7.6",
          .claim =
              "A goal moved through a fixed sphere pulls the tip of a chain along: tasks of high priority "
              "keep the chain out of the sphere, and the tip slides on the surface and reaches its goal. "
              "Moved on around the sphere, the goal tightens the chain up to its limit.",
          .parameters = {{"chain", "12 links, 3 m in all, 6 cm thick, in the plane, no limits"},
                         {"ball", "radius 0.4 m, its centre 1.2 m from the base"},
                         {"goal",
                          "1 cm per frame and 3 steps through the ball; then around it at 0.6 m from its "
                          "centre, 10 steps every 0.9°"},
                         {"solver",
                          "Limber’s default: clearance above all tasks, where the thesis makes and removes "
                          "tasks as parts enter and leave"}},
          .run = of_baerlocher_7_6::run};
}

}  // namespace limber::experiments

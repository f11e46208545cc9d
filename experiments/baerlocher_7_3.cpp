// Baerlocher 2001, figure 7.3: the shoulder blade glides on the thorax, an ellipsoid, whatever the hand is
// asked to do.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/task_values.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/swing_twist.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_7_3 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
// The hand is led on an arc about the shoulder from beside the thigh to overhead, 35 degrees in front of the
// side of the body, which is the plane of the blade.
const Vec3 center(0.0, -0.178, 1.40);
constexpr double radius = 0.58;    // [m] the arm is 0.64 long
constexpr double beyond = 0.95;    // [m] of an arc out of reach
constexpr double in_front = 35.0;  // [degrees]

Vec3 on_the_arc(double r, double elevation) {
  const double e = elevation * degree, a = in_front * degree;
  return center + r * Vec3(std::sin(e) * std::sin(a), -std::sin(e) * std::cos(a), -std::cos(e));
}

enum class Held { by_the_figure, by_weights, not_at_all };

FigureDescription without_ties() {
  FigureDescription description = models::find("shoulder")->make({});
  description.ties.clear();
  return description;
}

// What the ties of the figure say, as tasks.
TaskList gliding(const Figure& figure, double weight) {
  const Figure tied = Figure::build(models::find("shoulder")->make({})).value();
  TaskList tasks;
  for (const Tie& tie : tied.ties()) {
    tasks.add(tie.name,
              OnEllipsoid{.frame = figure.frame(tied.frame(tie.frame).name),
                          .center = figure.frame(tied.frame(tie.to).name),
                          .radii = tie.radii},
              {.weight = weight});
  }
  return tasks;
}

struct Raised {
  std::vector<double> off;  // [m] after each step: the larger distance of the two points
  std::vector<double> arm,
      blade;               // [degrees] at each goal: of the upper arm, and how far the blade turned up
  double hand = 0.0;       // [m] largest error of the hand at rest
  std::vector<Vec2> tips;  // of the blade, from behind: y and z
  double largest() const { return *std::max_element(off.begin(), off.end()); }
};

double angle_of(const Vec3& a, const Vec3& b) {
  return angle_between(a.normalized(), b.normalized()) / degree;
}

Raised raise(Held held, double weight, double arc_radius, int goals) {
  const Figure figure =
      Figure::build(held == Held::by_the_figure ? models::find("shoulder")->make({}) : without_ties())
          .value();
  const TaskList points = gliding(figure, weight);
  TaskList tasks = held == Held::by_weights ? points : TaskList{};
  const TaskId<Reach> hand =
      tasks.add("hand", Reach{.frame = figure.frame("hand.r"), .target = on_the_arc(arc_radius, 0.0)});
  Solver solver(figure);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  Kinematics kinematics(figure);
  const auto seen = [&](const char* frame) { return kinematics.frame_position(figure.frame(frame)); };
  kinematics.update(posture);
  const auto spine = [&] { return Vec3(seen("blade_tip.r") - seen("blade_root.r")); };
  const Vec3 hanging = spine();
  Raised raised;
  for (int k = 0; k <= goals; ++k) {
    tasks[hand].target = on_the_arc(arc_radius, 10.0 + 160.0 * k / goals);
    StepReport report;
    for (int step = 0; step < 60; ++step) {
      report = solver.step(tasks, posture);
      const std::vector<double> off = task_errors(figure, points, posture);
      raised.off.push_back(std::max(off[0], off[1]));
      if (report.status == StepStatus::at_rest || report.light == Light::green) break;
    }
    raised.hand = std::max(raised.hand, report[hand].error);
    kinematics.update(posture);
    raised.arm.push_back(angle_of(seen("elbow.r") - seen("socket.r"), -Vec3::UnitZ()));
    raised.blade.push_back(angle_of(spine(), hanging));
    const Vec3 tip = seen("blade_tip.r");
    raised.tips.emplace_back(tip.y(), tip.z());
  }
  return raised;
}

Plot rhythm(const Raised& raised) {
  Plot plot{.title = "How far the blade turns while the arm is raised",
            .x = {"upper arm from hanging [°]"},
            .y = {"blade [°]"}};
  Series series{.label = "blade", .style = Series::Style::line_and_points, .tone = Tone::accent};
  for (std::size_t k = 0; k < raised.arm.size(); ++k)
    series.points.emplace_back(raised.arm[k], raised.blade[k]);
  plot.series = {series};
  return plot;
}

Result run(const RunOptions& options) {
  const int goals = options.shortened ? 8 : 40;
  const Held held = options.replaces("weights")   ? Held::by_weights
                    : options.replaces("ignored") ? Held::not_at_all
                                                  : Held::by_the_figure;
  const Raised tied = raise(held, 1.0, radius, goals), strained = raise(held, 1.0, beyond, goals);
  options.progress(0.4);
  const Raised loose = raise(Held::not_at_all, 1.0, radius, goals);
  const Raised equal = raise(Held::by_weights, 1.0, beyond, goals),
               heavy = raise(Held::by_weights, 100.0, beyond, goals);
  options.progress(0.9);
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const Agreeing& agrees) { result.add(what, claim, value, "m", agrees); };
  add("blade off the thorax, largest over all steps, goals inside reach", "slides on the ellipsoid",
      tied.largest(), at_most(1e-9));
  add("the same, goals out of reach", "ensured with the highest priority", strained.largest(), at_most(1e-9));
  add("error of the hand, goals inside reach", "other tasks like hand position control", tied.hand,
      at_most(1e-3));
  add("blade off the thorax, constraint ignored", "unrealistic positioning of the bones", loose.largest(),
      at_least(0.01));
  add("blade off the thorax, weight 1 against 1, goals out of reach",
      "with a weighting technique it could be violated", equal.largest(), at_least(0.01));
  add("the same, weight 100 against 1", "with a weighting technique it could be violated", heavy.largest(),
      at_least(1e-4));
  result.note("upper arm at the last goal, from hanging", tied.arm.back(), "°");
  result.note("turn of the blade there", tied.blade.back(), "°");
  result.note("turn of the blade per turn of the arm, over all", tied.blade.back() / tied.arm.back(), "");
  result.plots = {rhythm(tied),
                  {.title = "Blade off the thorax, goals out of reach",
                   .x = {"step"},
                   .y = {"off [m]", Spacing::logarithmic, Range{1e-16, 1}},
                   .series = {error_curve(strained.off, "part of the figure", Tone::accent),
                              error_curve(heavy.off, "weight 100", Tone::middle),
                              error_curve(equal.off, "weight 1", Tone::faint)}}};
  result.conclusion =
      "Tied to the thorax, both points of the blade stay on the ellipsoid at every step, and the hand "
      "reaches its "
      "goals all the same; ignored, or only weighted, the constraint is violated by centimetres.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_3

Experiment baerlocher_7_3() {
  return {
      .name = "baerlocher-7.3",
      .title = "The shoulder blade glides on the thorax",
      .document = "Baerlocher 2001",
      .place = "section 7.3.1, figure 7.3",
      .claim =
          "An anatomical constraint, the scapula sliding on the thorax modelled as an ellipsoid, is ensured "
          "with the highest priority while the hand is controlled; weights would not be satisfying, since it "
          "could be violated.",
      .parameters = {{"figure", "models/shoulder.json: bones of a right arm, 13 degrees of freedom"},
                     {"constraint", "two points of the blade on the ellipsoid, part of the figure"},
                     {"hand",
                      "on an arc from beside the thigh to overhead, 0.58 m and 0.95 m from the "
                      "shoulder, 41 goals"}},
      .run = of_baerlocher_7_3::run,
      .replacements = {{"weights", "the points are tasks of the hand’s priority"},
                       {"ignored", "the blade is not tied to the thorax"}}};
}

}  // namespace limber::experiments

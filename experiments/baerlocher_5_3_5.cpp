// Baerlocher 2001, section 5.3.5, first test: the main effector E1 is led around; what does the secondary
// one, E2, do?

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/planar.h"
#include "experiments/common/thesis_iteration.h"

namespace limber::experiments {

namespace of_baerlocher_5_3_5 {
namespace {

constexpr int leading_steps = 120;  // E1's goal moves, then
constexpr int waiting_steps = 120;  // it stands still
constexpr double bound = 0.3;       // [rad]

struct Path {
  std::string name;
  Vec2 (*goal)(const Vec2& start, double along);  // along: 0..1
};
// Well inside what both can do at once: a loop of 0.7 m across.
Vec2 easy_loop(const Vec2& start, double along) {
  const double angle = 2.0 * std::numbers::pi * along;
  return start + 0.35 * Vec2(std::cos(angle) - 1.0, std::sin(angle));
}
// Out to where E1 can only go if E2 gives way, and back again.
Vec2 into_conflict(const Vec2& start, double along) {
  return start + (1.0 - std::abs(2.0 * along - 1.0)) * Vec2(2.0, -1.6);
}

struct Trace {
  std::vector<double> main, second;  // [m] errors of E1 and E2 after each step
  double largest_step = 0.0;         // [rad]
  Posture posture;

  double largest_second() const { return *std::max_element(second.begin(), second.end()); }
  double largest_main() const { return *std::max_element(main.begin(), main.end()); }
  // Steps after E1's goal stopped until E2 is back within 1 mm; waiting_steps: not at all.
  int steps_to_return() const {
    int k = 0;
    while (k < waiting_steps && at(second, leading_steps + k) > 1e-3) ++k;
    return k;
  }
};

Trace lead(const Figure& figure, const Path& path, ThesisForm form) {
  Trace trace{.posture = figure.rest_posture()};
  Kinematics kinematics(figure);
  kinematics.update(trace.posture);
  const Vec2 start = kinematics.frame_position(figure.frame("R")).head<2>();
  const Vec3 keep = kinematics.frame_position(figure.frame("L"));
  TaskList tasks;
  const auto main =
      tasks.add("E1", Reach{.frame = figure.frame("R"), .target = in_plane(start), .axes = Axes::xy()},
                {.priority = 1});
  tasks.add("E2", Reach{.frame = figure.frame("L"), .target = keep, .axes = Axes::xy()}, {.priority = 2});
  ThesisIteration iteration(figure, {form, 0.5, bound});
  for (int k = 1; k <= leading_steps + waiting_steps; ++k) {
    tasks[main].target = in_plane(path.goal(start, std::min(1.0, double(k) / leading_steps)));
    trace.largest_step = std::max(trace.largest_step, iteration.step(tasks, trace.posture));
    kinematics.update(trace.posture);
    trace.main.push_back((tasks[main].target - kinematics.frame_position(figure.frame("R"))).norm());
    trace.second.push_back((keep - kinematics.frame_position(figure.frame("L"))).norm());
  }
  return trace;
}

Result run(const RunOptions& options) {
  const ThesisForm form = form_a(options);
  const ThesisForm undamped = form == ThesisForm::a ? ThesisForm::a_undamped : form;
  const Figure figure = forked_chain();
  const Path easy{"easy", easy_loop}, conflict{"conflict", into_conflict};
  const Trace a = lead(figure, easy, form), free = lead(figure, easy, undamped),
              b = lead(figure, easy, ThesisForm::b);
  const Trace hard_a = lead(figure, conflict, form), hard_free = lead(figure, conflict, undamped),
              hard_b = lead(figure, conflict, ThesisForm::b);
  Result result;
  result.add("largest error of E2 on the easy loop, A undamped", "stays fixed", free.largest_second(), "m",
             at_most(2e-3));
  result.add("largest error of E2 during the move into the conflict and back, A damped", "no longer fixed",
             hard_a.largest_second(), "m", at_least(0.1));
  result.add("steps until E2 is back within 1 mm, A damped", "quickly comes back", hard_a.steps_to_return(),
             "", at_most(20));
  result.add("largest error of E2 on the easy loop, B", "very large movements of E2", b.largest_second(), "m",
             at_least(0.1));
  result.add("steps until E2 is back within 1 mm, B", "starts to converge only when E1 stops",
             b.steps_to_return(), "", at_least(10));
  result.add("longest step near the conflict, A undamped against damped",
             "severe oscillations without damping", hard_free.largest_step / hard_a.largest_step, "×",
             at_least(3));
  result.add("largest error of E1 near the conflict, A undamped", "even the priorities are violated",
             hard_free.largest_main(), "m", at_least(0.05));
  result.add("the same undamped against damped", "damping keeps the order",
             hard_free.largest_main() / hard_a.largest_main(), "×", at_least(10));
  const Axis steps{"step"};
  const Axis error{"error [m]", Spacing::logarithmic, Range{1e-7, 10}};
  result.plots = {{.title = "Error of E2 while E1 is led along a loop (120 steps), then rests",
                   .x = steps,
                   .y = error,
                   .series = {error_curve(a.second, "A damped", Tone::accent),
                              error_curve(free.second, "A undamped", Tone::strong),
                              error_curve(b.second, "B", Tone::middle)}},
                  {.title = "Error of E1, led into the conflict (120 steps, out and back)",
                   .x = steps,
                   .y = error,
                   .series = {error_curve(hard_a.main, "A damped", Tone::accent),
                              error_curve(hard_free.main, "A undamped", Tone::strong),
                              error_curve(hard_b.main, "B", Tone::middle)}},
                  {.title = "Error of E2 meanwhile",
                   .x = steps,
                   .y = error,
                   .series = {error_curve(hard_a.second, "A damped", Tone::accent),
                              error_curve(hard_free.second, "A undamped", Tone::strong),
                              error_curve(hard_b.second, "B", Tone::middle)}}};
  result.conclusion =
      "A keeps E2 in place while E1 moves, and needs damping where the two conflict; B drags E2 along and "
      "lets it return only later.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_3_5

Experiment baerlocher_5_3_5() {
  return {.name = "baerlocher-5.3.5",
          .title = "What the secondary effector does while the main one is led",
          .document = "Baerlocher 2001",
          .place = "section 5.3.5, first test",
          .claim =
              "With formulation A the secondary effector stays fixed without damping, which near algorithmic "
              "singularities causes severe oscillations and even violates the priorities; with damping it "
              "leaves its place a little and quickly returns. With B it moves very far and begins to "
              "converge only when the main effector stops.",
          .parameters = {{"chain", "forked, seven joints, links of 1 m, no limits"},
                         {"E1",
                          "right tip: 120 steps along a loop of 0.7 m, or by (2.0, −1.6) into a conflict, "
                          "then 120 at rest"},
                         {"E2", "left tip, to stay where it is"},
                         {"damping", "Maciejewski-Klein, a level’s step at most 0.3 rad"}},
          .run = of_baerlocher_5_3_5::run,
          .replacements = form_a_replacements()};
}

}  // namespace limber::experiments

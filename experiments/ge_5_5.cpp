// Ge 5.3.1, figure 5.5: task priority kinks the trunk where the objective function bends it gently.

#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/avoidance_plots.h"

namespace limber::experiments {

namespace of_ge_5_5 {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

Result run(const RunOptions& options) {
  const Course course = past_balls(4, Sweep::far);
  AvoidanceOptions cancelled = trunk_options(Technique::task_priority);
  cancelled.cancel = true;
  const FilmedRun none = film(course, tracking_only());
  options.progress(0.2);
  const FilmedRun worst = film(course, cancelled);
  options.progress(0.4);
  AvoidanceOptions two_cancelled = trunk_options(Technique::two_worst);
  two_cancelled.cancel = true;
  const FilmedRun two = film(course, two_cancelled);
  const FilmedRun normal =
      film(course, trunk_options(options.replaces("sideways-rows") ? Technique::two_worst
                                                                   : Technique::task_priority_normal));
  options.progress(0.7);
  const FilmedRun objective =
      film(course, trunk_options(options.replaces("cost-gradient") ? Technique::cost : Technique::objective));
  const FilmedRun ours = film(course, trunk_options(Technique::clearance));
  options.progress(0.9);

  Result result;
  const auto bend = [&](const std::string& what, const std::string& claim, const FilmedRun& run,
                        const Agreeing& agrees) {
    result.findings.push_back({.what = "sharpest bend between neighbouring links, " + what,
                               .claim = claim,
                               .value = degrees * run.measures.largest_bend,
                               .unit = "°",
                               .agrees = agrees});
  };
  const auto clearance = [&](const std::string& what, const std::string& claim, const FilmedRun& run,
                             const Agreeing& agrees) {
    result.findings.push_back({.what = "least clearance, " + what,
                               .claim = claim,
                               .value = run.measures.least_clearance,
                               .unit = "lengths",
                               .agrees = agrees});
  };
  clearance("without avoidance", "the same drag goes through the obstacles", none,
            at_most(-0.3, signed_number));
  bend("without avoidance", "no counterpart: how much the drag alone bends it", none, between(5.0, 16.0));
  bend("task priority, the worst obstacle alone", "may be kinked", worst, at_least(60.0));
  bend("task priority, the two worst", "a non-smooth chain in some circumstances", two, at_least(60.0));
  clearance("task priority, the worst alone, updates cancelled", "keeps clear", worst,
            at_least(0.0, signed_number));
  clearance("task priority, the two worst, updates cancelled", "keeps clear", two,
            at_least(0.0, signed_number));
  bend("task priority along the normal only",
       "no counterpart: holding the nearest point sideways causes the kinks", normal, at_most(25.0));
  bend("objective function", "the solution remains smooth", objective, at_most(16.0));
  clearance("objective function", "keeps clear", objective, at_least(0.0, signed_number));
  bend("Limber’s default", "no counterpart: ours", ours, at_most(16.0));
  clearance("Limber’s default", "no counterpart: ours", ours, at_least(-1e-6, signed_number));

  result.note("least clearance, task priority, the two worst, updates not cancelled",
              limber::run(course, trunk_options(Technique::two_worst)).least_clearance, "lengths");

  const auto picture = [&](const std::string& title, const FilmedRun& run) {
    Plot plot{.title = title, .x = {"x [lengths]"}, .y = {"y [lengths]"}, .same_scale = true};
    plot.series = balls_from_above(course.world, "obstacles");
    plot.series.push_back(
        trunk_from_above(course.figure, run.postures[two.sharpest()], "trunk", Tone::accent));
    plot.height = 340;
    return plot;
  };
  result.plots = {picture("Task priority, two worst, where it is sharpest", two),
                  picture("Objective function in the same frame", objective),
                  {.title = "Sharpest bend over time",
                   .x = {"frame"},
                   .y = {"bend [°]"},
                   .series = {over_frames(worst.bend, "task priority, worst", Tone::middle, degrees),
                              over_frames(two.bend, "task priority, two worst", Tone::strong, degrees),
                              over_frames(objective.bend, "objective", Tone::accent, degrees),
                              over_frames(ours.bend, "Limber’s default", Tone::faint, degrees)},
                   .height = 340}};
  result.conclusion =
      "Task priority prescribes all three components of the nearest point’s motion: away from the obstacle, "
      "and none sideways. Between several obstacles a long chain can do that only with sharp kinks. "
      "Prescribing the component along the normal only, the same technique stays smooth, as the objective "
      "function does.";
  return result;
}

}  // namespace
}  // namespace of_ge_5_5

Experiment ge_5_5() {
  return {
      .name = "ge-5.5",
      .title = "Task priority kinks the trunk",
      .document = "Ge 2000",
      .place = "section 5.3.1, figure 5.5",
      .claim =
          "Avoiding obstacles by task priority may kink the elephant’s trunk; the objective function keeps "
          "it smooth.",
      .parameters = {{"trunk",
                      "30 spheres one length apart, 90 revolute joints, in an arc of 60° at the start"},
                     {"goal", "led 16 lengths, slowly and smoothly, 250 steps"},
                     {"obstacles", "4 balls of radius 1.5 in the path of the trunk"},
                     {"distances", "d_ta 0.1, d_ug 1, d_soi 2 lengths, push 0.2 lengths a step, damping 0.1"},
                     {"objective", "gain 0.001, power 2"},
                     {"updates", "cancelled for task priority, as in the application; else not"}},
      .run = of_ge_5_5::run,
      .replacements = {{"cost-gradient", "the gradient of the objective is written into three joints"},
                       {"sideways-rows", "the nearest point is held sideways where it should be free"}}};
}

}  // namespace limber::experiments

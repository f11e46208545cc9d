// Ge, section 5.4: no technique is the best everywhere. Who comes nearest to a goal that can be reached?

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/reachable_goals.h"
#include "limber/avoidance/parameters.h"
#include "limber/planning/find_path.h"

namespace limber::experiments {

namespace {

// From where the default stops, how many goals a search reaches: found, of so many.
struct Escapes {
  int stops = 0, found = 0;
};
Escapes search_from_stops(const ServedGoals& ours) {
  Escapes escapes;
  for (std::size_t i = 0; i < ours.errors.size(); ++i) {
    const ReachableGoal scene = reachable_goal(i);
    const Ending ending = run_to_rest(scene, {});
    if (ending.is_there()) continue;
    ++escapes.stops;
    const Scene stopped{
        .figure = scene.figure, .posture = ending.posture, .world = scene.world, .tasks = scene.tasks()};
    escapes.found += find_path(stopped, {.most_seconds = 5}).has_value();
  }
  return escapes;
}

// Share of the scenes, in percent, that end no farther off than x.
Series shares(const ServedGoals& served, const std::string& label, Tone tone) {
  Series series{.label = label, .tone = tone};
  for (double exponent = -4.0; exponent <= 0.3; exponent += 0.05) {
    const double error = std::pow(10.0, exponent);
    const auto count =
        std::count_if(served.errors.begin(), served.errors.end(), [&](double e) { return e <= error; });
    series.points.emplace_back(
        error, 100.0 * static_cast<double>(count) / static_cast<double>(served.errors.size()));
  }
  return series;
}

Result run(const RunOptions& options) {
  const int scenes = options.shortened ? 12 : 300;
  const std::vector<ServedGoals> served =
      serve_goals(scenes, [&](double done) { options.progress(0.5 * done); });
  const ServedGoals& ours = served.front();

  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const std::string& unit, const Agreeing& agrees) -> Finding& {
    result.findings.push_back({.what = what, .claim = claim, .value = value, .unit = unit, .agrees = agrees});
    return result.findings.back();
  };
  const std::string of_all = " of " + std::to_string(scenes);
  const ServedGoals* best = nullptr;  // of the documents'
  for (const ServedGoals& by : served) {
    if (by.technique == Technique::clearance || by.technique == Technique::off) continue;
    if (!best || by.reached() > best->reached()) best = &by;
    add("goals reached without contact," + of_all + ", " + std::string(describe(by.technique).key),
        "not the best everywhere", by.reached(), "", at_most(scenes - 1.0));
    add("runs without contact," + of_all + ", " + std::string(describe(by.technique).key),
        "no counterpart: random scenes", by.clear(), "", {});
  }
  const std::string no_counterpart = "no counterpart: ours";
  add("goals reached without contact," + of_all + ", Limber’s default", no_counterpart, ours.reached(), "",
      at_least(best->reached()));
  add("runs without contact," + of_all + ", Limber’s default", no_counterpart, ours.clear(), "",
      between(scenes, scenes));
  add("error at rest in 95 % of the scenes at most, Limber’s default", no_counterpart, ours.quantile(0.95),
      "m", at_most(best->quantile(0.95)));
  add("scenes in which some technique came nearer without contact," + of_all, no_counterpart,
      static_cast<double>(scenes_served_better(served).size()), "", at_most(std::ceil(0.03 * scenes)));
  if (!options.shortened) {
    const Escapes escapes = search_from_stops(ours);
    Finding& found = add("ways on found within 5 s each, of the " + std::to_string(escapes.stops) +
                             " scenes where the default stops short",
                         no_counterpart, escapes.found, "", at_least(0.5 * escapes.stops));
    found.timing = true;
  }
  options.progress(1.0);

  Plot plot{.title = "Scenes that end no farther from their goal",
            .x = {"distance [m]", Spacing::logarithmic},
            .y = {"scenes [%]", Spacing::linear, Range{0.0, 100.0}}};
  plot.series.push_back(shares(ours, "Limber’s default", Tone::accent));
  plot.series.push_back(shares(*best, std::string(describe(best->technique).key), Tone::strong));
  for (const ServedGoals& by : served) {
    if (by.technique == Technique::objective) plot.series.push_back(shares(by, "objective", Tone::middle));
    if (by.technique == Technique::off) plot.series.push_back(shares(by, "no avoidance", Tone::faint));
  }
  result.plots = {plot};
  result.conclusion =
      "None of the documents’ techniques reaches every goal, and which one comes nearest changes from scene "
      "to "
      "scene: all are local, and end in different hollows. Limber’s default reaches far more than any, but "
      "not "
      "all; where it stops, some other technique has now and then taken another side of an obstacle and "
      "comes "
      "nearer.";
  return result;
}

}  // namespace

Experiment ge_5_4() {
  return {.name = "ge-5.4",
          .title = "Who comes nearest to a goal that can be reached",
          .document = "Ge 2000",
          .place = "section 5.4",
          .claim = "No technique of avoidance is the best everywhere.",
          .parameters = {{"chains",
                          "1 m; in the plane 3 to 12 joints, in space 6 to 24; half of them with limits"},
                         {"obstacles", "2 to 16 balls, boxes and rods; none touches the chain at the start"},
                         {"goals",
                          "where the tip is in another posture that is clear; in half of the scenes turning "
                          "all joints evenly "
                          "from one to the other would touch something"},
                         {"techniques",
                          "with their usual numbers; updates that would end in an obstacle are cancelled"},
                         {"runs",
                          "until the chain rests or has come no nearer for 200 steps; what overlaps the "
                          "world or itself does "
                          "not count; of the documents’ techniques, the nearest they came"}},
          .run = run};
}

}  // namespace limber::experiments

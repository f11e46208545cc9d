// Limber's own benchmark: which technique comes nearest to a reachable goal? Ge 2000 concludes (6.1) that none
// is the best everywhere.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/reachable_goals.h"
#include "limber/avoidance/parameters.h"
#include "limber/planning/find_path.h"

namespace limber::experiments {

namespace of_limber_goals {
namespace {

// Where the default stops short, and how often a path search gets from there to the goal.
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
      serve_goals(scenes, options.replaces("no-clearance") ? Technique::off : Technique::clearance,
                  [&](double done) { options.progress(0.5 * done); });
  const ServedGoals& ours = served.front();

  Result result;
  const std::string of_all = " of " + std::to_string(scenes);
  const ServedGoals* best = nullptr;  // of the documents'
  for (const ServedGoals& by : served) {
    if (by.technique == Technique::tracking) {
      result.note("goals reached by tracking alone, steps into obstacles not taken," + of_all, by.reached(),
                  "");
      continue;
    }
    if (by.technique == Technique::clearance || by.technique == Technique::off) continue;
    if (!best || by.reached() > best->reached()) best = &by;
    result.add("goals reached without contact," + of_all + ", " + std::string(describe(by.technique).key),
               "not the best everywhere", by.reached(), "", at_most(scenes - 1.0));
    result.note("runs without contact," + of_all + ", " + std::string(describe(by.technique).key), by.clear(),
                "");
  }
  const std::string no_counterpart = "ours";
  result.add("goals reached without contact," + of_all + ", Limber’s default", no_counterpart, ours.reached(),
             "", at_least(best->reached() + 1.0));
  result.add("runs without contact," + of_all + ", Limber’s default", no_counterpart, ours.clear(), "",
             between(scenes, scenes));
  result.add("95 % quantile of the error at rest, Limber’s default", no_counterpart, ours.quantile(0.95), "m",
             at_most(std::min(1.0, best->quantile(0.95))));
  result.add("scenes in which another technique came nearer without contact," + of_all, no_counterpart,
             static_cast<double>(scenes_served_better(served).size()), "", at_most(std::ceil(0.05 * scenes)));
  if (!options.shortened) {
    const Escapes escapes = search_from_stops(ours);
    result.note_timing("paths found within 5 s each, for the " + std::to_string(escapes.stops) +
                           " scenes where the default stops short",
                       escapes.found, "");
  }
  options.progress(1.0);

  Plot plot{.title = "Share of scenes that end within a distance of their goal",
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
      "to scene: all are local and end in different local minima. Limber’s default reaches far more goals "
      "than any of them, but not all; where it stops, another technique sometimes passes an obstacle on the "
      "other side and comes nearer.";
  return result;
}

}  // namespace
}  // namespace of_limber_goals

Experiment limber_goals() {
  return {
      .name = "limber-goals",
      .title = "Which technique comes nearest to a reachable goal",
      .document = "Limber",
      .place = "our benchmark, no figure of a document; after Ge 2000, 6.1",
      .claim =
          "Ours: a default should reach more goals than any other technique, without contact. From Ge: no "
          "technique of avoidance is the best everywhere.",
      .parameters =
          {{"chains", "1 m; in the plane 3 to 12 joints, in space 6 to 24; half of them with limits"},
           {"obstacles", "2 to 16 balls, boxes and rods; none touches the chain at the start"},
           {"goals",
            "the tip’s place in another clear posture; in half of the scenes, interpolating the joints "
            "between the two postures would touch something"},
           {"techniques", "with default parameters; updates that would end in an obstacle are cancelled"},
           {"runs",
            "until the chain rests or has not come nearer for 200 steps; runs that overlap the world do not "
            "count, nor those that overlap the chain itself where the technique is to see it; for the "
            "documents’ techniques, the nearest position counts"}},
      .run = of_limber_goals::run,
      .replacements = {{"no-clearance", "the solver is not told of the obstacles"}}};
}

}  // namespace limber::experiments

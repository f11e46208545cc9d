// Ge 5.3.1: avoiding only the worst obstacle oscillates between two obstacles, avoiding the two worst does
// not.

#include <algorithm>

#include "experiments/catalog.h"
#include "experiments/common/avoidance_plots.h"

namespace limber::experiments {

namespace of_ge_5_3_1 {
namespace {

// Where a sphere of the trunk is across the corridor, frame by frame [lengths].
std::vector<double> across(const Course& course, const FilmedRun& run, const std::string& segment) {
  Kinematics kinematics(course.figure);
  std::vector<double> values;
  for (const Posture& posture : run.postures) {
    kinematics.update(posture);
    values.push_back(kinematics.segment_pose(course.figure.segment(segment)).translation.y());
  }
  return values;
}

// Frames after the first `from` that end in a wall.
double count_inside(const FilmedRun& run, std::ptrdiff_t from) {
  return static_cast<double>(
      std::count_if(run.clearance.begin() + from, run.clearance.end(), [](double c) { return c < 0.0; }));
}

Result run(const RunOptions& options) {
  const Course course = through_corridor();
  const FilmedRun none = film(course, tracking_only());
  const FilmedRun single = film(course, trunk_options(Technique::task_priority));
  options.progress(0.3);
  const FilmedRun two = film(course, trunk_options(options.replaces("one-escape") ? Technique::task_priority
                                                                                  : Technique::two_worst));
  const FilmedRun objective = film(course, trunk_options(Technique::objective));
  options.progress(0.6);
  int gains_that_work = 0;
  for (const double gain : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0}) {
    AvoidanceOptions tried = trunk_options(Technique::objective);
    tried.objective_gain = gain;
    gains_that_work += limber::run(course, tried).penetrations == 0 ? 1 : 0;
  }
  const FilmedRun ours = film(course, trunk_options(Technique::clearance));
  options.progress(0.9);

  Result result;
  const auto reversals = [](const FilmedRun& run) { return static_cast<double>(run.measures.reversals); };
  result.add("least clearance without avoidance", "the same drag goes through a wall",
             none.measures.least_clearance, "lengths", at_most(-0.3, signed_number));
  result.add("frames of 250 in which a joint moves back, worst obstacle alone", "may oscillate",
             reversals(single), "", at_least(150.0));
  result.add("the same, two worst obstacles", "does not: the two are blended", reversals(two), "",
             at_most(20.0));
  result.add("least clearance, worst obstacle alone", "keeps clear", single.measures.least_clearance,
             "lengths", at_least(0.0, signed_number));
  result.add("least clearance, two worst obstacles", "keeps clear, by more", two.measures.least_clearance,
             "lengths", at_least(single.measures.least_clearance, signed_number));
  result.add("frames of 250 in which a joint moves back, Limber’s default", "no counterpart: ours",
             reversals(ours), "", at_most(20.0));
  result.add("least clearance, Limber’s default", "no counterpart: ours", ours.measures.least_clearance,
             "lengths", at_least(-1e-6, signed_number));
  Finding& tight =
      result.add("frames in a wall, objective function with the gain that works in open scenes (0.001)",
                 "moves in between the obstacles, its gain tuned once and for all (5.3.3)",
                 static_cast<double>(objective.measures.penetrations), "", at_most(0.0));
  tight.explanation =
      "All of them are among the first 25 frames, in which the stretched trunk buckles as its tip moves "
      "back: tracking moves it farther per step than it is pushed, and no gain helps. Once bent, it stays "
      "clear.";
  tight.explained = between(1.0, 25.0);
  result.add("the same after the first 30 frames", "moves in between the obstacles",
             count_inside(objective, 30), "", at_most(0.0));
  result.note("of 7 gains from 0.000001 to 1, those with which the objective function never enters a wall",
              gains_that_work, "");

  const auto path = [&](const FilmedRun& run, const std::string& label, Tone tone) {
    return over_frames(across(course, run, "trunk.15"), label, tone);
  };
  result.plots = {
      {.title = "Position of the middle of the trunk between the walls",
       .x = {"frame"},
       .y = {"across the corridor [lengths]"},
       .series = {path(single, "worst obstacle", Tone::middle), path(two, "two worst", Tone::accent),
                  path(ours, "Limber’s default", Tone::faint)}},
      {.title = "Clearance",
       .x = {"frame"},
       .y = {"clearance [lengths]"},
       .series = {over_frames(single.clearance, "worst obstacle", Tone::middle),
                  over_frames(two.clearance, "two worst", Tone::accent),
                  over_frames(ours.clearance, "Limber’s default", Tone::faint),
                  over_frames(objective.clearance, "objective, gain 0.001", Tone::strong)}}};
  result.conclusion =
      "Pushed away from one wall, the trunk is nearer to the other, which then is the worst: it goes back "
      "and forth in every frame. Blending the escapes from both by their distances ends that. Clearance as "
      "an inequality does not push at all as long as there is room.";
  return result;
}

}  // namespace
}  // namespace of_ge_5_3_1

Experiment ge_5_3_1() {
  return {
      .name = "ge-5.3.1",
      .title = "One worst obstacle oscillates, two do not",
      .document = "Ge 2000",
      .place = "section 5.3.1, equation 5.2",
      .claim =
          "Avoiding only the worst obstacle may cause oscillation; therefore the two worst are avoided, "
          "weighted by their distances.",
      .parameters = {{"trunk", "30 spheres one length apart, 90 revolute joints, straight at the start"},
                     {"walls",
                      "two, one length thick, 2 lengths apart, halfway along the trunk: half a length of "
                      "room on either side"},
                     {"goal", "led by (−4, 1, 1) lengths in 250 steps"},
                     {"distances", "d_ta 0.1, d_ug 1, d_soi 2 lengths, push 0.2 lengths a step, damping 0.1"},
                     {"updates", "not cancelled"}},
      .run = of_ge_5_3_1::run,
      .replacements = {{"one-escape", "of the two worst obstacles only the worst is escaped from"}}};
}

}  // namespace limber::experiments

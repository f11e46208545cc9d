// The 2D lab (COMP 477): a planar arm follows the mouse among three round obstacles.

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/tsuji_arm.h"
#include "limber/avoidance/mover.h"
#include "limber/models/models.h"

namespace limber::experiments {

namespace of_lab_477 {
namespace {

// Where the mouse was, every tenth of a second, in pixels of 1 mm, y up: down beside the first obstacle and
// back, between all three and up, straight across the second, and back round it. Drawn by hand.
constexpr std::array<std::array<int, 2>, 78> mouse = {{
    {327, 135}, {336, 122}, {344, 106}, {348, 88},  {346, 70},  {340, 54},  {330, 40},  {318, 28},
    {306, 20},  {300, 16},  {304, 24},  {314, 38},  {326, 54},  {336, 72},  {342, 92},  {342, 112},
    {336, 130}, {326, 140}, {312, 146}, {296, 146}, {280, 142}, {264, 136}, {248, 130}, {234, 126},
    {222, 126}, {212, 132}, {206, 142}, {204, 156}, {206, 172}, {210, 190}, {214, 208}, {216, 226},
    {214, 244}, {208, 260}, {198, 274}, {186, 286}, {172, 294}, {156, 298}, {140, 298}, {150, 300},
    {166, 296}, {182, 288}, {196, 276}, {206, 262}, {212, 246}, {214, 230}, {212, 214}, {210, 198},
    {212, 182}, {220, 168}, {232, 156}, {246, 148}, {262, 142}, {278, 138}, {294, 136}, {310, 136},
    {322, 144}, {318, 164}, {310, 184}, {302, 204}, {294, 224}, {286, 240}, {276, 252}, {268, 244},
    {262, 228}, {258, 210}, {256, 192}, {258, 174}, {264, 158}, {274, 148}, {290, 142}, {304, 138},
    {316, 136}, {324, 132}, {330, 126}, {334, 120}, {336, 116}, {336, 114},
}};
constexpr double pixel = 0.001;     // [m]
constexpr int frames_per_mark = 6;  // 60 a second
constexpr int steps_per_frame = 8;

struct Disc {
  Vec2 center;
  double radius;
};
const std::array<Disc, 3> discs = {Disc{{0.17, 0.05}, 0.025}, Disc{{0.30, 0.20}, 0.025},
                                   Disc{{0.08, 0.20}, 0.03}};

World world() {
  World result;
  for (std::size_t k = 0; k < discs.size(); ++k) {
    result.add("obstacle." + std::to_string(k + 1), disc(discs[k].center, discs[k].radius));
  }
  return result;
}

std::vector<Vec2> mouse_path() {
  std::vector<Vec2> path;
  for (std::size_t k = 0; k + 1 < mouse.size(); ++k) {
    const Vec2 from(mouse[k][0], mouse[k][1]), to(mouse[k + 1][0], mouse[k + 1][1]);
    for (int f = 0; f < frames_per_mark; ++f)
      path.emplace_back(pixel * (from + (to - from) * f / frames_per_mark));
  }
  return path;
}

struct Follow {
  double least = 10.0;       // [m] clearance of the whole arm, within steps as well
  int touching = 0;          // frames with an overlap
  double tip_error = 0.0;    // [m] median, of frames with the mouse where the tip can be
  double stood_still = 0.0;  // share of frames in which nothing moved though the tip was not there
  std::vector<Vec2> tip;
  std::vector<double> clearance;  // [m] of every frame
  std::vector<Posture> postures;
};

AvoidanceOptions lab_options(bool abort) {
  AvoidanceOptions options;
  options.technique = Technique::lab;
  options.damping = 10 * pixel;
  options.obstacle_damping = 20 * pixel;
  options.largest_error = 4 * pixel;
  options.abort_distance = 5 * pixel;
  options.full_distance = 30 * pixel;
  options.influence = 60 * pixel;
  options.push = 4 * pixel;
  options.abort = abort;
  return options;
}

Follow follow(const Figure& figure, const AvoidanceOptions& avoidance) {
  const World around = world();
  Mover mover(figure, SolverOptions{}, avoidance);
  TaskList tasks;
  const auto id = tasks.add("mouse", Reach{.frame = figure.frame("tip"), .axes = Axes::xy()});
  mover.prepare(tasks, {}, around);
  ArmClearance clearance(figure, around);
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  Follow result;
  std::vector<double> errors;
  int still = 0;
  const std::vector<Vec2> path = mouse_path();
  for (const Vec2& at : path) {
    tasks[id].target = in_plane(at);
    const Posture frame_start = posture;
    double least = unlimited;
    for (int step = 0; step < steps_per_frame; ++step) {
      const Posture before = posture;
      mover.step(tasks, {}, posture);
      // Nothing is jumped over: looked at in quarters of the step.
      const VecX moved = difference(figure, before, posture);
      for (int k = 1; k <= 4; ++k) {
        Posture between = before;
        integrate(figure, 0.25 * k * moved, between);
        least = std::min(least, clearance(between));
      }
    }
    kinematics.update(posture);
    const Vec2 tip = kinematics.frame_position(figure.frame("tip")).head<2>();
    result.least = std::min(result.least, least);
    result.touching += least < 0.0;
    result.clearance.push_back(least);
    result.tip.push_back(tip);
    result.postures.push_back(posture);
    const double error = (at - tip).norm();
    still += difference(figure, frame_start, posture).norm() < 1e-9 && error > 0.005;
    const bool free_there = std::all_of(discs.begin(), discs.end(), [&](const Disc& disc) {
      return (disc.center - at).norm() > disc.radius + 0.03;
    });
    if (free_there && at.norm() < 0.39) errors.push_back(error);
  }
  std::sort(errors.begin(), errors.end());
  result.tip_error = errors[errors.size() / 2];
  result.stood_still = double(still) / double(path.size());
  return result;
}

Plot picture(const Figure& figure, const Follow& run, const std::string& title) {
  Plot plot = plane(title, {-0.1, 0.42}, {-0.1, 0.34});
  for (const Disc& disc : discs) plot.series.push_back(circle(disc.center, disc.radius));
  for (const std::size_t at : {std::size_t{0}, run.postures.size() / 3, 2 * run.postures.size() / 3}) {
    for (Series& arm : arms(figure, run.postures[at], {"tip"}, at == 0 ? "on the way" : "", Tone::faint))
      plot.series.push_back(std::move(arm));
  }
  for (Series& arm : arms(figure, run.postures.back(), {"tip"}, "end", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back({.label = "mouse", .points = mouse_path(), .tone = Tone::middle});
  plot.series.push_back({.label = "tip", .points = run.tip, .tone = Tone::strong});
  return plot;
}

Series over_seconds(const std::vector<double>& values, const std::string& label, Tone tone) {
  Series series{.label = label, .tone = tone};
  for (std::size_t k = 0; k < values.size(); ++k)
    series.points.emplace_back(double(k) / 60.0, 1000 * values[k]);
  return series;
}

Result run(const RunOptions& options) {
  const Figure figure = Figure::build(models::find("lab-arm")->make({})).value();
  AvoidanceOptions off;
  off.technique = Technique::off;
  const Follow blind = follow(figure, off);
  options.progress(0.25);
  AvoidanceOptions lab_way = lab_options(false);
  if (options.replaces("no-avoidance")) lab_way = off;
  const Follow lab = follow(figure, lab_way);
  options.progress(0.5);
  const Follow aborting = follow(figure, lab_options(true));
  options.progress(0.75);
  const Follow ours = follow(figure, AvoidanceOptions{});
  Result result;
  result.add("least clearance of the whole arm, lab’s technique", "the arm avoids the obstacles",
             1000 * lab.least, "mm", at_least(0, signed_number));
  result.add("frames with any overlap, lab’s technique", "without clipping through", lab.touching, "",
             between(0, 0));
  result.add("median distance of the tip from the mouse, lab’s technique", "the tip follows the mouse",
             1000 * lab.tip_error, "mm", at_most(15));
  result.add("frames with any overlap, nothing avoided",
             "(for comparison: the path leads through the obstacles)", blind.touching, "", at_least(20));
  Finding& still = result.add(
      "frames in which the arm stands still away from the mouse, cancelling below d_ta as in the slides",
      "the tip follows the mouse", 100 * aborting.stood_still, "%", at_most(5, percentage));
  still.explanation =
      "The slides cancel every update while the arm is nearer than d_ta, those that would lead it away as "
      "well: once there, the arm stays until the end. The numbers above are without that rule; cancelling "
      "only what would overlap is enough";
  still.explained = between(30, 80, percentage);
  result.add("frames with any overlap, cancelling as in the slides", "without clipping through",
             aborting.touching, "", between(0, 0));
  result.add("least clearance, Limber’s own clearance in the solver", "(for comparison)", 1000 * ours.least,
             "mm", at_least(-0.001, signed_number));
  result.add("median distance of the tip from the mouse, Limber’s own", "(for comparison)",
             1000 * ours.tip_error, "mm", at_most(15));
  result.plots = {picture(figure, lab, "The lab’s technique"),
                  picture(figure, ours, "Limber’s own"),
                  {.title = "Clearance of the arm",
                   .x = {"time [s]"},
                   .y = {"[mm]"},
                   .series = {over_seconds(blind.clearance, "nothing avoided", Tone::faint),
                              over_seconds(lab.clearance, "lab’s technique", Tone::accent),
                              over_seconds(ours.clearance, "Limber’s own", Tone::middle)}}};
  options.progress(1.0);
  result.conclusion =
      "Led by the mouse through all three obstacles, the arm moves around them and touches none; without "
      "avoidance the same path leads through them.";
  return result;
}

}  // namespace
}  // namespace of_lab_477

Experiment lab_477() {
  return {
      .name = "lab-477",
      .title = "The 2D arm of the lab follows the mouse",
      .document = "COMP 477, lab on inverse kinematics with obstacles",
      .place = "slides on obstacle avoidance",
      .claim =
          "A planar arm tracks the mouse by damped least squares and keeps away from round obstacles with "
          "the remaining freedom; nearer than d_ta to an obstacle, the update is terminated.",
      .parameters = {{"arm", "four links of 100 px, joints of 10 px; 1 mm per pixel; sizes are ours"},
                     {"obstacles", "three discs of 25, 25 and 30 px"},
                     {"gains",
                      "d_ta 5, d_ug 30, d_soi 60 px, λ₁ = 10, λ₂ = 20 px, steps and pushes of at most 4 px"},
                     {"mouse", "7.7 s drawn by hand, 60 frames per second, eight steps per frame"},
                     {"last resort", "steps that would overlap are halved up to four times, then not taken"},
                     {"checked", "the whole arm, including postures within steps"}},
      .run = of_lab_477::run,
      .replacements = {{"no-avoidance", "the homogeneous term is left out: the arm only follows"}}};
}

}  // namespace limber::experiments

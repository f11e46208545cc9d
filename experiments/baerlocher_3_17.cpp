// Baerlocher 2001, figures 3.16 and 3.17: which postures of a leg the muscles over hip and knee allow.

#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_3_17 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double least_sum = -70.0;  // [°] hip + knee, equation 3.2

// Seen from the side: the thigh hangs along -y; flexing the hip (negative) takes it forwards, to +x.
// `knee_sign`: of the knee in the coupling, 1 as in the thesis.
Figure leg(double knee_sign) {
  FigureDescription figure;
  figure.name = "leg";
  figure.segments.push_back({.name = "pelvis"});
  Joint hip{.type = JointType::revolute, .axis = -Vec3::UnitZ()}, knee = hip;
  hip.ranges[0] = {-125.0 * degree, 20.0 * degree};
  knee.ranges[0] = {0.0, 140.0 * degree};
  figure.segments.push_back({.name = "thigh", .parent = "pelvis", .joint = hip});
  figure.segments.push_back(
      {.name = "shank", .parent = "thigh", .before = Transform::at({0, -0.45, 0}), .joint = knee});
  figure.frames.push_back({"ankle", "shank", Transform::at({0, -0.42, 0})});
  figure.couplings.push_back({.name = "hamstrings",
                              .terms = {{.joint = "thigh"}, {.joint = "shank", .coefficient = knee_sign}},
                              .range = {least_sum * degree, unlimited}});
  return Figure::build(figure).value();
}

struct Angles {
  double hip, knee;  // [°]
};
constexpr Angles three[] = {{0, 0}, {-90, 60}, {-90, 0}};

// [°] How far inside its coupling a posture is.
double room(const Figure& figure, const Angles& angles) {
  double sum = 0.0;
  for (const Coupling::Term& term : figure.couplings()[0].terms)
    sum += term.coefficient * (figure.joint_name(term.joint) == "thigh" ? angles.hip : angles.knee);
  return sum - least_sum;
}

enum class Knee { free, straight_first };

Angles raise_to(const Figure& figure, double hip, Knee knee) {
  TaskList tasks;
  tasks.add("raise", JointValue{.joint = figure.joint("thigh"), .target = hip * degree}, {.priority = 2});
  if (knee == Knee::straight_first)
    tasks.add("straight", JointValue{.joint = figure.joint("shank"), .target = 0.0}, {.priority = 1});
  Posture posture = figure.rest_posture();
  Solver(figure).solve(tasks, posture);
  return {posture.values[0] / degree, posture.values[1] / degree};
}

Plot picture(const Figure& figure, const Angles& angles, const std::string& title) {
  Plot plot = plane(title, {-0.5, 1.0}, {-1.0, 0.3});
  Posture posture = figure.rest_posture();
  posture.values << angles.hip * degree, angles.knee * degree;
  for (Series& arm : arms(figure, posture, {"ankle"}, "", Tone::accent))
    plot.series.push_back(std::move(arm));
  return plot;
}

Result run(const RunOptions& options) {
  const Figure figure = leg(options.replaces("sign") ? -1.0 : 1.0);
  const Angles straight = raise_to(figure, -110.0, Knee::straight_first),
               free = raise_to(figure, -110.0, Knee::free);
  Result result;
  result.add("room of the leg hanging down", "valid", room(figure, three[0]), "°",
             between(69.9, 70.1, signed_number));
  result.add("room of hip −90°, knee 60°", "valid", room(figure, three[1]), "°",
             between(39.9, 40.1, signed_number));
  result.add("room of hip −90°, knee straight", "invalid: violates equation 3.2", room(figure, three[2]), "°",
             between(-20.1, -19.9, signed_number));
  result.add("hip flexion when the knee has to stay straight, −110° asked for",
             "the limits are coupled: −70°", straight.hip, "°", between(-70.001, -69.999, signed_number));
  result.add("knee when the hip is asked for −110°, nothing asked of it", "it has to be flexed by 40°",
             free.knee, "°", between(39.999, 40.1));
  result.add("hip then", "reaches what is asked", free.hip, "°", between(-110.01, -109.99, signed_number));
  result.plots = {picture(figure, three[0], "Hanging: valid"),
                  picture(figure, three[1], "Hip −90°, knee 60°: valid"),
                  picture(figure, three[2], "Hip −90°, knee straight: invalid")};
  options.progress(1.0);
  result.conclusion =
      "The inequality tells the three postures apart, and in the solver it stops a straight leg at 70° or "
      "flexes "
      "the knee, whichever the tasks leave open.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_3_17

Experiment baerlocher_3_17() {
  return {
      .name = "baerlocher-3.17",
      .title = "Which postures of a leg are allowed",
      .document = "Baerlocher 2001",
      .place = "section 3.8.2, figures 3.16 and 3.17",
      .claim =
          "Muscles over both joints couple the limits of hip and knee, hip + knee ≥ −70°: of three leg "
          "postures "
          "the straight one, raised forwards, is invalid.",
      .parameters = {{"leg", "thigh 0.45 m, shank 0.42 m, hip −125° to 20°, knee 0 to 140°, in the plane"},
                     {"postures", "drawn without numbers; ours: (0, 0), (−90°, 60°), (−90°, 0)"}},
      .run = of_baerlocher_3_17::run,
      .replacements = {{"sign", "the knee counts with the other sign"}}};
}

}  // namespace limber::experiments

// Tsuji, Nakayama and Ito 1990, section 3 and figure 4: the arm with its masses, driven by tau = K dtheta - B
// thetadot, while its virtual arms (a) stay, (b) go to the base, (c) go where the tip goes.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/tsuji_arm.h"
#include "limber/dynamics/simulation.h"

namespace limber::experiments {

namespace of_tsuji_4 {
namespace {

constexpr double stiffness = 20.0;    // [N m/rad] K
constexpr double friction = 15.0;     // [N m s/rad] B
constexpr double step_time = 0.001;   // [s]
constexpr double near_enough = 0.01;  // [m]
const Vec2 near_goal(0.5, 0.6);
const Vec2 far_goal(0.75, 0.75);  // 1.06 m from the base: joint 3 cannot come there

struct CarriedOut {
  std::vector<Vec2> tip;                 // every 10 ms
  std::vector<double> distance;          // [m] of the tip from the goal
  std::vector<double> virtual_distance;  // [m] of the first end-point from it
  std::vector<Posture> postures;         // every half second
  Posture last;

  double arrival() const {  // [s] from here on the tip is within a centimetre; infinite: never
    std::size_t first = distance.size();
    while (first > 0 && distance[first - 1] <= near_enough) --first;
    return first == distance.size() ? unlimited : 0.01 * double(first);
  }
};

// What the virtual end-point at `position` is asked for.
using Request = Vec3 (*)(const Vec3& position, const Vec3& goal);

struct Case {
  std::vector<Cut> cuts = nine_virtual_arms();
  Request request = nullptr;
  double tip_weight = 1.0;
  Vec2 goal = near_goal;
  double damping = 0.0;  // lambda
  double seconds = 10.0;
};

Vec3 stay(const Vec3&, const Vec3&) {
  return Vec3::Zero();
}
Vec3 to_base(const Vec3& position, const Vec3&) {
  return -position;
}
Vec3 to_goal(const Vec3& position, const Vec3& goal) {
  return goal - position;
}

CarriedOut move(const Figure& figure, const Case& asked) {
  ArmPosture arm = cut_arm(figure, asked.cuts, ArmSpace::plane, {.damping = asked.damping});
  Simulation simulation(figure);
  Kinematics kinematics(figure);
  MotionState state{figure.rest_posture(), VecX::Zero(figure.dof_count())};
  const VecX damping = VecX::Constant(figure.dof_count(), friction);
  VecX wanted(figure.dof_count());
  const Vec3 target = in_plane(asked.goal);
  const int tip = arm.count() - 1;
  const auto torque = [&](const MotionState& at, VecX& tau) {
    kinematics.update(at.posture);
    arm.update(kinematics);
    for (int i = 0; i < tip; ++i) arm.ask(i, asked.request(arm.position(i), target), 1.0);
    arm.ask(tip, target - arm.position(tip), asked.tip_weight);
    arm.displace(wanted);
    tau = stiffness * wanted;
  };
  CarriedOut motion;
  const int steps = static_cast<int>(std::lround(asked.seconds / step_time));
  for (int k = 0; k <= steps; ++k) {
    if (k % 10 == 0) {
      kinematics.update(state.posture);
      arm.update(kinematics);
      motion.tip.emplace_back(arm.position(tip).head<2>());
      motion.distance.push_back((target - arm.position(tip)).norm());
      motion.virtual_distance.push_back((target - arm.position(0)).norm());
    }
    if (k % 500 == 0) motion.postures.push_back(state.posture);
    if (k < steps && !simulation.semi_implicit(state, step_time, torque, damping)) break;
  }
  motion.last = state.posture;
  return motion;
}

// [m] The farthest any point of one path is from the other path.
double apart(const std::vector<Vec2>& path, const std::vector<Vec2>& other) {
  double farthest = 0.0;
  for (const Vec2& point : path) {
    double nearest = unlimited;
    for (const Vec2& candidate : other) nearest = std::min(nearest, (candidate - point).norm());
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

// Relative drift of the energy of a free motion over 2 s.
double energy_drift(const Figure& figure) {
  Simulation simulation(figure);
  MotionState state{figure.rest_posture(), VecX::Zero(figure.dof_count())};
  state.velocity << 1.0, -2.0, 1.5, 0.5, -1.0;
  const double before = simulation.energy(state);
  double largest = 0.0;
  for (int k = 0; k < 4000; ++k) {
    simulation.runge_kutta(state, 0.0005, Simulation::no_torque);
    if (k % 100 == 99) largest = std::max(largest, std::abs(simulation.energy(state) - before) / before);
  }
  return largest;
}

Plot film(const Figure& figure, const CarriedOut& motion, const Vec2& target, const std::string& title) {
  Plot plot = plane(title, {-1.0, 1.2}, {-0.4, 1.5});
  for (std::size_t k = 0; k < std::min<std::size_t>(motion.postures.size(), 6); ++k) {
    const bool first = k == 0;
    for (Series& arm :
         arms(figure, motion.postures[k], {"tip"}, first ? "start, then every 0.5 s" : "", Tone::faint))
      plot.series.push_back(std::move(arm));
  }
  for (Series& arm : arms(figure, motion.last, {"tip"}, "end", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back({.label = "path of the tip", .points = motion.tip, .tone = Tone::strong});
  plot.series.push_back(crosses({target}, "goal"));
  return plot;
}

Series over_time(const std::vector<double>& values, const std::string& label, Tone tone) {
  Series series{.label = label, .tone = tone};
  for (std::size_t k = 0; k < values.size(); k += 5) series.points.emplace_back(0.01 * double(k), values[k]);
  return series;
}

Result run(const RunOptions& options) {
  const Figure figure = tsuji_arm();
  const std::vector<Cut> joint_three = {{2, 1.0}};
  int done = 0;
  const auto progress = [&] { options.progress(++done / 7.0); };
  const auto carry_out = [&](const Case& asked) {
    CarriedOut motion = move(figure, asked);
    progress();
    return motion;
  };
  const double seconds = 12.0;
  const CarriedOut a = carry_out({.request = stay, .seconds = seconds});
  const CarriedOut a100 = carry_out({.request = stay, .tip_weight = 100, .seconds = seconds});
  const CarriedOut b = carry_out({.request = to_base, .seconds = seconds});
  const CarriedOut b100 = carry_out({.request = to_base, .tip_weight = 100, .seconds = seconds});
  const CarriedOut c = carry_out({.cuts = joint_three, .request = to_goal, .seconds = seconds});
  const CarriedOut far = carry_out(
      {.cuts = joint_three, .request = to_goal, .goal = far_goal, .damping = 0.05, .seconds = seconds});
  Result result;
  result.add("relative drift of energy in 2 s of free motion", "(ours: the equations of motion are right)",
             energy_drift(figure), "", at_most(1e-9));
  progress();
  result.add("(a) distance of the tip from the goal at the end, weights 1", "the tip reaches the goal",
             a.distance.back(), "m", at_most(near_enough));
  result.add("(a) time to 1 cm, weights 1", "the nine virtual arms that stay act as a brake", a.arrival(),
             "s", between(6, 12));
  result.add("(a) time to 1 cm, tip weight 100", "(ours: the cost of the brake)", a100.arrival(), "s",
             between(1.5, 4.5));
  result.findings.push_back(
      {.what = "(b) distance of the tip from the goal at the end, weights 1",
       .claim = "the tip reaches the goal as in (a) while the links curl towards the base",
       .value = b.distance.back(),
       .unit = "m",
       .agrees = at_most(0.02),
       .explanation = "With equal weights, nine requests for the base outweigh one for the goal, and the tip "
                      "stops where they balance; the paper does not print its weights",
       .explained = between(0.25, 0.45)});
  result.add("(b) the same, tip weight 100", "the tip reaches the goal", b100.distance.back(), "m",
             at_most(0.02));
  result.add("(b) largest distance between the tip’s paths in (a) and (b), tip weight 100",
             "the tip’s path is almost as in (a)",
             std::max(apart(a100.tip, b100.tip), apart(b100.tip, a100.tip)), "m", at_most(0.06));
  Kinematics kinematics(figure);
  const auto farthest_joint = [&](const CarriedOut& motion) {  // [m] from the base, the tip aside
    kinematics.update(motion.last);
    double farthest = 0.0;
    for (int k = 2; k <= 5; ++k) {
      farthest =
          std::max(farthest, kinematics.frame_position(figure.frame("joint." + std::to_string(k))).norm());
    }
    return farthest;
  };
  result.add("(b) distance of the farthest joint from the base, relative to (a)",
             "the links are drawn towards the base", farthest_joint(b100) / farthest_joint(a100), "×",
             at_most(0.95));
  result.add("(c) distance of the tip from the goal at the end", "redundant: both arrive", c.distance.back(),
             "m", at_most(near_enough));
  result.add("(c) the same of joint 3", "redundant: both arrive", c.virtual_distance.back(), "m",
             at_most(near_enough));
  result.add("(c) with a goal 1.06 m away, damped: distance of the tip",
             "(ours: beyond the reach of joint 3)", far.distance.back(), "m", at_most(near_enough));
  result.add("(c) the same of joint 3, beyond the least possible", "(ours: joint 3 as near as it can)",
             far.virtual_distance.back() - (far_goal.norm() - 0.8), "m", at_most(0.03));
  result.plots = {film(figure, a100, near_goal, "(a) virtual arms stay, tip weight 100"),
                  film(figure, b100, near_goal, "(b) virtual arms go to the base, tip weight 100"),
                  film(figure, c, near_goal, "(c) joint 3 goes to the goal as well"),
                  {.title = "Distance of the tip from its goal",
                   .x = {"time [s]"},
                   .y = {"[m]", Spacing::logarithmic, Range{1e-4, 2}},
                   .series = {over_time(a.distance, "(a) weights 1", Tone::faint),
                              over_time(a100.distance, "(a) tip weight 100", Tone::accent),
                              over_time(b.distance, "(b) weights 1", Tone::middle),
                              over_time(b100.distance, "(b) tip weight 100", Tone::strong)}}};
  result.conclusion =
      "Posture and tip are controlled together as in the paper if the tip has a hundred times the weight of "
      "a virtual arm.";
  return result;
}

}  // namespace
}  // namespace of_tsuji_4

Experiment tsuji_4() {
  return {.name = "tsuji-4",
          .title = "Controlling the posture by virtual arms, with dynamics",
          .document = "Tsuji, Nakayama and Ito 1990",
          .place = "section 3, figure 4",
          .claim =
              "A five-link arm under joint control reaches its goal with the tip while its virtual arms (a) "
              "stay, (b) are drawn towards the base with nearly the same path of the tip, (c) follow to the "
              "same goal.",
          .parameters = {{"arm",
                          "5 links of 0.4 m, 0.5 kg, 0.0067 kg m² each (table 1); no gravity in its plane"},
                         {"control", "τ = K Δθ − B θ′, K = 20 N m/rad, B = 15 N m s/rad; not printed, ours"},
                         {"start, goal", "(120, −30, −30, −30, −30)°, (0.5, 0.6) m; not printed, ours"},
                         {"weights", "virtual arms 1, tip 1 or 100; not printed, ours"},
                         {"integration", "semi-implicit Euler, implicit damping, 1 ms; articulated bodies"},
                         {"energy", "Runge-Kutta, 0.5 ms, 2 s without control"}},
          .run = of_tsuji_4::run};
}

}  // namespace limber::experiments

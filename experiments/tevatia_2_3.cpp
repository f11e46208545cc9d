// Tevatia and Schaal 2000, section 2.3: the second term of the extended Jacobian, J2, by recursive least
// squares.
//
// The paper sets the ridge by hand: 1e-7 for 10 joints, 1e-5 for 30. Here one rule serves all: the ridge is
// 1e-4 of |dq|^2/(1 - forgetting), what steps of |dq| = |qd| dt add up to while they are remembered. And its
// equation 21, which keeps the basis continuous, is a projection: how fast do the vectors shrink?

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/tevatia_circles.h"

namespace limber::experiments {

namespace of_tevatia_2_3 {
namespace {

using Method = RedundancyMethod;

// What is left of the gradient in the third circle, relative to the pseudo-inverse with optimisation.
double left_by(Method method, CircleSettings settings) {
  settings.method = method;
  const double left = draw_circles(settings).rms();
  settings.method = Method::pseudo_inverse;
  return left / draw_circles(settings).rms();
}

// The ridge that the rule gives: by the mean square of a step.
double ridge_of(const CircleSettings& settings) {
  CircleSettings exact = settings;
  exact.method = Method::klein_second;
  const CircleTrace trace = draw_circles(exact);
  return settings.tuning.ridge * trace.mean_square_step / (1.0 - settings.tuning.forgetting);
}

Result run(const RunOptions& options) {
  const std::vector<int> counts =
      options.shortened ? std::vector<int>{10, 30} : std::vector<int>{10, 20, 30, 60, 100};
  const Method method = options.replaces("no-estimate") ? Method::simplified : Method::estimated;
  const auto arm = [](int joints) { return CircleSettings{.joints = joints, .cycles = 3}; };
  Result result;
  Plot plot{.title = "What is left of the gradient, relative to the pseudo-inverse",
            .x = {"joints", Spacing::logarithmic},
            .y = {"", Spacing::logarithmic}};
  double worst = 0.0;
  const double ridges[] = {EstimateTuning{}.ridge, 1e-3, 1e-5};
  const char* const labels[] = {"the rule", "ten times the ridge", "a tenth of it"};
  const Tone tones[] = {Tone::accent, Tone::middle, Tone::faint};
  for (std::size_t which = 0; which < std::size(ridges); ++which) {
    Series series{.label = labels[which],
                  .style = Series::Style::line_and_points,
                  .tone = tones[which],
                  .curve = static_cast<int>(which) + 1};
    for (const int joints : counts) {
      CircleSettings settings = arm(joints);
      settings.tuning.ridge = ridges[which];
      const double left = left_by(method, settings);
      series.points.emplace_back(joints, left);
      if (which == 0) worst = std::max(worst, left);
      if (which == 0) result.note("gradient left, " + std::to_string(joints) + " joints", left, "×");
    }
    plot.series.push_back(std::move(series));
    options.progress(0.25 * static_cast<double>(which + 1));
  }
  result.add("gradient left by the estimate with one rule, relative to pseudo-inverse, worst of all arms",
             "near the exact method, with a ridge set by hand for each arm", worst, "×", at_most(0.1));
  for (const double period : {0.5, 2.0}) {
    CircleSettings settings = arm(10);
    settings.period = period;
    result.note(
        period < 1.0 ? "the same, 10 joints, circles in 0.5 s" : "the same, 10 joints, circles in 2 s",
        left_by(method, settings), "×");
  }
  for (const double time_step : {0.001, 0.004}) {
    CircleSettings settings = arm(10);
    settings.time_step = time_step;
    result.note(
        time_step < 0.002 ? "the same, 10 joints, steps of 1 ms" : "the same, 10 joints, steps of 4 ms",
        left_by(method, settings), "×");
  }
  result.note("ridge that the rule gives, 10 joints (the paper: 1e-7)", ridge_of(arm(10)), "rad²");
  result.note("ridge that the rule gives, 30 joints (the paper: 1e-5)", ridge_of(arm(30)), "rad²");
  const BasisDrift drift = basis_drift({.cycles = options.shortened ? 3 : 10});
  result.add("how far the basis of equation 21 is from orthonormal after one circle",
             "decays only very slowly", drift.projected.front(), "", between(1e-9, 1e-2));
  result.note("the same after the last circle", drift.projected.back(), "");
  result.add("how far a basis turned by the polar factor is from orthonormal after the last circle",
             "not in the paper: what Limber does instead", drift.turned.back(), "", at_most(1e-9));
  result.plots = {std::move(plot)};
  options.progress(1.0);
  result.conclusion =
      "A ridge relative to what the steps bring needs no tuning by hand, from 10 to 100 joints. Equation 21 "
      "shrinks the basis a little in every circle, without end; turning it by the polar factor does not.";
  return result;
}

}  // namespace
}  // namespace of_tevatia_2_3

Experiment tevatia_2_3() {
  return {.name = "tevatia-2.3",
          .title = "One rule for the estimate",
          .document = "Tevatia and Schaal 2000",
          .place = "section 2.3, equations 16 to 21",
          .claim =
              "The second term of the extended Jacobian can be estimated while the arm moves. Forgetting and "
              "ridge are set by hand; more joints may need a larger ridge. The basis vectors of equation 21 "
              "decay only very slowly.",
          .parameters = {{"arm", "10 to 100 links in the plane, 1 m"},
                         {"circle", "0.2 m across in 1 s, 500 steps, three times; the basis: ten times"},
                         {"criterion", "Σ q²; α = 10/s"},
                         {"rule", "forgetting 0.95, ridge 1e-4 |Δq|²/(1 − 0.95)"}},
          .run = of_tevatia_2_3::run,
          .replacements = {{"no-estimate", "the second term is left out"}}};
}

}  // namespace limber::experiments

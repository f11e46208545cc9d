// Tevatia and Schaal 2000, figure 5: thirty joints, some of which are to stay quiet: g = sum w_i q_i^2.
//
// One gain of the pseudo-inverse must serve all weights; methods with second derivatives let every joint decay
// at the same rate.

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/tevatia_circles.h"

namespace limber::experiments {

namespace of_tevatia_5 {
namespace {

constexpr int joints = 30, quiet_joints = 8;
constexpr double quiet_weight = 10.0;  // of the joints next to the base

Result run(const RunOptions& options) {
  PostureMeasure measure;
  measure.weights.assign(joints, 1.0);
  for (std::size_t i = 0; i < quiet_joints; ++i) measure.weights[i] = quiet_weight;
  const auto draw = [&](RedundancyMethod method) {
    return draw_circles({.method = method, .measure = measure, .joints = joints, .cycles = 5});
  };
  const CircleTrace gradient = draw(RedundancyMethod::pseudo_inverse);
  options.progress(0.3);
  const CircleTrace estimated = draw(RedundancyMethod::estimated);
  options.progress(0.9);
  const CircleTrace ours = draw(RedundancyMethod::repeatable);
  Result result;
  result.add("rms gradient left in the last circle, pseudo-inverse relative to estimated", "much larger",
             gradient.rms() / estimated.rms(), "×", at_least(8.0));
  result.observations.push_back({"joint offset of one more circle, estimated", estimated.offset(), "rad"});
  result.add("rms gradient left, our repeatable method relative to estimated", "no larger",
             ours.rms() / estimated.rms(), "×", at_most(1.0));
  result.add("joint offset of one more circle, our repeatable method", "closes", ours.offset(), "rad",
             at_most(1e-6));
  result.plots = {{.title = "What is left of the gradient, thirty joints",
                   .x = {"step"},
                   .y = {"", Spacing::logarithmic, Range{1e-6, 100}},
                   .series = {error_curve(gradient.gradient, "pseudo-inverse", Tone::middle),
                              error_curve(estimated.gradient, "estimated", Tone::faint),
                              error_curve(ours.gradient, "repeatable", Tone::accent)}}};
  options.progress(1.0);
  result.conclusion = "With weights, methods that know the second derivatives track the optimum far better.";
  return result;
}

}  // namespace
}  // namespace of_tevatia_5

Experiment tevatia_5() {
  return {.name = "tevatia-5",
          .title = "Thirty weighted joints",
          .document = "Tevatia and Schaal 2000",
          .place = "section 3.2, figure 5",
          .claim =
              "On thirty joints with weights the extended Jacobian with an estimated second term keeps the "
              "criterion far smaller than the pseudo-inverse.",
          .parameters = {{"arm", "30 links in the plane, 1 m"},
                         {"circle", "0.2 m across in 1 s, 500 steps, five times"},
                         {"criterion", "Σ w q², w = 10 for the first eight joints, else 1; α = 10/s"}},
          .run = of_tevatia_5::run};
}

}  // namespace limber::experiments

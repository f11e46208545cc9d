// Tevatia and Schaal 2000, figures 3 and 4: a planar arm draws circles while a criterion g is to stay minimal.
//
//   pseudo-inverse       qd = J^+ xd - alpha (I - J^+ J) grad g
//   extended Jacobian    [J; V^T W] qd = [xd; -alpha V^T grad g],  W = d2g/dq2 - sum_r lambda_r d2x_r/dq2
//   simplified           the same with W = d2g/dq2
//   estimated            the same with what that leaves out by recursive least squares

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/tevatia_circles.h"

namespace limber::experiments {

namespace of_tevatia_3 {
namespace {

constexpr double alpha = 10.0;  // [1/s]

using Method = RedundancyMethod;

Result run(const RunOptions& options) {
  const bool flipped = options.replaces("sign");
  const PostureMeasure fourth{.power = 4};
  const CircleTrace plain = draw_circles({.gain = 0.0}), pulled = draw_circles({}),
                    exact = draw_circles({.method = Method::klein_second, .flipped = flipped}),
                    estimated = draw_circles({.method = Method::estimated}),
                    ours = draw_circles({.method = Method::repeatable, .flipped = flipped});
  options.progress(0.5);
  const CircleTrace pulled4 = draw_circles({.measure = fourth}),
                    simplified4 = draw_circles({.method = Method::simplified, .measure = fourth});
  Result result;
  result.add("joint offset of one more circle, pseudo-inverse", "not conservative", plain.offset(), "rad",
             at_least(0.01));
  result.add("joint offset of one more circle, extended Jacobian", "conservative", exact.offset(), "rad",
             at_most(1e-6));
  result.add("largest gradient left, extended Jacobian relative to pseudo-inverse with optimisation",
             "tracks the optimal posture", exact.last_gradient() / pulled.last_gradient(), "×", at_most(0.2));
  result.add("largest error of the tip, extended Jacobian", "every method tracks the circle", exact.tracking,
             "m", at_most(1e-3));
  result.add("simplified against pseudo-inverse with half the gain, quadratic criterion",
             "equivalent in special cases",
             largest_difference({.method = Method::simplified}, {.gain = 0.5 * alpha}), "", at_most(1e-9));
  result.add("largest gradient left, estimated relative to pseudo-inverse with optimisation",
             "close to the exact method", estimated.last_gradient() / pulled.last_gradient(), "×",
             at_most(0.2));
  result.add("joint offset of one more circle, estimated", "conservative", estimated.offset(), "rad",
             at_most(1e-6));
  result.add("simplified relative to pseudo-inverse, L₄, largest gradient left", "clearly better",
             simplified4.last_gradient() / pulled4.last_gradient(), "×", at_most(0.8));
  result.plots = {
      {.title = "What is left of the gradient, quadratic criterion",
       .x = {"step"},
       .y = {"", Spacing::logarithmic, Range{1e-6, 10}},
       .series = {error_curve(plain.gradient, "pseudo-inverse", Tone::faint),
                  error_curve(pulled.gradient, "with optimisation", Tone::middle),
                  error_curve(estimated.gradient, "estimated", Tone::middle),
                  error_curve(exact.gradient, "extended Jacobian", Tone::accent)}},
      {.title = "The same, L₄",
       .x = {"step"},
       .y = {"", Spacing::logarithmic, Range{1e-6, 10}},
       .series = {error_curve(pulled4.gradient, "pseudo-inverse with optimisation", Tone::middle),
                  error_curve(simplified4.gradient, "simplified extended Jacobian", Tone::accent)}}};
  result.observations.push_back({"rms gradient left, our repeatable method relative to the extended Jacobian",
                                 ours.rms() / exact.rms(), "×"});
  options.progress(1.0);
  result.conclusion =
      "Without a criterion, joints drift from circle to circle. The extended Jacobian, which is Newton’s "
      "method on the "
      "conditions for an optimal posture, returns to where it was.";
  return result;
}

}  // namespace
}  // namespace of_tevatia_3

Experiment tevatia_3() {
  return {
      .name = "tevatia-3",
      .title = "Circles with the extended Jacobian",
      .document = "Tevatia and Schaal 2000",
      .place = "sections 2 and 3, figures 3 and 4",
      .claim =
          "A closed path of the hand does not close in the joints with the pseudo-inverse; with the extended "
          "Jacobian it does, and the posture stays optimal. The simplified form equals the pseudo-inverse "
          "with "
          "optimisation for a quadratic criterion and converges better for L₄.",
      .parameters = {{"arm", "10 links of 0.1 m in the plane"},
                     {"circle", "0.2 m across in 1 s, 500 steps, six times, from an uneven posture"},
                     {"criterion", "Σ|q|², Σ|q|⁴; α = 10/s"},
                     {"second derivatives", "in closed form"}},
      .run = of_tevatia_3::run,
      .replacements = {{"sign", "the second derivatives of the tip with the other sign"}}};
}

}  // namespace limber::experiments

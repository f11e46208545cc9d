// Baerlocher 2001, figure 4.6: what a singular value becomes in the inverse: 1/sigma, or damped
// sigma/(sigma^2 + lambda^2).

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "limber/svd/inverse.h"

namespace limber::experiments {

namespace of_baerlocher_4_6 {
namespace {

constexpr double lambda = 0.1;

double least_squares(double sigma) {
  return sigma == 0.0 ? 0.0 : 1.0 / sigma;
}

// The library's, for positive and negative values; or with lambda where lambda squared belongs.
double damped(double sigma, const RunOptions& options) {
  if (options.replaces("not-squared")) return sigma / (sigma * sigma + lambda);
  return std::copysign(damped_gain(std::abs(sigma), lambda), sigma);
}

Result run(const RunOptions& options) {
  Series plain{.label = "least squares", .tone = Tone::middle},
      bounded{.label = "damped", .tone = Tone::accent};
  double largest = 0.0, at = 0.0, jump = 0.0, jump_plain = 0.0;
  constexpr double fine = 1e-4;
  for (int k = -10000; k <= 10000; ++k) {
    const double sigma = fine * k, value = damped(sigma, options);
    if (value > largest) largest = value, at = sigma;
    jump = std::max(jump, std::abs(damped(sigma + fine, options) - value));
    jump_plain = std::max(jump_plain, std::abs(least_squares(sigma + fine) - least_squares(sigma)));
    if (k % 50 != 0) continue;
    bounded.points.emplace_back(sigma, value);
    plain.points.emplace_back(sigma, k == 0 ? std::nan("") : least_squares(sigma));
  }
  Result result;
  result.add("largest value of the damped function times 2λ", "bounded by 1/(2λ)", largest * 2.0 * lambda,
             "×", between(0.999999, 1.000001));
  result.add("where it is reached, over λ", "no counterpart: at σ = λ", at / lambda, "",
             between(0.999, 1.001));
  result.add("largest change over 0.0001, damped", "continuous", jump, "",
             at_most(fine / (lambda * lambda) + 1e-9));
  result.add("largest change over 0.0001, least squares", "discontinuous at σ = 0", jump_plain, "",
             at_least(1000.0));
  result.add("damped relative to least squares at σ = 1", "no counterpart: equal far from the singularity",
             damped(1.0, options) / least_squares(1.0), "×", between(0.985, 1.0));
  result.plots = {{.title = "The inverse of a singular value, λ = 0.1",
                   .x = {"σ"},
                   .y = {"", Spacing::linear, Range{-12, 12}},
                   .series = {plain, bounded}}};
  options.progress(1.0);
  result.conclusion =
      "Damping bounds the inverse by 1/(2λ), reached at σ = λ, and takes it continuously through zero.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_4_6

Experiment baerlocher_4_6() {
  return {.name = "baerlocher-4.6",
          .title = "The inverse of a singular value, damped",
          .document = "Baerlocher 2001",
          .place = "section 4.7.6, figure 4.6",
          .claim =
              "The least-squares inverse 1/σ is discontinuous at the singularity; the damped one, σ/(σ² + "
              "λ²), is "
              "continuous and bounded by 1/(2λ).",
          .parameters = {{"λ", "0.1"}, {"σ", "−1 to 1 by 0.0001"}},
          .run = of_baerlocher_4_6::run,
          .replacements = {{"not-squared", "σ/(σ² + λ)"}}};
}

}  // namespace limber::experiments

// Baerlocher 2001, figure 4.7: the damping factor from the smallest singular value alone (Maciejewski and Klein
// 1988), beside the least that keeps the bound.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "limber/math/random.h"
#include "limber/svd/damping.h"
#include "limber/svd/svd.h"

namespace limber::experiments {

namespace of_baerlocher_4_7 {
namespace {

constexpr double bound = 0.3;  // b_max [rad]

double rule(double smallest, double error, const RunOptions& options) {
  if (options.replaces("fixed")) return 0.25 * error / bound;
  return lambda_from_smallest_singular_value(smallest, error, bound);
}

// A 3 x 7 matrix whose smallest singular value is anything from 1e-4 to 1.
RowMatrix random_matrix(Random& random) {
  RowMatrix j(3, 7);
  for (Eigen::Index k = 0; k < j.size(); ++k) j.data()[k] = random.between(-1, 1);
  j.row(2) = j.row(0) + std::pow(10.0, random.between(-4, 0)) * j.row(2);
  return j;
}

struct Tried {
  double longest = 0.0;        // |dq| over the bound, by the rule
  double below = 10.0;         // least of lambda over the optimal lambda
  double above = 0.0;          // their mean
  int compared = 0, grew = 0;  // pairs of growing lambda of which |dq| grew
};

Tried try_many(int tries, const RunOptions& options) {
  Random random(51);
  Svd svd({.method = SvdMethod::golub_reinsch});
  svd.prepare(3, 7);
  VecX x(7);
  Tried tried;
  for (int k = 0; k < tries; ++k) {
    svd.decompose(random_matrix(random));
    const SvdFactors& factors = svd.factors();
    const double length = random.between(0.05, 0.5);
    Vec3 e(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    e *= length / e.norm();
    double smallest = 1e9;
    for (int i = 0; i < factors.rank(); ++i) smallest = std::min(smallest, factors.sigma(i));
    const double lambda = rule(smallest, length, options);
    damped_inverse(factors, lambda, e, x);
    tried.longest = std::max(tried.longest, x.norm() / bound);
    const double best = lambda_for_step_bound(factors, e, bound);
    if (best > 1e-6) {
      tried.below = std::min(tried.below, lambda / best);
      tried.above += lambda / best;
      ++tried.compared;
    }
    double last = 1e300;
    for (double damping = 0.0; damping < 1.0; damping += 0.05) {
      damped_inverse(factors, damping, e, x);
      tried.grew += x.norm() > last * (1 + 1e-12);
      last = x.norm();
    }
  }
  tried.above /= std::max(tried.compared, 1);
  return tried;
}

Result run(const RunOptions& options) {
  const double length = 0.3, d = length / bound;
  Series curve{.label = "λ", .tone = Tone::accent};
  double jump = 0.0;
  for (int k = 1; k <= 2000; ++k) {
    const double sigma = 1.5 * d * k / 2000;
    curve.points.emplace_back(sigma, rule(sigma, length, options));
    if (k > 1)
      jump = std::max(jump,
                      std::abs(curve.points.back().y() - curve.points[static_cast<std::size_t>(k) - 2].y()));
  }
  const Tried tried = try_many(options.shortened ? 300 : 5000, options);
  Result result;
  result.add("λ where σ_min ≥ |Δx|/b_max", "zero far from singularities", rule(d, length, options), "",
             at_most(1e-12));
  result.add("λ beside the singularity, over |Δx|/b_max", "no counterpart in the text: a half",
             rule(1e-9, length, options) / d, "", between(0.4999, 0.5001));
  result.add("largest change of λ over a 2000th of the graph, over |Δx|/b_max", "no counterpart: continuous",
             jump / d, "", at_most(0.05));
  result.add("longest step over the bound", "‖dq‖ ≤ b_max", tried.longest, "×", between(0.5, 1.0 + 1e-9));
  result.add("least λ relative to the optimal one", "appropriate: never too small", tried.below, "×",
             at_least(1.0 - 1e-9));
  result.add("λ relative to the optimal one, on average", "sub-optimal: larger than necessary", tried.above,
             "×", at_least(1.02));
  result.add("pairs of which the larger λ gave the longer step", "the norm decreases monotonically",
             tried.grew, "", between(0, 0));
  result.plots = {{.title = "The damping factor against the smallest singular value",
                   .x = {"σ_min, in units of |Δx|/b_max"},
                   .y = {"λ, in the same units"},
                   .series = {curve}}};
  options.progress(1.0);
  result.conclusion =
      "The rule keeps the bound always, vanishes away from singularities, and damps more than the least that "
      "would do.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_4_7

Experiment baerlocher_4_7() {
  return {.name = "baerlocher-4.7",
          .title = "The damping factor from the smallest singular value",
          .document = "Baerlocher 2001",
          .place = "section 4.7.8, figure 4.7",
          .claim =
              "The damping factor should be zero far from singularities and keep the norm of the step below "
              "a bound "
              "near them. The smallest singular value suffices for an appropriate, if not optimal one; the "
              "norm falls "
              "with the damping, so the optimal one can be found by Newton’s method.",
          .parameters = {{"matrices", "5000 random ones, 3 × 7, nearly singular in all degrees"},
                         {"bound", "0.3 rad; |Δx| 0.05 to 0.5"},
                         {"figure", "lost in our copy; the rule is Maciejewski and Klein’s"}},
          .run = of_baerlocher_4_7::run,
          .replacements = {{"fixed", "the same damping everywhere"}}};
}

}  // namespace limber::experiments

// Ge 2000, figures 5.3 and 5.4: time of  dq = J^+ dx  against the number of spheres of the trunk, for four
// SVDs.

#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/lapack_svd.h"
#include "experiments/common/stopwatch.h"
#include "limber/kinematics/kinematics.h"
#include "limber/models/bare_chain.h"
#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"

namespace limber::experiments {

namespace of_ge_5_3 {
namespace {

enum Method { row_wise, lapack, golub_reinsch, column_wise, method_count };
constexpr const char* names[method_count] = {"row-wise Givens", "LAPACK dgesvd", "own Golub-Reinsch",
                                             "column-wise Givens"};
constexpr Tone tones[method_count] = {Tone::accent, Tone::strong, Tone::middle, Tone::faint};
constexpr bool has_lapack = LIMBER_HAVE_LAPACK;

// Jacobians of the tip while the trunk bends slowly: the case the incremental methods are made for.
std::vector<RowMatrix> jacobians_of_a_drag(int spheres, int frames) {
  const Figure figure = models::bare_chain({.links = spheres, .length = static_cast<double>(spheres)});
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  RowMatrix rows(6, figure.dof_count());
  std::vector<RowMatrix> result;
  for (int frame = 0; frame < frames; ++frame) {
    for (int k = 0; k < posture.values.size(); ++k) {
      const double phase = 0.7 * k + 0.002 * frame;
      posture.values[k] = 0.5 / spheres * std::sin(phase) + 1.2 / spheres * (k % 3 == 2 ? 1.0 : 0.2);
    }
    kinematics.update(posture);
    kinematics.frame_jacobian(figure.frame("trunk.tip"), rows);
    result.emplace_back(rows.topRows(3));
  }
  return result;
}

struct Measured {
  double microseconds = 0.0;
  double error = 0.0;  // largest difference from Golub-Reinsch, relative to |dq|
};

// `svd`: anything with prepare(), decompose() and factors().
template <class AnySvd>
Measured measure_svd(AnySvd svd, const std::vector<RowMatrix>& jacobians, double budget, bool transpose) {
  const int n = static_cast<int>(jacobians.front().cols());
  const Vec3 wanted(0.3, -0.2, 0.1);
  Svd exact({.method = SvdMethod::golub_reinsch});
  svd.prepare(3, n);
  exact.prepare(3, n);
  VecX step(n), reference(n);
  Measured measured;
  for (const RowMatrix& jacobian : jacobians) {
    svd.decompose(jacobian);
    pseudo_inverse(svd.factors(), wanted, step);
    if (transpose) step = jacobian.transpose() * wanted;
    exact.decompose(jacobian);
    pseudo_inverse(exact.factors(), wanted, reference);
    measured.error = std::max(measured.error, (step - reference).norm() / reference.norm());
  }
  std::size_t frame = 0;
  measured.microseconds = 1e6 * seconds_per_call(
                                    [&] {
                                      // Back and forth, so that every Jacobian is a small change of the last.
                                      const std::size_t last = jacobians.size() - 1,
                                                        at = frame++ % (2 * last);
                                      svd.decompose(jacobians[at <= last ? at : 2 * last - at]);
                                      pseudo_inverse(svd.factors(), wanted, step);
                                    },
                                    budget);
  return measured;
}

Measured measure(Method method, const std::vector<RowMatrix>& jacobians, double budget,
                 bool transpose = false) {
  const auto own = [&](SvdMethod svd) {
    return measure_svd(Svd({.method = svd, .one_sweep = true}), jacobians, budget, transpose);
  };
  switch (method) {
    case row_wise:
      return own(SvdMethod::row_givens);
    case golub_reinsch:
      return own(SvdMethod::golub_reinsch);
    case column_wise:
      return own(SvdMethod::column_givens);
    default:
      break;
  }
#if LIMBER_HAVE_LAPACK
  return measure_svd(LapackSvd(), jacobians, budget, transpose);
#else
  return {};
#endif
}

Result run(const RunOptions& options) {
  const std::vector<int> spheres =
      options.shortened ? std::vector{5, 30} : std::vector{5, 10, 15, 20, 30, 40, 50};
  const double budget = options.shortened ? 0.002 : 0.05;
  Series curves[method_count];
  double error[method_count] = {};
  for (std::size_t k = 0; k < spheres.size(); ++k) {
    const std::vector<RowMatrix> jacobians = jacobians_of_a_drag(spheres[k], options.shortened ? 8 : 40);
    for (int m = 0; m < method_count; ++m) {
      if (m == lapack && !has_lapack) continue;
      const Measured measured =
          measure(static_cast<Method>(m), jacobians, budget, options.replaces("transpose"));
      curves[m].points.emplace_back(spheres[k], measured.microseconds);
      error[m] = std::max(error[m], measured.error);
    }
    options.progress(double(k + 1) / double(spheres.size()));
  }
  for (int m = 0; m < method_count; ++m) {
    curves[m].label = names[m];
    curves[m].tone = tones[m];
    curves[m].style = Series::Style::line_and_points;
  }
  const auto last_time = [&](Method m) { return curves[m].points.back().y(); };
  const auto exponent = [&](Method m) {
    const Vec2 &a = curves[m].points.front(), &b = curves[m].points.back();
    return std::log(b.y() / a.y()) / std::log(b.x() / a.x());
  };

  Result result;
  for (const Method m : {row_wise, lapack, column_wise}) {
    if (m == lapack && !has_lapack) continue;
    result.findings.push_back({.what = std::string("largest relative error of dq, ") + names[m],
                               .claim = "as robust as Golub-Reinsch",
                               .value = error[m],
                               .agrees = at_most(m == lapack ? 1e-10 : 1e-4)});
  }
  const std::string largest = std::to_string(spheres.back()) + " spheres";
  result.add_timing("column-wise relative to row-wise, " + largest, "takes much more time than the others",
                    last_time(column_wise) / last_time(row_wise), "×", at_least(10.0));
  result.add_timing("growth of column-wise with the spheres, exponent",
                    "rises steeply where the others stay flat", exponent(column_wise), "",
                    at_least(1.6, signed_number));
  if (has_lapack) {
    Finding& same = result.add_timing("LAPACK relative to row-wise, " + largest, "almost exactly the same",
                                      last_time(lapack) / last_time(row_wise), "×", between(0.67, 1.5));
    same.explanation =
        "With three rows there is so little work today that dgesvd’s overhead dominates; one warm sweep of "
        "three rotations has almost none";
    same.explained = between(1.5, 30.0);
    Finding& own = result.add_timing("own Golub-Reinsch relative to LAPACK, " + largest, "slower than LAPACK",
                                     last_time(golub_reinsch) / last_time(lapack), "×", at_least(1.0));
    own.explanation =
        "Our Golub-Reinsch, written for few rows, has none of dgesvd’s overhead and is faster today";
    own.explained = between(0.05, 1.0);
  }

  // Long enough that calls as such do not matter.
  const int long_spheres = options.shortened ? 80 : 100, longer_spheres = 4 * long_spheres;
  const std::vector<RowMatrix> long_trunk = jacobians_of_a_drag(long_spheres, 4),
                               longer_trunk = jacobians_of_a_drag(longer_spheres, 4);
  for (const Method m : {row_wise, golub_reinsch, lapack}) {
    if (m == lapack && !has_lapack) continue;
    const double growth =
        measure(m, longer_trunk, budget).microseconds / measure(m, long_trunk, budget).microseconds;
    result.add_timing(std::string("growth with the spheres of a long trunk, exponent, ") + names[m],
                      "linear time with three rows", std::log(growth) / std::log(4.0), "",
                      between(0.7, 1.3, signed_number));
  }

  const Plot all{.title = "5.3: all methods",
                 .x = {"spheres of the trunk (3 joints each)"},
                 .y = {"time of dq = J⁺dx [µs]", Spacing::logarithmic},
                 .series = {std::begin(curves), std::end(curves)},
                 .timing = true};
  const Plot closer{.title = "5.4: a closer look at two",
                    .x = {"spheres of the trunk (3 joints each)"},
                    .y = {"time of dq = J⁺dx [µs]"},
                    .series = {curves[row_wise], curves[lapack]},
                    .timing = true};
  result.plots = {all, closer};
  if (!has_lapack) result.plots = {all};  // the second figure is about LAPACK
  result.conclusion =
      "Column-wise rotations are too slow for a long trunk, as the thesis says, and row-wise rotations give "
      "the same step as the classical algorithms.";
  if (!has_lapack) result.conclusion += " LAPACK was not installed when limber was built: it is left out.";
  return result;
}

}  // namespace
}  // namespace of_ge_5_3

Experiment ge_5_3() {
  return {
      .name = "ge-5.3",
      .title = "Four singular value decompositions against the length of the trunk",
      .document = "Ge 2000",
      .place = "section 5.2, figures 5.3 and 5.4",
      .claim =
          "The incremental column-wise Givens method needs much more time than the others as joints are "
          "added. The own Golub-Reinsch is slower than LAPACK’s. The row-wise Givens method takes almost "
          "exactly as long as LAPACK and is as robust. With three rows, both the general and the incremental "
          "algorithm take linear time.",
      .parameters = {{"trunk", "N spheres, three revolute joints each (x, y, z), 3 × 3N Jacobian of the tip"},
                     {"Jacobians",
                      "along a slow bending; the Givens methods start from the last basis, one sweep"},
                     {"time", "shortest of 8 samples of decomposition and inverse, the Jacobian given"}},
      .run = of_ge_5_3::run,
      .is_about_time = true,
      .replacements = {{"transpose", "Jᵀ instead of the pseudo-inverse by the decomposition"}}};
}

}  // namespace limber::experiments

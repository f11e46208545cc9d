// Baerlocher 2001, section 4.7.7: the damped inverse needs only the thin singular value decomposition, and that
// of the transpose is quicker.

#include <Eigen/SVD>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/stopwatch.h"
#include "limber/math/random.h"
#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"

namespace limber::experiments {

namespace of_baerlocher_4_7_7 {
namespace {

using Matrix = Eigen::MatrixXd;
using Decomposition = Eigen::BDCSVD<Matrix>;
constexpr double lambda = 0.1;

struct Size {
  int rows, columns;
  double printed() const { return std::pow(double(columns) / rows, 0.75); }  // speed-up of the transpose
};

Matrix random_matrix(const Size& size) {
  Random random(61);
  Matrix j(size.rows, size.columns);
  for (Eigen::Index k = 0; k < j.size(); ++k) j.data()[k] = random.between(-1, 1);
  return j;
}

// J^{+lambda} e from factors whose columns beyond `used` are left out.
VecX damped(const Decomposition& svd, const VecX& e, Eigen::Index used) {
  VecX x = VecX::Zero(svd.matrixV().rows());
  for (Eigen::Index i = 0; i < used; ++i) {
    const double sigma = svd.singularValues()[i];
    x += sigma / (sigma * sigma + lambda * lambda) * svd.matrixU().col(i).dot(e) * svd.matrixV().col(i);
  }
  return x;
}

struct Measured {
  double full, thin, transposed;    // [s]
  double own_wide, own_transposed;  // [s] our Golub-Reinsch
  double difference;                // of the damped inverses, thin against full, relative
};

Measured measure(const Size& size, double budget, const RunOptions& options) {
  const Matrix j = random_matrix(size), t = j.transpose();
  const RowMatrix wide = j, tall = t;
  VecX e = VecX::LinSpaced(size.rows, -1.0, 1.0);
  const Decomposition full(j, Eigen::ComputeFullU | Eigen::ComputeFullV),
      thin(j, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VecX expected = damped(full, e, size.rows);
  const VecX found = damped(thin, e, size.rows - (options.replaces("truncated") ? 1 : 0));
  Svd own({.method = SvdMethod::golub_reinsch});
  const auto time_own = [&](const RowMatrix& matrix) {
    own.prepare(static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()));
    return seconds_per_call([&] { own.decompose(matrix); }, budget);
  };
  return {
      .full = seconds_per_call([&] { Decomposition(j, Eigen::ComputeFullU | Eigen::ComputeFullV); }, budget),
      .thin = seconds_per_call([&] { Decomposition(j, Eigen::ComputeThinU | Eigen::ComputeThinV); }, budget),
      .transposed =
          seconds_per_call([&] { Decomposition(t, Eigen::ComputeThinU | Eigen::ComputeThinV); }, budget),
      .own_wide = time_own(wide),
      .own_transposed = time_own(tall),
      .difference = (found - expected).norm() / expected.norm()};
}

Result run(const RunOptions& options) {
  const std::vector<Size> sizes = options.shortened
                                      ? std::vector<Size>{{6, 48}, {6, 96}}
                                      : std::vector<Size>{{6, 12}, {6, 24}, {6, 48}, {6, 96}, {6, 192}};
  const double budget = options.shortened ? 0.004 : 0.05;
  Series saved{.label = "full over thin", .style = Series::Style::line_and_points, .tone = Tone::accent},
      turned{.label = "thin: J over Jᵀ", .style = Series::Style::line_and_points, .tone = Tone::middle},
      printed{.label = "(n/m)^¾", .style = Series::Style::line_and_points, .tone = Tone::faint};
  double difference = 0.0, full_over_thin = 0.0, wide_over_tall = 0.0, own_ratio = 0.0;
  for (const Size& size : sizes) {
    const Measured m = measure(size, budget, options);
    difference = std::max(difference, m.difference);
    full_over_thin = m.full / m.thin;
    wide_over_tall = m.thin / m.transposed;
    own_ratio = m.own_wide / m.own_transposed;
    saved.points.emplace_back(size.columns, full_over_thin);
    turned.points.emplace_back(size.columns, wide_over_tall);
    printed.points.emplace_back(size.columns, size.printed());
    options.progress(double(saved.points.size()) / double(sizes.size()));
  }
  const Size& last = sizes.back();
  const std::string where = ", 6 × " + std::to_string(last.columns);
  Result result;
  result.add("damped inverse, thin against full, largest relative difference", "the thin one is sufficient",
             difference, "", at_most(1e-10));
  result.add_timing("time of the full decomposition over the thin one" + where, "faster than a full one",
                    full_over_thin, "×", at_least(1.5));
  Finding& faster =
      result.add_timing("time of the thin decomposition of J over that of Jᵀ" + where,
                        "slower by (n/m)^¾ = " + std::to_string(last.printed()).substr(0, 4), wide_over_tall,
                        "×", between(0.6 * last.printed(), 1.7 * last.printed()));
  faster.explanation =
      "Libraries today bring a wide matrix into the form of its transpose first, so there is nothing left to "
      "gain";
  faster.explained = between(0.5, 2.0);
  result.note_timing("the same with our Golub-Reinsch" + where, own_ratio, "×");
  result.plots = {{.title = "What thin and transposed decompositions save, six rows",
                   .x = {"columns n", Spacing::logarithmic},
                   .y = {"×", Spacing::logarithmic},
                   .series = {saved, turned, printed},
                   .timing = true}};
  result.conclusion = "The thin decomposition gives the same damped inverse in a fraction of the time.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_4_7_7

Experiment baerlocher_4_7_7() {
  return {.name = "baerlocher-4.7.7",
          .title = "The thin decomposition and the transpose",
          .document = "Baerlocher 2001",
          .place = "section 4.7.7",
          .claim =
              "The thin singular value decomposition suffices for the damped inverse and is faster than the "
              "full one. "
              "That of Jᵀ is faster than that of J by (n/m)^¾.",
          .parameters = {{"matrices", "random, 6 rows, 12 to 192 columns"},
                         {"decomposition", "Eigen’s BDCSVD; the thesis used the code of Numerical Recipes"},
                         {"time", "shortest of 8 samples, processor time of the thread"}},
          .run = of_baerlocher_4_7_7::run,
          .is_about_time = true,
          .replacements = {{"truncated", "the smallest singular value is dropped with its vectors"}}};
}

}  // namespace limber::experiments
